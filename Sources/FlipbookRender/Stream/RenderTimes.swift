/// What rendering took, all threads together.
package struct RenderTimes: Hashable, Sendable {
    /// Reading files and decoding them, with turning and mirroring.
    package var decoding: Duration = .zero
    /// Placing, scaling, compositing, and conversion to the output's format.
    package var compositing: Duration = .zero

    /// Rows of pictures that were composited: not those that are as they were in the picture before.
    package var rows = 0
}
