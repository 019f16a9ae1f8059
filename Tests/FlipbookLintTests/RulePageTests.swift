import FlipbookLint
import FlipbookTestSupport
import Foundation
import Testing

@Suite("What is written about rules")
struct RulePageTests {
    private static let pages = Samples.checkout.appendingPathComponent("Sources/FlipbookLint/FlipbookLint.docc")

    @Test("every finding leads to its rule's heading on a page")
    func links() throws {
        for rule in RuleRegistry.descriptions {
            let page = try String(contentsOf: Self.pages.appendingPathComponent("\(rule.id.page).md"), encoding: .utf8)
            expect(page.contains("\n## \(rule.id)\n"))
            expectEqual(
                rule.id.url(inDocumentationAt: "https://example.org/flipbook/"),
                "https://example.org/flipbook/documentation/flipbooklint/\(rule.id.page.lowercased())#\(rule.id.anchor)"
            )
        }
        expectEqual(Set(RuleRegistry.descriptions.map(\.id.group)), RuleID.documentedGroups)
        expect(LintRule.oddSize.id.url(inDocumentationAt: "https://example.org") == nil)
    }

    @Test("every rule of the files is in the table once, and the table has no other")
    func registered() throws {
        let rules = Samples.checkout.appendingPathComponent("Sources/FlipbookLint/Rules")
        let files =
            FileManager.default.enumerator(at: rules, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
        var found: [String] = []
        for file in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            let heads = text.matches(of: /(?:LintRule\(\s*\.init|= (?:short|withoutEffect))\(\s*"([a-z0-9.-]+)"/)
            found += heads.map { String($0.1) }
        }
        expect(found.count > 100)
        expectEqual(found.sorted(), RuleRegistry.all.map(\.id.rawValue).sorted())
    }

    /// The pages and files that name rules and commands to a reader.
    private static func documents() throws -> [(name: String, text: String)] {
        let folders = try FileManager.default.contentsOfDirectory(atPath: pages.path).filter { $0.hasSuffix(".md") }
            .map { pages.appendingPathComponent($0) }
        let others = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "action.yml", "sequences/README.md"]
            .map { Samples.checkout.appendingPathComponent($0) }
        return try (folders + others).map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
    }

    @Test("every rule that the documentation names exists")
    func namedRules() throws {
        let known = Set(RuleRegistry.descriptions.map(\.id.rawValue))
        let groups = Set(RuleRegistry.descriptions.map(\.id.group))
        var count = 0
        for (name, text) in try Self.documents() {
            let named = Self.namedRules(in: text, groups: groups)
            for id in named { expect(known.contains(id), "\(name): \(id)") }
            count += named.count
        }
        expect(count > 100)
    }

    /// Every word in code, a span or a block, that has the form of a rule's id; file names have it, too.
    private static func namedRules(in text: String, groups: Set<String>) -> [String] {
        let code = text.matches(of: /(?s)```.*?```|`[^`\n]+`/).map { String($0.0) }.joined(separator: " ")
        let words = code.split { !($0.isLetter || $0.isNumber || "._/@#-*".contains($0)) }.map { word in
            word.last == "." ? String(word.dropLast()) : String(word)
        }
        let files = ["md", "png", "yaml", "yml", "json", "xcassets", "mp4", "swift", "sarif", "html"]
        return words.filter { word in
            guard let match = word.wholeMatch(of: /([a-z0-9]+)\.([a-z]+(?:-[a-z0-9]+)*)/) else { return false }
            return groups.contains(String(match.1)) && !files.contains(String(match.2))
        }
    }

    @Test("a word in code that has the form of a rule's id is found, wherever it stands in it")
    func namedRuleForms() {
        let text = "`[default, alpha.mixed-use]` and `seq.gap`, ```\nignore: [load.x]\n``` not seq.none, `seq.png`"
        expectEqual(
            Self.namedRules(in: text, groups: ["seq", "alpha", "load"]),
            ["alpha.mixed-use", "seq.gap", "load.x"]
        )
    }

    @Test("a rule's page has all that is known about it")
    func page() {
        let text = RulePage(LintRule.mixedSize.description, in: RuleRegistry.all).text
        for part in [
            "seq.mixed-size  error, reads headers, since 0.1.0", LintRule.mixedSize.description.summary,
            "\(LintRule.mixedSize.description.why)", "\(LintRule.mixedSize.description.remedy)",
            "walk.2.png  200x90",
            "-> walk.2.png: 200x90 px; the other 2 frames are 160x90.",
        ] {
            expect(text.contains(part), "\(part)")
        }
        let options = RulePage(LintRule.oddSize.description, in: [.oddSize])
        expect(
            options.text.contains(
                "multiple: The number that divides both sides. Takes a whole number from 2 to 64; 2 by default."
            )
        )
        expect(
            options.markdown.contains(
                "| `multiple` | The number that divides both sides. | a whole number from 2 to 64 | `2` |"
            )
        )
    }

    @Test("the rule that the documentation shows is the one that is compiled and tested here")
    func example() throws {
        let code = try String(
            contentsOf: Samples.checkout
                .appendingPathComponent("Examples/StudioLint/Sources/StudioLint/OddSizeRule.swift"),
            encoding: .utf8
        )
        let program = try String(
            contentsOf: Samples.checkout
                .appendingPathComponent("Examples/StudioLint/Sources/StudioLint/StudioLint.swift"),
            encoding: .utf8
        )
        let page = try String(
            contentsOf: Samples.checkout
                .appendingPathComponent("Sources/FlipbookLint/FlipbookLint.docc/WritingARule.md"),
            encoding: .utf8
        )
        expect(page.contains("```swift\n\(code)```\n"))
        expect(page.contains("```swift\n\(program)```\n"))
    }

    /// Where this build has its modules.
    private static let build = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()
    private static let kernels = build.appendingPathComponent("CImageKernels.build/module.modulemap").path

    @Test(
        "an example package compiles outside of this one, where it sees public declarations only",
        .enabled(if: FileManager.default.fileExists(atPath: kernels), "this build's modules are elsewhere"),
        .hangLimit,
        arguments: ["StudioLint", "Farbfeld", "TurningCard", "Button"]
    )
    func examplePackage(name: String) throws {
        let modules = Samples.checkout.appendingPathComponent("Sources")
        let maps = try FileManager.default.contentsOfDirectory(atPath: modules.path)
            .map { modules.appendingPathComponent("\($0)/module.modulemap").path }
            .filter { FileManager.default.fileExists(atPath: $0) }
        // The maps of our own modules in C, which the build made.
        let ours = try FileManager.default.contentsOfDirectory(atPath: Self.build.path)
            .map { Self.build.appendingPathComponent("\($0)/module.modulemap").path }
            .filter { FileManager.default.fileExists(atPath: $0) }
        // Where the headers of the libraries lie that the kernels' modules include.
        let places = try Program("pkg-config").run([
            "--cflags-only-I", "libpng", "libjpeg", "libtiff-4", "libsixel", "yaml-0.1", "gstreamer-app-1.0",
            "gstreamer-video-1.0",
        ])
        let folder = Samples.checkout.appendingPathComponent("Examples/\(name)/Sources/\(name)").path
        let sources = try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
        let folders = String(decoding: places.output, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(
            String.init
        )
        let options = (ours + maps).map { "-fmodule-map-file=\($0)" } + folders
        let compiler = try Program("swiftc").run(
            ["-typecheck", "-swift-version", "6", "-module-name", name]
                + (sources.contains { $0.hasSuffix("/main.swift") } ? [] : ["-parse-as-library"])
                + ["-I", Self.build.appendingPathComponent("Modules").path]
                + options.flatMap { ["-Xcc", $0] } + sources
        )
        expectEqual(compiler.status, 0, "\(compiler.errors)")
    }

    @Test("a rule from outside runs beside the others, and its examples are right")
    func outside() {
        let linter = Linter(rules: RuleRegistry.standard + [.oddSize])
        let description = LintRule.oddSize.description
        expect(!description.failing.isEmpty && !description.passing.isEmpty)
        for example in description.failing {
            expectEqual(linter.report(on: [example.evidence]).findings.map(\.rule), ["studio.odd-size"])
        }
        for example in description.passing {
            expectEqual(linter.report(on: [example.evidence]).findings, [])
        }
    }

    @Test("the list has a line for each rule")
    func list() throws {
        expectEqual(
            RuleList(RuleRegistry.descriptions).text.split(separator: "\n").count,
            RuleRegistry.descriptions.count
        )
        let json =
            try JSONSerialization.jsonObject(with: Data(RuleList(RuleRegistry.descriptions).json.utf8))
            as? [[String: Any]]
        expectEqual(json?.compactMap { $0["rule"] as? String }, RuleRegistry.descriptions.map(\.id.rawValue))
    }
}
