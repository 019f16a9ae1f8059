import FlipbookCore
import FlipbookImaging

/// The writer and reader of an animated image format. Pictures can be encoded in parallel.
protocol AnimationCoder: Sendable {
    /// A Boolean value that indicates whether one encoder must process the pictures in order. In such a format, a file with a
    /// single picture would have no duration, so its last frame is stored twice.
    static var isFilm: Bool { get }
    /// The longest duration of a picture, in nanoseconds. A picture that is shown longer is stored several times.
    static var longestDuration: Int64 { get }

    init(_ job: EncodingJob) throws

    /// Inspects a picture in the first of two passes.
    func survey(_ picture: Picture)
    /// Ends the first of two passes. Throws an error if the format does not support a property of the pictures.
    func endSurvey() throws
    var notes: [Explanation] { get }

    /// Returns the bytes before the pictures. Their length does not depend on the counts.
    func head(pictureCount: Int, byteCount: Int) -> [UInt8]
    func encode(_ step: AnimationPicture) throws -> [UInt8]
    func tail() throws -> [UInt8]

    /// Reads the properties of a file.
    /// - Throws: ``ExportError/readBack(reason:)`` if the file is incomplete.
    static func read(_ file: UnsafeRawBufferPointer) throws -> AnimationFacts
}

extension AnimationCoder {
    static var isFilm: Bool { false }
    static var longestDuration: Int64 { .max }
    func survey(_ picture: Picture) {}
    func endSurvey() {}
    var notes: [Explanation] { [] }
    func head(pictureCount: Int, byteCount: Int) -> [UInt8] { [] }
    func tail() -> [UInt8] { [] }
}

struct AnimationPicture: Sendable {
    let index: Int
    let before: Picture?
    let picture: Picture
    var after: Picture?
    var frames: Range<Int>
}

struct AnimationFacts: Sendable, Hashable {
    var size: PixelSize
    /// The number of times that the animation is played, or 0 to repeat forever.
    var loopCount = 1
    /// The durations of the stored pictures, in seconds.
    var durations: [Double] = []
}

extension EncodingJob {
    func exactDuration(of frames: Range<Int>) -> RationalTime? {
        guard let slots = timing.frameSlots else {
            let cycle = timing.cycleDuration
            let (above, overflow) = cycle.numerator.multipliedReportingOverflow(by: Int64(frames.count))
            let (below, isLong) = cycle.denominator.multipliedReportingOverflow(by: Int64(timing.frameCount))
            return overflow || isLong ? nil : RationalTime(above, below)
        }
        let ticks = slots.beginnings[frames.upperBound] - slots.beginnings[frames.lowerBound]
        return RationalTime(ticks, slots.ticksPerSecond)
    }

    /// Returns the number of ticks per second at which every time is a whole number of ticks, or a million if that number
    /// exceeds `limit`.
    func timescale(atMost limit: Int64) -> Int64 {
        let exact = rate.map { Int64($0.numerator) } ?? timing.frameSlots?.ticksPerSecond ?? .max
        return exact <= limit ? exact : 1_000_000
    }

    /// Returns the duration of frames in ticks. The beginning and the end are rounded separately, so rounding errors do not
    /// accumulate.
    func ticks(of frames: Range<Int>, timescale: Int64) -> Int64 {
        func moment(_ frame: Int) -> Int64 {
            let (high, low) = timing.nanosecond(ofFrame: frame).multipliedFullWidth(by: timescale)
            let (sum, carry) = low.addingReportingOverflow(500_000_000)
            return Int64(1_000_000_000).dividingFullWidth((high + (carry ? 1 : 0), sum)).quotient
        }
        return moment(frames.upperBound) - moment(frames.lowerBound)
    }
}

extension OutputClock {
    /// The clock of formats whose files specify their own timescale.
    static let microseconds = OutputClock(
        frameUnits: { _ in (inSecond: 1_000_000, most: 4_000_000_000) },
        tolerance: { _ in 1_000 }
    )
}

extension AnimationFacts {
    init(reading file: UnsafeRawBufferPointer) throws {
        do {
            let session = try ImageDecoder(keepsSixteenBits: true).open(file)
            self.init(size: session.header.size, loopCount: session.loopCount ?? 0)
            durations = (0..<session.frameCount).map { session.duration(ofFrame: $0)?.seconds ?? 0 }
        } catch { throw ExportError.readBack(reason: "it cannot be read: \(error).") }
    }
}
