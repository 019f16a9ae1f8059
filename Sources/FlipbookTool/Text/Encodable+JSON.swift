import FlipbookCore
import FoundationEssentials

extension Encodable {
    /// The value as JSON, keys sorted, for people to read as well.
    var jsonText: String { get throws { try json(.prettyPrinted) } }

    /// The value as JSON on one line, keys sorted.
    var jsonLine: String { get throws { try json() } }

    private func json(_ format: JSONEncoder.OutputFormatting = []) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format.union([.sortedKeys, .withoutEscapingSlashes])
        return Self.escaping(String(decoding: try encoder.encode(self), as: UTF8.self))
    }

    /// JSON in which nothing disturbs a terminal, which it may be printed on: that encoder escapes what JSON itself demands.
    private static func escaping(_ json: String) -> String {
        json.escaped { $0 != "\n" && $0.disturbsDisplay ? $0.escapedForJSON : nil }
    }
}
