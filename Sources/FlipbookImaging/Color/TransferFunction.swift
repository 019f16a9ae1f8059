internal import Glibc

/// A function from a value to light: `(scale * value + offset) ^ exponent` from `threshold` on, and `slope * value` below.
package struct TransferFunction: Hashable, Sendable {
    let exponent, scale, offset, slope, threshold: Double

    static let linear = power(1)
    /// IEC 61966-2-1.
    package static let sRGB = TransferFunction(
        exponent: 2.4,
        scale: 1 / 1.055,
        offset: 0.055 / 1.055,
        slope: 1 / 12.92,
        threshold: 0.04045
    )
    /// ITU-R BT.709, BT.601, and BT.2020, as cameras encode light.
    package static let camera = TransferFunction(
        exponent: 1 / 0.45,
        scale: 1 / 1.099,
        offset: 0.099 / 1.099,
        slope: 1 / 4.5,
        threshold: 0.081
    )

    static func power(_ exponent: Double) -> TransferFunction {
        TransferFunction(exponent: exponent, scale: 1, offset: 0, slope: 0, threshold: 0)
    }

    func light(of number: Double) -> Double {
        guard number >= threshold else { return slope > 0 ? number * slope : 0 }
        return exponent == 1 ? number : pow(scale * number + offset, exponent)
    }

    func number(of light: Double) -> Double {
        guard light >= self.light(of: threshold) else { return slope > 0 ? light / slope : 0 }
        return exponent == 1 ? light : (pow(light, 1 / exponent) - offset) / scale
    }
}
