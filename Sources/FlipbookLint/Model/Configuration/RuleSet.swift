/// The rules for one kind of work: the default rules with additions and omissions.
///
/// Select a set by name, like a rule: `select: [vfx]` in `.flipbook.yaml`, `--rule-set vfx` on the command line.
public struct RuleSet: Hashable, Sendable {
    /// The name that selects the set: lowercase letters and hyphens. No group of rules has the same name.
    public let name: String
    /// The purpose of the set, as a phrase.
    public let summary: String
    /// The rules that run in addition to the default rules.
    public let added: Set<RuleID>
    /// The rules, or groups such as `asset.*`, that do not run.
    public let left: Set<String>

    /// Creates a set.
    public init(_ name: String, _ summary: String, adding added: Set<RuleID> = [], without left: Set<String> = []) {
        (self.name, self.summary, self.added, self.left) = (name, summary, added, left)
    }

    package func has(_ rule: RuleID, byDefault: Bool) -> Bool {
        if left.contains(rule.rawValue) || left.contains(rule.group + ".*") { return false }
        return byDefault || added.contains(rule)
    }

    /// All sets.
    public static let all: [RuleSet] = [
        RuleSet(
            "vfx",
            "film shots: frames from 1001, plates, passes",
            adding: ["seq.lexicographic-order", "canvas.odd", "seq.frozen"],
            without: ["asset.*", "l10n.*", "caps.*", "a11y.*", "scale.*"]
        ),
        RuleSet(
            "game",
            "sprites and effects: many small sequences among stills",
            adding: ["size.memory"],
            without: ["asset.*", "l10n.*", "seq.digit-boundary"]
        ),
        RuleSet(
            "app",
            "animated images in apps: asset catalogs, scale factors, languages",
            adding: ["size.memory", "a11y.missing-label", "caps.legacy"]
        ),
        RuleSet(
            "science",
            "time-lapse sequences, plots and microscopy: many frames, unusual sizes, not for apps",
            adding: ["seq.lexicographic-order", "seq.frozen"],
            without: ["asset.*", "l10n.*", "caps.*", "scale.*"]
        ),
        RuleSet(
            "web",
            "animations on web pages: small files, the same colors in every browser",
            adding: ["a11y.missing-label", "alpha.nearly-opaque"],
            without: ["asset.*", "caps.*"]
        ),
        RuleSet(
            "uikit-names",
            "frames that UIKit's animatedImageNamed loads by name",
            adding: ["seq.start-index", "seq.over-limit", "seq.zero-padded", "seq.orphan"]
        ),
    ]
}
