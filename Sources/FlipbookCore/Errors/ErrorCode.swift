/// The kind of an error, such as `frames.missing`, for programs that react to errors. Released codes never change; new ones may
/// be added. Compare a code with a string literal: `if error.code == "frames.missing"`.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The area and the kind, separated by a dot.
    public let rawValue: String

    /// Creates a code from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a code from its text.
    public init(stringLiteral value: String) { rawValue = value }

    /// The text of the code.
    public var description: String { rawValue }
}
