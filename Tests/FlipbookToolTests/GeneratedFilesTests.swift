import FlipbookCore
import FlipbookExport
import FlipbookMedia
import FlipbookPlay
import FlipbookTestSupport
import Foundation
import Testing

/// The files that the tools make with the program.
@Suite struct GeneratedFilesTests {
    private let folder: TemporaryDirectory
    private let verbs: [String]

    init() throws {
        folder = try TemporaryDirectory()
        verbs = try Program.flipbook.run(["--help"]).text.matches(of: /\n  ([a-z]+) +[A-Z]/).map { String($0.1) }
        expect(verbs.count > 5)
    }

    /// Runs a tool of the checkout. Returns the names and the texts of the files that it leaves in the folder.
    private func files(madeBy tool: String, _ arguments: String...) throws -> [String: String] {
        let made = try Program(Samples.checkout.appendingPathComponent("tools/\(tool)").path).run(
            arguments + [folder.path],
            environment: ["FLIPBOOK": Program.flipbook.name]
        )
        expectEqual(made.status, 0, "\(made.errors)")
        return try texts(URL(fileURLWithPath: folder.path))
    }

    private func texts(_ folder: URL) throws -> [String: String] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return Dictionary(
            uniqueKeysWithValues: try files.map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
        )
    }

    @Test("the manual has a page for each verb; that of play lists each key of each player")
    func manual() throws {
        let pages = try files(madeBy: "packaging/man-pages", Program.flipbook.name)
        expectEqual(Set(pages.keys), Set(verbs.map { "flipbook-\($0).1" } + ["flipbook.1"]))
        expect(pages.values.allSatisfy { $0.hasPrefix(".TH ") && $0.contains("\n.SH SYNOPSIS\n") })
        let parts = try require(pages["flipbook-play.1"]).replacing("\\-", with: "-").replacing("\\(aq", with: "'")
            .replacing("\\e", with: "\\").components(separatedBy: ".SH KEYS: ")
        expectEqual(parts.count, KeyMap.all.count + 1)
        for (map, part) in zip(KeyMap.all, parts.dropFirst()) {
            expect(part.hasPrefix(map.name.uppercased()))
            for section in map.sections {
                expect(part.contains("\n.SS \(section.title)\n"))
                for entry in section.entries {
                    expect(part.contains("\n.TP\n\\fB\(entry.keys)\\fR\n\(entry.meaning)\n"))
                }
            }
        }
    }

    @Test("the shells' completions have every verb", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let script = try Program.flipbook.run(["--generate-completion-script", shell])
        expect(script.status == 0 && verbs.allSatisfy(script.text.contains))
        guard XServer.isInstalled(shell) else { return }
        let read = try Program(shell).run(["-n", try folder.write(Array(script.output), to: "script").string])
        expect(read.status == 0 && read.errors == "")
    }

    @Test("the pages of all rules are current; tools/generate-rule-docs writes them")
    func rules() throws {
        let current = try texts(Samples.checkout.appendingPathComponent("Sources/FlipbookLint/FlipbookLint.docc"))
        try expectEqual(files(madeBy: "generate-rule-docs"), current.filter { $0.key.hasPrefix("Rules") })
    }
}
