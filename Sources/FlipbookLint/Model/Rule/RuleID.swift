/// A rule's name: a group, a dot, and the fault, as in `seq.gap`. It does not change after the rule is released.
public struct RuleID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, Comparable,
    CustomStringConvertible
{
    /// The name as text.
    public let rawValue: String

    /// Creates a rule ID from a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The part before the dot: `seq` in `seq.gap`.
    public var group: String { String(decoding: rawValue.utf8.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self) }

    /// Creates a rule ID from a name.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// Returns `true` if `left` comes first in byte order.
    public static func < (left: RuleID, right: RuleID) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    /// The name.
    public var description: String { rawValue }
}

/// The rules whose findings the linter protects or combines.
extension RuleID {
    package static let gap: RuleID = "seq.gap"
    package static let partialLocalization: RuleID = "l10n.partial-sequence"
    package static let heldFrame: RuleID = "fix.held-frame"
    package static let unreadableList: RuleID = "fix.unreadable-list"
    package static let unfinishedFix: RuleID = "name.unfinished-fix"

    /// Rules that always run, whose severity no configuration can lower, and whose findings no baseline can accept: a run must
    /// not pass if a frame was created by a fix. A suppression with a reason can accept these findings.
    package static let guards: Set<RuleID> = [.heldFrame, .unreadableList, .unfinishedFix]

    /// The groups of Flipbook's own rules. Each has a page in the documentation.
    package static let documentedGroups: Set<String> = [
        "a11y", "alpha", "asset", "canvas", "caps", "color", "depth", "dur", "end", "events", "fix", "geom",
        "highlight",
        "l10n", "lint", "load", "manifest", "mode", "name", "opaque", "pixel", "repeat", "rtl", "scale", "seq", "size",
        "state", "symbol",
    ]

    package var page: String { "Rules-\(group)" }

    package var anchor: String { rawValue.replacing(".", with: "") }

    /// Returns the URL of the rule in documentation that DocC built for a web server, or `nil` for a rule from another package.
    /// - Parameter address: the part before `/documentation/flipbooklint/`.
    public func url(inDocumentationAt address: String) -> String? {
        guard Self.documentedGroups.contains(group) else { return nil }
        let slash = address.utf8.last == UInt8(ascii: "/") ? "" : "/"
        return "\(address)\(slash)documentation/flipbooklint/\(page.lowercased())#\(anchor)"
    }
}
