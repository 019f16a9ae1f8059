import Foundation

/// A JSON Schema of the project's `schema` folder, and the part of the language that these use.
public struct JSONSchema {
    private let root: [String: Any]

    /// The schema `schema/NAME.schema.json`.
    public init(named name: String) throws {
        let file = Samples.checkout.appendingPathComponent("schema/\(name).schema.json")
        root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
    }

    /// What is wrong with a document, a sentence each; none where it is valid.
    public func faults(in document: String) throws -> [String] {
        faults(in: try JSONSerialization.jsonObject(with: Data(document.utf8), options: .fragmentsAllowed), root, "$")
    }

    private func faults(in value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            let name = String(reference.dropFirst("#/$defs/".count))
            guard let target = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
                return ["\(place): \(reference) leads nowhere"]
            }
            return faults(in: value, target, place)
        }
        if let choices = schema["anyOf"] as? [[String: Any]] {
            let results = choices.map { faults(in: value, $0, place) }
            return results.contains([]) ? [] : results.min { $0.count < $1.count } ?? []
        }
        var result: [String] = []
        let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map { [$0] } ?? []
        if !types.isEmpty, !types.contains(where: { Self.has(value, type: $0) }) {
            result.append("\(place): \(value) is not of type \(types.joined(separator: " or "))")
        }
        if let words = schema["enum"] as? [String], !words.contains(value as? String ?? "") {
            result.append("\(place): \(value) is none of \(words)")
        }
        if let least = schema["minimum"] as? Double, let number = value as? Double, number < least {
            result.append("\(place): \(number) is below \(least)")
        }
        if let items = schema["items"] as? [String: Any], let array = value as? [Any] {
            for (index, item) in array.enumerated() { result += faults(in: item, items, "\(place)[\(index)]") }
        }
        guard let members = value as? [String: Any] else { return result }
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        for name in schema["required"] as? [String] ?? [] where members[name] == nil {
            result.append("\(place): \(name) is missing")
        }
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            if let property = properties[name] {
                result += faults(in: member, property, "\(place).\(name)")
            } else if schema["additionalProperties"] as? Bool == false {
                result.append("\(place): \(name) is not in the schema")
            }
        }
        return result
    }

    private static func has(_ value: Any, type: String) -> Bool {
        let number = value as? NSNumber
        let isFlag = number.map { String(cString: $0.objCType) == "c" } ?? false
        return switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "null": value is NSNull
        case "boolean": isFlag
        case "number": number != nil && !isFlag
        case "integer": number.map { !isFlag && $0.doubleValue.rounded() == $0.doubleValue } ?? false
        default: false
        }
    }
}
