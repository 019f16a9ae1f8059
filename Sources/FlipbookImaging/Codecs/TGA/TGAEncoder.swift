internal import FlipbookCore

package enum TGAEncoder {
    package static func encode(_ picture: Picture, opaque: Bool) throws(StillEncodingError) -> [UInt8] {
        precondition(picture.format == .rgba, "a TGA file needs 8 bits per channel")
        let (width, height) = (picture.size.width, picture.size.height)
        guard width <= 65_535, height <= 65_535 else {
            throw .refused(format: "TGA", reason: "a side has more than 65535 pixels")
        }
        let step = opaque ? 3 : 4
        var file: [UInt8] = [0, 0, 10] + [UInt8](repeating: 0, count: 9)
        // The descriptor contains the order of the rows, top to bottom, and the number of alpha bits.
        file += little(width, 2) + little(height, 2) + [UInt8(step * 8), opaque ? 0x20 : 0x28]
        picture.withUnsafeBytes { pixels in
            for y in 0..<height {
                let row = UnsafeRawBufferPointer(rebasing: pixels[y * width * 4..<(y + 1) * width * 4])
                appendRow(row, width: width, step: step, to: &file)
            }
        }
        return file + [UInt8](repeating: 0, count: 8) + Array("TRUEVISION-XFILE.\0".utf8)
    }

    /// Appends packets of at most 128 pixels. A packet does not continue in the next row.
    private static func appendRow(_ row: UnsafeRawBufferPointer, width: Int, step: Int, to file: inout [UInt8]) {
        let mask: UInt32 = step == 3 ? UInt32(littleEndian: 0x00FF_FFFF) : .max
        func pixel(_ x: Int) -> UInt32 { row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self) & mask }
        forEachRun(of: 0..<width, atLeast: 2, areEqual: { pixel($0) == pixel($1) }) {
            file.append(UInt8($1 ? 0x80 | ($0.count - 1) : $0.count - 1))
            for x in $1 ? $0.prefix(1) : $0 {
                for channel in (0..<3).reversed() { file.append(row[x * 4 + channel]) }
                if step == 4 { file.append(row[x * 4 + 3]) }
            }
        }
    }
}
