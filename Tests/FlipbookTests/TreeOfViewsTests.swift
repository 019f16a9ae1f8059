import Flipbook
import FlipbookTestSupport
import Testing

// The program of the page "A tree of views", as it stands there: one import, and public declarations alone.

@MainActor struct Card {
    let root = View(frame: Rect(x: 0, y: 0, width: 160, height: 120))
    let picture: View
    let lamp = View(frame: Rect(x: 110, y: 33, width: 30, height: 30))
    let rail = View(frame: Rect(x: 20, y: 92, width: 120, height: 20))
    let knob = View(frame: Rect(x: 0, y: 0, width: 20, height: 20))

    init(_ front: Image, turningTo back: Image) {
        picture = View(ImageView(image: front))
        picture.frame = Rect(x: 20, y: 12, width: 72, height: 72)
        picture.isUserInteractionEnabled = true
        root.backgroundColor = .color(Color(red: 32, green: 48, blue: 64))
        (lamp.backgroundColor, lamp.cornerRadius) = (.color(.red), 15)
        (rail.backgroundColor, rail.cornerRadius) = (.black, 10)
        (knob.backgroundColor, knob.cornerRadius) = (.white, 10)
        for view in [picture, lamp, rail] { root.addSubview(view) }
        rail.addSubview(knob)
        knob.restorationIdentifier = "knob"
        // The knob does not handle touches, so they are passed on to the rail, in the rail's coordinates.
        rail.touchHandler = { [knob] touch in
            knob.center.x = min(max(touch.location.x, 10), 110)
            return true
        }
        picture.gestureRecognizers = [
            TapGestureRecognizer { [unowned picture, lamp] _ in
                View.transition(with: picture, duration: 0.5, options: .transitionFlipFromLeft) {
                    picture.imageView?.image = back
                }
                View.animateKeyframes(withDuration: 0.5) {
                    View.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { lamp.alpha = 0.2 }
                    View.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { lamp.alpha = 1 }
                }
            }
        ]
    }

    func touch(_ phase: Touch.Phase, _ x: Double, _ y: Double, at time: Duration) {
        root.send(Touch(id: 1, phase: phase, location: Point(x: x, y: y), timestamp: time))
    }
}

@MainActor func film(_ front: Image, turningTo back: Image, to target: FilePath) async throws -> ExportReport {
    let first = Card(front, turningTo: back)
    first.touch(.began, 30, 100, at: .zero)
    first.touch(.moved, 90, 100, at: .milliseconds(200))
    first.touch(.ended, 90, 100, at: .milliseconds(300))
    let places = try first.root.encodeRestorableState()

    let card = Card(front, turningTo: back)
    card.root.decodeRestorableState(places)
    card.touch(.began, 50, 50, at: .seconds(1))
    card.touch(.ended, 50, 50, at: .milliseconds(1100))
    return try await Exporter(card.root, settings: ExportSettings(for: target)).export(to: target)
}

@MainActor func looks(_ root: View) async throws {
    let poster = try FrameRenderer.picture(of: root, at: 0.25, scale: 2)
    print(poster.size)
    for try await shown in try await FrameStream(root, timing: .constant(FrameRate(60)), lasting: 2) {
        print(shown.presentationTime)
    }
}

@MainActor @Suite("A tree of views") struct TreeOfViewsTests {
    private static func image(_ value: UInt8) throws -> Image {
        let rows = [UInt8](repeating: value, count: 8 * 8 * 3)
        return try Image(data: PNGWriter(width: 8, height: 8, colorType: 2).file(rows: rows))
    }

    @Test("the program of the page drags, restores, taps, and exports what comes of it")
    func program() async throws {
        let folder = try TemporaryDirectory()
        let target = folder.file("card.mkv")
        let report = try await film(Self.image(200), turningTo: Self.image(100), to: target)
        #expect(report.framesReadBack == 15)
        #expect(report.duration == 0.5)
        let frames = try VideoFile(target).frames(format: "rgb24", byteCount: 160 * 120 * 3)
        func pixel(_ frame: Int, _ x: Int, _ y: Int) -> UInt8 { frames[frame][(y * 160 + x) * 3] }
        // The knob where the first run left it, and the rail where it was.
        #expect(pixel(0, 90, 102) == 255 && pixel(0, 30, 102) == 0)
        // Near the middle of its turn the picture is narrow; it ends with its back to the front.
        #expect([pixel(0, 24, 48), pixel(7, 24, 48), pixel(14, 56, 48)] == [200, 32, 100])
        // The lamp at 7/30 s: a quarter of its red over the card.
        #expect(pixel(0, 125, 48) == 255 && (85...92).contains(pixel(7, 125, 48)) && pixel(14, 125, 48) > 200)
    }

    @Test("its views go when nothing holds them")
    func release() throws {
        weak var picture: View?
        do {
            let card = Card(try Self.image(200), turningTo: try Self.image(100))
            picture = card.picture
            card.touch(.began, 50, 50, at: .zero)
            card.touch(.ended, 50, 50, at: .milliseconds(100))
            card.root.advance(to: 1)
        }
        #expect(picture == nil)
    }
}
