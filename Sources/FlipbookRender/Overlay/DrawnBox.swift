package import FlipbookCore

/// Straight `PixelFormat.bgra` pixels and their position in a window.
package struct DrawnBox: Equatable, Sendable {
    package let size: PixelSize
    package let bytes: [UInt8]
    package let x, y: Int

    init(_ rect: PixelRect, bytes: [UInt8]) { (size, self.bytes, x, y) = (rect.size, bytes, rect.x, rect.y) }

    /// Creates a rectangle in the window. `color` has blue in its lowest byte and alpha in its highest.
    private init(_ rect: PixelRect, color: (_ x: Int, _ y: Int) -> UInt32) {
        let count = 4 * rect.size.area
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            let words = UnsafeMutableRawBufferPointer(target)
            for y in 0..<rect.size.height {
                for x in 0..<rect.size.width {
                    let place = 4 * (y * rect.size.width + x)
                    words.storeBytes(of: color(x, y).littleEndian, toByteOffset: place, as: UInt32.self)
                }
            }
            filled = count
        }
        self.init(rect, bytes: bytes)
    }

    /// Returns a line of one light and one dark pixel, which is visible on any picture.
    package static func line(_ rect: PixelRect, isDown: Bool) -> DrawnBox {
        DrawnBox(rect) { x, y in (isDown ? x : y) == 0 ? 0xAA_FF_FF_FF : 0x78_00_00_00 }
    }

    /// Returns a gray grid that fills some columns and rows. It is visible on dark and on light pixels.
    package static func grid(_ rect: PixelRect, columns: [Bool], rows: [Bool]) -> DrawnBox {
        DrawnBox(rect) { x, y in columns[x] || rows[y] ? 0x96_80_80_80 : 0 }
    }

    package static func card(_ picture: FrameThumbnail?, in rect: PixelRect, frame: Color) -> DrawnBox {
        let (width, height) = (rect.size.width, rect.size.height)
        let shown = picture?.size ?? PixelSize(width: 0, height: 0)
        let (left, top) = ((width - shown.width) / 2, (height - shown.height) / 2)
        let edge = 0xFF00_0000 | UInt32(frame.red) << 16 | UInt32(frame.green) << 8 | UInt32(frame.blue)
        return DrawnBox(rect) { x, y in
            if min(x, y, width - 1 - x, height - 1 - y) < 2 { return edge }
            let (column, row) = (x - left, y - top)
            guard let picture, 0..<shown.width ~= column, 0..<shown.height ~= row else { return 0xD700_0000 }
            let place = 4 * (row * shown.width + column)
            return (0..<4).reduce(0) { $0 | UInt32(picture.pixels[place + $1]) << UInt32(8 * $1) }
        }
    }
}
