import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookSequences
import FlipbookTestSupport
import Testing

@Suite("Evidence levels")
struct EvidenceLevelTests {
    /// What a rule finds in its examples, failing and passing, when the linter has looked only so deep.
    private func findings(_ rule: LintRule, at level: EvidenceLevel) -> [[String]] {
        (rule.description.failing + rule.description.passing).map { example in
            let evidence = example.evidence.limited(to: level, for: rule)
            return Linter(rules: [rule]).report(on: [evidence]).findings.map {
                "\($0.severity) \($0.subject) \($0.message)"
            }
        }
    }

    @Test("a rule judges its examples right at the level that it declares, and at no lower one")
    func levels() {
        for rule in RuleRegistry.all {
            let right = findings(rule, at: .pixels)
            let least = EvidenceLevel.allCases.first { findings(rule, at: $0) == right }
            expectEqual(least, rule.description.evidence, "\(rule.id)")
        }
    }
}

extension FolderEvidence {
    /// What a rule would be told of the folder if the linter had looked only so deep.
    fileprivate func limited(to level: EvidenceLevel, for rule: LintRule) -> FolderEvidence {
        guard level > .manifest else {
            var result = FolderEvidence(name: name, sequences: [])
            result.invalidManifest = invalidManifest
            result.manifest = manifest
            result.manifest?.besides = []
            result.manifest?.missing = []
            result.manifest?.linkedOutside = []
            return result
        }
        var result = self
        // The rule on gaps is given the headers of a few numbered pictures at any level.
        let doubtful = Set(sequences.filter { rule.id == .gap && $0.hasDoubtfulNumbers }.flatMap(\.frames).map(\.path))
        let known = Dictionary(
            subjects.flatMap(\.frames).filter { doubtful.contains($0.path) }.map {
                ($0.path, $0.reading)
            },
            uniquingKeysWith: { first, _ in first }
        )
        if level < .headers { result.add(EmptyCollection<Result<ImageDetails, ImageError>>(), as: \.reading) }
        if level < .headers { result.updateSubjects { $0.reading = known[$0.path] ?? nil } }
        if level < .pixels { result.add(EmptyCollection<Result<PictureFacts, ImageError>>(), as: \.decoding) }
        return result
    }
}
