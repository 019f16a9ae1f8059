package import FlipbookCore

/// The order of the images of a file by its own description: a stack of ImageJ, or OME-TIFF.
package struct ImageStack: Hashable, Sendable {
    /// The dimensions of a stack: each image is of one channel, one depth and one time.
    package enum Axis: String, Sendable {
        case channel, slice
        case time = "time point"
    }

    /// The number of images along a dimension.
    package struct Dimension: Hashable, Sendable {
        package let axis: Axis
        package let count: Int
    }

    /// The dimensions, the one first that changes from each image to the next.
    package let dimensions: [Dimension]
    /// The rate at which the times were recorded, or `nil` if the file does not say.
    package let frameRate: FrameRate?
    /// The distance of two slices with its unit, such as `0.5 um`, or `nil` if the file does not say.
    package let sliceDistance: String?

    /// A stack, or `nil` for one of no image, or of more than can be numbered.
    package init?(_ dimensions: [(axis: Axis, count: Int)], frameRate: FrameRate? = nil, sliceDistance: String? = nil) {
        let most = FrameSet.maximumCount
        guard dimensions.allSatisfy({ (1...most).contains($0.count) }),
            dimensions.reduce(Int128(1), { $0 * Int128($1.count) }) <= Int128(most)
        else { return nil }
        self.dimensions = dimensions.map { Dimension(axis: $0.axis, count: $0.count) }
        (self.frameRate, self.sliceDistance) = (frameRate, sliceDistance)
    }

    package var imageCount: Int { dimensions.reduce(1) { $0 * $1.count } }

    /// The number of images along a dimension; 1 for one that the stack does not have.
    package func count(_ axis: Axis) -> Int { dimensions.first { $0.axis == axis }?.count ?? 1 }

    /// The dimension of a film: time, or else depth.
    private var filmAxis: Axis? { [.time, .slice].first { count($0) > 1 } }

    /// The dimensions of which a film has one place only.
    private var others: [Axis] { dimensions.filter { $0.count > 1 && $0.axis != filmAxis }.map(\.axis) }

    /// The number of images from one place along a dimension to the next.
    private func stride(_ axis: Axis) -> Int { dimensions.prefix { $0.axis != axis }.reduce(1) { $0 * $1.count } }

    /// The number of images from each of a film to its next.
    package var filmStride: Int { filmAxis.map(stride) ?? 1 }

    /// The dimensions that images, by their numbers from 1, mix up, so that they are not one film; empty for one film.
    package func mixture(of numbers: [Int]) -> [Axis] {
        others.filter { axis in Set(numbers.map { ($0 - 1) / stride(axis) % count(axis) }).count > 1 }
    }

    /// The numbers of the images of the first film among the images up to a number, in the form of a range.
    package func firstFilm(upTo last: Int) -> String {
        let end = 1 + ((filmAxis.map(count) ?? 1) - 1) * filmStride
        return FrameRange(1, through: max(1, min(last, end)), by: filmStride).description
    }

    /// The dimensions of more than one image: `2 channels, 5 slices (0.5 um apart), 10 time points`.
    package var words: String {
        dimensions.filter { $0.count > 1 }.map { dimension in
            let apart = dimension.axis == .slice ? sliceDistance.map { " (\($0) apart)" } ?? "" : ""
            return dimension.count.of(dimension.axis.rawValue) + apart
        }.joined(separator: ", ")
    }

    /// A note on images, by their numbers from 1, that are not one film, or `nil` if they are.
    package func note(on numbers: [Int]) -> Explanation? {
        let mixed = mixture(of: numbers)
        guard !mixed.isEmpty else { return nil }
        return "The images are of \(counted(mixed)), and not one film. Show one \(named(mixed)) alone with "
            + "\(remedy: .set(.frames, to: firstFilm(upTo: numbers.max() ?? 1)))."
    }

    /// The dimensions in a sentence: `2 channels and 5 slices`, `channel and slice`.
    package func counted(_ axes: [Axis]) -> String { axes.map { count($0).of($0.rawValue) }.listed(by: "and") }
    package func named(_ axes: [Axis]) -> String { axes.map(\.rawValue).listed(by: "and") }
}

/// The statements of a TIFF file's image description on its images and their numbers.
struct TIFFDescription {
    private(set) var stack: ImageStack?
    /// The number of images in one block, of which the directory may name the first alone.
    private(set) var imageCount = 1
    private(set) var isImageJ = false
    /// The values for black and white: ImageJ's display range, or those of OME's significant bits.
    private(set) var range: ValueRange?

    /// - Parameters:
    ///   - samples: The samples of a pixel, which OME counts as channels.
    ///   - area: The pixels of an image.
    init(_ text: String, samples: Int, area: Int) {
        if text.hasPrefix("ImageJ=") {
            readImageJ(text)
        } else if text.hasPrefix("{\"shape\": ["), text.contains("\"truncated\": true") {
            // A series of tifffile in the lengths of an array.
            let lengths = text.dropFirst(11).prefix { $0 != "]" }.split(separator: ",")
                .compactMap { Int($0.drop { $0 == " " }) }
            let product = lengths.reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue }
            imageCount = product / max(1, samples) / max(1, area)
        } else if let start = text.firstRange(of: "<Pixels ")?.upperBound {
            readOME(text[start...].prefix { $0 != ">" }, samples)
        }
    }

    /// Reads the lines that ImageJ writes (ij.io.FileSaver).
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
        // Counts of other images say nothing of these.
        stack = found?.imageCount == imageCount ? found : ImageStack([(.time, imageCount)])
    }

    /// Reads the attributes of OME-XML's element Pixels (OME data model, 2016-06).
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
        // Programs write all the bits of a type, too, also of floating point: that says nothing.
        if let bits = values["SignificantBits"].flatMap({ Int($0) }), let type = values["Type"], type.hasPrefix("uint"),
            let all = Int(type.dropFirst(4)), (1..<min(all, 33)).contains(bits)
        {
            range = ValueRange(black: 0, white: Double(1 << bits - 1))
        }
        // Planes are in the order XY and then as it says.
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

    /// The rate of images so many units of time apart, or `nil` for none, and for a unit that is not known.
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
    /// The range from the least value to the greatest one, or `nil` if they are not that, or no numbers.
    init?(from least: Double, to greatest: Double) {
        guard least < greatest, Float(least).isFinite, Float(greatest).isFinite else { return nil }
        self.init(black: least, white: greatest)
    }
}
