package import FlipbookCore

/// The values of frames that look dark because they do not use the upper eighth of the possible range. Signed values leave a
/// total of one eighth unused at the two ends.
package struct EmptyTop {
    package let values: ClosedRange<Double>
    private let full: ValueRange
    private let stated: ClosedRange<Double>?

    /// Combines the values of frames. Returns `nil` if the upper eighth is used, if nothing was measured, or if all values are
    /// equal.
    package init?(_ frames: some Sequence<(header: ImageHeader, values: ClosedRange<Double>?)>) {
        var found: (values: ClosedRange<Double>, full: ValueRange, stated: ClosedRange<Double>?)?
        for case (let header, let values?) in frames {
            // Frames of a different kind have a different scale, so they are skipped.
            guard let full = header.possibleRange, found?.full ?? full == full else { continue }
            // A specified range is ignored if it covers nearly all possible values.
            let named = header.statedRange.map { min($0.black, $0.white)...max($0.black, $0.white) }
            let isNarrow = named.map { ($0.upperBound - $0.lowerBound) * 8 < abs(full.white - full.black) * 7 } ?? false
            let stated = isNarrow ? named : nil
            found = (found?.values.joined(values) ?? values, full, stated.joined(found?.stated))
        }
        guard let found, found.values.lowerBound < found.values.upperBound else { return nil }
        (values, full, stated) = found
        // Light from 0 to 1 often leaves the upper eighth unused, so the limit is seven eighths.
        guard used * 8 < (greatest > 1 ? 7 : 1) else { return nil }
    }

    private var least: Double { min(full.black, full.white) }
    package var greatest: Double { max(full.black, full.white) }

    private var used: Double { (values.upperBound - (least < 0 ? values.lowerBound : least)) / (greatest - least) }

    package var hasEmptyBits: Bool { greatest > 1 && used * 4 <= 1 }

    package var look: String { (values.lowerBound - least) * 8 < greatest - least ? "dark" : "with little contrast" }

    /// The levels that the frames specify. If there are none, unsigned integers get the range of the used bits, and all other
    /// numbers get the range of their values.
    package var offer: ValueRange {
        let isWhole = greatest > 1 && values.lowerBound >= 0
        let bits = isWhole ? (8...31).first { Double(1 << $0 - 1) >= values.upperBound } : nil
        let range = stated ?? bits.map { 0...Double(1 << $0 - 1) } ?? values
        return ValueRange(black: range.lowerBound, white: range.upperBound)
    }

    /// The values in words: `112 to 4080 of 65535`, or `-1024 to 3071 of -32768..32767`.
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
    package func joined(_ other: Self) -> Self {
        guard let self, let other else { return self ?? other }
        return self.joined(other)
    }
}
