/// The way in which the part of a resizable picture between its caps fills its room; the raw values are UIKit's.
public enum ResizingMode: Int, CaseIterable, Sendable {
    /// It is repeated, from the upper left.
    case tile = 0
    /// It is scaled.
    case stretch = 1

    /// UIKit's name of the mode.
    public var name: String { self == .tile ? "tile" : "stretch" }
}
