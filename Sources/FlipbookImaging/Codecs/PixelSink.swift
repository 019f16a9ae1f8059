internal import CImageKernels

/// Writes 16-bit pixels to a picture with 16 or 8 bits per channel. 8-bit values that were multiplied by 257 stay exact.
struct PixelSink {
    private let memory: UnsafeMutableRawPointer
    private let isDeep: Bool

    init(_ memory: UnsafeMutableRawPointer, isDeep: Bool) { (self.memory, self.isDeep) = (memory, isDeep) }

    @inline(__always)
    func set(_ index: Int, _ red: UInt16, _ green: UInt16, _ blue: UInt16, _ alpha: UInt16 = .max) {
        if isDeep {
            let value = UInt64(red) | UInt64(green) << 16 | UInt64(blue) << 32 | UInt64(alpha) << 48
            memory.storeBytes(of: value.littleEndian, toByteOffset: index &* 8, as: UInt64.self)
        } else {
            let value =
                Self.narrowed(red) | Self.narrowed(green) << 8 | Self.narrowed(blue) << 16 | Self.narrowed(alpha) << 24
            memory.storeBytes(of: value.littleEndian, toByteOffset: index &* 4, as: UInt32.self)
        }
    }

    func divideByAlpha(count: Int) {
        if isDeep {
            let channels = memory.assumingMemoryBound(to: UInt16.self)
            flipbook_rgba64_unpremultiply(channels, channels, count)
        } else {
            let channels = memory.assumingMemoryBound(to: UInt8.self)
            flipbook_unpremultiply(channels, channels, count)
        }
    }

    @inline(__always)
    private static func narrowed(_ value: UInt16) -> UInt32 { (UInt32(value) &* 255 &+ 32_895) >> 16 }
}

extension Picture {
    static func exposed(
        _ header: ImageHeader,
        _ request: DecodingRequest,
        filledBy fill: (PixelSink) throws(ImageError) -> LightLoss
    ) throws(ImageError) -> Picture {
        let isDeep = request.isDeep(header)
        return try exposed(size: header.size, format: isDeep ? .rgba64 : .rgba) { (pixels) throws(ImageError) in
            guard let memory = pixels.baseAddress else { return LightLoss() }
            return try fill(PixelSink(memory, isDeep: isDeep))
        }
    }

    static func decoded(
        _ header: ImageHeader,
        _ request: DecodingRequest,
        filledBy fill: (PixelSink) throws(ImageError) -> Void
    ) throws(ImageError) -> Picture {
        try exposed(header, request) { (sink) throws(ImageError) in
            try fill(sink)
            return LightLoss()
        }
    }
}
