package import FlipbookCore

/// The dimensions of the images in a file, as described by ImageJ or OME-TIFF.
package struct ImageStack: Hashable, Sendable {
    package enum Axis: String, Sendable {
        case channel, slice
        case time = "time point"
    }

    package struct Dimension: Hashable, Sendable {
        package let axis: Axis
        package let count: Int
    }

    /// The dimensions, beginning with the one that varies fastest.
    package let dimensions: [Dimension]
    package let frameRate: FrameRate?
    package let sliceDistance: String?

    /// Returns `nil` for an empty stack, or for more images than a sequence can have.
    package init?(_ dimensions: [(axis: Axis, count: Int)], frameRate: FrameRate? = nil, sliceDistance: String? = nil) {
        let most = FrameSet.maximumCount
        guard dimensions.allSatisfy({ (1...most).contains($0.count) }),
            dimensions.reduce(Int128(1), { $0 * Int128($1.count) }) <= Int128(most)
        else { return nil }
        self.dimensions = dimensions.map { Dimension(axis: $0.axis, count: $0.count) }
        (self.frameRate, self.sliceDistance) = (frameRate, sliceDistance)
    }

    package var imageCount: Int { dimensions.reduce(1) { $0 * $1.count } }

    package func count(_ axis: Axis) -> Int { dimensions.first { $0.axis == axis }?.count ?? 1 }

    /// The dimension that is played: time or, if there is only one time point, depth.
    private var filmAxis: Axis? { [.time, .slice].first { count($0) > 1 } }

    private var others: [Axis] { dimensions.filter { $0.count > 1 && $0.axis != filmAxis }.map(\.axis) }

    private func stride(_ axis: Axis) -> Int { dimensions.prefix { $0.axis != axis }.reduce(1) { $0 * $1.count } }

    package var filmStride: Int { filmAxis.map(stride) ?? 1 }

    package func mixture(of numbers: [Int]) -> [Axis] {
        others.filter { axis in Set(numbers.map { ($0 - 1) / stride(axis) % count(axis) }).count > 1 }
    }

    /// Returns the range of the images in the first video of the stack. The range does not extend past `last`.
    package func firstFilm(upTo last: Int) -> String {
        let end = 1 + ((filmAxis.map(count) ?? 1) - 1) * filmStride
        return FrameRange(1, through: max(1, min(last, end)), by: filmStride).description
    }

    /// The dimensions in words: `2 channels, 5 slices (0.5 um apart), 10 time points`.
    package var words: String {
        dimensions.filter { $0.count > 1 }.map { dimension in
            let apart = dimension.axis == .slice ? sliceDistance.map { " (\($0) apart)" } ?? "" : ""
            return dimension.count.of(dimension.axis.rawValue) + apart
        }.joined(separator: ", ")
    }

    /// Returns a note if the images with these 1-based numbers do not form a single video.
    package func note(on numbers: [Int]) -> Explanation? {
        let mixed = mixture(of: numbers)
        guard !mixed.isEmpty else { return nil }
        return "The images mix \(counted(mixed)). To show one \(named(mixed)), use "
            + "\(remedy: .set(.frames, to: firstFilm(upTo: numbers.max() ?? 1)))."
    }

    package func counted(_ axes: [Axis]) -> String { axes.map { count($0).of($0.rawValue) }.listed(by: "and") }
    package func named(_ axes: [Axis]) -> String { axes.map(\.rawValue).listed(by: "and") }
}

struct TIFFDescription {
    private(set) var stack: ImageStack?
    /// The number of consecutive images. The directory may list only the first of them.
    private(set) var imageCount = 1
    private(set) var isImageJ = false
    /// The values that map to black and to white: ImageJ's display range, or the range of OME's significant bits.
    private(set) var range: ValueRange?

    /// Parses the description of images with `area` pixels. OME-TIFF also counts the `samples` of a pixel as channels.
    init(_ text: String, samples: Int, area: Int) {
        if text.hasPrefix("ImageJ=") {
            readImageJ(text)
        } else if text.hasPrefix("{\"shape\": ["), text.contains("\"truncated\": true") {
            // The description from tifffile contains the shape of an array.
            let lengths = text.dropFirst(11).prefix { $0 != "]" }.split(separator: ",")
                .compactMap { Int($0.drop { $0 == " " }) }
            let product = lengths.reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue }
            imageCount = product / max(1, samples) / max(1, area)
        } else if let start = text.firstRange(of: "<Pixels ")?.upperBound {
            readOME(text[start...].prefix { $0 != ">" }, samples)
        }
    }

    private mutating func readImageJ(_ text: String) {
        var values: [Substring: Substring] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            guard let sign = line.firstIndex(of: "=") else { continue }
            values[line[..<sign]] = line[line.index(after: sign)...]
        }
        func number(_ key: Substring) -> Double? { values[key].flatMap { Double($0) } }
        (isImageJ, imageCount) = (true, values["images"].flatMap { Int($0) } ?? 1)
        if let least = number("min"), let greatest = number("max") { range = ValueRange(from: least, to: greatest) }
        let unit = values["unit"].map {
            $0 == "\\u00B5m" || $0 == "micron" ? "um" : String($0).escapingControlCharacters
        }
        let counts = ["channels", "slices", "frames"].map { key in values[Substring(key)].flatMap { Int($0) } ?? 1 }
        let found = ImageStack(
            [(.channel, counts[0]), (.slice, counts[1]), (.time, counts[2])],
            frameRate: Self.rate(every: number("finterval"), values["tunit"] ?? "sec"),
            sliceDistance: number("spacing").map { "\($0.shortest) \(unit ?? "pixel")" }
        )
        stack = found?.imageCount == imageCount ? found : ImageStack([(.time, imageCount)])
    }

    /// Reads the attributes of OME-XML's Pixels element (OME data model, 2016-06).
    private mutating func readOME(_ element: Substring, _ samples: Int) {
        let parts = element.split(separator: "\"", omittingEmptySubsequences: false)
        var values: [Substring: Substring] = [:]
        for index in stride(from: 0, to: parts.count - 1, by: 2) {
            values[parts[index].dropLast().drop(while: \.isWhitespace)] = parts[index + 1]
        }
        let axes: [Character: (axis: ImageStack.Axis, size: Substring)] = [
            "C": (.channel, "SizeC"), "Z": (.slice, "SizeZ"), "T": (.time, "SizeT"),
        ]
        func number(_ key: Substring) -> Double? { values[key].flatMap { Double($0) } }
        // Some programs specify all bits of the type as significant, or a number of bits for floating point. Both are ignored.
        if let bits = values["SignificantBits"].flatMap({ Int($0) }), let type = values["Type"], type.hasPrefix("uint"),
            let all = Int(type.dropFirst(4)), (1..<min(all, 33)).contains(bits)
        {
            range = ValueRange(black: 0, white: Double(1 << bits - 1))
        }
        let order = values["DimensionOrder"]?.dropFirst(2) ?? "CZT"
        guard order.count == 3, Set(order) == Set(axes.keys) else { return }
        let dimensions = order.compactMap { axes[$0] }.map { axis, key in
            let size = values[key].flatMap { Int($0) } ?? 1
            return (axis, axis == .channel && samples > 1 && size % samples == 0 ? size / samples : size)
        }
        let unit = values["PhysicalSizeZUnit"].map { String($0).escapingControlCharacters } ?? "um"
        stack = ImageStack(
            dimensions,
            frameRate: Self.rate(every: number("TimeIncrement"), values["TimeIncrementUnit"] ?? "s"),
            sliceDistance: number("PhysicalSizeZ").map { "\($0.shortest) \(unit)" }
        )
        imageCount = stack?.imageCount ?? 1
    }

    private static func rate(every interval: Double?, _ unit: Substring) -> FrameRate? {
        let seconds: [Substring: Double] = [
            "s": 1, "sec": 1, "second": 1, "seconds": 1, "ms": 0.001, "msec": 0.001, "min": 60, "minute": 60, "h": 3600,
            "hour": 3600, "hr": 3600,
        ]
        guard let interval, interval > 0, let factor = seconds[unit] else { return nil }
        return RationalTime(interval * factor).flatMap { FrameRate(frameCount: 1, near: $0) }
    }
}

extension ValueRange {
    init?(from least: Double, to greatest: Double) {
        guard least < greatest, Float(least).isFinite, Float(greatest).isFinite else { return nil }
        self.init(black: least, white: greatest)
    }
}
