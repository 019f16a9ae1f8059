import FlipbookCore
import FlipbookImaging

/// Pictures larger than Flipbook decodes by default.
///
/// A file of a few kilobytes can claim billions of pixels.
public struct TooLargeRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.too-large",
        severity: .error,
        evidence: .headers,
        summary: "A picture is larger than Flipbook decodes.",
        discussion: "By its header: a side of more than 32,767 pixels, or more than 1 GiB of pixels or of file. With "
            + "--deep all pictures that are decoded at the same time share 1 GiB, or a quarter of the machine's memory "
            + "where that is less; a picture that is larger than this share is found as well.",
        rationale: "A few kilobytes can claim billions of pixels; decoding them would take all memory.",
        remedy: "Make the picture smaller.",
        passing: [
            RuleExample([
                RuleExample.File("wall.1.png", 16_384, 16_384), RuleExample.File("wall.2.png", 16_384, 16_384),
            ])
        ],
        failing: [
            RuleExample([
                RuleExample.File("wall.1.png", 30_000, 30_000), RuleExample.File("wall.2.png", 30_000, 30_000),
            ]),
            RuleExample([RuleExample.File("strip.png", 40_000, 1)]),
            RuleExample([
                RuleExample.File("wall.1.png"), RuleExample.File("wall.2.png"),
                RuleExample.File("wall.3.png", undecodable: .tooLarge(reason: "there is no room for the picture")),
            ]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// Whether a picture of this size is beyond the decoder's default limits.
    static func isTooLarge(_ size: PixelSize) -> Bool {
        do {
            try DecodingLimits().check(size)
            return false
        } catch {
            return true
        }
    }

    /// Whether a file is beyond the decoder's default limits, whatever picture is in it.
    static func isTooLarge(fileOf byteCount: Int) -> Bool {
        do {
            try DecodingLimits().check(fileOf: byteCount)
            return false
        } catch {
            return true
        }
    }

    /// A finding for each reason why pictures are refused.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let limits = DecodingLimits()
        var groups = FrameGroups<Refusal>()
        for frame in sequence.frames {
            if let refusal = Self.refusal(of: frame, limits: limits) { groups.append(frame, to: refusal) }
        }
        return groups.all.map { refusal, frames in
            let culprits = Culprits(frames)
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(one: "\(refusal.reason).", many: "are each \(refusal.reason)."),
                fix: refusal.isFileAlone
                    ? "Save \(frames.count == 1 ? "it" : "them") again: a picture of this size fits a smaller file."
                    : frames.count == 1 ? "Make the picture smaller." : "Make the pictures smaller.",
                measured: refusal.measured,
                expected: "at most \(limits.maximumSide) pixels a side and \(limits.maximumBytes) bytes"
            )
        }
    }

    private struct Refusal: Hashable {
        let reason: String
        let measured: String
        /// Whether the file is too large, and the picture in it is not.
        var isFileAlone = false
    }

    /// Why a picture is refused for its size, by its header or, where the pixels were asked for, by whoever decodes it.
    private static func refusal(of frame: FrameEvidence, limits: DecodingLimits) -> Refusal? {
        if case .tooLarge = frame.fault, let fault = frame.fault {
            return Refusal(reason: "\(fault)".escapingControlCharacters, measured: "")
        }
        guard let details = frame.details, details.header.format.isDecoded else { return nil }
        let size = details.header.size
        do {
            try limits.check(size)
            try limits.check(fileOf: details.byteCount)
        } catch {
            guard !isTooLarge(size) else { return Refusal(reason: "\(error)", measured: "\(size)") }
            return Refusal(reason: "\(error)", measured: "\(details.byteCount) bytes", isFileAlone: true)
        }
        guard case .failure(let error) = frame.decoding, case .tooLarge = error else { return nil }
        return Refusal(reason: "\(error)".escapingControlCharacters, measured: "\(size)")
    }
}
