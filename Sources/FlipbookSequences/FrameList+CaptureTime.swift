import FlipbookCore
import FlipbookImaging

extension FrameList {
    /// The frames in the order in which their pictures were taken, by EXIF; those of one time keep their order. Where a file
    /// does not say how far its clock is ahead of UTC, the clocks are compared as they are.
    func inOrderOfCapture(_ codecs: ImageCodecs) throws(SequenceLocatorError) -> FrameList {
        // A damaged file is one without a time.
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
