internal import CYAML
package import FlipbookCore

/// A YAML reader that builds a tree with positions. It uses libyaml's events rather than its documents, so it can reject
/// anchors before they are used, and limit the depth while it builds the tree. With anchors, a short text could expand to
/// gigabytes.
package enum YAMLReader {
    package static let largestByteCount = 16 << 20
    /// The maximum depth of lists and mappings. A manifest needs four levels.
    package static let largestDepth = 16

    /// Returns the only document in a file.
    /// - Throws: `ManifestError` with the first mistake, or if the text contains only comments.
    /// - Complexity: O(n) in the number of bytes, at most ``largestByteCount``.
    package static func node(of text: [UInt8], file: FilePath) throws(ManifestError) -> ManifestNode {
        guard let node = try nodeIfAny(of: text, file: file) else {
            let fault = ManifestFault(at: .init(line: 1, column: 1), message: "the file is empty")
            throw ManifestError(file: file, faults: [fault])
        }
        return node
    }

    package static func nodeIfAny(of text: [UInt8], file: FilePath) throws(ManifestError) -> ManifestNode? {
        do throws(ManifestFault) {
            let text = try DocumentText(text)
            guard text.beginsAsJSON else { return try document(in: text) }
            return try documentOrJSON(in: text)
        } catch { throw ManifestError(file: file, faults: [error]) }
    }

    private static func document(in text: DocumentText) throws(ManifestFault) -> ManifestNode? {
        var builder = NodeBuilder(text.bytes)
        return try builder.document()
    }

    /// Parses text as JSON or, if that fails, as YAML, which does not support surrogate pairs. If both fail, the fault that is
    /// farther into the text is thrown, because that reader understood more.
    private static func documentOrJSON(in text: DocumentText) throws(ManifestFault) -> ManifestNode? {
        let inJSON: ManifestFault
        do throws(ManifestFault) { return try JSONReader.node(in: text, isObject: false) } catch { inJSON = error }
        do throws(ManifestFault) {
            return try document(in: text)
        } catch {
            let (json, yaml) = (inJSON.position, error.position)
            throw (json.line, json.column) > (yaml.line, yaml.column) ? inJSON : error
        }
    }
}

/// A builder that makes a tree from libyaml's events. It has its own stack, so that no document can exhaust the thread's stack.
private struct NodeBuilder {
    private enum Open {
        case list([ManifestNode], at: ManifestNode.Position)
        case mapping([ManifestNode.Entry], key: (String, ManifestNode.Position)?, at: ManifestNode.Position)
    }

    private let text: [UInt8]
    private var stack: [Open] = []
    private var root: ManifestNode?

    init(_ text: [UInt8]) { self.text = text }

    mutating func document() throws(ManifestFault) -> ManifestNode? {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1
        else { throw ManifestFault(at: .start, message: "not enough memory to read the file") }
        defer { yaml_parser_delete(&parser) }
        let result = text.withUnsafeBufferPointer { buffer -> Result<ManifestNode?, ManifestFault> in
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
            return Result { () throws(ManifestFault) in try read(&parser) }
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

    private mutating func take(_ event: yaml_event_t) throws(ManifestFault) -> Bool {
        let place = position(event.start_mark)
        switch event.type {
        case YAML_STREAM_END_EVENT: return true
        case YAML_DOCUMENT_START_EVENT:
            guard root == nil
            else { throw ManifestFault(at: place, message: "a second document begins here; only one is read") }
        case YAML_ALIAS_EVENT:
            throw ManifestFault(at: place, message: "aliases (*name) are not supported; write the value itself")
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            try refuse(anchor: scalar.anchor, tag: scalar.tag, at: place)
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
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
            let fact = "lists and keys nest more than \(YAMLReader.largestDepth) levels deep"
            throw ManifestFault(at: place, message: fact)
        }
        if case .mapping(_, nil, _) = stack.last { throw Self.noWord(at: place) }
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
            case .list, .mapping: throw Self.noWord(at: node.position)
            }
        case .mapping(var entries, let (key, position)?, let start):
            entries.append(.init(key: key, position: position, value: node))
            stack.append(.mapping(entries, key: nil, at: start))
        case nil: root = node
        }
    }

    private static func noWord(at place: ManifestNode.Position) -> ManifestFault {
        ManifestFault(at: place, message: "a key must be a word, not a list or a mapping")
    }

    private func refuse(
        anchor: UnsafeMutablePointer<yaml_char_t>?,
        tag: UnsafeMutablePointer<yaml_char_t>?,
        at place: ManifestNode.Position
    ) throws(ManifestFault) {
        if anchor != nil { throw ManifestFault(at: place, message: "an anchor (&name) is not supported; remove it") }
        if tag != nil { throw ManifestFault(at: place, message: "a tag (!name) is not supported; remove it") }
    }

    private func fault(of parser: yaml_parser_t) -> ManifestFault {
        let mark = parser.error == YAML_READER_ERROR ? parser.mark : parser.problem_mark
        let reason = parser.problem.map { String(cString: $0) } ?? "no reason given"
        let context = parser.context.map { String(cString: $0) } ?? ""
        let problem = YAMLProblem(problem: reason, context: context, line: line(upTo: mark))
        let place = problem.isUnclosedQuote ? parser.context_mark : mark
        return ManifestFault(at: position(place), message: "not valid YAML: \(problem.sentence)")
    }

    private func line(upTo mark: yaml_mark_t) -> String {
        let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        let before = String(decoding: text, as: UTF8.self).unicodeScalars.prefix(Int(clamping: mark.index))
        let line = String(String.UnicodeScalarView(before)).utf8.reversed().prefix { !isBreak($0) }
        return String(decoding: line.reversed(), as: UTF8.self)
    }

    private func position(_ mark: yaml_mark_t) -> ManifestNode.Position {
        ManifestNode.Position(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    }
}
