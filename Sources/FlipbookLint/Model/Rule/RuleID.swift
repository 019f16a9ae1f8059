/// A rule's name, stable once released: a group, a dot, and what is wrong, as in `seq.gap`.
public struct RuleID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, Comparable,
    CustomStringConvertible
{
    /// The name as it is printed.
    public let rawValue: String

    /// A rule of the given name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text before the dot: `seq` of `seq.gap`.
    public var group: String { String(decoding: rawValue.utf8.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self) }

    /// A rule of the given name.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The order of the names' bytes.
    public static func < (left: RuleID, right: RuleID) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    /// The name.
    public var description: String { rawValue }
}

/// The rules by whose findings the linter itself goes, when one finding says what two would.
extension RuleID {
    package static let gap: RuleID = "seq.gap"
    package static let partialLocalization: RuleID = "l10n.partial-sequence"
    package static let heldFrame: RuleID = "fix.held-frame"
    package static let unreadableList: RuleID = "fix.unreadable-list"
    package static let unfinishedFix: RuleID = "name.unfinished-fix"

    /// Rules that no selection leaves out, no configuration makes less than they are, and no baseline accepts: a frame
    /// that a fix made must not turn a run green. A suppression with a reason accepts what they find.
    package static let guards: Set<RuleID> = [.heldFrame, .unreadableList, .unfinishedFix]

    /// The groups of the rules that Flipbook comes with, each of which has a page in the documentation.
    package static let documentedGroups: Set<String> = [
        "a11y", "alpha", "asset", "canvas", "caps", "color", "depth", "dur", "end", "events", "fix", "geom",
        "highlight",
        "l10n", "lint", "load", "manifest", "mode", "name", "opaque", "pixel", "repeat", "rtl", "scale", "seq", "size",
        "state", "symbol",
    ]

    /// The name of the page of the documentation that has the rule: that of its group.
    package var page: String { "Rules-\(group)" }

    /// The rule's heading on that page, as DocC makes an anchor of it.
    package var anchor: String { rawValue.replacing(".", with: "") }

    /// The address of the rule's page in documentation that DocC wrote for a web server, or `nil` for
    /// a rule of another package.
    /// - Parameter address: where the documentation is: what comes before `/documentation/flipbooklint/`.
    public func url(inDocumentationAt address: String) -> String? {
        guard Self.documentedGroups.contains(group) else { return nil }
        let slash = address.utf8.last == UInt8(ascii: "/") ? "" : "/"
        return "\(address)\(slash)documentation/flipbooklint/\(page.lowercased())#\(anchor)"
    }
}
