/// A time code: hours, minutes, seconds and frames (SMPTE ST 12-1).
public struct TimeCode: Sendable, Hashable, Codable, CustomStringConvertible {
    /// 00:00:00:00.
    public static let zero = TimeCode(number: 0, nominal: 1, dropsFrames: false)

    /// The hours, 0 to 23.
    public let hours: Int
    /// The minutes, 0 to 59.
    public let minutes: Int
    /// The seconds, 0 to 59.
    public let seconds: Int
    /// The frames, 0 to one less than the rounded rate.
    public let frames: Int
    /// A Boolean value that indicates whether two frame numbers are skipped in most minutes. At 29.97 frames per second, this
    /// keeps the time code in step with a clock.
    public let dropsFrames: Bool

    /// Reads a time code such as `01:00:00:00`. A `;` before the frames means drop frame. Returns `nil` if the text has a
    /// different form.
    public init?(_ text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
        let numbers = parts.compactMap { part in
            part.utf8.count <= 2 && part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
        }
        let marks = text.filter { $0 == ":" || $0 == ";" }
        guard parts.count == 4, numbers.count == 4, marks == ":::" || marks == "::;", numbers[0] < 24, numbers[1] < 60,
            numbers[2] < 60
        else { return nil }
        (hours, minutes, seconds, frames) = (numbers[0], numbers[1], numbers[2], numbers[3])
        dropsFrames = marks == "::;"
    }

    /// Reads a time code from binary-coded decimal digits, hours first (SMPTE ST 12-1). Bit 6 means drop frame.
    package init?(digits word: UInt32) {
        let masks: [UInt32] = [0x3F, 0x7F, 0x7F, 0x3F]
        let text = masks.enumerated().map { place, mask in (Int(word >> (24 - 8 * place) & mask)).digits(2, radix: 16) }
        self.init(text[..<3].joined(separator: ":") + (word & 0x40 == 0 ? ":" : ";") + text[3])
    }

    /// Creates the time code of a frame at the nearest whole rate, counted from 00:00:00:00 without dropped numbers.
    package init(ofFrame frame: Int, in timing: FrameTiming) {
        let rate = Double(timing.frameCount) / timing.cycleDuration.seconds
        self = Self.zero.advanced(by: max(0, frame), framesPerSecond: Int(min(max(rate.rounded(), 1), 1_000_000)))
    }

    /// The time code in its usual form.
    public var description: String {
        [hours, minutes, seconds].map { $0.digits(2) }.joined(separator: ":") + (dropsFrames ? ";" : ":")
            + frames.digits(2)
    }

    /// Returns the indices of time codes that do not match their frame numbers, with the expected time codes.
    /// - Parameter rate: The frame rate. If `nil`, the rate is one more than the largest value of ``frames``, or 24 if that is
    ///   higher.
    package static func breaks(in coded: [(number: Int, code: TimeCode)], at rate: FrameRate?)
        -> [(place: Int, next: TimeCode)]
    {
        let most = (coded.map(\.code.frames).max() ?? 0) + 1
        let nominals = rate.map { [Int($0.framesPerSecond.rounded(.up))] } ?? [most, max(most, 24)]
        return coded.indices.dropFirst().compactMap { place in
            let (before, here) = (coded[place - 1], coded[place])
            guard here.number >= before.number else { return nil }
            let next = nominals.map { before.code.advanced(by: here.number - before.number, framesPerSecond: $0) }
            return next.contains(here.code) ? nil : (place, next[next.count - 1])
        }
    }

    /// Returns the time code `count` frames later. After 23:59:59, it starts over at midnight.
    /// - Parameter framesPerSecond: The rounded rate: 30 for 29.97.
    public func advanced(by count: Int, framesPerSecond: Int) -> TimeCode {
        let nominal = max(1, framesPerSecond)
        let minute = (hours * 60) + minutes
        var number = (minute * 60 + seconds) * nominal + frames
        // In every minute except each tenth, two of 30 numbers, or four of 60, are skipped.
        if dropsFrames { number -= nominal / 15 * (minute - minute / 10) }
        return TimeCode(number: number + count, nominal: nominal, dropsFrames: dropsFrames)
    }

    private init(number: Int, nominal: Int, dropsFrames: Bool) {
        self.dropsFrames = dropsFrames
        let dropped = dropsFrames ? nominal / 15 : 0
        let inTen = nominal * 600 - 9 * dropped
        var number = number % (inTen * 144)
        if dropped > 0 {
            let (tens, rest) = number.quotientAndRemainder(dividingBy: inTen)
            let later = max(0, rest - nominal * 60) / (nominal * 60 - dropped) + (rest >= nominal * 60 ? 1 : 0)
            number += dropped * (9 * tens + later)
        }
        frames = number % nominal
        let seconds = number / nominal
        (hours, minutes, self.seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    }

    package func fault(at rate: FrameRate) -> Explanation? {
        guard rate.denominator == 1 || rate.denominator == 1001
        else { return "a time code requires a whole or NTSC frame rate, but this one is \(rate)" }
        let nominal = (Int(rate.numerator) + Int(rate.denominator) - 1) / Int(rate.denominator)
        guard frames < nominal
        else { return "at \(rate) frames/s, a second has frames 00 to \((nominal - 1).digits(2))" }
        guard dropsFrames else { return nil }
        guard rate.denominator == 1001, nominal == 30 || nominal == 60
        else { return "drop-frame time codes require 30000/1001 or 60000/1001 frames/s; write : before the frames" }
        guard seconds == 0, minutes % 10 != 0, frames < nominal / 15 else { return nil }
        let next = advanced(by: nominal / 15 - frames, framesPerSecond: nominal)
        return "this frame number is dropped; write \(next.description)"
    }
}

extension Setting { package static let timeCode = Setting(rawValue: "timecode") }
