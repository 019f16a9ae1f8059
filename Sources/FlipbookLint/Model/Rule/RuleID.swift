/// A rule's name, stable once released: a group, a dot, and what is wrong, as in `seq.gap`.
public struct RuleID: RawRepresentable, Hashable, Sendable {
    /// The name as it is printed.
    public let rawValue: String

    /// A rule of the given name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What precedes the dot: `seq` of `seq.gap`.
    public var group: String {
        String(decoding: rawValue.utf8.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
    }
}

extension RuleID: ExpressibleByStringLiteral {
    /// A rule of the given name.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension RuleID: Comparable {
    /// The order of the names' bytes.
    public static func < (left: RuleID, right: RuleID) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }
}

extension RuleID: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}
