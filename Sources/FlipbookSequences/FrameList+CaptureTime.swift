import FlipbookCore
import FlipbookImaging

extension FrameList {
    /// Returns the frames in the order of their capture times in EXIF. Equal times keep their order. If a file does not specify
    /// its time zone, all clocks are compared as they are.
    func inOrderOfCapture(_ codecs: ImageCodecs) throws(SequenceLocatorError) -> FrameList {
        // A damaged file counts as one without a time.
        let times = frames.map { frame in
            frame.path.flatMap { try? ImageDetails.read(contentsOf: $0, codecs: codecs).taken }
        }
        let untimed = zip(frames, times).filter { $1 == nil }.map(\.0.source.name)
        guard untimed.isEmpty else { throw .untimed(untimed, frameCount: frames.count) }
        let known = times.compactMap(\.self)
        let isAbsolute = known.allSatisfy(\.isAbsolute)
        let instants = known.map { $0.instant(isAbsolute: isAbsolute) }
        let order = frames.indices.sorted { (instants[$0], $0) < (instants[$1], $1) }
        return replacing(order.map { frames[$0] }, expected: nil, missing: FrameSet())
    }
}
