import FlipbookCore
import FlipbookImaging
import Synchronization

/// A library's encoder of a whole animation, which one thread uses at a time.
final class SharedEncoder<Encoder>: Sendable {
    private let state: Mutex<Encoder>

    init(_ encoder: sending Encoder) { state = Mutex(encoder) }

    /// Calls the encoder when no other thread does.
    func call<Answer: Sendable>(
        _ body: @Sendable (inout Encoder) throws(StillEncodingError) -> Answer
    ) throws(ExportError) -> Answer {
        try ExportError.ofStill { () throws(StillEncodingError) in
            try state.withLock { (encoder) throws(StillEncodingError) in try body(&encoder) }
        }
    }
}

extension OutputClock {
    /// The clock of formats whose frames last any number of ticks of a timescale of the file's own.
    static let microseconds = OutputClock(
        frameLengths: { _ in RationalTime(1, 1_000_000).map { $0...RationalTime(4_000) } },
        tolerance: { _ in 1_000 }
    )
}

extension AnimationFacts {
    /// What the library's own reader finds in a file.
    init(reading file: UnsafeRawBufferPointer) throws(ExportError) {
        do throws(ImageError) {
            let session = try ImageDecoder(keepsSixteenBits: true).open(file)
            self.init(size: session.header.size, loopCount: session.loopCount ?? 0)
            durations = (0..<session.frameCount).map { session.duration(ofFrame: $0)?.seconds ?? 0 }
        } catch {
            throw .readBack(reason: "it cannot be read: \(error).")
        }
    }
}
