internal import FlipbookCore

extension ImageCodec {
    /// X bitmap, versions 10 and 11. The files are C source code. Set bits are black, and the others are transparent.
    public static let xbm = ImageCodec(
        "XBM",
        extensions: ["xbm"],
        matches: XBMSource.matches,
        details: { (file) throws(ImageError) in
            let source = try XBMSource(file.head())
            try source.checkEnd(in: file.byteCount)
            return ImageDetails(header: source.header, byteCount: file.byteCount)
        },
        decode: { (bytes, header, request) throws(ImageError) in
            let source = try XBMSource(bytes.head)
            return try Picture.decoded(header, request) { (sink) throws(ImageError) in try source.fill(sink, bytes) }
        }
    )
}

/// The C source of an X bitmap: `#define NAME_width 8`, `#define NAME_height 8`, `static char NAME_bits[] = { 0x01, …`.
struct XBMSource {
    let size: PixelSize
    /// The number of bits in each number of the C source: 8, or 16 in version 10.
    private let bitsPerNumber: Int
    private let start: Int

    var header: ImageHeader { ImageHeader(size: size, format: .xbm, bitDepth: 1, colorModel: .gray, hasAlpha: true) }

    private var numbersPerRow: Int { (size.width + bitsPerNumber - 1) / bitsPerNumber }

    static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
        (head.starts(with: "#define".utf8) || head.starts(with: "/*".utf8)) && head.isText
            && head.place(of: "_width") != nil
    }

    init(_ head: UnsafeRawBufferPointer) throws(ImageError) {
        guard let bits = head.place(of: "_bits"), let brace = head[bits...].firstIndex(of: UInt8(ascii: "{")) else {
            if head.count < FileReader.windowLength { throw .truncated }
            throw .corrupt(reason: "the array of bits is missing")
        }
        let source = UnsafeRawBufferPointer(rebasing: head[..<bits])
        guard let width = source.number(after: "_width"), let height = source.number(after: "_height"),
            width > 0, height > 0
        else { throw .corrupt(reason: "the width or the height is missing") }
        size = PixelSize(width: width, height: height)
        bitsPerNumber = source.place(of: "short") == nil ? 8 : 16
        start = brace + 1
    }

    /// Throws an error if the file is too short for its numbers. Each takes at least two bytes.
    func checkEnd(in byteCount: Int) throws(ImageError) {
        let (count, overflow) = numbersPerRow.multipliedReportingOverflow(by: size.height)
        guard !overflow, count <= (byteCount - start) / 2 else { throw .truncated }
    }

    func fill(_ sink: PixelSink, _ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        var offset = start
        for y in 0..<size.height {
            for place in 0..<numbersPerRow {
                let number = try number(bytes, &offset)
                for bit in 0..<min(bitsPerNumber, size.width - place * bitsPerNumber) {
                    let index = y &* size.width &+ place &* bitsPerNumber &+ bit
                    sink.set(index, 0, 0, 0, number >> bit & 1 == 1 ? .max : 0)
                }
            }
        }
    }

    /// Parses the next number in decimal, octal, or hexadecimal C notation.
    private func number(_ bytes: UnsafeRawBufferPointer, _ offset: inout Int) throws(ImageError) -> Int {
        while offset < bytes.count, PNMLayout.isSpace(bytes[offset]) || bytes[offset] == UInt8(ascii: ",") {
            offset += 1
        }
        let word = bytes[min(offset, bytes.count)...].prefix(8).prefix { $0.isDigit || $0.isLetter }
        offset = word.endIndex
        guard offset < bytes.count else { throw .truncated }
        // Bytes are parsed directly, since creating a string for each of hundreds of thousands of numbers would be slow.
        var (digits, base) = (word, 10)
        if word.count > 1, digits.first == UInt8(ascii: "0") {
            digits.removeFirst()
            base = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x") ? 16 : 8
            if base == 16 { digits.removeFirst() }
        }
        var value: Int? = digits.isEmpty ? nil : 0
        for byte in digits {
            let digit = byte.digit
            value = digit < base ? value.map { $0 * base + digit } : nil
        }
        guard let value, value < 1 << bitsPerNumber else {
            throw .corrupt(reason: "a \(bitsPerNumber)-bit number is missing at byte \(word.startIndex)")
        }
        return value
    }
}

extension UInt8 {
    fileprivate var digit: Int { Int(self < 0x3A ? self &- 0x30 : (self | 0x20) &- 0x57) }
}

extension UnsafeRawBufferPointer {
    fileprivate func number(after word: String) -> Int? {
        guard let place = place(of: word) else { return nil }
        let digits = self[(place + word.utf8.count)...].drop { $0 == 0x20 || $0 == 0x09 }.prefix(7)
            .prefix { (0x30...0x39).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
