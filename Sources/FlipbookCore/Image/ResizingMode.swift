/// The way the center of a resizable image is filled. The raw values are UIKit's.
public enum ResizingMode: Int, CaseIterable, Sendable {
    /// Repeats the center from the top left.
    case tile = 0
    /// Scales the center.
    case stretch = 1

    /// UIKit's name for the mode.
    public var name: String { self == .tile ? "tile" : "stretch" }
}
