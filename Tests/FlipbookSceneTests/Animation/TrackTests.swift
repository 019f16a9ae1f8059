import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Tracks") struct TrackTests {
    private static let times = [0.1, 0.25, 0.5, 0.75, 0.9]

    @Test(
        "UIKit's curves go where UIKit's go",
        arguments: [
            (AnimationCurve.linear, [0.1, 0.25, 0.5, 0.75, 0.9]),
            (.easeIn, [0.01703, 0.09346, 0.31536, 0.62186, 0.83943]),
            (.easeOut, [0.16057, 0.37814, 0.68464, 0.90654, 0.98297]),
            (.easeInOut, [0.01972, 0.12916, 0.5, 0.87084, 0.98028]),
            (.coreAnimation, [0.09480, 0.40851, 0.80240, 0.96046, 0.99432]),
        ]
    )
    func curves(curve: AnimationCurve, expected: [Double]) {
        for (time, value) in pairs(Self.times, expected) {
            expect((curve.progress(at: time) - value).magnitude < 1e-4, "\(time)")
        }
        expectEqual(curve.progress(at: 0), 0)
        expectEqual(curve.progress(at: 1), 1)
    }

    @Test("a spring swings where its damping is below 1, and is at rest at its end")
    func springs() {
        let swinging = AnimationCurve.spring(damping: 0.4, initialVelocity: 0)
        let calm = AnimationCurve.spring(damping: 1, initialVelocity: 0)
        let steps = (0...1000).map { Double($0) / 1000 }
        expect(steps.map { swinging.progress(at: $0) }.max() ?? 0 > 1.2)
        expectEqual(steps.map { calm.progress(at: $0) }.max(), 1)
        for curve in [swinging, calm] { expect((curve.progress(at: 0.999) - 1).magnitude < 2e-3) }
        let pushed = AnimationCurve.spring(damping: 1, initialVelocity: 5)
        expect(pushed.progress(at: 0.05) > calm.progress(at: 0.05))
        // e^-x and the cosine are those of the C library.
        expect((calm.progress(at: 0.3) - (1 - 0.062_660_497_74 * 3.770_024_05)).magnitude < 1e-6)
    }

    private func alpha(_ tracks: [Track], at seconds: Double, model: Double = 1) -> Double {
        let value = tracks.value(of: .alpha, atNanosecond: Int64((seconds * 1e9).rounded()), model: .number(model))
        guard case .number(let number) = value else { return .nan }
        return number
    }

    private func track(from: Double?, to: Double, delay: RationalTime = 0, duration: RationalTime) -> Track {
        var track = Track(
            .alpha,
            from: from.map { .number($0) },
            to: .number(to),
            delay: delay,
            duration: duration
        )
        track.curve = .linear
        return track
    }

    @Test("the value is on its way between both ends, and stays at the last")
    func ways() {
        expect(abs(alpha([track(from: nil, to: 0.2, duration: 5)], at: 2.5) - 0.6) < 1e-9)
        let late = track(from: 1, to: 0, delay: 2, duration: 2)
        expectEqual(alpha([late], at: 1, model: 0.3), 1)
        expect(abs(alpha([late], at: 3) - 0.5) < 1e-9)
        expectEqual(alpha([late], at: 9), 0)
    }

    @Test("a track without a beginning begins where the one before ends, or where it is when asked for")
    func chains() {
        let first = track(from: 0, to: 1, duration: 2)
        var second = track(from: nil, to: 0, delay: 1, duration: 1)
        expectEqual(alpha([first, second], at: 0.5), 0.25)
        expectEqual(alpha([first, second], at: 1), 1)
        second.beginsFromCurrentState = true
        expectEqual(alpha([second, first], at: 1), 0.5)
        expectEqual(alpha([second, first], at: 1.5), 0.25)
    }

    @Test("a track repeats, goes back, and ends where it is told to")
    func repetitions() {
        var track = track(from: 0, to: 1, duration: 1)
        track.repeatCount = 2
        expectEqual(track.end, 2)
        expectEqual(alpha([track], at: 1.25), 0.25)
        track.autoreverses = true
        expectEqual(track.end, 4)
        expectEqual(alpha([track], at: 1.25), 0.75)
        expectEqual(alpha([track], at: 4), 1)
        (track.delay, track.duration) = (RationalTime(1, 3), RationalTime(1, 6))
        expectEqual(track.end, 1)
        expectEqual(track.progress(at: 1), 1)
        expect(abs(track.progress(at: RationalTime(5, 12)) - 0.5) < 1e-8)
        (track.delay, track.duration, track.repeatCount) = (0, 1, 0)
        expect(track.end == nil)
        expect(abs(alpha([track], at: 1_000_001.25) - 0.75) < 1e-6)
    }

    @Test("what has no values between jumps when the change begins")
    func jumps() {
        let tracks = [Track(.isHidden, to: .flag(true), delay: 1, duration: 1)]
        expectEqual(tracks.value(of: .isHidden, atNanosecond: 999_999_999, model: .flag(false)), .flag(false))
        expectEqual(tracks.value(of: .isHidden, atNanosecond: 1_000_000_000, model: .flag(false)), .flag(true))
    }

    @Test("a frame grows, and colors and turns proceed part by part")
    func kinds() {
        var layer = Layer(frame: Rect(x: 10, y: 10, width: 10, height: 10))
        var frame = Track(.frame, to: .rect(Rect(x: 20, y: 20, width: 20, height: 20)), duration: 1)
        frame.curve = .linear
        layer.tracks = [frame]
        expectEqual(layer.presentation(at: 0.5).frame, Rect(x: 15, y: 15, width: 15, height: 15))
        expectEqual(layer.frame, Rect(x: 10, y: 10, width: 10, height: 10))
        var color = Track(
            .backgroundColor,
            from: .background(.color(.clear)),
            to: .background(.color(.white)),
            duration: 1
        )
        color.curve = .linear
        layer.tracks = [color]
        let half = Color(red: 255, green: 255, blue: 255, alpha: 128)
        expectEqual(layer.presentation(at: 0.5).backgroundColor, .color(half))
        var turn = Track(.transform, to: .transform(TransformParts(rotation: 360)), duration: 1)
        turn.curve = .linear
        layer.tracks = [turn]
        let quarter = layer.presentation(at: 0.25).transform
        expectEqual(quarter, Transform(rotationDegrees: 90))
    }

    @Test("a transform and its parts are one another")
    func parts() {
        for degrees in stride(from: -170.0, through: 180, by: 35) {
            for (x, y, lean) in [(1.0, 1.0, 0.0), (2, 0.5, 0.3), (0.25, -3, -1)] {
                let parts = TransformParts(
                    translation: Point(x: 3, y: -4),
                    rotation: degrees,
                    scale: Point(x: x, y: y),
                    shear: lean
                )
                let again = TransformParts(parts.transform)
                expect((again.rotation - degrees).magnitude < 1e-9)
                expect((again.scale.x - x).magnitude < 1e-9)
                expect((again.scale.y - y).magnitude < 1e-9)
                expect((again.shear - lean).magnitude < 1e-9)
            }
        }
    }
}

@Suite("Pictures of a layer") struct LayerPicturesTests {
    private func image(_ name: String) -> Image { Image(source: .file(FilePath(name))) }

    private func names(_ pictures: LayerPictures, at seconds: [Double]) -> [String] {
        seconds.map { pictures.frame(atNanosecond: Int64($0 * 1e9))?.path?.string ?? "-" }
    }

    private func pictures() throws -> LayerPictures {
        var pictures = LayerPictures()
        pictures.image = image("still")
        let timing = try require(FrameTiming(frameCount: 2, cycleDuration: 2))
        pictures.animation = .init([Frame(image("a")), Frame(image("b"))], timing)
        return pictures
    }

    @Test("frames show while the animation runs, and the still picture before and after")
    func cycles() throws {
        var pictures = try pictures()
        expectEqual(names(pictures, at: [0, 1, 2, 3, 101]), ["a", "b", "a", "b", "b"])
        expect(pictures.endNanosecond == nil)
        pictures.repeatCount = 1
        pictures.start = 1
        expectEqual(names(pictures, at: [0, 1, 2, 2.9, 3]), ["still", "a", "b", "b", "still"])
        expectEqual(pictures.endNanosecond, 3_000_000_000)
        pictures.start = nil
        expectEqual(names(pictures, at: [0, 1]), ["still", "still"])
        expectEqual(pictures.endNanosecond, 0)
    }

    @Test("it starts and stops, takes another picture, and starts again when it is highlighted")
    func changes() throws {
        var pictures = try pictures()
        pictures.highlightedImage = image("high")
        pictures.start = nil
        pictures.changes = [
            .init(at: 1, .startAnimating), .init(at: 4, .stopAnimating), .init(at: 5, .image(nil)),
            .init(at: 6, .isHighlighted(true)), .init(at: 3, .image(image("other"))),
        ]
        expectEqual(
            names(pictures, at: [0, 1, 2, 3, 4, 5, 6]),
            ["still", "a", "b", "a", "other", "-", "high"]
        )
        expectEqual(pictures.endNanosecond, 6_000_000_000)
        let timing = try require(FrameTiming(frameCount: 1, cycleDuration: 1))
        pictures.highlightedAnimation = .init([Frame(image("glow"))], timing)
        pictures.changes = [
            .init(at: 1, .startAnimating), .init(at: 2, .isHighlighted(true)), .init(at: 3, .isHighlighted(false)),
        ]
        expectEqual(names(pictures, at: [1.5, 2.5, 3, 4]), ["a", "glow", "a", "b"])
    }
}
