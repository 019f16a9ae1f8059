import FlipbookCore

/// Limits for a drawing. They are needed because librsvg has no time limit for filters.
struct SVGBudget {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private static let mostPixels = 1 << 26
    /// Filter attributes that take time for each pixel. The limit on the sum of such an attribute corresponds to half a minute.
    /// In real drawings, the sums stay below 10.
    private static let numbers = ["numOctaves", "radius", "order"]
    private static let mostWork = Double(1 << 29)

    func allows(_ size: PixelSize, _ limits: DecodingLimits) -> Bool {
        (try? check(size)) != nil && (try? limits.check(size)) != nil
    }

    func check(_ size: PixelSize) throws(ImageError) {
        guard size.area <= Self.mostPixels else {
            throw .tooLarge(reason: "the drawing is \(size); the limit for an SVG file is \(Self.mostPixels) pixels")
        }
        for name in Self.numbers where sum(of: name) * Double(size.area) > Self.mostWork {
            throw .tooLarge(reason: "its \(name) filters are so expensive that drawing the picture would take minutes")
        }
    }

    func checkPictures() throws(ImageError) {
        var area = 0
        for (width, height) in SVGPictures.sizes(in: bytes) {
            area = min(area, Self.mostPixels) + min(width, 1 << 31) * min(height, 1 << 31)
            guard area <= Self.mostPixels else {
                let last = "the last one is \(width)x\(height)"
                throw .tooLarge(reason: "its embedded pictures have more than \(Self.mostPixels) pixels; \(last)")
            }
        }
    }

    /// Returns the sum of all attributes with the given name. An invalid number makes the sum infinite.
    private func sum(of name: String) -> Double {
        var (sum, place) = (0.0, 0)
        while let start = bytes.place(of: name, from: place) {
            place = start + name.utf8.count
            guard let value = bytes.attributeValue(after: place, atMost: 64) else { continue }
            let words = String(decoding: value, as: UTF8.self).split { $0 == " " || $0 == "," }
            sum += words.map { max(0, Double($0) ?? .infinity) }.reduce(0, +)
        }
        return sum
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the value of an attribute whose name ends at `place`, limited to `length` bytes.
    func attributeValue(after place: Int, atMost length: Int) -> Slice<UnsafeRawBufferPointer>? {
        let rest = self[place...].prefix(length).drop { PNMLayout.isSpace($0) }
        guard rest.first == UInt8(ascii: "=") else { return nil }
        let value = rest.dropFirst().drop { PNMLayout.isSpace($0) }
        guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        return value.dropFirst().prefix { $0 != quote }
    }
}
