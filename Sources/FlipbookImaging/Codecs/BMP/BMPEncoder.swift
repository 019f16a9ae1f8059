import FlipbookCore

package enum BMPEncoder {
    package static func encode(_ picture: Picture, opaque: Bool) -> [UInt8] {
        precondition(picture.format == .rgba, "a BMP file needs 8 bits per channel")
        let (width, height) = (picture.size.width, picture.size.height)
        let headerLength = opaque ? 40 : 108
        let rowLength = opaque ? (width * 3 + 3) & ~3 : width * 4
        let offset = 14 + headerLength
        var file: [UInt8] = Array("BM".utf8) + little(offset + rowLength * height, 4) + little(0, 4) + little(offset, 4)
        file += little(headerLength, 4) + little(width, 4) + little(height, 4) + little(1, 2)
        // Bits per pixel, compression (3 for bit masks), length, and 72 pixels per inch in both directions.
        file += little(opaque ? 24 : 32, 2) + little(opaque ? 0 : 3, 4) + little(rowLength * height, 4)
        file += little(2835, 4) + little(2835, 4) + little(0, 4) + little(0, 4)
        if !opaque {
            for mask in [0x00FF_0000, 0x0000_FF00, 0x0000_00FF, 0xFF00_0000] { file += little(mask, 4) }
            // The header identifies sRGB by name, so readers ignore the endpoints and curves.
            file += Array("BGRs".utf8) + [UInt8](repeating: 0, count: 48)
        }
        let bytesPerPixel = opaque ? 3 : 4
        picture.withUnsafeBytes { pixels in
            for y in (0..<height).reversed() {
                var row = [UInt8](repeating: 0, count: rowLength)
                for x in 0..<width {
                    let (from, to) = ((y * width + x) * 4, x * bytesPerPixel)
                    row[to] = pixels[from + 2]
                    row[to + 1] = pixels[from + 1]
                    row[to + 2] = pixels[from]
                    if !opaque { row[to + 3] = pixels[from + 3] }
                }
                file += row
            }
        }
        return file
    }
}
