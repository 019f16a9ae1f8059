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
    /// UIKit's red, opaque.
    public static let red = Background.color(.red)
    /// UIKit's green, opaque.
    public static let green = Background.color(.green)
    /// UIKit's blue, opaque.
    public static let blue = Background.color(.blue)
    /// UIKit's yellow, opaque.
    public static let yellow = Background.color(.yellow)
    /// UIKit's cyan, opaque.
    public static let cyan = Background.color(.cyan)
    /// UIKit's magenta, opaque.
    public static let magenta = Background.color(.magenta)
    /// UIKit's orange, opaque.
    public static let orange = Background.color(.orange)
    /// UIKit's purple, opaque.
    public static let purple = Background.color(.purple)
    /// UIKit's brown, opaque.
    public static let brown = Background.color(.brown)
    /// UIKit's darkGray, opaque.
    public static let darkGray = Background.color(.darkGray)
    /// UIKit's gray, opaque.
    public static let gray = Background.color(.gray)
    /// UIKit's lightGray, opaque.
    public static let lightGray = Background.color(.lightGray)
}
