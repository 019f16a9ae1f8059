internal import Glibc

/// A function that maps a stored value to light. At and above `threshold`, the light is `(scale * value + offset) ^ exponent`;
/// below it, `slope * value`.
package struct TransferFunction: Hashable, Sendable {
    let exponent, scale, offset, slope, threshold: Double

    static let linear = power(1)
    /// The curve of sRGB (IEC 61966-2-1).
    package static let sRGB = line(12.92, upTo: 0.04045, curve: 0.055, exponent: 2.4)
    /// The curve with which cameras encode light (ITU-R BT.709, BT.601, and BT.2020).
    package static let camera = line(4.5, upTo: 0.081, curve: 0.099, exponent: 1 / 0.45)

    private static func line(_ slope: Double, upTo threshold: Double, curve: Double, exponent: Double) -> Self {
        let (scale, offset) = (1 / (1 + curve), curve / (1 + curve))
        return Self(exponent: exponent, scale: scale, offset: offset, slope: 1 / slope, threshold: threshold)
    }

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
