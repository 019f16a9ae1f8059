import FlipbookTestSupport
import Foundation
import Testing

/// The text of the documentation, held against the code.
@Suite("Documentation")
struct DocumentationTests {
    private func files(_ folder: String, _ endings: [String]) throws -> [(name: String, text: String)] {
        let root = Samples.checkout.appendingPathComponent(folder)
        let paths = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects ?? []
        return try paths.compactMap { $0 as? URL }.filter { endings.contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
            .map { ($0.path, try String(contentsOf: $0, encoding: .utf8)) }
    }

    /// The lines without indentation, marks of comments, `private`, imports, empty ones, and notes at their ends.
    private func lines(_ text: some StringProtocol) -> [String] {
        text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { bytes in
            let space = UInt8(ascii: " ")
            var line = bytes.drop { $0 == space }
            if line.starts(with: "///".utf8) { line = line.dropFirst(3).drop { $0 == space } }
            if line.starts(with: "private ".utf8) { line = line.dropFirst(8) }
            guard !line.isEmpty, !line.starts(with: "import ".utf8) else { return nil }
            let text = String(decoding: line, as: UTF8.self)
            return text.range(of: "  // ").map { String(text[..<$0.lowerBound]) } ?? text
        }
    }

    /// The Swift examples of a page, or of a source's comments.
    private func examples(of text: String) -> [String] {
        guard text.range(of: "```swift") != nil else { return [] }
        let page = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let line = line.trimmingCharacters(in: .whitespaces)
            return line.hasPrefix("///") ? String(line.dropFirst(3).drop { $0 == " " }) : line
        }
        .joined(separator: "\n")
        return page.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    }

    @Test("every example in a comment or on a page is compiled, in a test or in an example package")
    func examplesCompile() throws {
        let compiled = try (files("Tests", ["swift"]) + files("Examples", ["swift"])).map { lines($0.text) }
        // Where each line stands, so that no example is looked for everywhere.
        var places: [String: [(file: Int, line: Int)]] = [:]
        for (file, lines) in compiled.enumerated() {
            for (line, text) in lines.enumerated() { places[text, default: []].append((file, line)) }
        }
        var pages = try files("Sources", ["swift", "md"])
        pages.append(
            ("README.md", try String(contentsOf: Samples.checkout.appendingPathComponent("README.md"), encoding: .utf8))
        )
        var count = 0
        for page in pages {
            for example in examples(of: page.text) {
                count += 1
                let lines = lines(example).map {
                    $0.replacing("view.visibleImage(at", with: "_ = view.visibleImage(at")
                }
                let isCompiled = places[try #require(lines.first), default: []].contains { place in
                    compiled[place.file][place.line...].starts(with: lines)
                }
                #expect(isCompiled, "\(page.name):\n\(example)")
            }
        }
        #expect(count >= 14)
    }

    /// The public times of another type: UIKit's own names, the numbers of written documents, a part of a whole, and what
    /// `RationalTime` is made of. A date is no time of a picture.
    private static let otherTimes: Set = [
        "FlipbookScene animationDuration: Double", "FlipbookScene duration: Double", "FlipbookScene delay: Double",
        "FlipbookScene time: Double", "FlipbookMedia timeNs: Int64", "FlipbookCore seconds: Int",
        "FlipbookExport duration: Double", "FlipbookExport wallTime: Double", "FlipbookExport time: Int64",
        "FlipbookLint seconds: Int64", "FlipbookCore seconds: Int64", "FlipbookCore seconds: Double",
        "FlipbookCore nanoseconds: Int64",
    ]

    @Test("a public time is a RationalTime, or a Duration where a person waits", arguments: DocumentationTests.modules)
    func times(module: String) throws {
        for source in try files("Sources/\(module)", ["swift"]) {
            for declaration in source.text.matches(of: /(?m)^ *(@\w+ )*(public [^{=]*|case \w+\([^\n]*)/) {
                let times = /\b(\w*([tT]ime|[dD]uration|[dD]elay|[sS]econds|Ns)): (Int|Int64|Double)\b/
                for time in declaration.output.0.matches(of: times) {
                    #expect(Self.otherTimes.contains("\(module) \(time.output.0)"), "\(source.name)")
                }
            }
        }
    }

    private static let modules = [
        "FlipbookCore", "FlipbookScene", "FlipbookFiles", "FlipbookImaging", "FlipbookSequences", "FlipbookRender",
        "FlipbookManifest", "FlipbookLint", "FlipbookMedia", "FlipbookExport", "FlipbookPlay",
    ]

    @Test(
        "every public type is in its module's page",
        arguments: DocumentationTests.modules
    )
    func publicTypes(module: String) throws {
        let pages = try files("Sources/\(module)", ["md"]).map(\.text).joined()
        var missing: [String] = []
        for source in try files("Sources/\(module)", ["swift"]) {
            for line in source.text.split(separator: "\n") {
                guard line.utf8.starts(with: "public ".utf8) else { continue }
                // Types within others are found on their pages.
                guard let kind = line.prefixMatch(of: /public (?:final )?(?:struct|enum|class|actor|protocol) (\w+)/)
                else {
                    continue
                }
                // The rules have a page of their own, made of their descriptions.
                if kind.1.hasSuffix("Rule"), module == "FlipbookLint" { continue }
                if !pages.contains("``\(kind.1)``") { missing.append(String(kind.1)) }
            }
        }
        #expect(missing.isEmpty, "\(module): \(missing.sorted().joined(separator: ", "))")
    }

    /// The names that are public in sources, and the comments of their declarations.
    private func publicNames(_ sources: [String]) -> (names: Set<String>, comments: [Substring]) {
        let kinds: Set<Substring> = [
            "struct", "enum", "class", "actor", "protocol", "typealias", "func", "var", "let", "case",
        ]
        var names: Set<String> = []
        var comments: [Substring] = []
        let marks = Set(" (:<,{".utf8)
        for source in sources {
            var comment: [Substring] = []
            var isPublicEnum = false
            var isInProtocol = false
            for line in source.split(separator: "\n") {
                let words = line.utf8.split { marks.contains($0) }.map { Substring($0) }
                if words.first == "///" {
                    comment.append(line)
                    continue
                }
                if words.first?.first == "@", !words.contains("public") { continue }
                if line == "}" { isInProtocol = false }
                let isPublic = words.contains("public")
                if words.contains("enum") { isPublicEnum = isPublic }
                if words.contains("protocol") { isInProtocol = isPublic }
                if isPublic || isInProtocol || (words.first == "case" && isPublicEnum) {
                    comments += comment
                    let rest = words.drop { !kinds.contains($0) }.drop { kinds.contains($0) }
                    if words.first == "case" {
                        names.formUnion(line.split { " ,".contains($0) }.map { String($0.prefix { $0 != "(" }) })
                    } else if let name = rest.first {
                        names.insert(name.filter { $0 != "`" })
                    }
                }
                comment = []
            }
        }
        return (names, comments)
    }

    @Test(
        "what pages and comments of public declarations link to is public in their module",
        arguments: DocumentationTests.modules
    )
    func links(module: String) throws {
        let (names, comments) = publicNames(try files("Sources/\(module)", ["swift"]).map(\.text))
        let known = names.union([module, "init", "subscript"])
        var broken: Set<String> = []
        for text in try files("Sources/\(module)", ["md"]).map(\.text) + comments.map(String.init) {
            for link in text.components(separatedBy: "``").enumerated() where link.offset % 2 == 1 {
                // A block of code begins and ends with a mark more.
                if link.element.contains("\n") || link.element.isEmpty || link.element.contains("`") { continue }
                let isKnown = link.element.split(separator: "/").allSatisfy { part in
                    known.contains(String(part.prefix { !"(-".contains($0) }))
                }
                if !isKnown { broken.insert(link.element) }
            }
        }
        #expect(names.count > 10)
        #expect(broken.isEmpty, "\(module): \(broken.sorted().joined(separator: ", "))")
    }
}
