import FlipbookCore

struct DocumentText {
    let bytes: [UInt8]

    /// Checks a file's bytes.
    /// - Throws: `ManifestFault` if there are too many bytes, if they have a different encoding, or if they are not text.
    init(_ text: [UInt8]) throws(ManifestFault) {
        guard text.count <= YAMLReader.largestByteCount
        else { throw ManifestFault(at: .start, message: "the file is larger than 16 MiB") }
        if let zero = text.firstIndex(of: 0) {
            throw ManifestFault(at: .init(of: zero, in: text), message: "a zero byte; save the file as UTF-8 text")
        }
        if String(validating: text, as: UTF8.self) == nil {
            let position = ManifestNode.Position(of: Self.validLength(of: text), in: text)
            throw ManifestFault(at: position, message: "not UTF-8 from here on; save the file as UTF-8")
        }
        bytes = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text[3...]) : text
    }

    /// A Boolean value that indicates whether the text begins like JSON, which a YAML reader interprets differently.
    var beginsAsJSON: Bool {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    private static func validLength(of text: [UInt8]) -> Int {
        var bytes = text.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var length = 0
        while case .valid(let character) = parser.parseScalar(from: &bytes) { length += character.count }
        return length
    }
}
