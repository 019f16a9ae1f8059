/// Writes GIF files of any kind, their pixels in codes that compress nothing.
struct GIFWriter {
    struct Frame {
        var (x, y, width, height) = (0, 0, 1, 1)
        var pixels: [UInt8] = []
        var transparent: UInt8?
        var disposal: UInt8 = 0
        var delay = 10
        var isInterlaced = false
        /// Colors of its own of three bytes, 16 or another power of two.
        var palette: [UInt8]?
    }

    var (width, height) = (8, 6)
    var palette = (0..<16).flatMap { (color: Int) -> [UInt8] in
        [UInt8(color * 16), UInt8(255 - color * 16), UInt8(color * 7)]
    }
    /// The number of repetitions after the first time; `nil` for none said.
    var loops: Int? = 0
    var frames: [Frame] = []

    var bytes: [UInt8] {
        var file = Array("GIF89a".utf8)
        file += little(width) + little(height)
        file += [0x83, 0, 0]
        file += palette
        if let loops {
            file += [0x21, 0xFF, 11] as [UInt8]
            file += Array("NETSCAPE2.0".utf8) + [3, 1]
            file += little(loops) + [0]
        }
        for frame in frames { file += bytes(of: frame) }
        return file + [0x3B]
    }

    func bytes(of frame: Frame) -> [UInt8] {
        let flags: UInt8 = frame.transparent == nil ? frame.disposal << 2 : frame.disposal << 2 | 1
        var descriptor: UInt8 = 0
        if frame.isInterlaced { descriptor |= 0x40 }
        if let own = frame.palette { descriptor |= 0x80 | UInt8((own.count / 3).trailingZeroBitCount - 1) }
        var bytes: [UInt8] = [0x21, 0xF9, 4, flags]
        bytes += little(frame.delay)
        bytes += [frame.transparent ?? 0, 0, 0x2C]
        for number in [frame.x, frame.y, frame.width, frame.height] { bytes += little(number) }
        bytes.append(descriptor)
        bytes += frame.palette ?? []
        bytes.append(4)
        bytes += blocks(codes(frame.pixels))
        return bytes + [0]
    }

    /// Five bits for each color, and a clear code before the table would need six.
    private func codes(_ pixels: [UInt8]) -> [UInt8] {
        var (bits, count, bytes) = (UInt32(0), UInt32(0), [UInt8]())
        func put(_ code: UInt32) {
            bits |= code << count
            count += 5
            while count >= 8 {
                bytes.append(UInt8(bits & 255))
                bits >>= 8
                count -= 8
            }
        }
        for (index, pixel) in pixels.enumerated() {
            if index % 12 == 0 { put(16) }
            put(UInt32(pixel))
        }
        put(17)
        if count > 0 { bytes.append(UInt8(bits & 255)) }
        return bytes
    }

    private func blocks(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 255).flatMap { start -> [UInt8] in
            let part = Array(bytes[start..<min(start + 255, bytes.count)])
            return [UInt8(part.count)] + part
        }
    }

    private func little(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}
