internal import CImageKernels
public import FlipbookCore
import FlipbookFiles

extension Picture {
    /// The color of the pixel in column `x` and row `y`, as straight 8-bit channels.
    public subscript(x: Int, y: Int) -> Color {
        precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "the pixel must be inside the picture")
        return withUnsafeBytes { bytes in
            let index = y * size.width + x
            func byte(_ channel: Int) -> UInt8 { bytes[index * 4 + channel] }
            func word(at place: Int) -> UInt16 {
                UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place * 2, as: UInt16.self))
            }
            func narrowed(_ channel: Int) -> UInt8 { UInt8((Int(word(at: index * 4 + channel)) + 128) / 257) }
            func plane(_ plane: Int) -> UInt8 { UInt8((Int(word(at: plane * size.area + index)) * 255 + 2047) / 4095) }
            switch format {
            case .rgba: return Color(red: byte(0), green: byte(1), blue: byte(2), alpha: byte(3))
            case .bgra: return Color(red: byte(2), green: byte(1), blue: byte(0), alpha: byte(3))
            case .rgbaPremultiplied: return Color(premultiplied: (0..<4).map { Int(byte($0)) }, maximum: 255)
            case .rgba64: return Color(red: narrowed(0), green: narrowed(1), blue: narrowed(2), alpha: narrowed(3))
            case .rgba64Premultiplied:
                return Color(premultiplied: (0..<4).map { Int(word(at: index * 4 + $0)) }, maximum: 65_535)
            case .gray16:
                let level = UInt8((Int(word(at: index)) + 128) / 257)
                return Color(red: level, green: level, blue: level, alpha: 255)
            case .gbra12: return Color(red: plane(2), green: plane(0), blue: plane(1), alpha: plane(3))
            case .i420, .yuv420p10, .yuv422p10, .yuva444p10, .yuv422p, .yuv444p, .yuv420p12, .yuv422p12, .yuv444p12:
                return format.planes.map { color(x, y, $0, bytes) } ?? .clear
            }
        }
    }

    private func color(_ x: Int, _ y: Int, _ planes: LumaPlanes, _ bytes: UnsafeRawBufferPointer) -> Color {
        let places = planes.places(in: size)
        let (column, row) = (planes.hasHalfColumns ? x / 2 : x, planes.hasHalfRows ? y / 2 : y)
        func sample(_ plane: Int, _ x: Int, _ y: Int) -> Int {
            let place = places[plane].offset + y * places[plane].bytesPerRow + x * planes.sampleBytes
            guard planes.bits > 8 else { return Int(bytes[place]) }
            return Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
        }
        let step = 1 << (planes.bits - 8)
        func level(_ plane: Int, _ x: Int, _ y: Int) -> UInt8 { UInt8((sample(plane, x, y) + step / 2) / step) }
        let color = Color(luma: level(0, x, y), blue: level(1, column, row), red: level(2, column, row))
        guard planes.hasAlpha else { return color }
        let most = (1 << planes.bits) - 1
        let alpha = UInt8((sample(3, x, y) * 255 + most / 2) / most)
        return Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
    }

    /// Encodes the picture as PNG, like `UIImage.pngData()`. Planar pictures are not supported.
    public func pngData() throws(PNGEncodingError) -> [UInt8] {
        let picture = try PNGEncodingError.wrapping(straight())
        return try PNGEncoder.encode(picture ?? self)
    }

    /// Converts the picture to straight RGBA. Returns `nil` if it is already straight RGBA, or is planar.
    private func straight() throws(MachineShortage) -> Picture? {
        guard [.bgra, .rgbaPremultiplied, .rgba64Premultiplied].contains(format) else { return nil }
        return try withUnsafeBytes { (source) throws(MachineShortage) in
            try Picture(size: size, format: format.isDeep ? .rgba64 : .rgba) { target in
                target.copyMemory(from: source)
                guard let start = target.address else { return }
                if format == .bgra {
                    flipbook_swap_red_blue(start, start, size.area)
                } else {
                    PixelSink(start, isDeep: format.isDeep).divideByAlpha(count: size.area)
                }
            }
        }
    }
}

extension Color {
    fileprivate init(premultiplied channels: [Int], maximum: Int) {
        let alpha = channels[3]
        func channel(_ value: Int) -> UInt8 { alpha == 0 ? 0 : UInt8(min(255, (value * 255 + alpha / 2) / alpha)) }
        self.init(
            red: channel(channels[0]),
            green: channel(channels[1]),
            blue: channel(channels[2]),
            alpha: UInt8((alpha * 255 + maximum / 2) / maximum)
        )
    }

    fileprivate init(luma: UInt8, blue: UInt8, red: UInt8) {
        let (y, cb, cr) = (Double(luma) - 16, Double(blue) - 128, Double(red) - 128)
        func channel(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
        self.init(
            red: channel(1.164384 * y + 1.792741 * cr),
            green: channel(1.164384 * y - 0.213249 * cb - 0.532909 * cr),
            blue: channel(1.164384 * y + 2.112402 * cb)
        )
    }
}
