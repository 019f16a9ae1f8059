import Foundation

/// A color in CIELAB under D65, and how different two of them look: CIEDE2000 (ISO/CIE 11664-6).
struct LabColor {
    let (lightness, a, b): (Double, Double, Double)

    /// The color of numbers of sRGB, 0 to 255.
    init(sRGB numbers: [Double]) {
        self.init(
            linear: numbers.map { number in
                let value = number / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
        )
    }

    /// The color of amounts of light in sRGB's primaries.
    init(linear rgb: [Double]) {
        let (red, green, blue) = (rgb[0], rgb[1], rgb[2])
        let x: Double = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
        let y: Double = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
        let z: Double = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
        let xyz: [Double] = [x / 0.95047, y, z / 1.08883].map { (part: Double) -> Double in
            part > 216.0 / 24389.0 ? cbrt(part) : (part * 24389.0 / 27.0 + 16.0) / 116.0
        }
        (lightness, a, b) = (116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2]))
    }

    init(_ lightness: Double, _ a: Double, _ b: Double) {
        (self.lightness, self.a, self.b) = (lightness, a, b)
    }

    /// How different two colors look; 1 is about what is noticed.
    func difference(from other: LabColor) -> Double {
        let radians = Double.pi / 180
        let chroma = (hypot(a, b) + hypot(other.a, other.b)) / 2
        let g = 0.5 * (1 - (pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7))).squareRoot())
        let (a1, a2) = (a * (1 + g), other.a * (1 + g))
        let (c1, c2) = (hypot(a1, b), hypot(a2, other.b))
        func hue(_ a: Double, _ b: Double) -> Double {
            guard a != 0 || b != 0 else { return 0 }
            let degrees = atan2(b, a) / radians
            return degrees < 0 ? degrees + 360 : degrees
        }
        let (h1, h2) = (hue(a1, b), hue(a2, other.b))
        var turn = c1 * c2 == 0 ? 0 : h2 - h1
        if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
        let dL = other.lightness - lightness
        let dC = c2 - c1
        let dH = 2 * (c1 * c2).squareRoot() * sin(turn / 2 * radians)
        let (meanL, meanC) = ((lightness + other.lightness) / 2, (c1 + c2) / 2)
        var meanH = h1 + h2
        if c1 * c2 != 0 {
            if abs(h1 - h2) <= 180 {
                meanH /= 2
            } else {
                meanH = (meanH + (meanH < 360 ? 360 : -360)) / 2
            }
        }
        var t: Double = 1 - 0.17 * cos((meanH - 30) * radians)
        t += 0.24 * cos(2 * meanH * radians)
        t += 0.32 * cos((3 * meanH + 6) * radians)
        t -= 0.20 * cos((4 * meanH - 63) * radians)
        let fromMiddle = pow(meanL - 50, 2)
        let sL = 1 + 0.015 * fromMiddle / (20 + fromMiddle).squareRoot()
        let (sC, sH) = (1 + 0.045 * meanC, 1 + 0.015 * meanC * t)
        let rotation = 30 * exp(-pow((meanH - 275) / 25, 2))
        let rC = 2 * (pow(meanC, 7) / (pow(meanC, 7) + pow(25, 7))).squareRoot()
        let rT = -sin(2 * rotation * radians) * rC
        let (l, c, h) = (dL / sL, dC / sC, dH / sH)
        return (l * l + c * c + h * h + rT * c * h).squareRoot()
    }
}
