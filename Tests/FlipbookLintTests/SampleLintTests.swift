import FlipbookCore
import FlipbookLint
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Linting sequences that lie on disk")
struct SampleLintTests {
    @Test(
        "our own samples: the clean ones have no findings, each broken one exactly its fault",
        arguments: [
            ("bouncing-ball", []), ("glow", []), ("on-twos", []), ("walker", []), ("broken/two-sequences", []),
            ("broken/gap", ["seq.gap 5-6,9"]),
            ("broken/double-number", ["seq.duplicate-number 10"]),
            ("broken/mixed-size", ["seq.mixed-size 7"]),
            ("broken/mixed-scale", ["seq.mixed-scale 5-6"]),
            ("broken/not-an-image", ["load.unsupported 4"]),
            ("broken/truncated", ["load.truncated 8"]),
        ] as [(String, [String])]
    )
    func ownSamples(_ name: String, _ expected: [String]) async throws {
        let folder = Samples.checkout.appendingPathComponent("sequences/\(name)").path
        let findings = try await Linter().lint(LintInput.evidence(for: [folder])).findings
        #expect(findings.map { "\($0.rule) \($0.frames?.description ?? "")" } == expected)
    }

    /// What independent tools measured of a sequence.
    private struct Facts: Decodable {
        let off_dims: [String]
        let missing_at_usual_step: String
        let repeated_numbers: [Int]
        let undecodable: [String: String]
    }

    @Test(
        "on real sequences the errors are exactly the faults that other programs measured",
        .enabled(if: Samples.areAvailable, "the samples are not on this machine")
    )
    func realSamples() async throws {
        let summary = Samples.directory.appendingPathComponent("expected-summary.json")
        let facts = try JSONDecoder().decode([String: [Facts]].self, from: Data(contentsOf: summary))
        #expect(facts.count >= 25)
        for (name, sequences) in facts.sorted(by: { $0.key < $1.key }) {
            let errors = try await errors(under: Samples.directory.appendingPathComponent("sequences/\(name)"))
            let odd = errors.filter { $0.rule == "seq.mixed-size" }.flatMap(\.files).map(\.lastComponent)
            #expect(odd.sorted() == sequences.flatMap(\.off_dims).sorted(), "\(name)")
            let gaps = errors.filter { $0.rule == "seq.gap" }.compactMap { $0.frames?.description }
            #expect(gaps == sequences.map(\.missing_at_usual_step).filter { !$0.isEmpty }, "\(name)")
            let broken = errors.filter { $0.rule.rawValue.hasPrefix("load.") }.flatMap(\.files).map(\.lastComponent)
            #expect(broken.sorted() == sequences.flatMap(\.undecodable.keys).sorted(), "\(name)")
            let repeated = errors.filter { $0.rule == "seq.duplicate-number" }
            #expect(repeated.isEmpty == sequences.allSatisfy(\.repeated_numbers.isEmpty), "\(name)")
            let known: Set<RuleID> = ["seq.mixed-size", "seq.gap", "seq.duplicate-number"]
            #expect(errors.allSatisfy { known.contains($0.rule) || $0.rule.rawValue.hasPrefix("load.") }, "\(name)")
        }
    }

    /// The errors in a folder and the folders inside it, as far as these hold files named like images.
    private func errors(under root: URL) async throws -> [Finding] {
        var folders = [root.path]
        for case let url as URL in FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) ?? .init()
        where url.hasDirectoryPath { folders.append(url.path) }
        let withImages = try folders.filter { folder in
            try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
                FolderEvidence.imageExtensions.contains(URL(fileURLWithPath: name).pathExtension.lowercased())
            }
        }
        #expect(!withImages.isEmpty)
        let report = try await Linter().lint(LintInput.evidence(for: withImages.sorted()))
        return report.findings.filter { $0.severity == .error }
    }
}
