/// A colour: sRGB, 8 bits a channel, not multiplied by its alpha.
public struct Color: Hashable, Sendable {
    /// Red, 0 to 255.
    public var red: UInt8
    /// Green, 0 to 255.
    public var green: UInt8
    /// Blue, 0 to 255.
    public var blue: UInt8
    /// Opacity: 0 is transparent, 255 opaque.
    public var alpha: UInt8

    /// Opaque black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// Opaque white.
    public static let white = Color(red: 255, green: 255, blue: 255)
    /// Transparent black: no colour at all.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// A colour from its channels.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// A Boolean value that indicates an opaque colour.
    public var isOpaque: Bool { alpha == 255 }
}

extension Color: CustomStringConvertible {
    /// The colour as `#RRGGBB`, or `#RRGGBBAA` where it is not opaque.
    public var description: String {
        let channels = isOpaque ? [red, green, blue] : [red, green, blue, alpha]
        return channels.reduce(into: "#") { $0 += $1.digits(2, radix: 16, uppercase: true) }
    }
}

/// The named colours of UIKit's `UIColor`, with its values: ``green`` is brighter than the `green` of CSS, which
/// ``Color/init(parsing:)`` reads.
extension Color {
    /// UIKit's red, opaque.
    public static let red = Color(red: 255, green: 0, blue: 0)
    /// UIKit's green, opaque.
    public static let green = Color(red: 0, green: 255, blue: 0)
    /// UIKit's blue, opaque.
    public static let blue = Color(red: 0, green: 0, blue: 255)
    /// UIKit's yellow, opaque.
    public static let yellow = Color(red: 255, green: 255, blue: 0)
    /// UIKit's cyan, opaque.
    public static let cyan = Color(red: 0, green: 255, blue: 255)
    /// UIKit's magenta, opaque.
    public static let magenta = Color(red: 255, green: 0, blue: 255)
    /// UIKit's orange, opaque.
    public static let orange = Color(red: 255, green: 128, blue: 0)
    /// UIKit's purple, opaque.
    public static let purple = Color(red: 128, green: 0, blue: 128)
    /// UIKit's brown, opaque.
    public static let brown = Color(red: 153, green: 102, blue: 51)
    /// UIKit's darkGray, opaque.
    public static let darkGray = Color(red: 85, green: 85, blue: 85)
    /// UIKit's gray, opaque.
    public static let gray = Color(red: 128, green: 128, blue: 128)
    /// UIKit's lightGray, opaque.
    public static let lightGray = Color(red: 170, green: 170, blue: 170)
}

extension Background {
    /// Opaque white.
    public static let white = Background.color(.white)
}
