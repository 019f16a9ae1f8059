internal import CYAML
public import FlipbookCore

/// Reads YAML, and JSON as the part of YAML that it is, into a tree with the places of everything.
///
/// On libyaml's events, not on its documents: an anchor is refused before anything refers to it, so a
/// text of a few lines cannot stand for gigabytes, and the depth is checked before it is reached.
public enum YAMLReader {
    /// The longest text that is read, in bytes.
    public static let largestByteCount = 16 << 20
    /// How deep lists and mappings may lie in each other; a manifest needs four levels.
    public static let largestDepth = 16

    /// The one document in `text`.
    /// - Parameters:
    ///   - file: where the text was read from, for messages.
    ///   - isJSON: whether the file says that it is JSON: then what YAML reads beyond that is refused.
    /// - Throws: ``ManifestError`` with the first mistake, also where there is nothing but comments.
    /// - Complexity: O(n) in the bytes, which are at most ``largestByteCount``.
    public static func node(
        of text: [UInt8],
        file: FilePath,
        isJSON: Bool = false
    ) throws(ManifestError) -> ManifestNode {
        guard let node = try nodeIfAny(of: text, file: file, isJSON: isJSON) else {
            let fault = ManifestFault(at: .init(line: 1, column: 1), message: "the file is empty")
            throw ManifestError(file: file, faults: [fault])
        }
        return node
    }

    /// The one document in `text`; `nil` where there is nothing but comments.
    /// - Throws: ``ManifestError`` with the first mistake.
    public static func nodeIfAny(
        of text: [UInt8],
        file: FilePath,
        isJSON: Bool = false
    ) throws(ManifestError) -> ManifestNode? {
        do throws(ManifestFault) {
            let prepared = try prepared(text)
            var builder = NodeBuilder(prepared, language: isJSON ? "JSON" : "YAML")
            let node = try builder.document()
            if isJSON, let fault = JSONStrictness.fault(in: text) { throw fault }
            return node
        } catch {
            throw ManifestError(file: file, faults: [error])
        }
    }

    /// The bytes that libyaml gets: UTF-8 without a byte order mark, JSON's pairs of surrogates joined.
    private static func prepared(_ text: [UInt8]) throws(ManifestFault) -> SurrogatePairs {
        let start = ManifestNode.Position(line: 1, column: 1)
        guard text.count <= largestByteCount else {
            throw ManifestFault(at: start, message: "the file is larger than 16 MiB")
        }
        if isUTF16(text) { throw ManifestFault(at: start, message: "the file is UTF-16; save it as UTF-8") }
        if let zero = text.firstIndex(of: 0) {
            throw ManifestFault(at: .init(of: zero, in: text), message: "a zero byte; this file has to be a text")
        }
        if String(validating: text, as: UTF8.self) == nil {
            let position = ManifestNode.Position(of: validLength(of: text), in: text)
            throw ManifestFault(at: position, message: "not UTF-8 from here on; save the file as UTF-8")
        }
        var bytes = text
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        return isJSON ? SurrogatePairs(joining: bytes) : SurrogatePairs(unchanged: bytes)
    }

    /// Whether a text begins with UTF-16's mark, or with one ASCII character and half of it zero.
    private static func isUTF16(_ text: [UInt8]) -> Bool {
        guard text.count >= 2 else { return false }
        switch (text[0], text[1]) {
        case (0xFE, 0xFF), (0xFF, 0xFE): return true
        case (0, 1..<0x80), (1..<0x80, 0): return text.count.isMultiple(of: 2)
        default: return false
        }
    }

    /// How many bytes at the beginning are UTF-8.
    private static func validLength(of text: [UInt8]) -> Int {
        var bytes = text.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var length = 0
        while case .valid(let character) = parser.parseScalar(from: &bytes) { length += character.count }
        return length
    }
}

/// Builds a tree from libyaml's events. The stack is its own, so that no text can use up the thread's.
private struct NodeBuilder {
    private enum Open {
        case list([ManifestNode], at: ManifestNode.Position)
        case mapping([ManifestNode.Entry], key: (String, ManifestNode.Position)?, at: ManifestNode.Position)
    }

    private let text: SurrogatePairs
    private var stack: [Open] = []
    private var root: ManifestNode?

    /// What the text claims to be, for messages.
    private let language: String

    init(_ text: SurrogatePairs, language: String) {
        self.text = text
        self.language = language
    }

    mutating func document() throws(ManifestFault) -> ManifestNode? {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw ManifestFault(at: .init(line: 1, column: 1), message: "there is no memory left to read it")
        }
        defer { yaml_parser_delete(&parser) }
        let result = text.bytes.withUnsafeBufferPointer { buffer -> Result<ManifestNode?, ManifestFault> in
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
            do throws(ManifestFault) {
                return .success(try read(&parser))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private mutating func read(_ parser: inout yaml_parser_t) throws(ManifestFault) -> ManifestNode? {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(&parser, &event) == 1 else { throw fault(of: parser) }
            defer { yaml_event_delete(&event) }
            if try take(event) { break }
        }
        return root
    }

    /// Takes an event. Returns whether it was the last.
    private mutating func take(_ event: yaml_event_t) throws(ManifestFault) -> Bool {
        let place = position(event.start_mark)
        switch event.type {
        case YAML_STREAM_END_EVENT:
            return true
        case YAML_DOCUMENT_START_EVENT:
            guard root == nil else {
                throw ManifestFault(at: place, message: "a second document begins here; only one is read")
            }
        case YAML_ALIAS_EVENT:
            throw ManifestFault(at: place, message: "aliases (*name) are not read; write the value out")
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            try refuse(anchor: scalar.anchor, tag: scalar.tag, at: place)
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let text = String(decoding: bytes, as: UTF8.self)
            let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
            try add(ManifestNode(isPlain ? .plain(text) : .quoted(text), at: place))
        case YAML_SEQUENCE_START_EVENT:
            try refuse(anchor: event.data.sequence_start.anchor, tag: event.data.sequence_start.tag, at: place)
            try open(.list([], at: place), at: place)
        case YAML_MAPPING_START_EVENT:
            try refuse(anchor: event.data.mapping_start.anchor, tag: event.data.mapping_start.tag, at: place)
            try open(.mapping([], key: nil, at: place), at: place)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            switch stack.popLast() {
            case .list(let items, let start): try add(ManifestNode(.list(items), at: start))
            case .mapping(let entries, _, let start): try add(ManifestNode(.mapping(entries), at: start))
            case nil: break
            }
        default: break
        }
        return false
    }

    private mutating func open(_ new: Open, at place: ManifestNode.Position) throws(ManifestFault) {
        guard stack.count < YAMLReader.largestDepth else {
            throw ManifestFault(at: place, message: "lists and keys lie more than \(YAMLReader.largestDepth) deep here")
        }
        if case .mapping(_, nil, _) = stack.last {
            throw ManifestFault(at: place, message: "a key is a word, not a list or keys and values")
        }
        stack.append(new)
    }

    private mutating func add(_ node: ManifestNode) throws(ManifestFault) {
        switch stack.popLast() {
        case .list(var items, let start):
            items.append(node)
            stack.append(.list(items, at: start))
        case .mapping(let entries, nil, let start):
            switch node.content {
            case .plain(let key), .quoted(let key):
                stack.append(.mapping(entries, key: (key, node.position), at: start))
            case .list, .mapping:
                throw ManifestFault(at: node.position, message: "a key is a word, not a list or keys and values")
            }
        case .mapping(var entries, let (key, position)?, let start):
            entries.append(.init(key: key, position: position, value: node))
            stack.append(.mapping(entries, key: nil, at: start))
        case nil:
            root = node
        }
    }

    private func refuse(
        anchor: UnsafeMutablePointer<yaml_char_t>?,
        tag: UnsafeMutablePointer<yaml_char_t>?,
        at place: ManifestNode.Position
    ) throws(ManifestFault) {
        if anchor != nil { throw ManifestFault(at: place, message: "anchors (&name) are not read; leave it out") }
        if tag != nil { throw ManifestFault(at: place, message: "tags (!name) are not read; leave it out") }
    }

    /// What libyaml found wrong.
    private func fault(of parser: yaml_parser_t) -> ManifestFault {
        let mark = parser.error == YAML_READER_ERROR ? parser.mark : parser.problem_mark
        let problem = YAMLProblem(
            problem: parser.problem.map { String(cString: $0) } ?? "there is no reason given",
            context: parser.context.map { String(cString: $0) } ?? "",
            isJSON: language == "JSON",
            line: line(upTo: mark)
        )
        return ManifestFault(at: position(mark), message: "not valid \(language): \(problem.sentence)")
    }

    /// The line of a place, up to there.
    private func line(upTo mark: yaml_mark_t) -> String {
        let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        let before = String(decoding: text.bytes, as: UTF8.self).unicodeScalars.prefix(Int(clamping: mark.index))
        let line = String(String.UnicodeScalarView(before)).utf8.reversed().prefix { !isBreak($0) }
        return String(decoding: line.reversed(), as: UTF8.self)
    }

    /// A place as libyaml counts it, from 0 and with the pairs joined.
    private func position(_ mark: yaml_mark_t) -> ManifestNode.Position {
        let column = text.column(Int(clamping: mark.column), at: Int(clamping: mark.index))
        return ManifestNode.Position(line: Int(clamping: mark.line) + 1, column: column + 1)
    }
}
