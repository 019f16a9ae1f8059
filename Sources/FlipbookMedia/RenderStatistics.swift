package import FlipbookRender

/// The cost of rendering the pictures of a sequence.
public struct RenderStatistics: Sendable, Codable, Hashable {
    /// The number of pictures that were decoded and composited.
    public private(set) var renders = 0
    /// The number of pictures that were taken from memory instead.
    public private(set) var hits = 0
    /// The time spent on reading and decoding, in milliseconds, summed over all threads.
    public private(set) var decodeMilliseconds = 0.0
    /// The time spent on compositing and conversion, in milliseconds, summed over all threads.
    public private(set) var compositeMilliseconds = 0.0
    /// The identifier of the renderer, or `nil` if no renderer or more than one was used. Files that share pictures share a
    /// renderer. The identifier is not encoded.
    package private(set) var renderer: Int?

    private enum CodingKeys: CodingKey { case renders, hits, decodeMilliseconds, compositeMilliseconds }

    package init() {}

    package init(_ cache: FrameCache.Statistics, _ renderer: FrameRenderer) {
        let times = renderer.times
        (renders, hits, self.renderer) = (cache.renders, cache.hits, renderer.serialNumber)
        decodeMilliseconds = times.decoding / .milliseconds(1)
        compositeMilliseconds = times.compositing / .milliseconds(1)
    }

    package static func + (left: Self, right: Self) -> Self { left.adding(right, 1) }
    package static func - (left: Self, right: Self) -> Self { left.adding(right, -1) }

    private func adding(_ other: Self, _ sign: Int) -> Self {
        var sum = self
        sum.renders += sign * other.renders
        sum.hits += sign * other.hits
        sum.decodeMilliseconds += Double(sign) * other.decodeMilliseconds
        sum.compositeMilliseconds += Double(sign) * other.compositeMilliseconds
        return sum
    }
}
