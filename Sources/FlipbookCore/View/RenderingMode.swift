/// Whether a picture shows its own colours: UIKit's `UIImage.RenderingMode`.
public enum RenderingMode: Int, CaseIterable, Hashable, Sendable {
    /// As the place where it is shown decides; an image view shows the colours.
    case automatic = 0
    /// Its own colours.
    case alwaysOriginal
    /// A stencil: where the picture is opaque the view's tint colour shows, its own colours do not matter.
    case alwaysTemplate
}
