import FlipbookLint
import FlipbookTestSupport
import Foundation
import Testing

@Suite("What the documentation and the linter's advice name, the command has")
struct NamedOptionTests {
    private static func help(_ arguments: String...) throws -> String {
        try Program("env").run([Program.flipbook.name] + arguments + ["--help-hidden"]).text
    }

    private static func pages() throws -> [(name: String, text: String)] {
        let folders = try ["FlipbookLint", "FlipbookCore", "FlipbookImaging", "FlipbookManifest", "FlipbookMedia"].map {
            module in
            try FileManager.default.contentsOfDirectory(
                at: Samples.checkout.appendingPathComponent("Sources/\(module)/\(module).docc"),
                includingPropertiesForKeys: nil
            ).filter { $0.pathExtension == "md" }
        }
        #expect(folders.allSatisfy { !$0.isEmpty })
        let files = folders.joined() + [Samples.checkout.appendingPathComponent("README.md")]
        return try files.map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
    }

    @Test("every verb that the documentation names exists")
    func verbs() throws {
        let verbs = Set(try Self.help().matches(of: /\n  ([a-z]+) +[A-Z]/).map { String($0.1) }).union(["help"])
        #expect(verbs.count > 5)
        for (name, text) in try Self.pages() {
            for match in text.matches(of: /(?:`|\n    |'|\$ )(?:tools\/)?flipbook ([a-z]+)\b/) {
                #expect(verbs.contains(String(match.1)), "\(name): flipbook \(match.1)")
            }
        }
    }

    @Test("every option that a fix's words name exists in the verbs that take it")
    func options() throws {
        let helps = try ["lint", "export", "play"].map { try Self.help($0) }
        var named: Set<String> = []
        for rule in RuleRegistry.all {
            for example in rule.description.failing {
                for finding in Linter(rules: [rule], deepest: .pixels).report(on: [example.evidence]).findings {
                    named.formUnion(finding.fix.words.matches(of: /--[a-z]+(?:-[a-z]+)*/).map { String($0.0) })
                }
            }
            named.formUnion(rule.description.remedy.matches(of: /--[a-z]+(?:-[a-z]+)*/).map { String($0.0) })
        }
        #expect(named.contains("--missing"))
        for option in named.sorted() {
            #expect(
                helps.contains { $0.contains("\(option) ") || $0.contains("\(option)\n") || $0.contains("\(option),") },
                "\(option)"
            )
        }
    }
}
