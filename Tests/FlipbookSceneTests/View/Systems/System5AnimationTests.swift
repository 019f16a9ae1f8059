import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// System 5: animating a sequence.
@Suite("System 5: animations")
struct System5AnimationTests {
    private static func image(_ name: String) -> Image {
        Image(source: .file(FilePath(name)), pixelSize: PixelSize(width: 10, height: 10))
    }

    /// A view with a still image `P` and `count` pictures `0`, `1`, …, started.
    private static func view(_ count: Int, duration: Double = 0, repeats: Int = 0) -> ImageView {
        var view = ImageView(image: image("P"))
        view.animationImages = (0..<count).map { image("\($0)") }
        view.animationDuration = duration
        view.animationRepeatCount = repeats
        view.startAnimating()
        return view
    }

    private static func shown(_ view: ImageView, at time: RationalTime) -> String? {
        view.visibleImage(at: time)?.path?.string
    }

    /// A view, and which picture shows when, in seconds.
    struct Row: CustomStringConvertible, Sendable {
        let description: String
        let count: Int
        var seconds = 0.0
        var repeats = 0
        let shown: [(time: RationalTime, name: String)]
    }

    @Test(
        "each row's pictures at each row's times",
        arguments: [
            Row(
                description: "1: 30 pictures without a duration take 1/30 s each",
                count: 30,
                shown: [
                    (0, "0"), (0.033333332, "0"), (0.033333333, "1"), (0.066666666, "2"), (0.099999999, "2"),
                    (0.1, "3"), (0.999999999, "29"), (1, "0"),
                ]
            ),
            Row(
                description: "2: 12 in a second",
                count: 12,
                seconds: 1,
                shown: [(0.083333332, "0"), (0.083333333, "1"), (0.25, "3"), (1, "0")]
            ),
            Row(
                description: "3: 4 in 2 s, three times",
                count: 4,
                seconds: 2,
                repeats: 3,
                shown: [(1.999999999, "3"), (2, "0"), (5.999999999, "3"), (6, "P")]
            ),
            Row(
                description: "4: 7 in a second begin where the fraction was rounded down",
                count: 7,
                seconds: 1,
                shown: [(0.142857141, "0"), (0.142857142, "1"), (0.285714284, "1"), (0.285714285, "2")]
            ),
            Row(
                description: "8: once, then the still image",
                count: 3,
                seconds: 0.3,
                repeats: 1,
                shown: [(0.299999999, "2"), (0.3, "P"), (9, "P")]
            ),
            Row(
                description: "a negative count is without end",
                count: 2,
                seconds: 1,
                repeats: -1,
                shown: [(0.5, "1"), (1000, "0")]
            ),
        ]
    )
    func rows(_ row: Row) throws {
        let view = Self.view(row.count, duration: row.seconds, repeats: row.repeats)
        for (time, name) in row.shown { expectEqual(Self.shown(view, at: time), name, "at \(time)") }
    }

    @Test("1: seven pictures without a duration take 7/30 s, as a fraction, so that cycles do not drift")
    func effectiveDuration() throws {
        let view = Self.view(7)
        expectEqual(view.animationDuration, 0)
        expectEqual(view.effectiveAnimationDuration, RationalTime(7, 30))
        // A million cycles later, to the nanosecond.
        expectEqual(Self.shown(view, at: 233333.333333333), "0")
        expectEqual(Self.shown(view, at: 233333.333333332), "6")
    }

    @Test("the duration is UIKit's number of seconds, and counts as the fraction that is meant")
    func seconds() {
        let meant: [(Double, RationalTime)] = [
            (0.4, RationalTime(2, 5)), (7.0 / 30, RationalTime(7, 30)), (10 * 1001.0 / 24000, RationalTime(1001, 2400)),
            (.nan, RationalTime(1, 30)), (-1, RationalTime(1, 30)), (.infinity, RationalTime(1, 30)),
        ]
        for (seconds, fraction) in meant {
            expectEqual(Self.view(1, duration: seconds).effectiveAnimationDuration, fraction, "\(seconds)")
        }
    }

    @Test("3: animating until the last nanosecond of the last cycle")
    func end() throws {
        var view = Self.view(4, duration: 2, repeats: 3)
        view.advance(to: 5.999999999)
        expect(view.isAnimating)
        view.advance(to: 6)
        expect(!view.isAnimating)
    }

    @Test("5: starting again while running starts from the first picture of the first cycle")
    func restart() throws {
        var view = Self.view(10, duration: 1, repeats: 2)
        view.advance(to: 1.9)
        expectEqual(view.visibleImage?.path?.string, "9")
        view.startAnimating()
        expectEqual(view.visibleImage?.path?.string, "0")
        view.advance(to: 3.899999999)
        expect(view.isAnimating)
        view.advance(to: 3.9)
        expect(!view.isAnimating)
    }

    @Test("6: the same picture twice in a row is shown twice as long")
    func repeated() throws {
        var view = ImageView()
        view.animationImages = [Self.image("A"), Self.image("A"), Self.image("B")]
        view.animationDuration = 0.3
        view.startAnimating()
        expectEqual(
            ([0, 0.199999999, 0.2, 0.299999999] as [RationalTime]).map { Self.shown(view, at: $0) },
            [
                "A", "A", "B", "B",
            ]
        )
    }

    @Test("7: delays of 100, 200 and 50 ms are two, four and one parts of 50 ms, 0.35 s in all")
    func flattening() throws {
        let images = ["A", "B", "C"].map(Self.image)
        let delays: [RationalTime] = [0.1, 0.2, 0.05]
        let image = try require(Image.animatedImage(with: images, durations: delays))
        expectEqual(image.images?.map(\.path?.string), ["A", "A", "B", "B", "B", "B", "C"])
        expectEqual(image.duration, 0.35)
        let view = ImageView(image: image)
        expectEqual(
            ([0, 0.099999999, 0.1, 0.299999999, 0.3, 0.35] as [RationalTime]).map { Self.shown(view, at: $0) },
            ["A", "A", "B", "B", "C", "A"]
        )
        let thirds = [RationalTime(1, 30), RationalTime(1, 12)]
        expectEqual(Image.animatedImage(with: [images[0], images[1]], durations: thirds)?.images?.count, 7)
    }

    @Test("7: delays that cannot be are no animation")
    func badDelays() throws {
        let image = Self.image("A")
        expect(Image.animatedImage(with: [], durations: []) == nil)
        expect(Image.animatedImage(with: [image], durations: []) == nil)
        expect(Image.animatedImage(with: [image], durations: [.zero]) == nil)
        // A hundred million parts for two pictures.
        let odd = [RationalTime(1, 99_999_989), 1]
        expect(Image.animatedImage(with: [image, image], durations: odd) == nil)
    }

    @Test("without pictures starting does nothing; with one the view animates; hidden, it goes on")
    func oneOrNone() {
        var view = ImageView(image: Self.image("P"))
        view.startAnimating()
        expect(!view.isAnimating)
        view.animationImages = []
        view.startAnimating()
        expect(!view.isAnimating)
        view = Self.view(1)
        view.isHidden = true
        view.advance(to: 10)
        expect(view.isAnimating)
    }
}
