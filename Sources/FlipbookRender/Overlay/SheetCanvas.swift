package import FlipbookCore
package import FlipbookFiles
package import FlipbookImaging

package struct SheetCanvas {
    private let pixels: PixelWords
    private let size: PixelSize

    package static func picture(_ size: PixelSize, color: Color, draw: (SheetCanvas) -> Void) throws(MachineShortage)
        -> Picture
    {
        try Picture(size: size, format: .rgba) { target in
            let canvas = SheetCanvas(pixels: target.bindMemory(to: UInt32.self), size: size)
            canvas.pixels.update(repeating: pixel(color.red, color.green, color.blue))
            draw(canvas)
        }
    }

    private static func pixel(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt32 {
        (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000).littleEndian
    }

    package func draw(_ picture: Picture, x: Int, y: Int) {
        picture.withUnsafeBytes { bytes in
            for row in 0..<picture.size.height {
                for column in 0..<picture.size.width {
                    let place = (row * picture.size.width + column) * 4
                    let alpha = Int(bytes[place + 3])
                    let square = (row / 8 + column / 8) % 2 == 0 ? 153 : 102
                    func channel(_ index: Int) -> UInt8 {
                        UInt8((Int(bytes[place + index]) * alpha + square * (255 - alpha) + 127) / 255)
                    }
                    pixels[(y + row) * size.width + x + column] = Self.pixel(channel(0), channel(1), channel(2))
                }
            }
        }
    }

    package func write(_ lines: [String], in room: PixelSize, x: Int, y: Int) {
        guard let drawn = TextBox(lines, at: .center).drawn(in: room) else { return }
        for row in 0..<drawn.size.height {
            for column in 0..<drawn.size.width where drawn.bytes[(row * drawn.size.width + column) * 4] == 255 {
                pixels[(y + drawn.y + row) * size.width + x + drawn.x + column] = .max
            }
        }
    }
}
