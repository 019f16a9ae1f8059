package import FlipbookCore
package import FlipbookFiles
package import FlipbookImaging

package enum PictureComparison: Hashable, Sendable {
    case first
    case second
    /// Both whole pictures side by side, the first on the left.
    case sideBySide
    /// A line divides the picture. The first picture is on its left, and the second on its right. The position of the line is a
    /// fraction of the width.
    case wipe(at: Double)
    /// The amplified difference of each channel, or black if there is no second picture.
    case difference(amplification: Int)

    package func size(of picture: PixelSize) -> PixelSize {
        self == .sideBySide ? PixelSize(width: 2 * picture.width, height: picture.height) : picture
    }

    /// Draws the comparison. A missing second picture is black.
    /// - Precondition: Both are `PixelFormat.bgra` and have the same size.
    package func drawn(_ first: Picture, _ second: Picture?) throws(MachineShortage) -> Picture {
        if self == .first { return first }
        if self == .second, let second { return second }
        precondition(first.format == .bgra && second.map { $0.format == .bgra && $0.size == first.size } != false)
        return try first.withUnsafeBytes { (ours) throws(MachineShortage) in
            guard let second else { return try drawn(ours, nil, first.size) }
            return try second.withUnsafeBytes { (theirs) throws(MachineShortage) in
                try drawn(ours, theirs, first.size)
            }
        }
    }

    private func drawn(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer?, _ size: PixelSize)
        throws(MachineShortage) -> Picture
    {
        let row = 4 * size.width
        return try Picture(size: self.size(of: size), format: .bgra) { target in
            switch self {
            case .first: copy(first, 0..<first.count, to: target, at: 0)
            case .second: copy(second, 0..<first.count, to: target, at: 0)
            case .sideBySide:
                for line in 0..<size.height {
                    let source = line * row..<(line + 1) * row
                    copy(first, source, to: target, at: 2 * line * row)
                    copy(second, source, to: target, at: (2 * line + 1) * row)
                }
            case .wipe(let fraction):
                let middle = 4 * Int((min(max(fraction, 0), 1) * Double(size.width)).rounded())
                for start in stride(from: 0, to: first.count, by: row) {
                    copy(first, start..<start + middle, to: target, at: start)
                    copy(second, start + middle..<start + row, to: target, at: start + middle)
                }
            case .difference(let amplification):
                guard let second else { return copy(nil, 0..<first.count, to: target, at: 0) }
                for index in first.indices {
                    let apart = Int(first[index]) - Int(second[index])
                    target[index] = UInt8(truncatingIfNeeded: min(255, apart.magnitude &* amplification.magnitude))
                }
            }
        }
    }

    private func copy(
        _ source: UnsafeRawBufferPointer?,
        _ range: Range<Int>,
        to target: UnsafeMutableRawBufferPointer,
        at place: Int
    ) {
        let part = UnsafeMutableRawBufferPointer(rebasing: target[place..<place + range.count])
        if let source {
            part.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range]))
        } else {
            part.initializeMemory(as: UInt8.self, repeating: 0)
        }
    }
}
