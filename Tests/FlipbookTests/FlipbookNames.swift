import FlipbookTestSupport
import Foundation

/// The names that a page may use: public declarations of the library, options and verbs, keys of a manifest, lint rules.
struct FlipbookNames {
    /// A declaration by its name and, of a function, the labels of its parameters.
    private struct Member {
        let name: Substring
        var labels: [(name: Substring, hasDefault: Bool)] = []

        /// Returns `true` for the labels, of which those with a default may be missing.
        func accepts(_ given: [Substring]) -> Bool {
            var rest = given[...]
            for label in labels {
                if rest.first == label.name { rest.removeFirst() } else if !label.hasDefault { return false }
            }
            return rest.isEmpty
        }
    }

    private var members: [String: [Member]] = [:]
    private var help = ""
    private var schema = ""
    private var rules = ""

    init() throws {
        func text(_ path: String) throws -> String {
            try String(contentsOf: Samples.checkout.appendingPathComponent(path), encoding: .utf8)
        }
        (help, schema) = (try text("Tests/Snapshots/Help.txt"), try text("schema/sequence.schema.json"))
        let root = Samples.checkout.appendingPathComponent("Sources")
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects ?? []
        for file in files.compactMap({ $0 as? URL }) where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            if file.path.contains("/FlipbookLint/Rules/") { rules += source } else { read(source) }
        }
    }

    private static let types: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "extension"]
    private static let functions: Set<Substring> = ["func", "init", "init?"]
    private static let kinds = types.union(functions).union(["var", "let", "case", "typealias"])

    /// Notes the public declarations of a file, each under the names of the types around it.
    private mutating func read(_ source: String) {
        let lines = source.utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) }
        let marks = Set(" :<{(,".utf8)
        var around: [(indent: Int, path: String, isPublicEnum: Bool)] = []
        for (index, line) in lines.enumerated() {
            let words = line.utf8.split { marks.contains($0) }.map { Substring($0) }
            guard let place = words.firstIndex(where: Self.kinds.contains), words[0].first != "/" else { continue }
            let indent = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
            let (kind, isPublic) = (words[place], words[..<place].contains("public"))
            guard isPublic || kind == "case" && place == 0 || Self.types.contains(kind) else { continue }
            around.removeAll { $0.indent >= indent }
            let owner = around.last?.path ?? ""
            let names = words[(place + 1)...].map { $0.filter { $0 != "`" }[...] }
            if kind == "case" {
                guard around.last?.isPublicEnum == true else { continue }
                members[owner, default: []] += names.map { Member(name: $0) }
            } else if Self.functions.contains(kind) {
                let name = kind == "func" ? names.first ?? "" : "init"
                members[owner, default: []].append(
                    Self.function(name, lines[index...].prefix(24).joined(separator: " "))
                )
            } else if let name = names.first {
                if isPublic { members[owner, default: []].append(Member(name: name)) }
                guard Self.types.contains(kind) else { continue }
                let path = owner.isEmpty ? String(name) : "\(owner).\(name)"
                around.append((indent, path, isPublic && kind == "enum"))
            }
        }
    }

    /// A function by the text that begins with its declaration.
    private static func function(_ name: Substring, _ text: String) -> Member {
        var parameters = [""]
        var (depth, last) = (0, Character(" "))
        for character in text.drop(while: { $0 != "(" }) {
            if "([{<".contains(character) { depth += 1 }
            if ")]}".contains(character) || character == ">" && last != "-" { depth -= 1 }
            if depth == 0 { break }
            if depth == 1, character == "," {
                parameters.append("")
            } else {
                parameters[parameters.count - 1].append(character)
            }
            last = character
        }
        let labels = parameters.map { text in
            (text.drop { "( ".contains($0) }.prefix { !" :".contains($0) }, text.contains(" = "))
        }
        return Member(name: name, labels: labels.filter { !$0.0.isEmpty })
    }

    /// Returns `true` for `Type`, `Type/member`, `Type.function(label:)`, `Type(label:)`, `--option`, `verb --option`, `key:`
    /// and `rule.id`.
    func contains(_ name: String) -> Bool {
        let words = name.split(separator: " ")
        if words.count > 1 { return words.allSatisfy { $0.hasPrefix("-") ? contains(String($0)) : isVerb($0) } }
        if name.hasPrefix("--") { return help.contains("  \(name) ") || help.contains("  \(name)\n") }
        if name.hasSuffix(":") { return schema.contains("\"\(name.dropLast())\": {") }
        if name.first?.isLowercase == true, name.contains(".") { return rules.contains("\"\(name)\"") }
        var path = name.prefix { $0 != "(" }.split { "./".contains($0) }
        let labels = name.contains("(") ? name.drop { $0 != "(" }.split { "(:)".contains($0) } : nil
        // A type with labels is an initializer of it.
        if labels != nil, path.last?.first?.isUppercase == true { path.append("init") }
        guard let last = path.popLast() else { return false }
        let owner = path.joined(separator: ".")
        return ([owner] + Self.forwarded(owner)).contains { owner in
            (members[owner] ?? []).contains { $0.name == last && (labels.map($0.accepts) ?? true) }
        }
    }

    private func isVerb(_ word: Substring) -> Bool { word == "flipbook" || help.contains("flipbook \(word) ") }

    /// The types whose members a type has besides its own.
    private static func forwarded(_ type: String) -> [String] {
        switch type {
        case "View": ["ViewProperties"]
        case "ImageView", "Layer": ["ViewProperties", "ViewGeometry"]
        default: type.hasSuffix("GestureRecognizer") ? ["GestureRecognizer"] : []
        }
    }
}
