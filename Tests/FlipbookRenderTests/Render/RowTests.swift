import CImageKernels
import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// TIFFs, which are read where they lie and drawn a few rows at a time.
@Suite("Pictures that come in rows", .hangLimit)
struct RowTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func bytes(_ picture: Picture) -> [UInt8] { picture.withUnsafeBytes { Array($0) } }

    /// A TIFF that ImageMagick writes: a plasma, which takes it a second to draw in full size.
    private func tiff(_ size: PixelSize, _ name: String, _ options: [String]) throws -> FilePath {
        let path = folder.file(name)
        let quarter = PixelSize(width: size.width / 4, height: size.height / 4)
        let made = try Program("convert").run(
            ["-size", "\(quarter)", "-seed", "3", "plasma:red-blue", "-resize", "\(size)!"] + options + ["tiff:\(path)"]
        )
        try require(made.status == 0, "\(made.errors)")
        return path
    }

    /// What a film's frame of a file is: read by the table's codecs, or decoded beforehand.
    private func frame(_ path: FilePath, _ format: PixelFormat, decoded: Bool, alpha: Double = 1) throws -> Picture {
        let image = try Image(source: .file(path)).readingHeader()
        var scene = Scene(size: try require(image.pixelSize), scale: 1)
        var layer = Layer(frame: scene.bounds, contents: .image(image))
        (layer.alpha, layer.backgroundColor) = (alpha, .color(Color(red: 9, green: 90, blue: 200)))
        scene.layers = [layer]
        let bound = BoundScene(scene, drawings: DrawingTable())
        let own: FrameRenderer.Decode = { (drawing, isDeep) throws(ImageError) in
            try drawing.pixels(keepsSixteenBits: isDeep)
        }
        let renderer = FrameRenderer(bound.drawings, decode: decoded ? own : nil)
        return try renderer.picture(of: bound.displayList(at: 0), for: RenderTarget(scene, format: format))
    }

    @Test(
        "a frame drawn row by row is the frame drawn of the whole picture, to the bit",
        arguments: LongTests.cases(
            [
                ["-depth", "8", "-compress", "none"],
                ["-depth", "8", "-compress", "lzw", "-define", "tiff:rows-per-strip=7"],
                ["-depth", "16", "-compress", "zip", "-define", "tiff:rows-per-strip=33"],
                ["-depth", "16", "-define", "tiff:tile-geometry=32x48"], ["-depth", "8", "-interlace", "plane"],
                ["-depth", "8", "-colorspace", "gray", "-define", "tiff:rows-per-strip=1"],
                ["-depth", "8", "-alpha", "set"],
            ],
            every: 2
        )
    )
    func bands(options: [String]) throws {
        let path = try tiff(PixelSize(width: 93, height: 141), "a.tif", options)
        try check(path)
    }

    /// Compares frames of a file in all layouts.
    private func check(_ path: FilePath) throws {
        let planes: [PixelFormat] = [.i420, .yuv420p10, .yuv444p, .yuva444p10]
        for format in LongTests.cases(planes + [.rgba, .bgra, .rgba64, .rgbaPremultiplied], every: 3) {
            for alpha in [1, 0.5] {
                let whole = try frame(path, format, decoded: true, alpha: alpha)
                try expectEqual(bytes(frame(path, format, decoded: false, alpha: alpha)), bytes(whole), "\(format)")
            }
        }
    }

    @Test("rows are converted by the file's profile as the whole picture is", arguments: [8, 16], [true, false])
    func profiles(depth: Int, opaque: Bool) throws {
        let options = ["-depth", "\(depth)"] + (opaque ? [] : ["-alpha", "set"])
        let plain = try tiff(PixelSize(width: 93, height: 901), "plain.tif", options)
        let picture = try ImageDecoder(keepsSixteenBits: depth == 16).decode(contentsOf: plain)
        let file = try TIFFEncoder.encode(picture, opaque: opaque, standard: .displayP3)
        try check(folder.write(file, to: "p3.tif"))
    }

    @Test(
        "a strip that holds the whole picture is unpacked row by row, like one in small strips",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func largeStrip() throws {
        let size = PixelSize(width: 1800, height: 1700)
        for compression in LongTests.cases(["lzw", "none"], every: 2) {
            let small = try tiff(size, "small.tif", ["-depth", "8", "-compress", compression])
            let large = try tiff(
                size,
                "large.tif",
                ["-depth", "8", "-compress", compression, "-define", "tiff:rows-per-strip=1700"]
            )
            let decoder = ImageDecoder()
            try expectEqual(bytes(decoder.decode(contentsOf: small)), bytes(decoder.decode(contentsOf: large)))
        }
    }

    @Test(
        "a picture of 64 million pixels that is drawn small is read in fewer: the mean of each block",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func large() throws {
        let size = PixelSize(width: 8_197, height: 8_191)
        let path = folder.file("large.tif")
        let made = try Program("convert").run([
            "-size", "97x89", "-seed", "8", "plasma:", "-sample", "\(size)!", "-depth", "8",
            path.string,
        ])
        try require(made.status == 0, "\(made.errors)")
        var decoder = ImageDecoder()
        let whole = try decoder.decode(contentsOf: path)
        decoder.detail = PixelSize(width: 1000, height: 1000)
        let found = try decoder.decode(contentsOf: path)
        expectEqual(found.size, PixelSize(width: 1025, height: 1024))
        for (x, y) in [(0, 0), (1024, 0), (7, 1023), (501, 333)] {
            let (columns, rows) = (8 * x..<min(8 * x + 8, 8_197), 8 * y..<min(8 * y + 8, 8_191))
            let sum = rows.reduce(0) { sum, row in columns.reduce(sum) { $0 + Int(whole[$1, row].green) } }
            let count = rows.count * columns.count
            expectEqual(Int(found[x, y].green), (sum + count / 2) / count, "\(x),\(y)")
        }
    }
}

@Suite("Means of blocks of pixels")
struct BoxTests {
    @Test("each is the mean of its pixels, rounded, at every width up to 70 and both depths", arguments: [2, 4, 8])
    func means(side: Int) {
        var generator = SeededGenerator(seed: 88)
        for width in 1...70 {
            for rows in Set([1, side - 1, side]) {
                let blocks = (width + side - 1) / side
                check(width, rows, side, blocks, (0..<rows).map { _ in generator.bytes(width * 4) }, isWide: 0)
                let wide = (0..<rows).map { _ in
                    (0..<width * 4).map { _ in
                        [0, UInt16.max, UInt16.random(in: 0...65_535, using: &generator)][width % 3]
                    }
                }
                check(width, rows, side, blocks, wide, isWide: 1)
            }
        }
    }

    private func check<Channel: FixedWidthInteger>(
        _ width: Int,
        _ rows: Int,
        _ side: Int,
        _ blocks: Int,
        _ pixels: [[Channel]],
        isWide: Int32
    ) {
        var sums = [UInt32](repeating: 0, count: blocks * 4 + 4)
        for row in pixels { flipbook_add_to_boxes(&sums, row, width, side, isWide) }
        var found = [Channel](repeating: 0, count: blocks * 4 + 4)
        flipbook_average_boxes(&found, &sums, width, side, rows, isWide)
        let expected = (0..<blocks * 4).map { place -> Channel in
            let columns = place / 4 * side..<min((place / 4 + 1) * side, width)
            let sum = pixels.reduce(0) { sum, row in columns.reduce(sum) { $0 + Int(row[$1 * 4 + place % 4]) } }
            let count = columns.count * rows
            return Channel((sum + count / 2) / count)
        }
        expectEqual(found, expected + [0, 0, 0, 0], "width \(width), \(rows) rows, seed 88")
        expect(sums.allSatisfy { $0 == 0 })
    }
}
