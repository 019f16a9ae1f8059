import FlipbookCore
import FlipbookTestSupport
import Testing

/// System 7: images by name, and an asset catalog's.
@Suite("System 7: loading images")
struct System7LoadingTests {
    private static func sized(_ image: Image?, _ side: Int) -> Image? {
        image?.withHeader(pixelSize: PixelSize(width: side, height: side), orientation: .up)
    }

    @Test(
        "rows 1 to 4: the variant of a name, its scale and its size in points",
        arguments: [
            ("1", 2, ["hero.png", "hero@2x.png"], 200, 2.0, 100.0), ("2", 2, ["hero.png"], 100, 1, 100),
            ("3", 1, ["hero@3x.png"], 300, 3, 100),
        ] as [(String, Int, [String], Int, Double, Double)]
    )
    func named(row: String, output: Int, names: [String], side: Int, scale: Double, points: Double) {
        let images = NamedImages(names, in: FilePath(""))
        let image = Self.sized(images.image("hero", for: ImageSet.Traits(scale: output)), side)
        expectEqual(image?.scale, scale)
        expectEqual(image?.size, Size(width: points, height: points))
    }

    @Test("row 4: a name without its extension finds PNG files alone")
    func extensions() {
        expect(NamedImages(["hero.jpg"], in: FilePath("")).image("hero", for: ImageSet.Traits()) == nil)
    }

    private static func variant(_ name: String, scale: Int?, _ change: (inout ImageSet.Variant) -> Void = { _ in })
        -> ImageSet.Variant
    {
        var variant = ImageSet.Variant()
        (variant.filename, variant.scale) = (name, scale)
        change(&variant)
        return variant
    }

    @Test("row 6: a set whose name ends in Template is one, unless it says that it is not")
    func templates() {
        let folder = FilePath("A.xcassets/arrowTemplate.imageset")
        let plain = ImageSet(name: "arrowTemplate", variants: [Self.variant("a.png", scale: 1)])
        expectEqual(Image(plain, in: folder)?.renderingMode, .alwaysTemplate)
        let original = ImageSet(name: "arrowTemplate", variants: plain.variants, rendersAsTemplate: false)
        expectEqual(Image(original, in: folder)?.renderingMode, .alwaysOriginal)
        let other = ImageSet(name: "arrow", variants: plain.variants)
        expectEqual(Image(other, in: folder)?.renderingMode, .automatic)
    }

    @Test("a catalog counts in pixels of the file, an image in points; what is left out does not count (3.8, 0.15)")
    func slices() throws {
        let resizing = ImageSet.Resizing(
            capInsets: EdgeInsets(top: 12, left: 12, bottom: 12, right: 12),
            mode: .stretch,
            centerWidth: 1,
            centerHeight: 1
        )
        let variant = Self.variant("b@2x.png", scale: 2) {
            $0.resizing = resizing
            $0.alignmentInsets = EdgeInsets(left: 2, right: 8)
        }
        let set = ImageSet(name: "b", variants: [variant])
        let unread = try require(Image(set, in: FilePath("b.imageset/"), for: ImageSet.Traits(scale: 2)))
        expectEqual(unread.path?.string, "b.imageset/b@2x.png")
        expect(unread.scale == 2 && unread.resizing == .catalog(resizing))
        expectEqual(unread.alignmentRectInsets, EdgeInsets(left: 1, right: 4))
        expectEqual(unread.capInsets, .zero)
        let image = try require(Self.sized(unread, 40))
        expectEqual(image.capInsets, EdgeInsets(top: 6, left: 6, bottom: 6, right: 6))
        expectEqual(image.size, Size(width: 12.5, height: 12.5))
        expectEqual(image.resizingMode, .stretch)
        // Caps larger than the file leave its size alone; drawing it is what fails.
        expectEqual(Self.sized(unread, 20)?.size, Size(width: 10, height: 10))
    }

    @Test("a picture for the other direction alone is mirrored, its caps, too, also once its header is read")
    func directions() throws {
        let variant = Self.variant("a.png", scale: 1) {
            $0.languageDirection = .rightToLeft
            $0.resizing = ImageSet.Resizing(capInsets: EdgeInsets(left: 3, right: 1), mode: .tile)
        }
        let set = ImageSet(name: "a", variants: [variant])
        let traits = ImageSet.Traits(languages: ["ar"])
        expectEqual(Self.sized(Image(set, in: FilePath("a"), for: traits), 10)?.imageOrientation, .up)
        let mirrored = try require(Self.sized(Image(set, in: FilePath("a")), 10))
        expectEqual(mirrored.imageOrientation, .upMirrored)
        expectEqual(mirrored.capInsets, EdgeInsets(left: 1, right: 3))
    }

    @Test("nothing is an image of a set that has no file for it")
    func nothing() {
        expect(Image(ImageSet(name: "a", variants: []), in: FilePath("a")) == nil)
        let pad = Self.variant("a.png", scale: 1) { $0.idiom = "ipad" }
        expect(Image(ImageSet(name: "a", variants: [pad]), in: FilePath("a")) == nil)
        let traits = ImageSet.Traits(idiom: .pad)
        expectEqual(Image(ImageSet(name: "a", variants: [pad]), in: FilePath(""), for: traits)?.path?.string, "a.png")
    }
}
