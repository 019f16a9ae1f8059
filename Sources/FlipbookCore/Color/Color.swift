/// An sRGB color with 8 bits per channel and straight alpha.
public struct Color: Hashable, Sendable, CustomStringConvertible {
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
    /// Transparent black.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// Creates a color from its channels.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// A Boolean value that indicates whether the color is opaque.
    public var isOpaque: Bool { alpha == 255 }

    /// The color as `#RRGGBB`, or as `#RRGGBBAA` if it is not opaque.
    public var description: String {
        let channels = isOpaque ? [red, green, blue] : [red, green, blue, alpha]
        return channels.reduce(into: "#") { $0 += $1.digits(2, radix: 16, uppercase: true) }
    }
}

/// UIKit's named colors, with `UIColor`'s values. ``green`` is brighter than CSS's `green`, which ``Color/init(parsing:)``
/// reads.
public protocol NamedColors {
    /// Creates a value from a color.
    init(_ color: Color)
}

extension Color: NamedColors {
    /// Creates a copy of a color.
    public init(_ color: Color) { self = color }
}

extension Background: NamedColors {
    /// Opaque white.
    public static let white = Background.color(.white)

    /// Creates a background of one color.
    public init(_ color: Color) { self = .color(color) }
}

extension NamedColors {
    /// UIKit's red, opaque.
    public static var red: Self { Self(Color(red: 255, green: 0, blue: 0)) }
    /// UIKit's green, opaque.
    public static var green: Self { Self(Color(red: 0, green: 255, blue: 0)) }
    /// UIKit's blue, opaque.
    public static var blue: Self { Self(Color(red: 0, green: 0, blue: 255)) }
    /// UIKit's yellow, opaque.
    public static var yellow: Self { Self(Color(red: 255, green: 255, blue: 0)) }
    /// UIKit's cyan, opaque.
    public static var cyan: Self { Self(Color(red: 0, green: 255, blue: 255)) }
    /// UIKit's magenta, opaque.
    public static var magenta: Self { Self(Color(red: 255, green: 0, blue: 255)) }
    /// UIKit's orange, opaque.
    public static var orange: Self { Self(Color(red: 255, green: 128, blue: 0)) }
    /// UIKit's purple, opaque.
    public static var purple: Self { Self(Color(red: 128, green: 0, blue: 128)) }
    /// UIKit's brown, opaque.
    public static var brown: Self { Self(Color(red: 153, green: 102, blue: 51)) }
    /// UIKit's darkGray, opaque.
    public static var darkGray: Self { Self(Color(red: 85, green: 85, blue: 85)) }
    /// UIKit's gray, opaque.
    public static var gray: Self { Self(Color(red: 128, green: 128, blue: 128)) }
    /// UIKit's lightGray, opaque.
    public static var lightGray: Self { Self(Color(red: 170, green: 170, blue: 170)) }
}
