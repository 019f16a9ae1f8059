/// One of the four channels of a picture.
public enum ColorChannel: String, CaseIterable, Sendable {
    /// Red.
    case red
    /// Green.
    case green
    /// Blue.
    case blue
    /// How much the pixel covers: black for nothing, white for all.
    case alpha
}
