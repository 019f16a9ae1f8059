import FlipbookImaging

/// What rendering the pictures of a sequence has cost.
public struct RenderStatistics: Sendable, Codable, Hashable {
    /// Pictures that were decoded and composited.
    public let renders: Int
    /// Pictures that were there already when they were wanted again.
    public let hits: Int
    /// Milliseconds of reading and decoding, all threads together.
    public let decodeMilliseconds: Double
    /// Milliseconds of compositing and conversion, all threads together.
    public let compositeMilliseconds: Double

    init(_ cache: FrameCache.Statistics, _ times: RenderTimes) {
        renders = cache.renders
        hits = cache.hits
        decodeMilliseconds = times.decoding / .milliseconds(1)
        compositeMilliseconds = times.compositing / .milliseconds(1)
    }
}
