import FlipbookCore

/// A text that can be a manifest: UTF-8 without a byte order mark, and not too large.
struct DocumentText {
    /// The text without a byte order mark.
    let bytes: [UInt8]

    /// Checks a file's bytes.
    /// - Throws: `ManifestFault`: the bytes are too many, of another encoding, or no text at all.
    init(_ text: [UInt8]) throws(ManifestFault) {
        guard text.count <= YAMLReader.largestByteCount else {
            throw ManifestFault(at: .start, message: "the file is larger than 16 MiB")
        }
        if let zero = text.firstIndex(of: 0) {
            throw ManifestFault(at: .init(of: zero, in: text), message: "a zero byte; save the file as a text in UTF-8")
        }
        if String(validating: text, as: UTF8.self) == nil {
            let position = ManifestNode.Position(of: Self.validLength(of: text), in: text)
            throw ManifestFault(at: position, message: "not UTF-8 from here on; save the file as UTF-8")
        }
        bytes = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text[3...]) : text
    }

    /// A Boolean value that indicates a text that begins as JSON does, of which YAML has its own reading.
    var beginsAsJSON: Bool {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// The number of bytes at the beginning that are UTF-8.
    private static func validLength(of text: [UInt8]) -> Int {
        var bytes = text.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var length = 0
        while case .valid(let character) = parser.parseScalar(from: &bytes) { length += character.count }
        return length
    }
}
