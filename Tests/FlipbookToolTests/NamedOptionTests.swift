import FlipbookCommandLine
import FlipbookCore
import FlipbookLint
import FlipbookScene
import FlipbookTestSupport
import FlipbookTool
import Foundation
import Testing

@Suite("What the documentation and the linter's advice name, the command has")
struct NamedOptionTests {
    private static func help(_ arguments: String...) throws -> String {
        try Program("env").run([Program.flipbook.name] + arguments + ["--help-hidden"]).text
    }

    private static func pages() throws -> [(name: String, text: String)] {
        let modules = [
            "FlipbookCore", "FlipbookScene", "FlipbookImaging", "FlipbookSequences", "FlipbookRender",
            "FlipbookManifest",
            "FlipbookLint", "FlipbookMedia", "FlipbookExport", "FlipbookPlay",
        ]
        let folders = try modules.map { module in
            try FileManager.default.contentsOfDirectory(
                at: Samples.checkout.appendingPathComponent("Sources/\(module)/\(module).docc"),
                includingPropertiesForKeys: nil
            ).filter { $0.pathExtension == "md" }
        }
        expect(folders.allSatisfy { !$0.isEmpty })
        let files = folders.joined() + [Samples.checkout.appendingPathComponent("README.md")]
        return try files.map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
    }

    @Test("every verb that the documentation names exists")
    func verbs() throws {
        let verbs = Set(try Self.help().matches(of: /\n  ([a-z]+) +[A-Z]/).map { String($0.1) }).union(["help"])
        expect(verbs.count > 5)
        for (name, text) in try Self.pages() {
            for match in text.matches(of: /(?:`|\n    |'|\$ )(?:tools\/)?flipbook ([a-z]+)\b/) {
                expect(verbs.contains(String(match.1)), "\(name): flipbook \(match.1)")
            }
        }
    }

    /// The options that some words name.
    private static func options(in words: String) -> [String] {
        words.matches(of: /--[a-z]+(?:-[a-z]+)*/).map { String($0.0) }
    }

    @Test("every option that a fix's words name is one of lint, where it is tried, or is known to be another verb's")
    func options() throws {
        // What is only done when frames are played or exported, and the verb that does it.
        let elsewhere = ["--levels": "export", "--size": "export", "--repeat": "export"]
        var helps: [String: String] = [:]
        for verb in Set(elsewhere.values).union(["lint"]) { helps[verb] = try Self.help(verb) }
        func has(_ verb: String, _ option: String) -> Bool {
            ["\(option) ", "\(option)\n", "\(option),"].contains { helps[verb]?.contains($0) ?? false }
        }
        var named: Set<String> = []
        for rule in RuleRegistry.all {
            for example in rule.description.failing {
                for finding in Linter(rules: [rule], deepest: .pixels).report(on: [example.evidence]).findings {
                    named.formUnion(Self.options(in: finding.fix.words.sentence))
                }
            }
            named.formUnion(Self.options(in: rule.description.remedy.sentence))
        }
        expect(named.contains("--missing"))
        for option in named.sorted() {
            let verb = elsewhere[option] ?? "lint"
            expect(has(verb, option), "flipbook \(verb) \(option)")
        }
    }

    @Test("rules and findings name no option: the command does, in place of their settings and remedies")
    func library() {
        for rule in RuleRegistry.all {
            let description = rule.description
            var texts = [description.notes, description.why, description.remedy].map(\.description)
            for example in description.failing {
                for finding in Linter(rules: [rule], deepest: .pixels).report(on: [example.evidence]).findings {
                    texts += [finding.message, "\(finding.fix)"]
                }
            }
            for text in texts { expect(!text.contains("--"), "\(description.id): \(text)") }
        }
    }
}
