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
    /// - Parameter file: where the text was read from, for messages.
    /// - Throws: ``ManifestError`` with the first mistake, also where there is nothing but comments.
    /// - Complexity: O(n) in the bytes, which are at most ``largestByteCount``.
    public static func node(of text: [UInt8], file: FilePath) throws(ManifestError) -> ManifestNode {
        guard let node = try nodeIfAny(of: text, file: file) else {
            let fault = ManifestFault(at: .init(line: 1, column: 1), message: "the file is empty")
            throw ManifestError(file: file, faults: [fault])
        }
        return node
    }

    /// The one document in `text`; `nil` where there is nothing but comments.
    /// - Throws: ``ManifestError`` with the first mistake.
    public static func nodeIfAny(of text: [UInt8], file: FilePath) throws(ManifestError) -> ManifestNode? {
        var builder = NodeBuilder()
        do throws(ManifestFault) {
            return try builder.document(of: try prepared(text))
        } catch {
            throw ManifestError(file: file, faults: [error])
        }
    }

    /// The bytes that libyaml gets: UTF-8 without a byte order mark, JSON's pairs of surrogates joined.
    private static func prepared(_ text: [UInt8]) throws(ManifestFault) -> [UInt8] {
        let start = ManifestNode.Position(line: 1, column: 1)
        guard text.count <= largestByteCount else {
            throw ManifestFault(at: start, message: "the file is larger than 16 MiB")
        }
        if let zero = text.firstIndex(of: 0) {
            throw ManifestFault(at: position(of: zero, in: text), message: "a zero byte; this file has to be a text")
        }
        guard String(validating: text, as: UTF8.self) != nil else {
            throw ManifestFault(at: start, message: "not UTF-8; save the file as UTF-8")
        }
        var bytes = text
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? SurrogatePairs.joined(in: bytes) : bytes
    }

    private static func position(of index: Int, in text: [UInt8]) -> ManifestNode.Position {
        let before = text[..<index]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return ManifestNode.Position(
            line: before.count { $0 == UInt8(ascii: "\n") } + 1,
            column: index - lineStart + 1
        )
    }
}

/// Builds a tree from libyaml's events. The stack is its own, so that no text can use up the thread's.
private struct NodeBuilder {
    private enum Open {
        case list([ManifestNode], at: ManifestNode.Position)
        case mapping([ManifestNode.Entry], key: (String, ManifestNode.Position)?, at: ManifestNode.Position)
    }

    private var stack: [Open] = []
    private var root: ManifestNode?

    mutating func document(of bytes: [UInt8]) throws(ManifestFault) -> ManifestNode? {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw ManifestFault(at: .init(line: 1, column: 1), message: "there is no memory left to read it")
        }
        defer { yaml_parser_delete(&parser) }
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<ManifestNode?, ManifestFault> in
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
            guard yaml_parser_parse(&parser, &event) == 1 else { throw Self.fault(of: parser) }
            defer { yaml_event_delete(&event) }
            if try take(event) { break }
        }
        return root
    }

    /// Takes an event. Returns whether it was the last.
    private mutating func take(_ event: yaml_event_t) throws(ManifestFault) -> Bool {
        let place = ManifestNode.Position(event.start_mark)
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

    /// What libyaml found wrong. Its words are about grammar; the place is what helps.
    private static func fault(of parser: yaml_parser_t) -> ManifestFault {
        let problem = parser.problem.map { String(cString: $0) } ?? "it cannot be read"
        let context = parser.context.map { String(cString: $0) + ", " } ?? ""
        let mark = parser.error == YAML_READER_ERROR ? parser.mark : parser.problem_mark
        let hint =
            problem.contains("cannot start any token") ? "; indent with spaces, and quote what begins with a sign" : ""
        return ManifestFault(at: .init(mark), message: "not valid YAML: \(context)\(problem)\(hint)")
    }
}

extension ManifestNode.Position {
    /// A place as libyaml counts it, from 0.
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    }
}
