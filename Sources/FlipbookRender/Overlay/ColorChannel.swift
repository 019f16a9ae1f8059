/// What can be looked at alone of a picture: one of its four channels, or how bright it is.
public enum ColorChannel: String, CaseIterable, Sendable {
    /// Red.
    case red
    /// Green.
    case green
    /// Blue.
    case blue
    /// How much the pixel covers: black for nothing, white for all.
    case alpha
    /// How bright the pixel is: luma as Rec. ITU-R BT.709 weighs the three colours, 0.2126, 0.7152 and 0.0722.
    case luminance
}
