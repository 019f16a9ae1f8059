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
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Whether nothing shows through.
    public var isOpaque: Bool { alpha == 255 }
}

extension Color: CustomStringConvertible {
    /// The colour as `#RRGGBB`, or `#RRGGBBAA` where it is not opaque.
    public var description: String {
        let channels = isOpaque ? [red, green, blue] : [red, green, blue, alpha]
        return channels.reduce(into: "#") { $0 += $1.digits(2, radix: 16, uppercase: true) }
    }
}
