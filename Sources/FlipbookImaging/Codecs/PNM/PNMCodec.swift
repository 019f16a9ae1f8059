internal import FlipbookCore

extension ImageCodec {
    /// Netpbm formats with 1 to 16 bits: bitmaps, gray, and colors as text or bytes (P1 to P6), and PAM with alpha (P7).
    public static let pnm: ImageCodec = ImageCodec(
        "PNM",
        extensions: ["ppm", "pgm", "pbm", "pnm", "pam"],
        matches: PNMLayout.matches,
        details: { (file) throws(ImageError) in
            let layout = try PNMLayout(file.head())
            guard layout.byteCount <= file.byteCount - layout.pixelOffset else { throw .truncated }
            let end = try layout.end(in: &file)
            try ImageFormat.pnm.checkSole(&file, after: end)
            return ImageDetails(header: layout.header, byteCount: file.byteCount)
        },
        decode: { (bytes, header, request) throws(ImageError) in
            let layout = try PNMLayout(bytes.head)
            return try Picture.decoded(header, request) { (sink) throws(ImageError) in
                if layout.isText { try layout.fillFromText(sink, bytes) } else { try layout.fill(sink, bytes) }
            }
        }
    )
}

extension PNMLayout {
    fileprivate func fill(_ sink: PixelSink, _ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        if isBits {
            let rowLength = (size.width + 7) / 8
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let byte = bytes[pixelOffset &+ y &* rowLength &+ x >> 3]
                    let value: UInt16 = byte >> UInt8(7 &- x & 7) & 1 == 1 ? 0 : .max
                    sink.set(y &* size.width &+ x, value, value, value)
                }
            }
            return
        }
        if bytesPerSample == 2 {
            try fill(sink) { Int(bytes.bigEndian16(at: pixelOffset &+ $0 &* 2)) }
        } else {
            try fill(sink) { Int(bytes[pixelOffset &+ $0]) }
        }
    }

    /// Sets the pixels from decimal digits. Single bits need no space between them.
    fileprivate func fillFromText(_ sink: PixelSink, _ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        var words = Words(bytes: bytes, offset: pixelOffset)
        let count = size.area * channels
        let numbers = try (0..<count).map { (place) throws(ImageError) -> UInt16 in
            let number = try words.number(ofDigits: isBits ? 1 : 9, mayEndFile: place == count - 1)
            try check(number)
            return UInt16(isBits ? 1 - number : number)
        }
        try fill(sink) { Int(numbers[$0]) }
    }

    @inline(__always)
    private func fill(_ sink: PixelSink, _ number: (Int) -> Int) throws(ImageError) {
        let values = (0...maximum).map { UInt16(($0 * 65_535 + maximum / 2) / maximum) }
        var largest = 0
        values.withUnsafeBufferPointer { values in
            for index in 0..<size.area {
                func sample(_ channel: Int) -> UInt16 {
                    let number = number(index &* channels &+ channel)
                    largest = max(largest, number)
                    return values[min(number, maximum)]
                }
                let (first, alpha) = (sample(0), channels % 2 == 0 ? sample(channels &- 1) : .max)
                let (second, third) = channels < 3 ? (first, first) : (sample(1), sample(2))
                sink.set(index, first, second, third, alpha)
            }
        }
        try check(largest)
    }

    private func check(_ number: Int) throws(ImageError) {
        try require(number <= maximum, "a pixel has value \(number), but the maximum is \(maximum)")
    }
}
