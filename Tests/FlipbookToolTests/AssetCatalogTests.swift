import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// Asset catalogs as an input.
@Suite(.hangLimit) struct AssetCatalogTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        try add("button", in: "Assets.xcassets", pixels: Self.button)
    }

    /// 40x40 pixels at @2x: caps of 12 pixels, a center of one, and 15 that are never shown: rows and columns 13 to 27.
    private static func button(_ x: Int, _ y: Int) -> [UInt8] {
        let isDiscarded = (13...27).contains(x) || (13...27).contains(y)
        return isDiscarded ? [255, 0, 255, 255] : [UInt8(x), UInt8(y), 0, 255]
    }

    private static let slices = """
        "resizing": {"mode": "9-part", "center": {"mode": "stretch", "width": 1, "height": 1},
        "cap-insets": {"top": 12, "left": 12, "bottom": 12, "right": 12}}
        """

    /// Puts an image set into a catalog.
    private func add(
        _ name: String,
        in catalog: String,
        slices: String = Self.slices,
        properties: String = "",
        pixels: (Int, Int) -> [UInt8]
    ) throws {
        let size = PixelSize(width: 40, height: 40)
        var bytes: [UInt8] = []
        for y in 0..<40 { for x in 0..<40 { bytes += pixels(x, y) } }
        let picture = Picture(making: size, format: .rgba) { $0.copyBytes(from: bytes) }
        let folder = "\(catalog)/\(name).imageset"
        try bench.folder.write(PNGEncoder.encode(picture, opaque: false), to: "\(folder)/\(name)@2x.png")
        let contents = """
            {"images": [{"idiom": "universal", "scale": "1x"},
            {"idiom": "universal", "scale": "2x", "filename": "\(name)@2x.png"\(slices.isEmpty ? "" : ", \(slices)")}],
            \(properties)"info": {"version": 1, "author": "xcode"}}
            """
        try bench.folder.write(Array(contents.utf8), to: "\(folder)/Contents.json")
    }

    private func render(_ arguments: String...) throws -> (Picture, Program.Outcome) {
        let outcome = try Program.flipbook.run(
            ["render"] + arguments + ["-o", "a.png", "--overwrite"],
            in: bench.folder.path
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        return (try ImageDecoder().decode(contentsOf: bench.folder.file("a.png")), outcome)
    }

    private func pixels(_ picture: Picture) -> [UInt8] { picture.withUnsafeBytes { Array($0) } }

    @Test(
        "an image is sliced as its catalog says, whichever way it is named (row 3.8)",
        arguments: [
            "Assets.xcassets/button.imageset", "Assets.xcassets/button.imageset/", "Assets.xcassets/button",
            "Assets.xcassets", "Assets.xcassets/button.imageset/Contents.json",
        ]
    )
    func slicing(input: String) throws {
        let picture = try render(input, "--size", "100x60", "--scale", "2", "--filter", "nearest").0
        expectEqual(picture.size, PixelSize(width: 100, height: 60))
        let bytes = pixels(picture)
        for (x, y, column, row) in [
            (0, 0, 0, 0), (11, 11, 11, 11), (12, 12, 12, 12), (50, 30, 12, 12), (87, 47, 12, 12), (88, 48, 28, 28),
            (99, 59, 39, 39), (50, 0, 12, 0), (0, 30, 0, 12),
        ] {
            let start = (y * 100 + x) * 4
            expectEqual(Array(bytes[start..<start + 4]), Self.button(column, row), "(\(x), \(y))")
        }
        // Nothing that is discarded shows: it is the only blue.
        expect(stride(from: 2, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 0 })
    }

    @Test("without a size the canvas is what the catalog shows: 25x25 pixels")
    func naturalSize() throws {
        let picture = try render("Assets.xcassets/button.imageset").0
        expectEqual(picture.size, PixelSize(width: 25, height: 25))
        expect(stride(from: 2, to: picture.size.area * 4, by: 4).allSatisfy { pixels(picture)[$0] == 0 })
    }

    @Test("an option for caps goes before the catalog's slices; an export takes the image as well")
    func options() throws {
        let whole = try render("Assets.xcassets/button", "--cap-insets", "1,1,1,1", "--resizing", "stretch").0
        expectEqual(whole.size, PixelSize(width: 40, height: 40))
        let export = try bench.flipbook("export", "Assets.xcassets/button", "--size", "64x64", "-o", "a.mkv")
        expectEqual(export.status, 0, "\(export.errors)")
        expect(export.text.hasPrefix("a.mkv: 1 frame, 64x64, "))
    }

    @Test("a template is drawn in the tint color, which is reported, or in the one that is asked for")
    func templates() throws {
        try add("arrowTemplate", in: "Other.xcassets", slices: "") { x, _ in [9, 9, 9, x < 20 ? 255 : 0] }
        let (blue, outcome) = try render("Other.xcassets")
        expectEqual(Array(pixels(blue)[..<4]), [0, 122, 255, 255])
        expect(outcome.errors.contains("the image is a template, drawn in #007AFF"))
        let (red, silent) = try render("Other.xcassets", "--tint", "red")
        expectEqual(Array(pixels(red)[..<4]), [255, 0, 0, 255])
        expect(!silent.errors.contains("template"))
        try add(
            "plainTemplate",
            in: "Plain.xcassets",
            slices: "",
            properties: "\"properties\": {\"template-rendering-intent\": \"original\"}, "
        ) { _, _ in [9, 9, 9, 255] }
        expectEqual(Array(pixels(try render("Plain.xcassets").0)[..<4]), [9, 9, 9, 255])
    }

    @Test("what cannot be is reported: several images, none, slices that do not fit, a file that is not there")
    func refusals() throws {
        try add("second", in: "Assets.xcassets/Group", pixels: Self.button)
        let several = try bench.flipbook("render", "Assets.xcassets", "-o", "a.png")
        expectEqual(several.status, 2)
        expectEqual(
            several.errorLines,
            [
                "error: Assets.xcassets: 2 images in the asset catalog match; specify one of them:",
                "    Assets.xcassets/Group/second.imageset", "    Assets.xcassets/button.imageset",
            ]
        )
        try bench.folder.write([], to: "Empty.xcassets/readme")
        try expectEqual(bench.flipbook("render", "Empty.xcassets", "-o", "a.png").status, 3)
        try expectEqual(bench.flipbook("render", "Assets.xcassets/none", "-o", "a.png").status, 3)
        let wide = Self.slices.replacing("\"left\": 12", with: "\"left\": 39")
        try add("wide", in: "Wide.xcassets", slices: wide, pixels: Self.button)
        let refused = try bench.flipbook("render", "Wide.xcassets", "--size", "80x80", "-o", "a.png")
        expectEqual(refused.status, 2)
        expect(refused.errors.hasPrefix("error: Wide.xcassets/wide.imageset/Contents.json:2:1: resizing: "))
        let phone = try bench.flipbook("manifest", "Assets.xcassets/button")
        expectEqual(phone.status, 2)
        try bench.folder.write(Array("{\"images\": [], \"info\": {}}".utf8), to: "No.xcassets/a.imageset/Contents.json")
        let nothing = try bench.flipbook("render", "No.xcassets", "-o", "a.png")
        expectEqual(nothing.status, 1)
        expect(nothing.errors.contains("no image has a file for this scale, device and direction"))
        expect(!(try bench.names()).contains("a.png"))
    }

    @Test("a group's name is part of an image's only where it provides a namespace, as for Image(named:in:)")
    func groups() throws {
        try add("inner", in: "Assets.xcassets/Group", pixels: Self.button)
        try expectEqual(render("Assets.xcassets/inner").0.size, PixelSize(width: 25, height: 25))
        let named = try bench.flipbook("render", "Assets.xcassets/Group/inner", "-o", "b.png")
        expectEqual(named.status, 3)
        expect(named.errors.contains("Write Assets.xcassets/inner."))
        let contents = #"{"properties": {"provides-namespace": true}}"#
        try bench.folder.write(Array(contents.utf8), to: "Assets.xcassets/Group/Contents.json")
        try expectEqual(render("Assets.xcassets/Group/inner").0.size, PixelSize(width: 25, height: 25))
        try expectEqual(bench.flipbook("render", "Assets.xcassets/inner", "-o", "b.png").status, 3)
    }

    @Test("nothing is written over a set's own files")
    func ownFiles() throws {
        let file = "Assets.xcassets/button.imageset/button@2x.png"
        let outcome = try bench.flipbook("render", "Assets.xcassets", "-o", file, "--overwrite")
        expectEqual(outcome.status, 2)
        expect(outcome.errors.contains("belongs to the input"))
    }
}
