import Glibc

package struct ToneAdjustment: Hashable, Sendable {
    package var exposure = 0.0
    /// The gamma value. Values above 1 brighten the midtones.
    package var gamma = 1.0

    package init(exposure: Double = 0, gamma: Double = 1) { (self.exposure, self.gamma) = (exposure, gamma) }

    package var isNeutral: Bool { exposure == 0 && gamma == 1 }

    /// A lookup table for the 256 values of an sRGB channel (IEC 61966-2-1).
    package var table: [UInt8] {
        (0..<256).map { value in
            let encoded = Double(value) / 255
            let light = encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
            let exposed = light * pow(2, exposure)
            let shown = exposed <= 0.0031308 ? exposed * 12.92 : 1.055 * pow(exposed, 1 / 2.4) - 0.055
            return UInt8((min(max(pow(max(shown, 0), 1 / gamma), 0), 1) * 255).rounded())
        }
    }
}
