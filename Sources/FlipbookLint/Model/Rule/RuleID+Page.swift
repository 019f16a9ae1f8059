extension RuleID {
    /// The groups of the rules that Flipbook comes with, each of which has a page in the documentation.
    package static let documentedGroups: Set<String> = [
        "a11y", "alpha", "asset", "canvas", "caps", "color", "depth", "dur", "end", "fix", "highlight", "l10n",
        "lint",
        "load", "manifest", "mode", "name", "opaque", "pixel", "repeat", "rtl", "scale", "seq", "size", "symbol",
    ]

    /// The name of the page of the documentation that has the rule: that of its group.
    package var page: String { "Rules-\(group)" }

    /// The rule's heading on that page, as DocC makes an anchor of it.
    package var anchor: String { rawValue.replacing(".", with: "") }

    /// Where the documentation of the rule is, as DocC addresses it; `nil` for a rule of another package.
    public var url: String? {
        Self.documentedGroups.contains(group)
            ? "doc://FlipbookLint/documentation/FlipbookLint/\(page)#\(anchor)" : nil
    }
}
