import FlipbookCore
import FlipbookScene
import FoundationEssentials

/// Keys of a manifest and their values, as part of another document.
public struct ManifestDocument: Sendable, Hashable, Codable {
    enum Value: Hashable, Codable {
        case flag(Bool)
        case whole(Int64)
        case number(Double)
        case text(String)
        case list([Value])
        case object([String: Value])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let flag = try value.ifItIs(Bool.self) {
                self = .flag(flag)
            } else if let number = try value.ifItIs(Double.self) {
                self = Int64(exactly: number).map(Self.whole) ?? .number(number)
            } else if let text = try value.ifItIs(String.self) {
                self = .text(text)
            } else if let list = try value.ifItIs([Self].self) {
                self = .list(list)
            } else {
                self = .object(try value.decode([String: Self].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .flag(let flag): try flag.encode(to: encoder)
            case .whole(let number): try number.encode(to: encoder)
            case .number(let number): try number.encode(to: encoder)
            case .text(let text): try text.encode(to: encoder)
            case .list(let list): try list.encode(to: encoder)
            case .object(let object): try object.encode(to: encoder)
            }
        }

        var node: ManifestNode {
            let content: ManifestNode.Content =
                switch self {
                case .flag(let flag): .plain("\(flag)")
                case .whole(let number): .plain("\(number)")
                case .number(let number): .plain("\(number)")
                case .text(let text): .quoted(text)
                case .list(let list): .list(list.map(\.node))
                case .object(let values):
                    .mapping(values.sorted { $0.key < $1.key }.map { .init(key: $0, position: .start, value: $1.node) })
                }
            return ManifestNode(content, at: .start)
        }
    }

    private let values: [String: Value]

    /// The keys, sorted.
    public var keys: [String] { values.keys.sorted() }

    init(json: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(json.utf8)) }

    private init(_ values: [String: Value]) { self.values = values }

    func adding(_ key: String, _ value: Value) -> Self { Self(values.merging([key: value]) { $1 }) }
    func without(_ key: String) -> Self { Self(values.filter { $0.key != key }) }
    func value(_ key: String) -> Value? { values[key] }

    var node: ManifestNode { Value.object(values).node }

    /// Decodes keys and values.
    public init(from decoder: any Decoder) throws { values = try [String: Value](from: decoder) }

    /// Encodes keys and values.
    public func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }

    func manifest(in file: FilePath) throws(ManifestError) -> SequenceManifest {
        // A manifest needs frames, which a plan stores elsewhere.
        let node = adding("animationImages", .text("#.png")).without("resizing").node
        return try SequenceManifest(decoding: node, file: file)
    }

    /// Returns the slices of an asset catalog, or `nil` if there are none.
    /// - Throws: `ManifestError` for invalid slices.
    func slices(in file: FilePath) throws(ManifestError) -> ImageSet.Resizing? {
        guard let slices = value("resizing") else { return nil }
        let set = ManifestDocument.Value.object(["images": .list([.object(["resizing": slices])])])
        return try ImageSet(decoding: set.node, name: "plan", file: file).variants.first?.resizing
    }
}

extension SingleValueDecodingContainer {
    /// Decodes a value, or returns `nil` if it has a different type. Throws an error if a list or an object contains an invalid
    /// value.
    fileprivate func ifItIs<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        do {
            return try decode(type)
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == codingPath.count {
            return nil
        }
    }
}
