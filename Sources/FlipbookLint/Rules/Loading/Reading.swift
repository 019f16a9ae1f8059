import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel
internal import Glibc

extension LintRule {
    package static let unreadable = LintRule(
        .init("load.unreadable", .error, evidence: .headers),
        summary: "A file cannot be opened or read.",
        why: "A link is broken or a permission is missing, so other programs cannot read the frame either.",
        remedy: "Repair the link, make the file readable, or copy it again.",
        failing: [["walk.1.png", .init("walk.2.png", .fault(.unreadable(errno: 13)))]],
        judge: .frameKinds { frame -> ImageError.Reason? in
            if case .unreadable = frame.fault?.reason { frame.fault?.reason } else { nil }
        } verdict: { error, frames, _ in
            let (why, fix) = words(for: error, isOne: frames.count == 1)
            return frames.verdict(one: "\(why).", many: "cannot be opened: \(why).", fix: fix, measured: "\(error)")
        }
    )

    package static let tooLarge = LintRule(
        .init("load.too-large", .error, evidence: .headers),
        summary: "A picture is too large for Flipbook to decode.",
        notes: "A picture is reported if its header specifies a side of more than 32,767 pixels, or if its pixels or "
            + "its file take more than 1 GiB. If pixels are read, pictures that exceed the decoding memory are also "
            + "reported. By default, this memory is 1 GiB or a quarter of the machine's memory, whichever "
            + "is less.",
        why: "A file of a few kilobytes can declare billions of pixels, and decoding them would use up all memory.",
        remedy: "Make the picture smaller.",
        passing: [[.init("wall.1.png", 16_384, 16_384), .init("wall.2.png", 16_384, 16_384)]],
        failing: [
            [.init("wall.1.png", 30_000, 30_000), .init("wall.2.png", 30_000, 30_000)],
            [.init("strip.png", 40_000, 1)],
        ],
        judge: .frameKinds({ Refusal(of: $0) }) { refusal, frames, _ in
            let limits = DecodingLimits()
            return frames.verdict(
                one: "\(refusal.reason).",
                many: "are \(refusal.reason).",
                fix: refusal.isFileAlone ? "Save \(frames.them) again: this many pixels fit in a smaller file." : nil,
                measured: .init(
                    refusal.measured,
                    expected: "at most \(limits.maximumSide) pixels per side and \(limits.maximumBytes) bytes"
                )
            )
        }
    )

    package static let interlaced = LintRule(
        .init("load.interlaced", .info, evidence: .headers),
        summary: "Frames of an animation are interlaced.",
        notes: "Stills are not checked, since interlacing helps a single picture on a slow connection.",
        why: "An interlaced PNG file is larger, and decoding it takes two to three times as long.",
        remedy: "Save the frames without interlacing.",
        failing: [.walk(2) { $0.header.isInterlaced = true }],
        judge: .frames { sequence in
            sequence.isAnimation && !sequence.areNumberedStills
        } where: {
            $0.header?.isInterlaced ?? false
        } verdict: {
            $0.verdict(one: "is interlaced, which makes \($0.them) larger and slower to decode.")
        }
    )

    package static let animatedFile = LintRule(
        .init("load.animated", .error, evidence: .headers),
        summary: "A frame's file contains multiple pictures.",
        notes: "Applies to animated files and to TIFF files with multiple pages. The finding is only a warning for a "
            + "still, since its first picture is shown. load.unsupported reports formats that Flipbook does not "
            + "decode.",
        why: "A frame is a single picture, so the sequence cannot be exported. All pictures were probably meant to be "
            + "shown.",
        remedy: "Split each file into its pictures.",
        failing: [.walk(1, after: 1) { $0.isAnimated = true }, [.init("logo.png", 160, 90) { $0.isAnimated = true }]],
        judge: .frameKinds { frame -> Bool? in
            guard let details = frame.details, details.isAnimated, details.header.format.isDecoded else { return nil }
            return details.header.format == .tiff
        } verdict: { arePages, frames, sequence in
            let isFrame = sequence.isAnimation
            let message =
                "contains \(arePages ? "multiple pages" : "an animation")"
                + (isFrame ? ", but a frame is a single picture." : "; only the first picture is shown.")
            return frames.verdict(severity: isFrame ? nil : .warning, one: message)
        }
    )
}

private func words(for error: ImageError.Reason, isOne: Bool) -> (reason: String, fix: Explanation) {
    let (it, files, the) = isOne ? ("it", "the file", "the link") : ("them", "the files", "the links")
    guard case .unreadable(let errno) = error else { return ("\(error)", "") }
    let putting: Explanation = "Point \(the) to \(files), or put \(files) here."
    switch errno {
    // If a listed name has no file, the name is a broken link.
    case ENOENT, ENOTDIR:
        return (isOne ? "a link to a file that does not exist" : "they are links to files that do not exist", putting)
    case ELOOP:
        return (isOne ? "a link that points back to itself" : "they are links that point back to themselves", putting)
    case EACCES, EPERM: return ("no permission to read \(it)", "Make \(files) readable, for example with chmod +r.")
    default: return ("\(error)", "Copy \(files) again from the source.")
    }
}

private struct Refusal: Hashable {
    let reason, measured: String
    /// A Boolean value that indicates whether only the file is too large, not the picture.
    let isFileAlone: Bool

    init?(of frame: FrameEvidence) {
        guard let details = frame.details else {
            guard let fault = frame.fault, case .tooLarge = fault.reason else { return nil }
            self.init(fault, measured: "")
            return
        }
        guard details.header.format.isDecoded else { return nil }
        let size = details.header.size
        if let refusal = details.header.refusal {
            self.init(refusal, measured: "\(size)")
        } else if let refusal = details.fileRefusal {
            self.init(refusal, measured: "\(details.byteCount) bytes", isFileAlone: true)
        } else if let error = frame.decodingError, case .tooLarge = error.reason {
            self.init(error, measured: "\(size)")
        } else {
            return nil
        }
    }

    private init(_ error: ImageError, measured: String, isFileAlone: Bool = false) {
        // The rule itself specifies the remedy.
        let (found, remedy) = ("\(error.reason)", DecodingLimits.remedy)
        reason = (found.hasSuffix(remedy) ? String(found.dropLast(remedy.count)) : found).escapingControlCharacters
        (self.measured, self.isFileAlone) = (measured, isFileAlone)
    }
}
