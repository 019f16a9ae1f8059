/// The layout direction: UIKit's `UIUserInterfaceLayoutDirection`.
public enum LayoutDirection: Int, CaseIterable, Hashable, Sendable {
    /// As in English.
    case leftToRight = 0
    /// As in Arabic and Hebrew.
    case rightToLeft
}

/// The kind of view, which determines whether the view is mirrored in right-to-left layouts: UIKit's
/// `UISemanticContentAttribute`.
public enum SemanticContentAttribute: Int, CaseIterable, Hashable, Sendable {
    /// Follows the layout direction.
    case unspecified = 0
    /// Playback controls, which are never mirrored.
    case playback
    /// Controls for a direction in space, which are never mirrored.
    case spatial
    /// Always left to right.
    case forceLeftToRight
    /// Always right to left.
    case forceRightToLeft

    /// UIKit's name for the case, such as `forceRightToLeft`.
    public var name: String {
        // `String(describing:)` is slow: it searches the conformances of the whole process.
        ["unspecified", "playback", "spatial", "forceLeftToRight", "forceRightToLeft"][rawValue]
    }

    /// Returns the direction of a view of this kind, as `UIView.userInterfaceLayoutDirection(for:relativeTo:)` does.
    public func layoutDirection(relativeTo direction: LayoutDirection) -> LayoutDirection {
        switch self {
        case .unspecified: direction
        case .playback, .spatial, .forceLeftToRight: .leftToRight
        case .forceRightToLeft: .rightToLeft
        }
    }
}
