import FlipbookCore
import FlipbookFiles
import FlipbookImaging

/// The writer and reader of a format of animated pictures: all that ``AnimationDestination`` leaves to it.
///
/// Every picture is encoded by what it and its neighbours show, so that several are encoded at a time.
protocol AnimationCoder: Sendable {
    /// Whether a picture is encoded by what was encoded before, so that all go through one encoder, one after another.
    static var isSequential: Bool { get }
    /// Whether a file with one picture is a still one, without a time: its last frame is stored again then.
    static var isStillIfAlone: Bool { get }
    /// How long one picture can be shown, in nanoseconds: one that is held longer is stored again.
    static var longestDuration: Int64 { get }

    /// A coder for some pictures.
    init(_ job: EncodingJob) throws(ExportError)

    /// Takes in a picture of the first of two passes; nothing where the format needs but one.
    func survey(_ picture: Picture)
    /// Ends the first of two passes.
    /// - Throws: ``ExportError`` where the format cannot keep what was asked for of the pictures.
    func endSurvey() throws(ExportError)
    /// What a user might not expect of the pictures, a sentence each.
    var notes: [Explanation] { get }

    /// What precedes the pictures of a file that has so many.
    func head(pictureCount: Int) -> [UInt8]
    /// One picture of the file.
    func encode(_ step: AnimationPicture) throws(ExportError) -> [UInt8]
    /// What follows the pictures.
    func tail() throws(ExportError) -> [UInt8]
    /// What must be changed in the head of a file of so many bytes, and where.
    func correction(byteCount: Int) -> (offset: Int, bytes: [UInt8])?

    /// What is found in a file.
    /// - Throws: ``ExportError/readBack(reason:)`` for one that is not whole.
    static func read(_ file: UnsafeRawBufferPointer) throws(ExportError) -> AnimationFacts
}

extension AnimationCoder {
    static var isSequential: Bool { false }
    static var isStillIfAlone: Bool { false }
    static var longestDuration: Int64 { .max }
    func survey(_ picture: Picture) {}
    func endSurvey() {}
    var notes: [Explanation] { [] }
    func tail() -> [UInt8] { [] }
    func correction(byteCount: Int) -> (offset: Int, bytes: [UInt8])? { nil }
}

/// One stored picture of an animation.
struct AnimationPicture: Sendable {
    /// Its place among the stored pictures, from 0.
    let index: Int
    /// What is shown before it; `nil` for the first.
    let before: Picture?
    /// What it shows.
    let picture: Picture
    /// What is shown after it; `nil` for the last.
    let after: Picture?
    /// The frames that show it, counted from 0.
    let frames: Range<Int>

    /// A part of what it shows.
    func picture(in rect: PixelRect) throws(ExportError) -> Picture {
        do throws(MachineShortage) { return try picture.cropped(to: rect) } catch { throw .shortage(error) }
    }
}

/// What an animated file says of itself.
struct AnimationFacts: Sendable, Hashable {
    /// The canvas.
    var size: PixelSize
    /// How often it is played, 0 for ever.
    var loopCount = 1
    /// How long each stored picture is shown, in seconds.
    var durations: [Double] = []
}

extension EncodingJob {
    /// How long frames are shown together: exactly.
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

    /// How many ticks frames are shown together, rounded as ``roundedDuration(of:unit:)`` does.
    func ticks(of frames: Range<Int>, timescale: Int64) -> Int64 {
        func moment(_ frame: Int) -> Int64 {
            let (high, low) = timing.presentationTime(ofFrame: frame).multipliedFullWidth(by: timescale)
            let (sum, carry) = low.addingReportingOverflow(500_000_000)
            return Int64(1_000_000_000).dividingFullWidth((high + (carry ? 1 : 0), sum)).quotient
        }
        return moment(frames.upperBound) - moment(frames.lowerBound)
    }

    /// How long frames are shown together in units of `unit` nanoseconds: each of the two moments between which they are
    /// shown is rounded to the nearest, so that nothing accumulates.
    func roundedDuration(of frames: Range<Int>, unit: Int64) -> Int64 {
        func moment(_ frame: Int) -> Int64 { (timing.presentationTime(ofFrame: frame) + unit / 2) / unit }
        return moment(frames.upperBound) - moment(frames.lowerBound)
    }
}
