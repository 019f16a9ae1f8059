import FlipbookCore

/// A JSON value in a report (RFC 8259). Members keep their order, which Foundation's encoder does not guarantee.
package enum JSONValue: ExpressibleByDictionaryLiteral {
    case number(Int)
    case decimal(Double)
    case flag(Bool)
    case string(String)
    case null
    case array([JSONValue])
    case object([(String, JSONValue)])

    package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    package var text: String {
        switch self {
        case .number(let number): "\(number)"
        case .decimal(let number): number.isFinite ? number.shortest : "null"
        case .flag(let flag): "\(flag)"
        case .string(let string): Self.quoted(string)
        case .null: "null"
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { "\(Self.quoted($0)):\($1.text)" }.joined(separator: ",") + "}"
        }
    }

    package init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members) }

    // Escapes more than JSON requires: everything that could confuse a terminal or a JavaScript parser.
    private static func quoted(_ text: String) -> String { text.quotedForJSON(escaping: \.disturbsDisplay) }
}
