/// The direction in which lines of text run, UIKit's `UIUserInterfaceLayoutDirection`.
public enum LayoutDirection: Int, CaseIterable, Hashable, Sendable {
    /// As in English.
    case leftToRight = 0
    /// As in Arabic and Hebrew.
    case rightToLeft
}

/// The subject of a view, which decides whether it is turned round where text runs from right to left: UIKit's
/// `UISemanticContentAttribute`.
public enum SemanticContentAttribute: Int, CaseIterable, Hashable, Sendable {
    /// It follows the text.
    case unspecified = 0
    /// Controls of a player, which are never turned round.
    case playback
    /// Controls that point in a direction in space, which are never turned round.
    case spatial
    /// From left to right, regardless of the text.
    case forceLeftToRight
    /// From right to left, regardless of the text.
    case forceRightToLeft

    /// UIKit's name of the case, such as `forceRightToLeft`.
    public var name: String {
        // String(describing:) searches all conformances of the process four times for a type.
        ["unspecified", "playback", "spatial", "forceLeftToRight", "forceRightToLeft"][rawValue]
    }

    /// The direction of a view that is about this, in a place where text runs in `direction`; as
    /// `UIView.userInterfaceLayoutDirection(for:relativeTo:)`.
    public func layoutDirection(relativeTo direction: LayoutDirection) -> LayoutDirection {
        switch self {
        case .unspecified: direction
        case .playback, .spatial, .forceLeftToRight: .leftToRight
        case .forceRightToLeft: .rightToLeft
        }
    }
}
