/// A part of a picture that can be looked at alone: one of its four channels, or its brightness.
public enum ColorChannel: String, CaseIterable, Sendable {
    /// Red.
    case red
    /// Green.
    case green
    /// Blue.
    case blue
    /// The coverage of the pixel: black for nothing, white for all.
    case alpha
    /// The brightness of the pixel: luma as Rec. ITU-R BT.709 weighs the three colors, 0.2126, 0.7152 and 0.0722.
    case luminance
}
