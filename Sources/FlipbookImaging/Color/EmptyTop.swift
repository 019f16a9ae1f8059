package import FlipbookCore

/// Frames whose values leave the upper eighth of those that they could have empty, as cameras' 12 bits in 16 do: they are
/// shown dark. Of signed numbers an eighth counts anywhere.
package struct EmptyTop {
    /// The least and the greatest value of all frames.
    package let values: ClosedRange<Double>
    private let full: ValueRange
    private let stated: ClosedRange<Double>?

    /// Joins the values of frames, whose headers say what there could be, or `nil` if the upper eighth is used, if
    /// nothing was measured, or if all is one value.
    package init?(_ frames: some Sequence<(header: ImageHeader, values: ClosedRange<Double>?)>) {
        var found: (values: ClosedRange<Double>, full: ValueRange, stated: ClosedRange<Double>?)?
        for case (let header, let values?) in frames {
            // Those of another kind are no part of the sequence's scale.
            guard let full = header.possibleRange, found?.full ?? full == full else { continue }
            // One that leaves nearly all values black to white would change nothing.
            let named = header.statedRange.map { min($0.black, $0.white)...max($0.black, $0.white) }
            let isNarrow = named.map { ($0.upperBound - $0.lowerBound) * 8 < abs(full.white - full.black) * 7 } ?? false
            let stated = isNarrow ? named : nil
            found = (found?.values.joined(values) ?? values, full, stated.joined(found?.stated))
        }
        guard let found, found.values.lowerBound < found.values.upperBound else { return nil }
        (values, full, stated) = found
        // Light of 0 to 1 is often no brighter than it is.
        guard used * 8 < (greatest > 1 ? 7 : 1) else { return nil }
    }

    private var least: Double { min(full.black, full.white) }
    package var greatest: Double { max(full.black, full.white) }

    /// The part of the possible values up to the greatest one; of signed numbers, whose zero lies amid them, from the least.
    private var used: Double {
        (values.upperBound - (least < 0 ? values.lowerBound : least)) / (greatest - least)
    }

    /// A Boolean value that indicates two bits or more that no value uses.
    package var hasEmptyBits: Bool { greatest > 1 && used * 4 <= 1 }

    /// The look of the frames: `dark`, unless their least value is far from black.
    package var look: String {
        (values.lowerBound - least) * 8 < greatest - least ? "dark" : "with little contrast"
    }

    /// The levels that the frames name, or those of as many bits as are used, or of the values themselves.
    package var offer: ValueRange {
        let isWhole = greatest > 1 && values.lowerBound >= 0
        let bits = isWhole ? (8...31).first { Double(1 << $0 - 1) >= values.upperBound } : nil
        let range = stated ?? bits.map { 0...Double(1 << $0 - 1) } ?? values
        return ValueRange(black: range.lowerBound, white: range.upperBound)
    }

    /// The values in words: `112 to 4080 of 65535`, `-1024 to 3071 of -32768..32767`.
    package var description: String {
        let ends = [values.lowerBound, values.upperBound].map(\.shortest)
        let all = least < 0 ? "\(ValueRange(black: least, white: greatest))" : greatest.shortest
        return "\(ends[0]) to \(ends[1]) of \(all)"
    }
}

extension ClosedRange<Double> {
    package func joined(_ other: Self) -> Self {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}

extension ClosedRange<Double>? {
    /// The least range with all of both.
    package func joined(_ other: Self) -> Self {
        guard let self, let other else { return self ?? other }
        return self.joined(other)
    }
}
