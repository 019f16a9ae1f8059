import FlipbookCore
import Testing

@Suite("UIImage's animation factories")
struct AnimatedImageTests {
    private let second = RationalTime.zero

    private func named(_ base: String, _ names: [String], scale: Int = 1) -> [String]? {
        Image.animatedImageNamed(base, duration: second, among: names, scale: scale)?
            .images?.compactMap { $0.path?.string }
    }

    private func files(_ base: String, _ numbers: some Sequence<Int>) -> [String] { numbers.map { "\(base)\($0).png" } }

    @Test("the first number is 0 or 1, and the first gap ends the animation")
    func probing() {
        #expect(named("walk", files("walk", 0...4)) == files("walk", 0...4))
        #expect(named("walk", files("walk", 1...4)) == files("walk", 1...4))
        #expect(named("walk", files("walk", 2...9)) == nil)
        #expect(named("walk", files("walk", [0, 1, 2, 4])) == files("walk", 0...2))
        #expect(named("walk", files("walk", [1, 0])) == ["walk0.png", "walk1.png"])
        #expect(named("a/walk", files("walk", 0...1)) == ["a/walk0.png", "a/walk1.png"])
        #expect(named("walk", []) == nil)
    }

    @Test("numbers go up to 1024 and have no zeros in front")
    func limits() {
        #expect(named("walk", files("walk", 0...1029))?.count == 1025)
        let padded = (0...11).map { $0 < 10 ? "f0\($0).png" : "f\($0).png" }
        #expect(named("f0", padded)?.count == 10)
        #expect(named("f0", padded + ["f010.png"])?.count == 11)
        #expect(named("f", padded) == nil)
    }

    @Test("the scale picks the variant, PNG goes before JPEG, and a device's own image is left out")
    func variants() {
        let names = [
            "w0.png", "w0@2x.png", "w0@3x.png", "w1@2x.png", "w1.jpg", "w2.jpg", "w2~ipad.png", "w3~iphone.png",
        ]
        #expect(named("w", names, scale: 2) == ["w0@2x.png", "w1@2x.png", "w2.jpg"])
        #expect(named("w", names, scale: 1) == ["w0.png", "w1@2x.png", "w2.jpg"])
        #expect(named("w", names, scale: 4) == ["w0@3x.png", "w1@2x.png", "w2.jpg"])
    }

    @Test("an animated picture among pictures gives its pictures, each for an equal part of the duration")
    func flattening() throws {
        let frames = (0..<4).map { (number: Int) in Image(source: .file(FilePath("\(number).png"))) }
        let inner = try #require(Image(images: [frames[1], frames[2]], duration: second))
        let duration = try RationalTime(parsing: "1")
        let image = try #require(
            Image.animatedImage(
                with: [frames[0], inner, frames[3]],
                duration: duration
            )
        )
        #expect(image.images == frames)
        #expect(image.path == frames[0].path)
        #expect(image.sequencer.timing?.presentationTime(ofFrame: 1) == 250_000_000)
        #expect(Image.animatedImage(with: [], duration: duration) == nil)
        #expect(frames[0].images == nil)
        #expect(frames[0].sequencer.image?.path == frames[0].path)
    }

    @Test("images for a kind of device stay out of the plain sequence and of its gaps")
    func devices() throws {
        let names = ["w1.png", "w2.png", "w1~ipad.png", "w2@2x~ipad.png", "w3~iphone.png"]
        let grouping = FileSequence.grouping(names: names)
        #expect(grouping.sequences.map(\.description) == ["w1-2@.png"])
        #expect(grouping.deviceVariants.map(\.string) == ["w1~ipad.png", "w2@2x~ipad.png", "w3~iphone.png"])
        let list = try Resolution.directory("w", names: names)
        #expect(list.frames.map(\.scale) == [1, 1])
        #expect(list.hints == ["w: took w@.png and left out 3 other images, such as w1~ipad.png"])
        #expect(FileSequence.grouping(names: ["x~ipad1.png", "x~ipad2.png"]).sequences.count == 1)
        let frame = Frame(file: FilePath("w2@2x~ipad.png"))
        #expect(frame.number == 2 && frame.scale == 2)
    }
}

extension AnimatedImageTests {
    @Test("a resizable animation is the same pictures with insets, tiled unless stretching is asked for")
    func resizable() throws {
        let caps = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let names = ["walk0.png", "walk1.png"]
        let image = try #require(
            Image.animatedResizableImageNamed("walk", capInsets: caps, duration: 1, among: names)
        )
        #expect(image.images?.count == 2)
        #expect(image.capInsets == caps)
        #expect(image.resizingMode == .tile)
        let stretched = Image.animatedResizableImageNamed(
            "walk",
            capInsets: caps,
            resizingMode: .stretch,
            duration: 1,
            among: names
        )
        #expect(stretched?.resizingMode == .stretch)
        #expect(Image.animatedImageNamed("walk", duration: 1, among: names)?.capInsets == .zero)
        #expect(
            Image.animatedResizableImageNamed("stand", capInsets: caps, duration: 1, among: names) == nil
        )
    }

    @Test("insets that are negative or no number make no picture", arguments: [-1, .nan, .infinity] as [Double])
    func badInsets(left: Double) {
        let caps = EdgeInsets(left: left)
        #expect(!caps.fits(Size(width: 10, height: 10)))
        #expect(
            Image.animatedResizableImageNamed("w", capInsets: caps, duration: 1, among: ["w0.png"]) == nil
        )
    }

    @Test("insets fit a picture up to its whole width and height")
    func fitting() {
        let size = Size(width: 20, height: 10)
        #expect(EdgeInsets(left: 10, right: 10).fits(size))
        #expect(!EdgeInsets(left: 10, right: 11).fits(size))
        #expect(!EdgeInsets(top: 6, bottom: 5).fits(size))
    }
}
