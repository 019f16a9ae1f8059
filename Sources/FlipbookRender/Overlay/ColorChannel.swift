/// A part of a picture that can be viewed on its own: a channel or the luminance.
public enum ColorChannel: String, CaseIterable, Sendable {
    case red
    case green
    case blue
    /// The opacity of the pixel, from black for transparent to white for opaque.
    case alpha
    /// The luma of Rec. ITU-R BT.709, with the weights 0.2126, 0.7152, and 0.0722.
    case luminance
}
