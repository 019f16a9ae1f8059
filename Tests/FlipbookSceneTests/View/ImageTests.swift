import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Systems 6 to 9: images, their names and their sizes.
@Suite("Images")
struct ImageTests {
    private static func image(_ width: Int, _ height: Int, scale: Double = 1) -> Image {
        Image(
            source: .file(FilePath("a.png")),
            pixelSize: PixelSize(width: width, height: height),
            scale: scale
        )
    }

    @Test(
        "the size in points is the pixels divided by the scale, not rounded",
        arguments: [
            (4032, 3024, 3.0, 1344.0, 1008.0), (101, 67, 2.0, 50.5, 33.5), (100, 100, 1.0, 100.0, 100.0),
            (300, 300, 3.0, 100.0, 100.0), (15, 10, 1.5, 10, 20.0 / 3),
        ]
    )
    func sizes(width: Int, height: Int, scale: Double, points: Double, tall: Double) {
        expectEqual(Self.image(width, height, scale: scale).size, Size(width: points, height: tall))
    }

    @Test("the size follows the orientation, the pixel size does not")
    func orientedSize() {
        let image = Self.image(30, 20).withOrientation(.left)
        expectEqual(image.size, Size(width: 20, height: 30))
        expectEqual(image.pixelSize, PixelSize(width: 30, height: 20))
        expectEqual(image.withHorizontallyFlippedOrientation().imageOrientation, .rightMirrored)
    }

    @Test(
        "defaults are UIKit's, and a scale that is none counts as 1",
        arguments: [0, -2, .nan, .infinity] as [Double]
    )
    func defaults(scale: Double) {
        let image = Image(source: .file(FilePath("a.png")), scale: scale)
        expectEqual(image.scale, 1)
        expectEqual(image.size, .zero)
        expect(image.imageOrientation == .up && image.renderingMode == .automatic)
        expect(image.capInsets == .zero && image.resizableCapInsets == nil && image.resizingMode == .tile)
        expect(image.alignmentRectInsets == .zero && !image.flipsForRightToLeftLayoutDirection)
        expect(image.images == nil && image.duration == .zero)
        expectEqual(RenderingMode.allCases.map(\.rawValue), [0, 1, 2])
    }

    @Test("an image that is made of another leaves it as it was, and replaces its insets")
    func derived() {
        let caps = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let image = Self.image(20, 20)
        let resizable = image.resizableImage(withCapInsets: caps)
        expect(resizable.capInsets == caps && resizable.resizingMode == .tile)
        expect(image.resizableCapInsets == nil)
        let again = resizable.resizableImage(withCapInsets: .zero, resizingMode: .stretch)
        expect(again.resizableCapInsets == .zero && again.resizingMode == .stretch)
        expectEqual(again.withAlignmentRectInsets(caps).alignmentRectInsets, caps)
        let flipped = again.imageFlippedForRightToLeftLayoutDirection()
        expect(flipped.flipsForRightToLeftLayoutDirection && flipped.imageOrientation == .up)
    }

    @Test("a template takes the view's tint, an image with a tint its own, any other none")
    func stencils() {
        let blue = Color(red: 0, green: 0, blue: 255)
        let image = Self.image(1, 1)
        expect(image.stencilColor(in: blue) == nil)
        expectEqual(image.withRenderingMode(.alwaysTemplate).stencilColor(in: blue), blue)
        expectEqual(image.withTintColor(.white).stencilColor(in: blue), .white)
        expectEqual(image.withTintColor(.white, renderingMode: .alwaysTemplate).stencilColor(in: blue), blue)
        expectEqual(image.withTintColor(.white, renderingMode: .alwaysOriginal).stencilColor(in: blue), .white)
    }

    @Test("what is done to an animated image is done to each of its pictures")
    func animated() throws {
        let image = try require(Image.animatedImage(with: [Self.image(4, 2), Self.image(4, 2)], duration: 1))
        expectEqual(image.size, Size(width: 4, height: 2))
        let changed = image.withTintColor(.white).withOrientation(.right)
        expectEqual(changed.images?.map(\.tintColor), [.white, .white])
        expectEqual(changed.images?.map(\.imageOrientation), [.right, .right])
        expectEqual(changed.duration, 1)
    }

    private func named(_ name: String, _ names: [String], _ traits: ImageSet.Traits) -> String? {
        NamedImages(names, in: FilePath("")).image(name, for: traits)?.path?.string
    }

    @Test(
        "a name finds the variant that the scale asks for",
        arguments: [
            ("hero.jpg", 1, ["hero.jpg"], "hero.jpg", 1.0),
            ("hero.jpg", 2, ["hero.png", "hero@2x.png", "hero@2x.jpg"], "hero@2x.jpg", 2),
            ("hero.png", 2, ["hero@2x.png"], "hero@2x.png", 2),
            ("hero", 3, ["hero@2x.png", "hero.png"], "hero@2x.png", 2),
            ("hero", 1, ["hero@1x.png"], "hero@1x.png", 1), ("Hero", 1, ["hero.png"], nil, 1),
            ("", 1, ["hero.png"], nil, 1), ("hero.v2", 1, ["hero.v2.png"], "hero.v2.png", 1),
        ] as [(String, Int, [String], String?, Double)]
    )
    func names(name: String, scale: Int, among: [String], path: String?, factor: Double) {
        let image = NamedImages(among, in: FilePath("")).image(name, for: ImageSet.Traits(scale: scale))
        expectEqual(image?.path?.string, path)
        if path != nil { expectEqual(image?.scale, factor) }
    }

    @Test("images of the device go first, then those for all; without a device they do not count")
    func idioms() {
        let names = ["hero.png", "hero@2x.png", "hero~ipad.png", "hero@2x~iphone.png"]
        expectEqual(named("hero", names, .init(scale: 2, idiom: .pad)), "hero~ipad.png")
        expectEqual(named("hero", names, .init(scale: 1, idiom: .phone)), "hero@2x~iphone.png")
        expectEqual(named("hero", names, .init(scale: 1)), "hero.png")
        expect(named("hero", ["hero~ipad.png"], .init()) == nil)
        expect(named("hero", ["hero~iPad.png"], .init(idiom: .pad)) == nil)
    }

    @Test(
        "an image for a language goes before that for all, in its name's first part (image-view.md 18)",
        arguments: [
            (["fr"], "hero.fr@2x.png"), (["fr-CA"], "hero.fr@2x.png"), (["de", "pt-BR"], "hero.pt_BR.png"),
            (["de"], "hero@2x.png"), ([], "hero@2x.png"),
        ] as [([String], String)]
    )
    func languages(wanted: [String], file: String) {
        let names = ["hero.fr@2x.png", "hero.fr.png", "hero@2x.png", "hero.pt_BR.png"]
        expectEqual(named("hero", names, .init(scale: 2, languages: LanguagePreferences(wanted))), file)
    }

    @Test("a path says its scale in the file's name")
    func files() {
        expectEqual(Image(byReferencingFile: FilePath("a@3x/hero@2x.png")).scale, 2)
        expectEqual(Image(byReferencingFile: FilePath("a@3x/hero.png")).scale, 1)
    }

    @Test(
        "an overlay is a file, a position and numbers",
        arguments: [
            ("logo.png", Overlay(image: FilePath("logo.png"))),
            ("logo.png,topLeft,alpha=0.5", Overlay(image: FilePath("logo.png"), position: .topLeft, alpha: 0.5)),
            ("a,b.png,inset=8", Overlay(image: FilePath("a,b.png"), inset: 8)),
            ("a=b/c.png", Overlay(image: FilePath("a=b/c.png"))),
        ]
    )
    func overlays(text: String, overlay: Overlay) throws {
        try expectEqual(Overlay(parsing: text), overlay)
    }

    @Test(
        "an overlay that cannot be is refused with its part",
        arguments: [
            "", ",top", "a.png,alpha=2", "a.png,alpha=nan", "a.png,inset=-1", "a.png,top,left", "a.png,size=3",
            "a.png,middle", "a.png,topleft",
        ]
    )
    func badOverlays(text: String) {
        #expect(throws: ParsingError.self) { try Overlay(parsing: text) }
    }

    @Test("an overlay keeps away from the sides that it is placed at")
    func overlayInsets() {
        let image = Image(byReferencingFile: FilePath("a.png"))
        func area(_ position: ContentMode) -> Rect {
            Overlay(image: FilePath("a.png"), position: position, inset: 8)
                .view(showing: image, on: Size(width: 30, height: 20)).frame
        }
        expectEqual(area(.topLeft), Rect(x: 8, y: 8, width: 22, height: 12))
        expectEqual(area(.right), Rect(x: 0, y: 0, width: 22, height: 20))
        expectEqual(area(.bottom), Rect(x: 0, y: 0, width: 30, height: 12))
        expectEqual(area(.center), Rect(x: 0, y: 0, width: 30, height: 20))
        expectEqual(area(.scaleAspectFit), Rect(x: 8, y: 8, width: 14, height: 4))
    }
}
