#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Numbers that are proportional to light, as the values of sRGB that show them; what is below 0 or above 1 is clipped.
enum SceneLight {
    /// The value of 16 bits for an amount of light, 1 for white. What is no number is black.
    @inline(__always)
    static func value(_ light: Float) -> UInt16 {
        guard light > 0 else { return 0 }
        guard light < 1 else { return .max }
        guard light >= smallest else {
            // From here down sRGB is a line.
            return UInt16(light * 12.92 * 65_535 + 0.5)
        }
        // Between two entries the curve is as good as straight.
        let place = light.bitPattern &- smallest.bitPattern
        let (index, rest) = (Int(place >> shift), Float(place & (1 << shift - 1)) / Float(1 << shift))
        return curve.withUnsafeBufferPointer { curve in
            UInt16(curve[index] + (curve[index + 1] - curve[index]) * rest + 0.5)
        }
    }

    /// The curve for an amount of light, computed in full: 0 to 1 for 0 to 1.
    static func encoded(_ light: Double) -> Double {
        light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    private static let smallest: Float = 0x1p-9
    private static let shift: UInt32 = 13
    /// The curve at 1024 places of each octave from ``smallest`` to 1, times 65535.
    private static let curve: [Float] = (0...((1 as Float).bitPattern - smallest.bitPattern) >> shift).map { index in
        Float(encoded(Double(Float(bitPattern: smallest.bitPattern + index << shift))) * 65_535)
    }
}
