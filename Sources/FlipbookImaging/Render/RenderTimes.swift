/// How long rendering took, all threads together.
package struct RenderTimes: Hashable, Sendable {
    /// Reading files and decoding them, with turning and mirroring.
    public var decoding: Duration = .zero
    /// Placing, scaling, compositing, and conversion to the output's format.
    public var compositing: Duration = .zero

    /// No time yet.
    public init() {}
}
