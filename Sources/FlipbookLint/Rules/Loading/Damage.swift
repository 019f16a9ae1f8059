import FlipbookCore
import FlipbookFiles
import FlipbookImaging
package import FlipbookLintModel
import FlipbookSequences

extension LintRule {
    package static let emptyFile = LintRule(
        .init("load.empty", .error, evidence: .headers),
        summary: "A file is empty.",
        why: "There is nothing to show. A renderer that crashes or runs out of disk space leaves such files behind.",
        remedy: "Render or copy the frame again.",
        failing: [["walk.1.png", .init("walk.2.png", .fault(.empty))], [.init("logo.png", .fault(.empty))]],
        judge: .frames(where: { $0.fault?.reason == .empty }) {
            $0.verdict(one: "is empty (0 bytes).", fix: "Render or copy \($0.these) again.", measured: "0 bytes")
        }
    )

    package static let truncated = LintRule(
        .init("load.truncated", .error, evidence: .headers),
        summary: "A file ends before its picture is complete.",
        why: "Programs show the missing part in black or gray, or reject the file. The usual cause is an interrupted "
            + "render or copy.",
        remedy: "Render or copy the frame again.",
        failing: [["walk.1.png", .init("walk.2.png", .fault(.truncated)), .init("walk.3.png", .fault(.truncated))]],
        judge: .frames(where: { $0.fault?.reason == .truncated }) { frames in
            let isVideo = frames.contains { $0.path.picture != nil }
            return frames.verdict(
                one: "ends before the picture is complete.",
                fix: isVideo
                    ? "All later pictures are missing; copy or export the file again."
                    : "Render or copy \(frames.these) again."
            )
        }
    )

    package static let corrupt = LintRule(
        .init("load.corrupt", .error, evidence: .headers),
        summary: "A file is damaged: its header is invalid.",
        why: "Decoders reject the file or show a wrong picture.",
        remedy: "Render or copy the frame again.",
        failing: [["walk.1.png", .init("walk.2.png", .fault(.corrupt(reason: "IHDR: CRC error")))]],
        judge: .frames(where: { $0.corruption != nil }) { frames in
            let reasons = frames.compactMap(\.corruption).map(\.escapingControlCharacters)
            return frames.undecodable(reasons, fix: frames.renderingAgain { $0.fault })
        }
    )

    package static let checksum = LintRule(
        .init("load.checksum", .warning, evidence: .pixels),
        summary: "A chunk of a PNG file has a wrong checksum, but the pixels are intact.",
        notes: "Applies to chunks that contain text or a date, for example. load.corrupt, load.undecodable and "
            + "color.profile-damaged report wrong checksums of the header, the pixels and the color profile.",
        why: "Some decoders skip the chunk and others trust it, so colors may vary. More of the file may be damaged.",
        remedy: "Render or copy the frame again.",
        failing: [.walk(1, after: 1, pixels: { $0.damagedChunks = ["tEXt"] })],
        judge: .frames(where: { $0.pixels?.damagedChunks.isEmpty == false }) { frames in
            let chunks = frames[0].pixels?.damagedChunks ?? []
            let names = chunks.joined(separator: ", ")
            let fault = chunks.count == 1 ? "chunk has a wrong checksum" : "chunks have wrong checksums"
            let many = "have chunks with wrong checksums, such as \(names)."
            let fix: Explanation = "Render or copy \(frames.these) again."
            return frames.verdict(one: "the \(names) \(fault).", many: many, fix: fix, measured: .init(names))
        }
    )

    package static let outsideArchive = LintRule(
        .init("load.outside-archive", .warning, evidence: .names),
        summary: "An archive contains pictures whose paths lead outside it. These pictures are skipped.",
        notes: "Such paths include ../a.png, /tmp/a.png and C:\\a.png. Archives are opened only if headers are read.",
        why: "The skipped frames are never shown. A program that unpacks the archive may overwrite other files.",
        remedy: "Create the archive again with all pictures in one folder.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"]) { $0.strayNames = [] }],
        failing: [RuleExample(names: ["walk.1.png", "walk.2.png"]) { $0.strayNames = ["../walk.3.png"] }],
        judge: .wholeFolder { folder in
            guard let names = folder.strayNames, let first = names.first else { return nil }
            let others = names.count > 1 ? " and \((names.count - 1).of("other", "others"))" : ""
            let message =
                "\(first.escapingControlCharacters)\(others) \(names.count == 1 ? "leads" : "lead") outside "
                + "the archive and \(names.count == 1 ? "is" : "are") skipped."
            return Verdict(message: message, measured: .init(names.count.of("picture")))
        }
    )

    package static let trailingData = LintRule(
        .init("load.trailing-data", .warning, evidence: .headers),
        summary: "A file has extra bytes after the end of its picture.",
        notes: "Applies only to PNG files, which end with an IEND chunk.",
        why: "Decoders ignore these bytes. Possible causes are joined files, a failed transfer or hidden data.",
        remedy: "Export the picture again, or remove the extra bytes.",
        failing: [.walk(1, after: 1) { $0.trailingByteCount = 512 }],
        judge: .frames { frame in
            guard let details = frame.details, details.trailingByteCount > 0 else { return false }
            // load.too-large reports files that are too large to be read.
            return details.fileRefusal == nil
        } verdict: { frames in
            let most = frames.compactMap { $0.details?.trailingByteCount }.max() ?? 0
            let message = "has \(frames.count == 1 ? "" : "up to ")\(most.of("byte")) after the end of the picture."
            return frames.verdict(one: message, measured: .init(most.of("byte"), expected: "0 bytes"))
        }
    )

    package static let malformed = LintRule(
        .init("load.malformed", .info, evidence: .headers, since: "0.3.0"),
        summary: "A JPEG file violates the JPEG format, but all of its pixels are intact.",
        notes: "The end marker is missing, a segment is too long, or extra bytes follow a segment.",
        why: "Most programs open the file, some of them with a warning. Others reject it.",
        remedy: "Save the file again, or leave it as it is.",
        failing: [.walk(1, after: 1) { $0.header.remark = .flaw("no end marker") }],
        judge: .frameKinds { frame -> String? in
            if case .flaw(let what) = frame.header?.remark { what } else { nil }
        } verdict: { what, frames, _ in
            frames.verdict(one: "has \(what); all pixels are present.", measured: .init(what))
        }
    )

    package static let undecodable = LintRule(
        .init("load.undecodable", .error, evidence: .pixels),
        summary: "A file's header is valid, but its pixels cannot be decoded.",
        notes: "The checksum of the pixels is wrong, or the compressed data is incomplete or invalid.",
        why: "Programs that ignore the error report success and show a frame that is gray below the damage.",
        remedy: "Render or copy the frame again.",
        failing: [["walk.1.png", .init("walk.2.png", undecodable: .corrupt(reason: "IDAT: CRC error"))]],
        judge: .sequence { sequence in
            // Reasons that differ only in numbers are of the same kind.
            var kinds: [String: Int] = [:]
            var groups: [(reasons: [String], frames: [FrameEvidence])] = []
            for frame in sequence.frames {
                guard let reason = frame.decodingFault, !(sequence.hasLevels && frame.hasOtherLevels) else { continue }
                let kind = reason.filter { !$0.isNumber }
                // Reports at most five kinds.
                let index = kinds[kind] ?? min(groups.count, 4)
                kinds[kind] = index
                if index == groups.count { groups.append(([], [])) }
                groups[index].reasons.append(reason)
                groups[index].frames.append(frame)
            }
            return groups.map { reasons, frames in
                var repair = frames.showingAll
                // Decoding may find that the file is not a picture.
                if case .notAnImage(let found) = frames.first?.decodingError?.reason {
                    repair = ForeignContent(found, isOne: frames.count == 1).fix
                }
                return frames.undecodable(reasons, fix: repair ?? frames.renderingAgain(\.decodingError))
            }
        }
    )
}

extension [FrameEvidence] {
    /// Returns the verdict that the frames cannot be decoded. The reasons differ in byte offsets, so only the first one is
    /// reported.
    fileprivate func undecodable(_ reasons: [String], fix: Explanation) -> Verdict {
        let opening = Set(reasons).count == 1 ? ":" : "; the first error:"
        return verdict(one: "cannot be decoded\(opening) \(reasons[0]).", fix: fix, measured: .init(reasons[0]))
    }

    /// Advice on how to show all values, or `nil` if the values are not the problem.
    fileprivate var showingAll: Explanation? {
        let all = compactMap { frame -> ClosedRange<Double>? in
            if case .levels(_, let values, _) = frame.decodingError?.reason { values } else { nil }
        }
        guard let first = all.first else { return nil }
        return "Show all values with \(remedy: ImageError.showing(all.reduce(first) { $0.joined($1) }))."
    }

    /// Returns advice for damaged files. If only a checksum is wrong, the file can also be saved again.
    fileprivate func renderingAgain(_ error: (FrameEvidence) -> ImageError?) -> Explanation {
        let hasChecksums = allSatisfy { error($0)?.reason.isChecksum ?? false }
        let saving = hasChecksums ? ", or save \(them) again with \(ImageError.Reason.savingAgain)" : ""
        return "Render or copy \(these) again\(saving)."
    }
}

extension FrameEvidence {
    fileprivate var corruption: String? { if case .corrupt(let reason) = fault?.reason { reason } else { nil } }

    fileprivate var hasOtherLevels: Bool { if case .levels = decodingError?.reason { true } else { false } }

    /// The reason why the pixels cannot be decoded although the header is valid, or `nil` if they can be decoded.
    var decodingFault: String? {
        // Other rules report the header's faults, and load.too-large reports oversized pictures.
        guard details?.header.format.isDecoded ?? false, let error = decodingError else { return nil }
        let reason: String? =
            switch error.reason {
            case .corrupt(let text): text
            case .truncated: "the pixel data is incomplete"
            case .empty: "the file is empty"
            case .notAnImage(let found): "it is \(found)"
            case .tooLarge, .shortage: nil
            case .unreadable, .channels, .capInsets, .levels, .drawing: error.reason.description
            }
        return reason?.escapingControlCharacters
    }
}

struct ForeignContent {
    /// The message about a single file, which follows its name.
    let one: String
    /// The message about multiple files, which follows their names or numbers.
    let many: String
    let fix: Explanation

    init(_ found: FileContents, isOne: Bool) {
        switch found.kind {
        case .special:
            one = "\(found) instead of a file; it is skipped."
            many = "are skipped; each is \(found) instead of a file."
        case .picture, .foreign, .pictures, .odd:
            one = "\(found), which Flipbook does not read."
            many = "cannot be read by Flipbook; each is \(found)."
        case .needing(let library):
            one = "\(found); the library that reads it, \(library), is not installed."
            many = "need the library \(library), which is not installed; each is \(found)."
            let it = isOne ? "it" : "them"
            fix = "Convert \(it) to PNG, or \(remedy: .install(element: library, for: .reading))."
            return
        case .crushed, .gitPointer, .garbled, .recording, .sound, .archive, .nothing:
            one = "not an image, but \(found)."
            many = "are not images; each is \(found)."
        }
        let remedy = found.remedy(isOne: isOne)
        fix = "\(remedy.prefix(1).uppercased())\(remedy.dropFirst())."
    }
}
