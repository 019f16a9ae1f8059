extension RuleID {
    /// The groups of the rules that Flipbook comes with, each of which has a page in the documentation.
    package static let documentedGroups: Set<String> = [
        "a11y", "alpha", "asset", "canvas", "caps", "color", "depth", "dur", "end", "events", "fix", "geom",
        "highlight", "l10n",
        "lint",
        "load", "manifest", "mode", "name", "opaque", "pixel", "repeat", "rtl", "scale", "seq", "size", "state",
        "symbol",
    ]

    /// The name of the page of the documentation that has the rule: that of its group.
    package var page: String { "Rules-\(group)" }

    /// The rule's heading on that page, as DocC makes an anchor of it.
    package var anchor: String { rawValue.replacing(".", with: "") }

    /// Where the page of the rule is in documentation that was published as DocC writes it for a web server; `nil` for a
    /// rule of another package.
    /// - Parameter address: where the documentation is: what comes before `/documentation/flipbooklint/`.
    public func url(inDocumentationAt address: String) -> String? {
        guard Self.documentedGroups.contains(group) else { return nil }
        let slash = address.utf8.last == UInt8(ascii: "/") ? "" : "/"
        return "\(address)\(slash)documentation/flipbooklint/\(page.lowercased())#\(anchor)"
    }
}
