extension BinaryInteger {
    /// The number with its noun: `1 frame`, `9 frames`.
    package func of(_ singular: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(singular)" : "\(self) \(plural ?? singular + "s")"
    }

    /// A nonnegative number, padded with zeros to `count` digits: `007`, `0A`.
    package func digits(_ count: Int, radix: Int = 10, uppercase: Bool = false) -> String {
        let digits = String(self, radix: radix, uppercase: uppercase)
        return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
    }
}

extension BidirectionalCollection<String> {
    /// The words, separated by commas, with a conjunction before the last word: `a, b or c`.
    package func listed(by conjunction: String) -> String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(conjunction) " + (last ?? "")
    }

    /// The first words, separated by commas, and the number of the remaining words: `a, b and 7 more`.
    package func listed(atMost most: Int) -> String {
        prefix(most).joined(separator: ", ") + (count > most ? " and \(count - most) more" : "")
    }
}

extension Double {
    /// The number, without a fraction if it is whole: `2`, `1.5`.
    package var shortest: String { Int(exactly: self).map(String.init) ?? "\(self)" }

    /// The number with a fixed number of decimal places, at least one: `2.50`. The result is `?` if the number is not finite or
    /// is too large.
    package func fixed(_ decimals: Int) -> String {
        guard isFinite, magnitude < 1e12 else { return "?" }
        let unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
        let parts = Int((self * Double(unit)).rounded())
        let (whole, rest) = parts.magnitude.quotientAndRemainder(dividingBy: UInt(unit))
        return "\(parts < 0 ? "-" : "")\(whole).\(rest.digits(decimals))"
    }
}

extension String {
    package func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// Wraps the text into lines of at most `columns` characters. If `cutsWords` is `true`, words longer than a line are split;
    /// otherwise, each is on its own line.
    package func wrapped(to columns: Int, cutsWords: Bool = true) -> [String] {
        var lines: [String] = []
        for var word in split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.count - 1] += " \(word)"
                continue
            }
            while cutsWords, let end = word.index(word.startIndex, offsetBy: columns, limitedBy: word.endIndex),
                end < word.endIndex
            {
                lines.append(String(word[..<end]))
                word = word[end...]
            }
            lines.append(String(word))
        }
        return lines
    }

    package var trimmingTrailingSpaces: String { lastIndex { $0 != " " }.map { String(self[...$0]) } ?? "" }
}

extension [[String]] {
    package var aligned: [String] {
        let widths = (first ?? []).indices.map { column in map { $0[column].count }.max() ?? 0 }
        return map { zip($0, widths).map { $0.padding(to: $1) }.joined(separator: "  ").trimmingTrailingSpaces }
    }
}

extension Sequence {
    /// Groups elements by key. The order of groups and elements is preserved.
    package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
        let keyed = map { (key: key($0), element: $0) }
        let groups = Dictionary(grouping: keyed, by: \.key)
        return keyed.map(\.key).distinct.map { key in groups[key, default: []].map(\.element) }
    }

    /// Groups adjacent elements that belong together.
    package func adjacent(where belong: (Element, Element) -> Bool) -> [[Element]] {
        reduce(into: []) { groups, element in
            let isNext = groups.last?.last.map { belong($0, element) } ?? false
            if isNext { groups[groups.count - 1].append(element) } else { groups.append([element]) }
        }
    }
}

extension Sequence where Element: Hashable {
    package var distinct: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
