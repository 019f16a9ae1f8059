/// The colors that pictures are drawn in: all pictures come into them as they are read, lie over one another in them, and
/// leave them for those of the output.
public struct CanvasColors: Hashable, Sendable {
    /// The meaning of the canvas' numbers.
    public var space: CanvasSpace
    /// The numbers that are mixed where something is seen through, and where pictures are scaled.
    public var blend: BlendSpace

    /// Colors from their parts: by default sRGB's, mixed as UIKit does it.
    public init(space: CanvasSpace = .sRGB, blend: BlendSpace = .gamma) { (self.space, self.blend) = (space, blend) }

    /// sRGB's, mixed as UIKit does it.
    public static let sRGB = CanvasColors()

    /// A Boolean value that indicates numbers that are amounts of light.
    public var areLight: Bool { blend == .linear || space == .linear }
}

/// The meaning of the numbers of a canvas.
public enum CanvasSpace: String, Hashable, Sendable, CaseIterable {
    /// IEC 61966-2-1.
    case sRGB = "srgb"
    /// Display P3: sRGB's transfer with the primaries of Apple's screens.
    case displayP3 = "display-p3"
    /// ITU-R BT.709: the transfer of cameras, with sRGB's primaries.
    case bt709
    /// ITU-R BT.2020, with BT.709's transfer.
    case bt2020
    /// Light in sRGB's primaries.
    case linear

    /// The name in messages.
    package var name: String {
        switch self {
        case .sRGB: "sRGB"
        case .displayP3: "Display P3"
        case .bt709: "BT.709"
        case .bt2020: "BT.2020"
        case .linear: "linear light"
        }
    }

    /// The same among the standards of files.
    public var standard: InputProfile.Standard { InputProfile.Standard(rawValue: rawValue) ?? .sRGB }
}

/// The numbers that are mixed where something is seen through.
public enum BlendSpace: String, Hashable, Sendable, CaseIterable {
    /// The canvas' numbers, as UIKit does it: half of white over black is 128 of 255.
    case gamma
    /// Amounts of light, as compositors do it: half of white over black is 188 of 255 in sRGB.
    case linear
}
