import FlipbookCore

/// Image sets that become templates for a tint by their names alone.
public struct AssetTemplateNameRule: ImageSetRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "asset.template-name",
        severity: .info,
        evidence: .names,
        summary: "The name of an image set ends in Template, and the set does not say how it is rendered.",
        rationale: "By such a name the picture becomes a template: its colours are lost, and a tint is shown instead.",
        remedy: "Say template-rendering-intent in the properties of Contents.json, or choose another name.",
        passing: [
            RuleExample.imageSet(named: "arrowTemplate", [RuleExample.File("arrow.png", 20, 20)]) {
                $0.rendersAsTemplate = true
            }
        ],
        failing: [RuleExample.imageSet(named: "arrowTemplate", [RuleExample.File("arrow.png", 20, 20)])]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ set: ImageSetEvidence) -> [Finding] {
        guard let contents = set.set, contents.name.hasSuffix("Template"), contents.rendersAsTemplate == nil,
            contents.variants.contains(where: { $0.rendersAsTemplate == nil && $0.filename != nil })
        else { return [] }
        return [
            finding(
                in: set.contents,
                at: ManifestNode.Position(line: 1, column: 1),
                of: set.name,
                message: "the set is a template for a tint, by nothing but its name.",
                fix: "Say template-rendering-intent in its properties, or choose another name."
            )
        ]
    }
}
