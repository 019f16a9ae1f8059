/// An uninterpreted value in a YAML or JSON manifest, with its position in the text.
public struct ManifestNode: Hashable, Sendable {
    /// A position in the text.
    public struct Position: Hashable, Sendable {
        /// The 1-based line number.
        public let line: Int
        /// The 1-based column, in characters.
        public let column: Int

        /// Creates a position.
        public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

        package static let start = Self(line: 1, column: 1)

        /// Creates the position of a byte. Columns are counted in characters.
        package init(of index: Int, in text: [UInt8]) {
            let before = text[..<index]
            let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            line = before.count { $0 == UInt8(ascii: "\n") } + 1
            column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        }
    }

    package struct Entry: Hashable, Sendable {
        package let key: String
        package let position: Position
        package let value: ManifestNode

        package init(key: String, position: Position, value: ManifestNode) {
            (self.key, self.position, self.value) = (key, position, value)
        }
    }

    package enum Content: Hashable, Sendable {
        /// An unquoted word: a number, `true`, `null`, or text.
        case plain(String)
        /// A quoted string, or a block of text.
        case quoted(String)
        case list([ManifestNode])
        /// The entries in text order. Keys may be repeated.
        case mapping([Entry])
    }

    package let content: Content
    package let position: Position

    package init(_ content: Content, at position: Position) { (self.content, self.position) = (content, position) }
}

/// A mistake in a manifest: its position in the text, its path in the document, and the remedy.
public struct ManifestFault: Error, Hashable, Sendable {
    /// The position in the text.
    public let position: ManifestNode.Position
    /// The path in the document, such as `animationImages[11].hold`; empty for the whole document.
    public let path: String
    /// The expected value, the actual value, and the remedy.
    public let explanation: Explanation

    /// The explanation in the library's words.
    public var message: String { explanation.description }

    /// Creates a fault from a message.
    public init(at position: ManifestNode.Position, path: String = "", message: String) {
        self.init(at: position, path: path, Explanation(message))
    }

    package init(at position: ManifestNode.Position, path: String = "", _ explanation: Explanation) {
        (self.position, self.path, self.explanation) = (position, path, explanation)
    }
}

/// The error for a manifest that cannot be used. It lists every mistake.
public struct ManifestError: ExplainedError, Hashable {
    /// The manifest's file.
    public let file: FilePath
    /// The mistakes in text order. The list has at least one entry, and may have slightly more than ``largestFaultCount``.
    public let faults: [ManifestFault]

    /// The number of mistakes after which the search stops.
    public static let largestFaultCount = 100

    /// Creates an error for the mistakes in a file.
    public init(file: FilePath, faults: [ManifestFault]) { (self.file, self.faults) = (file, faults) }

    private static let shownCount = 10

    /// `manifest`.
    public var code: ErrorCode { "manifest" }

    /// A line for each of the first ten mistakes: `walk.yaml:12:5: animationImages[11].hold: ...`.
    public var explanation: Explanation {
        var lines: [Explanation] = faults.prefix(Self.shownCount).map { fault in
            let path = fault.path.isEmpty ? "" : "\(fault.path.escapingControlCharacters): "
            return "\(file):\(fault.position.line):\(fault.position.column): \(path)\(fault.explanation)"
        }
        if faults.count > Self.shownCount {
            let least = faults.count >= Self.largestFaultCount ? "at least " : ""
            lines.append("and \(least)\(faults.count - Self.shownCount) more errors")
        }
        return lines.joined(separator: "\n")
    }
}
