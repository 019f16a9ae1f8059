public import FlipbookCore

/// An input that could not be linted, or a folder below one, and why.
///
/// It is no finding: nothing is known of what lies there. The other inputs are linted all the same.
public struct LintFault: Hashable, Sendable {
    /// The input, or the folder below it.
    public let path: FilePath
    /// The place, the fault, and what to do, in one line, safe to print.
    public let message: String

    /// A fault from its parts.
    public init(_ path: FilePath, message: String) {
        self.path = path
        self.message = message
    }
}
