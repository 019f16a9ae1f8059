import FoundationEssentials

extension Encodable {
    /// The value as JSON, keys sorted, for people to read as well.
    var jsonText: String { get throws { try json(.prettyPrinted) } }

    /// The value as JSON on one line, keys sorted.
    var jsonLine: String { get throws { try json() } }

    private func json(_ format: JSONEncoder.OutputFormatting = []) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format.union([.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
