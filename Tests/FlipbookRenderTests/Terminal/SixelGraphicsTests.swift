import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Foundation
import Testing

/// Pictures as sixels, read back by libsixel's own reader.
@Suite struct SixelGraphicsTests {
    private static let hasReader = FileManager.default.isExecutableFile(atPath: "/usr/bin/sixel2png")

    @Test("a picture is one device control string")
    func string() throws {
        let bytes = try require(SixelGraphics.bytes(showing: TestFrames(width: 20, height: 13).picture(1)))
        expect(bytes.starts(with: [0x1B, UInt8(ascii: "P")]))
        expectEqual(bytes.suffix(2), [0x1B, UInt8(ascii: "\\")])
        expect(String(decoding: bytes, as: UTF8.self).contains("\"1;1;20;13"))
    }

    @Test(
        "what is shown is the picture, in its size, its colors as near as sixels come",
        .enabled(if: hasReader, "sixel2png is not installed (libsixel-bin)")
    )
    func readBack() throws {
        let size = PixelSize(width: 31, height: 20)
        // Eight columns of colors: few enough for all of them to be kept.
        let colors: [[UInt8]] = [
            [0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255],
            [255, 255, 255], [51, 102, 153], [204, 51, 0], [102, 102, 102],
        ]
        let picture = Picture(making: size, format: .rgba) { target in
            for index in 0..<size.area {
                let color = colors[index % size.width / 4]
                for channel in 0..<3 { target[index * 4 + channel] = color[channel] }
                target[index * 4 + 3] = 255
            }
        }
        let shown = try shown(picture)
        expectEqual(shown.size, size)
        var worst = 0
        shown.withUnsafeBytes { shown in
            picture.withUnsafeBytes { picture in
                for index in 0..<size.area * 4 where index % 4 < 3 {
                    worst = max(worst, abs(Int(shown[index]) - Int(picture[index])))
                }
            }
        }
        // libsixel chooses its palette by the upper five bits of each channel.
        expect(worst <= 8)
    }

    @Test(
        "more colors than there are sixels for are dithered, the same way each time",
        .enabled(if: hasReader, "sixel2png is not installed (libsixel-bin)")
    )
    func dithered() throws {
        // 32,768 colors, in slow gradients.
        let size = PixelSize(width: 256, height: 128)
        let picture = Picture(making: size, format: .rgba) { target in
            for index in 0..<size.area {
                let (x, y) = (index % 256, index / 256)
                let color = [x, 2 * y, (x + y) * 2 / 3, 255]
                for channel in 0..<4 { target[4 * index + channel] = UInt8(color[channel]) }
            }
        }
        expectEqual(SixelGraphics.bytes(showing: picture), SixelGraphics.bytes(showing: picture))
        let (wanted, found) = (means(of: picture), means(of: try shown(picture)))
        let error = zip(wanted, found).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(wanted.count)
        // The nearest of the 256 colors alone comes no nearer than 3.2 levels.
        expect(error < 2.7)
    }

    /// The mean of each channel over 8x8 pixels, block by block.
    private func means(of picture: Picture) -> [Double] {
        let (columns, rows) = (picture.size.width / 8, picture.size.height / 8)
        var sums = [Double](repeating: 0, count: 3 * columns * rows)
        picture.withUnsafeBytes { bytes in
            for index in 0..<picture.size.area {
                let (x, y) = (index % picture.size.width, index / picture.size.width)
                let block = y / 8 * columns + x / 8
                for channel in 0..<3 { sums[3 * block + channel] += Double(bytes[4 * index + channel]) / 64 }
            }
        }
        return sums
    }

    /// A picture as a terminal shows it, by libsixel's reader.
    private func shown(_ picture: Picture) throws -> Picture {
        let folder = try TemporaryDirectory()
        try folder.write(try require(SixelGraphics.bytes(showing: picture)), to: "a.sixel")
        let (input, output) = (folder.file("a.sixel").string, folder.file("a.png").string)
        let outcome = try Program("sixel2png").run(["-i", input, "-o", output])
        expectEqual(outcome.status, 0)
        return try ImageDecoder().decode(contentsOf: folder.file("a.png"))
    }
}
