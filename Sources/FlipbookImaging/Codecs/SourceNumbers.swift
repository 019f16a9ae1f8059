package import FlipbookCore
import FlipbookFiles
internal import Glibc

/// The unconverted pixel values of a picture, as stored in the file, for display in the player.
package struct SourceNumbers: Sendable {
    private enum Samples: Sendable {
        case whole(Picture, of: ValueRange, isGray: Bool, hasAlpha: Bool)
        case light([Float], names: [String])
    }

    package let size: PixelSize
    private let samples: Samples

    init(_ light: [Float], names: [String], size: PixelSize) {
        (samples, self.size) = (.light(light, names: names), size)
    }

    package init(of drawing: Drawing, turned orientation: ImageOrientation, codecs: ImageCodecs) throws(ImageError) {
        if let light = try Self.light(of: drawing.source, codecs), orientation == .up {
            self = light
            return
        }
        var colors = Self.plain(codecs)
        var (stored, header) = try Self.decoded(drawing.source, codecs.reading(colors))
        if header.isFloatingPoint, let values = stored.values, values.lowerBound < values.upperBound {
            // To lose as little precision as possible, the range of the values is mapped to all 16 bits.
            colors.levels = ValueRange(black: values.lowerBound, white: values.upperBound)
            stored = try Self.decoded(drawing.source, codecs.reading(colors)).picture
        }
        let shown = try ImageError.wrapping(stored.oriented(orientation))
        size = shown.size
        if header.isFloatingPoint {
            samples = Self.light(of: shown, header, colors.levels ?? header.wholeRange)
            return
        }
        let (isGray, hasAlpha) = (header.colorModel == .gray, header.hasAlpha)
        samples = .whole(shown.measured(as: stored.values), of: header.wholeRange, isGray: isGray, hasAlpha: hasAlpha)
    }

    private static func plain(_ codecs: ImageCodecs) -> SourceColors {
        // A standard profile overrides a film or linear encoding in the header.
        guard let colors = try? SourceColors(profile: .standard(.sRGB), channels: codecs.colors.channels) else {
            preconditionFailure("a standard profile must be readable")
        }
        return colors
    }

    private static func decoded(_ source: Image.Source, _ codecs: ImageCodecs)
        throws(ImageError) -> (picture: Picture, header: ImageHeader)
    {
        var decoder = ImageDecoder(keepsSixteenBits: true, codecs: codecs)
        decoder.convertsColors = false
        switch source {
        case .file(let path):
            return try decoder.withSession(contentsOf: path) { (session) throws(ImageError) in
                (try session.frame(0), session.header)
            }
        case .data(let data): return (try decoder.decode(data), try ImageHeader(data, codecs: codecs))
        case .black, .nothing, .drawn: throw .empty
        }
    }

    private static func light(of picture: Picture, _ header: ImageHeader, _ range: ValueRange) -> Samples {
        let isTurned = header.wholeRange.black > header.wholeRange.white
        let (black, white) = (min(range.black, range.white), max(range.black, range.white))
        let alpha = header.hasAlpha ? [3] : []
        let (places, names) =
            header.colorModel == .gray ? ([0] + alpha, ["Y", "A"]) : ([0, 1, 2] + alpha, ["R", "G", "B", "A"])
        let values = picture.withUnsafeBytes { bytes in
            let numbers = bytes.bindMemory(to: UInt16.self)
            return (0..<picture.size.area).flatMap { pixel in
                places.map { place in
                    let part = Double(UInt16(littleEndian: numbers[pixel * 4 + place])) / 65_535
                    return Float(place == 3 ? part : black + (white - black) * (isTurned ? 1 - part : part))
                }
            }
        }
        return .light(values, names: Array(names.prefix(places.count)))
    }

    private static func light(of source: Image.Source, _ codecs: ImageCodecs) throws(ImageError) -> SourceNumbers? {
        guard case .file(let path) = source, path.picture == nil else { return nil }
        return try DecodingLimits().withBytes(of: path) { (bytes) throws(ImageError) in
            try codecs.codec(for: bytes.head).numbers.map { (numbers) throws(ImageError) in try numbers(bytes) }
        }
    }

    /// Returns the stored values of a pixel as text: `#FF8000  255 128 0`, or `R 1.25  G 0.5  B 0.003`. Returns `nil` for a
    /// pixel outside the picture.
    package func text(x: Int, y: Int) -> String? {
        guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return nil }
        let index = y * size.width + x
        switch samples {
        case .light(let values, let names):
            return names.enumerated().map { "\($1) \(Self.rounded(values[index * names.count + $0]))" }
                .joined(separator: "  ")
        case .whole(let picture, let range, let isGray, let hasAlpha):
            let (isDeep, most) = (picture.format == .rgba64, max(range.black, range.white))
            let numbers = picture.withUnsafeBytes { bytes in
                (0..<4).map { channel -> Int in
                    let place = index * 4 + channel
                    guard isDeep else { return Int(bytes[place]) }
                    let number = bytes.loadUnaligned(fromByteOffset: 2 * place, as: UInt16.self).littleEndian
                    let part = Double(number) / 65_535
                    return Int((channel == 3 ? part * most : range.value(at: part)).rounded())
                }
            }
            var text = isGray ? "\(numbers[0])" : numbers[..<3].map(String.init).joined(separator: " ")
            if hasAlpha { text += "  alpha \(numbers[3])" }
            if isDeep { return "\(text)  of \(most.shortest)" }
            let color = numbers[0] << 16 | numbers[1] << 8 | numbers[2]
            return "#\(color.digits(6, radix: 16, uppercase: true))  \(text)"
        }
    }

    package static func range(of source: Image.Source, codecs: ImageCodecs) throws(ImageError) -> ClosedRange<Double>? {
        guard case .light(let values, let names)? = try light(of: source, codecs)?.samples else {
            let (picture, header) = try decoded(source, codecs.reading(plain(codecs)))
            guard picture.values == nil, !header.isFloatingPoint else { return picture.values }
            return try ImageError.wrapping(picture.widened()).values(in: header.wholeRange)
        }
        let (count, colors) = (names.count, names.count - (names.count % 2 == 0 ? 1 : 0))
        var found: ClosedRange<Double>?
        for start in stride(from: 0, to: values.count, by: count) {
            // Scene-linear colors are premultiplied by alpha.
            let alpha = colors < count ? values[start + colors] : 1
            for channel in start..<start + colors {
                let value = Double(values[channel] / alpha)
                if value.isFinite { found = found.joined(value...value) }
            }
        }
        return found
    }

    private static func rounded(_ value: Float) -> String {
        guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
        // The value is rounded to five significant digits, and written in the shortest form.
        let (number, exponent) = (Double(value), 4 - floor(log10(Double(value.magnitude))))
        // Negative powers of ten are not exact, so the value is multiplied or divided by a positive power.
        let scale = pow(10, exponent.magnitude)
        let rounded = exponent < 0 ? (number / scale).rounded() * scale : (number * scale).rounded() / scale
        let text = "\(Float(rounded))"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
