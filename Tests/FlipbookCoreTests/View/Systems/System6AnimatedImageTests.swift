import FlipbookCore
import FlipbookScene
import Testing

/// System 6: UIImage's animation factories.
@Suite("System 6: animated images")
struct System6AnimatedImageTests {
    private static func files(_ base: String, _ numbers: some Sequence<Int>) -> [String] {
        numbers.map { "\(base)\($0).png" }
    }

    /// A name, the files that there are, and the numbers of those that are found.
    struct Row: CustomStringConvertible, Sendable {
        let description: String
        let base: String
        let files: [String]
        let found: [String]?
    }

    private static let padded = (0...11).map { $0 < 10 ? "f0\($0).png" : "f\($0).png" }

    @Test(
        "each row finds its files",
        arguments: [
            Row(description: "1: from 0", base: "walk", files: files("walk", 0...4), found: files("walk", 0...4)),
            Row(description: "2: from 1", base: "walk", files: files("walk", 1...4), found: files("walk", 1...4)),
            Row(description: "3: from 2 is none", base: "walk", files: files("walk", 2...9), found: nil),
            Row(
                description: "4: to the first gap",
                base: "walk",
                files: files("walk", [0, 1, 2, 4]),
                found: files("walk", 0...2)
            ),
            Row(
                description: "5: to 1024",
                base: "walk",
                files: files("walk", 0...1029),
                found: files("walk", 0...1024)
            ),
            Row(description: "7: f0 is f00 to f09", base: "f0", files: padded, found: files("f0", 0...9)),
            Row(
                description: "7: and f010 where there is one",
                base: "f0",
                files: padded + ["f010.png"],
                found: files("f0", 0...10)
            ),
            Row(description: "numbers have no zeros in front", base: "f", files: padded, found: nil),
        ]
    )
    func rows(_ row: Row) {
        let image = Image.animatedImageNamed(row.base, duration: 2, among: row.files)
        #expect(image?.images?.compactMap(\.path?.string) == row.found)
        #expect(image?.duration == (row.found == nil ? nil : 2))
    }

    @Test("6: an animated entry gives its pictures, four equal parts of a second in all")
    func nested() throws {
        let (a, b, c, d) = (
            Image(byReferencingFile: FilePath("a.png")), Image(byReferencingFile: FilePath("b.png")),
            Image(byReferencingFile: FilePath("c.png")),
            Image(byReferencingFile: FilePath("d.png"))
        )
        let inner = try #require(Image.animatedImage(with: [b, c], duration: 9))
        let image = try #require(Image.animatedImage(with: [a, inner, d], duration: 1))
        #expect(image.images == [a, b, c, d])
        let view = ImageView(image: image)
        let shown = [0, 249_999_999, 250_000_000, 500_000_000, 750_000_000].map { view.visibleImage(at: $0) }
        #expect(shown == [a, a, b, c, d])
    }

    @Test("a resizable animation of the former kind, and one with an inset that cannot be")
    func resizable() {
        let names = Self.files("walk", 0...1)
        let caps = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let image = Image.animatedResizableImageNamed("walk", capInsets: caps, duration: 1, among: names)
        #expect(image?.images?.map(\.resizing) == [.capInsets(caps, .tile), .capInsets(caps, .tile)])
        let bad = EdgeInsets(left: -1)
        #expect(Image.animatedResizableImageNamed("walk", capInsets: bad, duration: 1, among: names) == nil)
        let former = Image.animatedImageNamed("walk", duration: 1, among: names)?
            .stretchableImage(withLeftCapWidth: 6, topCapHeight: 0)
        #expect(former?.images?.map(\.leftCapWidth) == [6, 6])
    }
}
