import FlipbookCore
import FlipbookScene
import Testing

/// System 5: animating a sequence.
@Suite("System 5: animations")
struct System5AnimationTests {
    private static func image(_ name: String) -> Image {
        Image(source: .file(FilePath(name)), pixelSize: PixelSize(width: 10, height: 10))
    }

    private static func time(_ numerator: Int64, _ denominator: Int64 = 1) throws -> RationalTime {
        try #require(RationalTime(numerator, denominator))
    }

    /// A view with a still image `P` and `count` pictures `0`, `1`, …, started.
    private static func view(_ count: Int, duration: RationalTime = .zero, repeats: Int = 0) -> ImageView {
        var view = ImageView(image: image("P"))
        view.animationImages = (0..<count).map { image("\($0)") }
        view.animationDuration = duration
        view.animationRepeatCount = repeats
        view.startAnimating()
        return view
    }

    private static func shown(_ view: ImageView, at time: Int64) -> String? {
        view.visibleImage(at: time)?.path?.string
    }

    /// A view, and which picture shows when, in nanoseconds.
    struct Row: CustomStringConvertible, Sendable {
        let description: String
        let count: Int
        var seconds: (Int64, Int64) = (0, 1)
        var repeats = 0
        let shown: [(time: Int64, name: String)]
    }

    @Test(
        "each row's pictures at each row's times",
        arguments: [
            Row(
                description: "1: 30 pictures without a duration take 1/30 s each",
                count: 30,
                shown: [
                    (0, "0"), (33_333_332, "0"), (33_333_333, "1"), (66_666_666, "2"), (99_999_999, "2"),
                    (100_000_000, "3"), (999_999_999, "29"), (1_000_000_000, "0"),
                ]
            ),
            Row(
                description: "2: 12 in a second",
                count: 12,
                seconds: (1, 1),
                shown: [(83_333_332, "0"), (83_333_333, "1"), (250_000_000, "3"), (1_000_000_000, "0")]
            ),
            Row(
                description: "3: 4 in 2 s, three times",
                count: 4,
                seconds: (2, 1),
                repeats: 3,
                shown: [(1_999_999_999, "3"), (2_000_000_000, "0"), (5_999_999_999, "3"), (6_000_000_000, "P")]
            ),
            Row(
                description: "4: 7 in a second begin where the fraction was rounded down",
                count: 7,
                seconds: (1, 1),
                shown: [(142_857_141, "0"), (142_857_142, "1"), (285_714_284, "1"), (285_714_285, "2")]
            ),
            Row(
                description: "8: once, then the still image",
                count: 3,
                seconds: (3, 10),
                repeats: 1,
                shown: [(299_999_999, "2"), (300_000_000, "P"), (9_000_000_000, "P")]
            ),
            Row(
                description: "a negative count is without end",
                count: 2,
                seconds: (1, 1),
                repeats: -1,
                shown: [(500_000_000, "1"), (1_000_000_000_000, "0")]
            ),
        ]
    )
    func rows(_ row: Row) throws {
        let view = Self.view(row.count, duration: try Self.time(row.seconds.0, row.seconds.1), repeats: row.repeats)
        for (time, name) in row.shown { #expect(Self.shown(view, at: time) == name, "at \(time)") }
    }

    @Test("1: seven pictures without a duration take 7/30 s, as a fraction, so that cycles do not drift")
    func effectiveDuration() throws {
        let view = Self.view(7)
        #expect(view.animationDuration == .zero)
        #expect(view.effectiveAnimationDuration == (try Self.time(7, 30)))
        // A million cycles later, to the nanosecond.
        #expect(Self.shown(view, at: 233_333_333_333_333) == "0")
        #expect(Self.shown(view, at: 233_333_333_333_332) == "6")
    }

    @Test("3: animating until the last nanosecond of the last cycle")
    func end() throws {
        var view = Self.view(4, duration: 2, repeats: 3)
        view.advance(to: 5_999_999_999)
        #expect(view.isAnimating)
        view.advance(to: 6_000_000_000)
        #expect(!view.isAnimating)
    }

    @Test("5: starting again while running starts from the first picture of the first cycle")
    func restart() throws {
        var view = Self.view(10, duration: 1, repeats: 2)
        view.advance(to: 1_900_000_000)
        #expect(view.visibleImage?.path?.string == "9")
        view.startAnimating()
        #expect(view.visibleImage?.path?.string == "0")
        view.advance(to: 3_899_999_999)
        #expect(view.isAnimating)
        view.advance(to: 3_900_000_000)
        #expect(!view.isAnimating)
    }

    @Test("6: the same picture twice in a row is shown twice as long")
    func repeated() throws {
        var view = ImageView()
        view.animationImages = [Self.image("A"), Self.image("A"), Self.image("B")]
        view.animationDuration = try Self.time(3, 10)
        view.startAnimating()
        #expect([0, 199_999_999, 200_000_000, 299_999_999].map { Self.shown(view, at: $0) } == ["A", "A", "B", "B"])
    }

    @Test("7: delays of 100, 200 and 50 ms are two, four and one parts of 50 ms, 0.35 s in all")
    func flattening() throws {
        let images = ["A", "B", "C"].map(Self.image)
        let delays = try [Self.time(1, 10), Self.time(1, 5), Self.time(1, 20)]
        let image = try #require(Image.animatedImage(with: images, durations: delays))
        #expect(image.images?.map(\.path?.string) == ["A", "A", "B", "B", "B", "B", "C"])
        #expect(image.duration == (try Self.time(35, 100)))
        let view = ImageView(image: image)
        #expect(
            [0, 99_999_999, 100_000_000, 299_999_999, 300_000_000, 350_000_000].map { Self.shown(view, at: $0) }
                == ["A", "A", "B", "B", "C", "A"]
        )
        let thirds = try [Self.time(1, 30), Self.time(1, 12)]
        #expect(Image.animatedImage(with: [images[0], images[1]], durations: thirds)?.images?.count == 7)
    }

    @Test("7: delays that cannot be are no animation")
    func badDelays() throws {
        let image = Self.image("A")
        #expect(Image.animatedImage(with: [], durations: []) == nil)
        #expect(Image.animatedImage(with: [image], durations: []) == nil)
        #expect(Image.animatedImage(with: [image], durations: [.zero]) == nil)
        // A hundred million parts for two pictures.
        let odd = try [Self.time(1, 99_999_989), 1]
        #expect(Image.animatedImage(with: [image, image], durations: odd) == nil)
    }

    @Test("without pictures starting does nothing; with one the view animates; hidden, it goes on")
    func oneOrNone() {
        var view = ImageView(image: Self.image("P"))
        view.startAnimating()
        #expect(!view.isAnimating)
        view.animationImages = []
        view.startAnimating()
        #expect(!view.isAnimating)
        view = Self.view(1)
        view.isHidden = true
        view.advance(to: 10_000_000_000)
        #expect(view.isAnimating)
    }
}
