package import FlipbookCore

/// Frames of 16 bits whose values leave the upper eighth of these empty, as cameras' 12 bits do: they are shown dark.
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
            guard let full = header.fullRange, found?.full ?? full == full else { continue }
            let stated = header.statedRange.map { min($0.black, $0.white)...max($0.black, $0.white) }
            found = (found?.values.joined(values) ?? values, full, stated.joined(found?.stated))
        }
        guard let found, found.values.lowerBound < found.values.upperBound else { return nil }
        (values, full, stated) = found
        guard (values.upperBound - least) * 8 < (greatest - least) * 7 else { return nil }
    }

    private var least: Double { min(full.black, full.white) }
    package var greatest: Double { max(full.black, full.white) }

    /// A Boolean value that indicates two bits or more that no value uses.
    package var hasEmptyBits: Bool { (values.upperBound - least) * 4 <= greatest - least }

    /// The levels that the frames name, or those of as many bits as are used, or of the values themselves.
    package var offer: ValueRange {
        let bits = least == 0 ? (8...15).first { Double(1 << $0 - 1) >= values.upperBound } : nil
        let range = stated ?? bits.map { 0...Double(1 << $0 - 1) } ?? values
        return ValueRange(black: range.lowerBound, white: range.upperBound)
    }

    /// The values in words: `112 to 4080 of 65535`.
    package var description: String {
        let ends = [values.lowerBound, values.upperBound].map(ValueRange.text)
        return "\(ends[0]) to \(ends[1]) of \(ValueRange.text(greatest))"
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
