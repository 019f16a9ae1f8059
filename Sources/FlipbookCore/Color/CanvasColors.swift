/// The color space in which pictures are blended. The result is then converted to the output's color space.
public struct CanvasColors: Hashable, Sendable {
    /// The color space of the canvas.
    public var space: CanvasSpace
    /// The kind of values that are blended and scaled: encoded or linear.
    public var blend: BlendSpace

    /// Creates canvas colors. The default is sRGB, blended as in UIKit.
    public init(space: CanvasSpace = .sRGB, blend: BlendSpace = .gamma) { (self.space, self.blend) = (space, blend) }

    /// sRGB, blended as in UIKit.
    public static let sRGB = CanvasColors()

    /// A Boolean value that indicates whether colors are blended in linear light.
    public var areLight: Bool { blend == .linear || space == .linear }
}

/// A color space of the canvas.
public enum CanvasSpace: String, Hashable, Sendable, CaseIterable {
    /// IEC 61966-2-1.
    case sRGB = "srgb"
    /// Display P3: sRGB's transfer function with the primaries of Apple's screens.
    case displayP3 = "display-p3"
    /// ITU-R BT.709: the transfer function of cameras, with sRGB's primaries.
    case bt709
    /// ITU-R BT.2020, with BT.709's transfer function.
    case bt2020
    /// Linear light with sRGB's primaries.
    case linear

    package var name: String {
        switch self {
        case .sRGB: "sRGB"
        case .displayP3: "Display P3"
        case .bt709: "BT.709"
        case .bt2020: "BT.2020"
        case .linear: "linear light"
        }
    }

    /// The standard input profile with the same color space.
    public var standard: InputProfile.Standard { InputProfile.Standard(rawValue: rawValue) ?? .sRGB }
}

/// The kind of color values that are blended: encoded or linear.
public enum BlendSpace: String, Hashable, Sendable, CaseIterable {
    /// Encoded values, as in UIKit: 50% white over black becomes 128 of 255.
    case gamma
    /// Linear light, as in compositors: 50% white over black becomes 188 of 255 in sRGB.
    case linear
}
