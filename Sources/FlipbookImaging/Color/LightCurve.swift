internal import FlipbookFiles

/// A transfer function from light to 16-bit values, clipped to 0...1.
struct LightCurve: Hashable, Sendable {
    private let slope: Float
    /// The values at 1024 points in each octave from ``smallest`` to 1.
    private let numbers: [Float]

    private static let smallest: Float = 0x1p-9
    private static let shift: UInt32 = 13

    private static let known = RecentValues<TransferFunction, LightCurve>(16)

    static func curve(of transfer: TransferFunction) -> Self { known.value(for: transfer) { LightCurve(transfer) } }

    private init(_ transfer: TransferFunction) {
        let smallest = Self.smallest
        slope = Float(transfer.number(of: Double(smallest)) / Double(smallest) * 65_535)
        numbers = (0...((1 as Float).bitPattern - smallest.bitPattern) >> Self.shift).map { index in
            let light = Float(bitPattern: smallest.bitPattern + index << Self.shift)
            return Float(transfer.number(of: Double(light)) * 65_535)
        }
    }

    /// Returns the value for an amount of light, where 1 is white. NaN is black.
    @inline(__always)
    func value(_ light: Float) -> UInt16 {
        guard light > 0 else { return 0 }
        guard light < 1 else { return .max }
        guard light >= Self.smallest else { return UInt16(light * slope + 0.5) }
        let place = light.bitPattern &- Self.smallest.bitPattern
        let (index, rest) = (Int(place >> Self.shift), Float(place & (1 << Self.shift - 1)) / Float(1 << Self.shift))
        return numbers.withUnsafeBufferPointer { numbers in
            UInt16(numbers[index] + (numbers[index + 1] - numbers[index]) * rest + 0.5)
        }
    }
}
