/// The error for caps or slices that do not fit an image.
public struct CapInsetsError: ExplainedError, Hashable {
    /// The fault and the remedy.
    public let explanation: Explanation

    /// `caps`.
    public var code: ErrorCode { "caps" }

    init(_ explanation: Explanation) { self.explanation = explanation }
}
