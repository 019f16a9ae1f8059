/// The kind of an error, for programs that act on it: `frames.missing`.
///
/// Codes stay what they are once released, and new ones are added. Write one as a text:
/// `if error.code == "frames.missing"`.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The area and the kind, with a dot between them.
    public let rawValue: String

    /// A code by its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A code by its text.
    public init(stringLiteral value: String) { rawValue = value }

    /// The code's text.
    public var description: String { rawValue }
}
