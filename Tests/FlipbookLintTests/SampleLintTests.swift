import FlipbookCore
import FlipbookLint
import FlipbookScene
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
        expectEqual(findings.map { "\($0.rule) \($0.frames?.description ?? "")" }, expected)
    }

    /// Sequences of seven pictures whose numbers, of one digit, follow a letter: their sizes may differ on purpose.
    private static let shortNumbers: Set = ["lincity-rocket-mixeddims", "supertux-firefly-mixeddims"]

    /// What independent tools measured of a sequence.
    private struct Facts: Decodable {
        let off_dims: [String]
        let missing_at_usual_step: String
        let repeated_numbers: [Int]
        let undecodable: [String: String]
        let count: Int
        let dims: [String: Int]
        let kinds: [String: Int]
        let off_kind: Int
        let lexicographic_order_differs: Bool
        let prefix: String
        let ext: String
    }

    @Test(
        "on real sequences errors and odd sizes are exactly the faults that other programs measured",
        .enabled(if: Samples.areAvailable, Samples.absence)
    )
    func realSamples() async throws {
        let summary = Samples.directory.appendingPathComponent("expected-summary.json")
        let facts = try JSONDecoder().decode([String: [Facts]].self, from: Data(contentsOf: summary))
        expect(facts.count >= 25)
        for (name, sequences) in facts.sorted(by: { $0.key < $1.key }) {
            let report = try await report(under: Samples.directory.appendingPathComponent("sequences/\(name)"))
            let errors = report.findings.filter { $0.severity == .error }
            let sizes = report.findings.filter { $0.rule == "seq.mixed-size" }
            let odd = sizes.flatMap(\.files).map(\.lastComponent)
            expectEqual(odd.sorted(), sequences.flatMap(\.off_dims).sorted(), "\(name)")
            let expected: Severity = Self.shortNumbers.contains(name) ? .warning : .error
            expect(sizes.allSatisfy { $0.severity == expected }, "\(name)")
            let gaps = errors.filter { $0.rule == "seq.gap" }.compactMap { $0.frames?.description }
            expectEqual(gaps, sequences.map(\.missing_at_usual_step).filter { !$0.isEmpty }, "\(name)")
            let broken = errors.filter { $0.rule.rawValue.hasPrefix("load.") }.flatMap(\.files).map(\.lastComponent)
            expectEqual(broken.sorted(), sequences.flatMap(\.undecodable.keys).sorted(), "\(name)")
            let repeated = errors.filter { $0.rule == "seq.duplicate-number" }
            expectEqual(repeated.isEmpty, sequences.allSatisfy(\.repeated_numbers.isEmpty), "\(name)")
            let known: Set<RuleID> = ["seq.mixed-size", "seq.gap", "seq.duplicate-number"]
            expect(errors.allSatisfy { known.contains($0.rule) || $0.rule.rawValue.hasPrefix("load.") }, "\(name)")
        }
    }

    @Test(
        "a real sequence whose pictures are all of one size and kind has no findings, and others have what was measured",
        .enabled(if: Samples.areAvailable, Samples.absence)
    )
    func realKinds() async throws {
        let summary = Samples.directory.appendingPathComponent("expected-summary.json")
        let facts = try JSONDecoder().decode([String: [Facts]].self, from: Data(contentsOf: summary))
        for (name, sequences) in facts.sorted(by: { $0.key < $1.key }) {
            let report = try await report(under: Samples.directory.appendingPathComponent("sequences/\(name)"))
            let warnings = report.findings.filter { $0.severity == .warning }
            // Warnings are for files of other formats, and for the sizes of the two below.
            let known: Set<RuleID> = Self.shortNumbers.contains(name) ? ["seq.mixed-size"] : ["load.unsupported"]
            expect(warnings.allSatisfy { known.contains($0.rule) }, "\(name): \(warnings)")
            if sequences.allSatisfy({ $0.ext == "png" && $0.dims.count == 1 && $0.kinds.count == 1 }),
                !sequences.isEmpty
            {
                expectEqual(report.findings, [], "\(name)")
            }
            let kinds: Set<RuleID> = ["seq.mixed-color-type", "seq.mixed-alpha", "seq.mixed-bit-depth"]
            let odd = Set(report.findings.filter { kinds.contains($0.rule) }.flatMap(\.files))
            expectEqual(odd.count, sequences.reduce(0) { $0 + $1.off_kind }, "\(name)")
        }
    }

    @Test(
        "of the pixels of real PNG sequences nothing is found but what is there",
        .enabled(if: Samples.areAvailable, Samples.absence)
    )
    func realPixels() async throws {
        let report = try await report(
            under: Samples.directory.appendingPathComponent("sequences"),
            by: Linter(deepest: .pixels)
        )
        let pixels = Set(RuleRegistry.descriptions.filter { $0.evidence == .pixels }.map(\.id))
        let found = report.findings.filter { finding in
            pixels.contains(finding.rule) && finding.files.allSatisfy { $0.string.hasSuffix(".png") }
        }
        expectEqual(
            found.map { "\($0.severity) \($0.rule) \($0.subject) \($0.frames?.description ?? "")" },
            [
                // Colors that follow alpha at every one of its levels, from 4 on.
                "warning alpha.premultiplied rocket@.png 1-7",
                "warning alpha.premultiplied @.png 0-9",
                "info alpha.all-transparent iso_light_radius_darkness_0019.png 19",
                "info seq.duplicate-frames pottery1.png 1",
                "info seq.duplicate-frames throbber-05.png 5",
                // A pulse that is twice in the sequence.
                "info alpha.all-transparent throbber-@@.png \(FrameSet([16, 33]))",
                // Sheets that were widened from 8 bits.
                "info depth.unused animations ", "info depth.unused animations ",
            ]
        )
    }

    @Test(
        "of a conformance image one rule at most says that it cannot be shown, and each finding gives its advice once",
        .enabled(if: Samples.areAvailable, Samples.absence)
    )
    func conformanceImages() async throws {
        let report = try await report(
            under: Samples.directory.appendingPathComponent("conformance"),
            by: Linter(deepest: .pixels)
        )
        let fatal: Set<RuleID> = [
            "load.unsupported", "load.empty", "load.truncated", "load.corrupt", "load.unreadable", "load.too-large",
            "load.undecodable", "load.animated", "size.huge",
        ]
        var seen: Set<FilePath> = []
        for finding in report.findings {
            if fatal.contains(finding.rule) {
                for file in finding.files { expect(seen.insert(file).inserted, "\(file): \(finding.rule)") }
            }
            expect(!finding.message.contains("render or copy") && !finding.message.contains("convert it"))
        }
        // Test pictures of 1, 2, 4, 8 and 16 bits are no animation with gaps.
        expect(!report.findings.contains { $0.rule == "seq.gap" })
        expect(report.findings.contains { $0.rule == "seq.stills" })
    }

    @Test(
        "the sequences that sort as text in another order are those that were measured",
        .enabled(if: Samples.areAvailable, Samples.absence)
    )
    func realOrder() async throws {
        let summary = Samples.directory.appendingPathComponent("expected-summary.json")
        let facts = try JSONDecoder().decode([String: [Facts]].self, from: Data(contentsOf: summary))
        for (name, sequences) in facts.sorted(by: { $0.key < $1.key }) {
            let folder = Samples.directory.appendingPathComponent("sequences/\(name)")
            let report = try await report(
                under: folder,
                by: Linter(rules: [.lexicographicOrder, .digitBoundary])
            )
            expectEqual(report.findings.count, sequences.count { $0.lexicographic_order_differs }, "\(name)")
        }
    }

    /// The errors in a folder and the folders inside it, as far as these hold files named like images.
    /// What is found in a folder and the folders inside it, as far as these hold files named like images.
    private func report(under root: URL, by linter: Linter = Linter()) async throws -> LintReport {
        var folders = [root.path]
        for case let url as URL in FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) ?? .init()
        where url.hasDirectoryPath { folders.append(url.path) }
        let withImages = try folders.filter { folder in
            try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
                FolderEvidence.imageExtensions.contains(URL(fileURLWithPath: name).pathExtension.lowercased())
            }
        }
        expect(!withImages.isEmpty)
        return try await linter.lint(LintInput.evidence(for: withImages.sorted()))
    }
}
