import FlipbookCore
import FlipbookFiles
import FlipbookImaging

/// The writer and reader of a format of animated pictures: all that ``AnimationDestination`` leaves to it.
///
/// Every picture is encoded by what it and its neighbors show, so that several are encoded at a time.
protocol AnimationCoder: Sendable {
    /// A Boolean value that sends all pictures through one encoder, one after another, since each depends on those before. A file
    /// with one picture is a still one then, without a time: its last frame is stored again.
    static var isFilm: Bool { get }
    /// The longest duration of one picture, in nanoseconds: one that is held longer is stored again.
    static var longestDuration: Int64 { get }

    init(_ job: EncodingJob) throws

    /// Takes in a picture of the first of two passes; nothing where the format needs but one.
    func survey(_ picture: Picture)
    /// Ends the first of two passes.
    /// - Throws: ``ExportError`` where the format cannot keep what was asked for of the pictures.
    func endSurvey() throws
    /// Sentences about the pictures that a user might not expect.
    var notes: [Explanation] { get }

    /// The bytes before the pictures of a file that has so many, and so many bytes; as long for any numbers.
    func head(pictureCount: Int, byteCount: Int) -> [UInt8]
    func encode(_ step: AnimationPicture) throws -> [UInt8]
    func tail() throws -> [UInt8]

    /// The facts that are found in a file.
    /// - Throws: ``ExportError/readBack(reason:)`` for one that is not whole.
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
    /// Its place among the stored pictures, from 0.
    let index: Int
    /// The picture before it, or `nil` for the first.
    let before: Picture?
    let picture: Picture
    /// The picture after it, or `nil` for the last.
    var after: Picture?
    /// The frames that show it, counted from 0.
    var frames: Range<Int>
}

struct AnimationFacts: Sendable, Hashable {
    var size: PixelSize
    /// The number of times that it is played, 0 for ever.
    var loopCount = 1
    /// The duration of each stored picture, in seconds.
    var durations: [Double] = []
}

extension EncodingJob {
    /// The exact duration of frames together.
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

    /// Ticks in a second such that every time is a whole number of them; a million where that takes more than `limit`.
    func timescale(atMost limit: Int64) -> Int64 {
        let exact = rate.map { Int64($0.numerator) } ?? timing.frameSlots?.ticksPerSecond ?? .max
        return exact <= limit ? exact : 1_000_000
    }

    /// The ticks that frames are shown together: each of the two moments between which they are shown is rounded to the nearest,
    /// so that nothing accumulates.
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
    /// The clock of formats whose frames last any number of ticks of a timescale of the file's own.
    static let microseconds = OutputClock(
        frameUnits: { _ in (inSecond: 1_000_000, most: 4_000_000_000) },
        tolerance: { _ in 1_000 }
    )
}

extension AnimationFacts {
    /// The facts that the library's own reader finds in a file.
    init(reading file: UnsafeRawBufferPointer) throws {
        do {
            let session = try ImageDecoder(keepsSixteenBits: true).open(file)
            self.init(size: session.header.size, loopCount: session.loopCount ?? 0)
            durations = (0..<session.frameCount).map { session.duration(ofFrame: $0)?.seconds ?? 0 }
        } catch {
            throw ExportError.readBack(reason: "it cannot be read: \(error).")
        }
    }
}
