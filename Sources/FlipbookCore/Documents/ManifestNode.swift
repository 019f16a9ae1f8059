/// A value in a manifest, before its meaning is known, with the place where it stands.
///
/// What YAML and JSON have in common. The reader of a text builds the tree, so that the
/// meaning can be tested without a parser and a parser be changed without touching the meaning.
public struct ManifestNode: Hashable, Sendable {
    /// A place in a text.
    public struct Position: Hashable, Sendable {
        /// The line, from 1.
        public let line: Int
        /// The character in the line, from 1.
        public let column: Int

        /// A place in a text.
        public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

        /// The beginning of a text.
        package static let start = Self(line: 1, column: 1)

        /// The place of a byte of a text, its line's characters counted as UTF-8 has them.
        package init(of index: Int, in text: [UInt8]) {
            let before = text[..<index]
            let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            line = before.count { $0 == UInt8(ascii: "\n") } + 1
            column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        }
    }

    /// A key and its value.
    package struct Entry: Hashable, Sendable {
        /// The key.
        public let key: String
        /// The place of the key.
        public let position: Position
        /// The value.
        public let value: ManifestNode

        /// A key and its value.
        public init(key: String, position: Position, value: ManifestNode) {
            (self.key, self.position, self.value) = (key, position, value)
        }
    }

    /// The parts of a value.
    package enum Content: Hashable, Sendable {
        /// A word without quotes: a number, `true`, `null`, or a text.
        case plain(String)
        /// A text in quotes, or a block of text.
        case quoted(String)
        /// Values in their order.
        case list([ManifestNode])
        /// Keys and values in their order; a key may be there twice.
        case mapping([Entry])
    }

    package let content: Content
    package let position: Position

    package init(_ content: Content, at position: Position) { (self.content, self.position) = (content, position) }
}

/// A mistake in a manifest: where in the text, where in the document, and what to do.
public struct ManifestFault: Error, Hashable, Sendable {
    /// The place in the text.
    public let position: ManifestNode.Position
    /// The place in the document, such as `animationImages[11].hold`; empty for the document as a whole.
    public let path: String
    /// The value that is expected and the one that was found.
    public let explanation: Explanation

    /// The explanation in the library's own words.
    public var message: String { explanation.description }

    /// A mistake from its parts.
    public init(at position: ManifestNode.Position, path: String = "", message: String) {
        self.init(at: position, path: path, Explanation(message))
    }

    package init(at position: ManifestNode.Position, path: String = "", _ explanation: Explanation) {
        (self.position, self.path, self.explanation) = (position, path, explanation)
    }
}

/// A manifest that cannot be used, with every mistake in it.
public struct ManifestError: ExplainedError, Hashable {
    /// The file that the manifest was read from.
    public let file: FilePath
    /// The mistakes in the order of the text; at least one, and not many more than ``largestFaultCount``.
    public let faults: [ManifestFault]

    /// After how many mistakes no more are looked for.
    public static let largestFaultCount = 100

    /// The mistakes of a file.
    public init(file: FilePath, faults: [ManifestFault]) { (self.file, self.faults) = (file, faults) }

    /// The number of mistakes that are shown one by one.
    private static let shownCount = 10

    /// `manifest`.
    public var code: ErrorCode { "manifest" }

    /// A line for each mistake, the first ten: `walk.yaml:12:5: animationImages[11].hold: ...`.
    public var explanation: Explanation {
        var lines: [Explanation] = faults.prefix(Self.shownCount).map { fault in
            let path = fault.path.isEmpty ? "" : "\(fault.path.escapingControlCharacters): "
            return "\(file):\(fault.position.line):\(fault.position.column): \(path)\(fault.explanation)"
        }
        if faults.count > Self.shownCount {
            let least = faults.count >= Self.largestFaultCount ? "at least " : ""
            lines.append("and \(least)\(faults.count - Self.shownCount) more mistakes")
        }
        return lines.joined(separator: "\n")
    }
}
