import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// System 6: UIImage's animation factories.
@Suite("System 6: animated images")
struct System6AnimatedImageTests {
    @Test("6: an animated entry gives its pictures, four equal parts of a second in all")
    func nested() throws {
        let (a, b, c, d) = (
            Image(byReferencingFile: FilePath("a.png")), Image(byReferencingFile: FilePath("b.png")),
            Image(byReferencingFile: FilePath("c.png")),
            Image(byReferencingFile: FilePath("d.png"))
        )
        let inner = try require(Image.animatedImage(with: [b, c], duration: 9))
        let image = try require(Image.animatedImage(with: [a, inner, d], duration: 1))
        expectEqual(image.images, [a, b, c, d])
        let view = ImageView(image: image)
        let shown = ([0, 0.249999999, 0.25, 0.5, 0.75] as [RationalTime]).map { view.visibleImage(at: $0) }
        expectEqual(shown, [a, a, b, c, d])
    }
}
