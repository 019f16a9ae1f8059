/// Files of one sequence whose numbers have two parts, a frame and a fraction. The numbers have a constant step and no gaps.
package struct SubframeSequence: Hashable, Sendable {
    /// The pattern of the names, with a padding for each part: `walk.@.@@.png`.
    package let pattern: String
    /// The numbers: `1-2.75x0.25`.
    package let numbers: String
    package let count: Int
    /// The lowest number and the step, in millionths of a frame.
    package let (lowest, step): (Int, Int)

    /// Creates a sequence from file names. Returns `nil` if the names do not form a sequence, or are all within one frame.
    package init?(_ names: [FilePath]) {
        let parts = names.compactMap { FrameFileName($0.string).subframe }
        guard let first = parts.first, parts.count == names.count, (1...6).contains(first.fraction.count),
            parts.allSatisfy({
                $0.surroundings == first.surroundings && $0.point == first.point && $0.frame < 1_000_000_000
                    && $0.fraction.count == first.fraction.count
            })
        else { return nil }
        let whole = (0..<first.fraction.count).reduce(1) { product, _ in product * 10 }
        let all = parts.map { ($0.frame * whole + (FileNumber.value(of: $0.fraction) ?? 0)) * ($0.isNegative ? -1 : 1) }
        let values = Set(all).sorted()
        guard let low = values.first, let high = values.last, high - low >= whole, values.count > 2 else { return nil }
        let step = values[1] - low
        guard step < whole, whole % step == 0, zip(values, values.dropFirst()).allSatisfy({ $1 - $0 == step })
        else { return nil }
        func text(_ value: Int) -> String { (Double(value) / Double(whole)).shortest }
        (numbers, count) = ("\(text(low))-\(text(high))x\(text(step))", values.count)
        (lowest, self.step) = (low * (1_000_000 / whole), step * (1_000_000 / whole))
        let name = FrameFileName(names[0].string)
        let point = first.fraction.startIndex - 1
        let start = (name.bytes[..<point].lastIndex { !$0.isDigit } ?? -1) + 1
        // Leading zeros give all numbers the same width.
        let isPadded = parts.contains { $0.isPadded } || name.bytes[start] == UInt8(ascii: "0") && point - start > 1
        let marks = (isPadded ? point - start : 1, first.fraction.count)
        let isSigned = first.isNegative ? 1 : 0
        pattern =
            String(decoding: name.bytes[..<(start - isSigned)], as: UTF8.self) + String(repeating: "@", count: marks.0)
            + String(decoding: [first.point], as: UTF8.self) + String(repeating: "@", count: marks.1)
            + String(decoding: name.bytes[first.fraction.endIndex...], as: UTF8.self)
    }

    /// Returns the index of the frame with the given number, in millionths of a frame, or `nil` if there is none.
    package func place(of number: Int) -> Int? {
        let distance = number - lowest
        return distance % step == 0 && (0..<count).contains(distance / step) ? distance / step : nil
    }

    package func numbers(of names: [FilePath]) -> String {
        let parts = names.compactMap { FrameFileName($0.string).subframe }
        return parts.map(\.value).sorted().map(\.shortest).joined(separator: ",")
    }

    /// Returns the names for a pattern with two paddings, such as `walk.#.##.png`, or `nil` if they do not form a sequence.
    package static func names(_ names: [String], of error: FramePatternError) -> [String]? {
        guard case .twoPaddings(let first, let second) = error.reason else { return nil }
        let text = FilePath(error.text).lastComponent
        let points = [".", ",", "_", "-", " "]
        guard let range = points.lazy.compactMap({ text.firstRange(of: first.text + $0 + second.text) }).first
        else { return nil }
        let ends = (text[..<range.lowerBound], text[range.upperBound...])
        let found = names.filter { name in
            guard name.utf8.count > ends.0.utf8.count + ends.1.utf8.count, name.hasPrefix(ends.0),
                name.hasSuffix(ends.1)
            else { return false }
            let digits = name.dropFirst(ends.0.count).dropLast(ends.1.count).split(omittingEmptySubsequences: false) {
                points.contains(String($0))
            }
            return digits.suffix(2).count == 2 && digits.suffix(2).allSatisfy { FileNumber.value(of: $0.utf8) != nil }
                && digits.dropLast(2).allSatisfy(\.isEmpty)
        }
        return SubframeSequence(found.map { FilePath($0) }) == nil ? nil : found
    }
}
