import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("UIImage's animation factories")
struct AnimatedImageTests {
    private let second = RationalTime.zero

    @Test("an animated picture among pictures gives its pictures, each for an equal part of the duration")
    func flattening() throws {
        let frames = (0..<4).map { (number: Int) in Image(source: .file(FilePath("\(number).png"))) }
        let inner = try require(Image.animatedImage(with: [frames[1], frames[2]], duration: second))
        let duration = try RationalTime(parsing: "1")
        let image = try require(
            Image.animatedImage(
                with: [frames[0], inner, frames[3]],
                duration: duration
            )
        )
        expectEqual(image.images, frames)
        expectEqual(image.path, frames[0].path)
        expectEqual(image.sequencer.timing?.presentationTime(ofFrame: 1), 0.25)
        expect(Image.animatedImage(with: [], duration: duration) == nil)
        expect(frames[0].images == nil)
        expectEqual(frames[0].sequencer.image?.path, frames[0].path)
    }

    @Test("images for a kind of device stay out of the plain sequence and of its gaps")
    func devices() throws {
        let names = ["w1.png", "w2.png", "w1~ipad.png", "w2@2x~ipad.png", "w3~iphone.png"]
        let grouping = FileSequence.grouping(names: names)
        expectEqual(grouping.sequences.map(\.description), ["w1-2@.png"])
        expectEqual(grouping.deviceVariants.map(\.string), ["w1~ipad.png", "w2@2x~ipad.png", "w3~iphone.png"])
        let list = try Resolution.directory("w", names: names)
        expectEqual(list.frames.map(\.scale), [1, 1])
        expectEqual(list.hints, ["w: used w@.png and left out w1~ipad.png, w2@2x~ipad.png, w3~iphone.png"])
        expectEqual(FileSequence.grouping(names: ["x~ipad1.png", "x~ipad2.png"]).sequences.count, 1)
        let frame = Frame(file: FilePath("w2@2x~ipad.png"))
        expect(frame.number == 2 && frame.scale == 2)
    }

    @Test("insets that are negative or no number fit no picture", arguments: [-1, .nan, .infinity] as [Double])
    func badInsets(left: Double) {
        expect(!EdgeInsets(left: left).fits(Size(width: 10, height: 10)))
    }

    @Test("insets fit a picture up to its whole width and height")
    func fitting() {
        let size = Size(width: 20, height: 10)
        expect(EdgeInsets(left: 10, right: 10).fits(size))
        expect(!EdgeInsets(left: 10, right: 11).fits(size))
        expect(!EdgeInsets(top: 6, bottom: 5).fits(size))
    }
}
