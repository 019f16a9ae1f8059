import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// Files that are read in as many pixels as they are drawn on.
@Suite("Drawings, icons and photographs at the size that is drawn", .hangLimit)
struct DetailTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// What a view of so many points shows of a file.
    private func drawn(
        _ path: FilePath,
        on size: PixelSize,
        scale: Double = 1,
        mode: ContentMode = .scaleToFill,
        filter: ScalingFilter = .automatic,
        canvas: CanvasColors = .sRGB
    ) throws -> Picture {
        var scene = Scene(size: size, scale: scale)
        var layer = Layer(frame: scene.bounds, contents: .image(try Image(source: .file(path)).readingHeader()))
        (layer.contentMode, layer.filter) = (mode, filter)
        scene.layers = [layer]
        let codecs = ImageCodecs.standard.reading(try SourceColors(canvas: canvas))
        let bound = BoundScene(scene, drawings: DrawingTable(codecs: codecs))
        var target = RenderTarget(scene)
        target.canvas = canvas
        return try FrameRenderer(bound.drawings).picture(of: bound.displayList(at: 0), for: target)
    }

    private func bytes(_ picture: Picture) -> [UInt8] { picture.withUnsafeBytes { Array($0) } }

    @Test("an SVG is drawn in the display's pixels: edges are as sharp as those of a drawing of that size")
    func drawing() throws {
        func svg(_ side: Int) -> [UInt8] {
            let shape = "<path d='M3 1 L20 4 L9 22 Z' fill='#204080'/><circle cx='17' cy='16' r='5' fill='#c03010'/>"
            return Array(
                "<svg xmlns='http://www.w3.org/2000/svg' width='\(side)' height='\(side)' viewBox='0 0 24 24'>\(shape)</svg>"
                    .utf8
            )
        }
        let small = try folder.write(svg(24), to: "small.svg")
        for (side, scale) in [(400, 2.0), (48, 1), (12, 1)] {
            let pixels = Int(Double(side) * scale)
            let own = try ImageDecoder().decode(contentsOf: folder.write(svg(pixels), to: "\(pixels).svg"))
            let size = PixelSize(width: pixels, height: pixels)
            try expectEqual(bytes(drawn(small, on: size, scale: scale)), bytes(own))
        }
        // Hard edges are asked for: those of the drawing's own pixels.
        let hard = try drawn(small, on: PixelSize(width: 48, height: 48), filter: .nearest)
        try expectEqual(hard[20, 20], ImageDecoder().decode(contentsOf: small)[10, 10])
        // A view of other proportions pulls the drawing, which keeps its own.
        let wide = try drawn(small, on: PixelSize(width: 96, height: 48))
        expectEqual(wide[68, 32], Color(red: 0xC0, green: 0x30, blue: 0x10))
    }

    @Test("of an icon the smallest picture is taken that is large enough, else the largest")
    func icon() throws {
        // Each picture has a color of its own.
        let sides = [16: UInt8(10), 32: 20, 48: 30, 128: 40]
        var (list, data): ([UInt8], [UInt8]) = ([0, 0, 1, 0, UInt8(sides.count), 0], [])
        for (side, red) in sides.sorted(by: { $0.key < $1.key }) {
            let picture = try Picture(size: PixelSize(width: side, height: side), format: .rgba) { bytes in
                for index in bytes.indices { bytes[index] = [red, 0, 0, 255][index % 4] }
            }
            let png = try picture.pngData()
            func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
            let offset = 6 + 16 * sides.count + data.count
            list += [UInt8(side), UInt8(side), 0, 0, 1, 0, 32, 0] + little(png.count) + little(offset)
            data += png
        }
        let path = try folder.write(list + data, to: "a.ico")
        try expectEqual(ImageHeader.read(contentsOf: path).size, PixelSize(width: 128, height: 128))
        for (side, scale, red) in [(32, 1.0, 20), (20, 1, 20), (33, 1, 30), (8, 1, 10), (128, 1, 40), (300, 1, 40)] {
            let picture = try drawn(path, on: PixelSize(width: side, height: side), scale: scale)
            expectEqual(picture[side / 2, side / 2].red, UInt8(red), "\(side)")
        }
        // 24 points are 48 pixels on a fine display.
        try expectEqual(drawn(path, on: PixelSize(width: 48, height: 48), scale: 2)[9, 9].red, 30)
    }

    @Test("a photograph that is drawn smaller comes near the mean of its pixels")
    func photograph() throws {
        let path = folder.file("a.jpg")
        let made = try Program("ffmpeg").run([
            "-v", "error", "-f", "lavfi", "-i", "mandelbrot=s=960x540,format=yuvj420p", "-frames:v", "1", "-q:v", "2",
            path.string,
        ])
        try require(made.status == 0, "\(made.errors)")
        let whole = try ImageDecoder().decode(contentsOf: path)
        for (width, height) in [(480, 270), (300, 169), (240, 135), (100, 56)] {
            let size = PixelSize(width: width, height: height)
            let small = try drawn(path, on: size)
            let pairs = try pairs(bytes(small), bytes(whole.scaled(to: size)))
            let squares = pairs.reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) } / Double(size.area * 3)
            let ratio = 10 * log10(255 * 255 / squares)
            expect(ratio > 32, "\(width): \(ratio) dB")
        }
        // Its own size is not touched, and light is mixed as light.
        try expectEqual(bytes(drawn(path, on: PixelSize(width: 960, height: 540))), bytes(whole))
    }

    @Test("a JPEG of any size and orientation lies where it would lie with all its pixels")
    func places() throws {
        for (width, height) in [(61, 45), (64, 48), (33, 97)] {
            let path = folder.file("\(width).jpg")
            let made = try Program("convert").run([
                "-size", "\(width)x\(height)", "gradient:red-blue", "-quality", "95", path.string,
            ])
            try require(made.status == 0, "\(made.errors)")
            let size = PixelSize(width: 13, height: 11)
            for mode in [ContentMode.scaleToFill, .scaleAspectFit, .scaleAspectFill] {
                let found = try drawn(path, on: size, mode: mode)
                // Light has no means in a file of numbers, so that all pixels are read.
                let whole = try drawn(path, on: size, mode: mode, canvas: CanvasColors(blend: .linear))
                let alpha = { (picture: Picture) in
                    bytes(picture).enumerated().filter { $0.offset % 4 == 3 }.map(\.element)
                }
                expectEqual(alpha(found), alpha(whole))
                let most = pairs(bytes(found), bytes(whole)).map { abs(Int($0) - Int($1)) }.max() ?? 255
                expect(most <= 24, "\(width)x\(height) \(mode): \(most)")
            }
        }
    }
}
