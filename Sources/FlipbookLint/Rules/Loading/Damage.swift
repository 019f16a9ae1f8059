import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel
import FlipbookSequences

extension LintRule {
    package static let emptyFile = LintRule(
        .init("load.empty", .error, evidence: .headers),
        summary: "A file is empty.",
        why: "There is nothing to show; a stopped renderer or a full disk leaves such files behind.",
        remedy: "Render or copy the frame again.",
        failing: [["walk.1.png", .init("walk.2.png", .fault(.empty))], [.init("logo.png", .fault(.empty))]],
        judge: .frames(where: { $0.fault?.reason == .empty }) {
            $0.verdict(
                one: "is empty (0 bytes).",
                fix: "Render or copy \($0.these) again.",
                measured: "0 bytes"
            )
        }
    )

    package static let truncated = LintRule(
        .init("load.truncated", .error, evidence: .headers),
        summary: "A file ends before its picture does.",
        why: "Programs show the rest of such a picture black, gray or not at all; a copy or a render was cut off.",
        remedy: "Render or copy the frame again.",
        failing: [["walk.1.png", .init("walk.2.png", .fault(.truncated)), .init("walk.3.png", .fault(.truncated))]],
        judge: .frames(where: { $0.fault?.reason == .truncated }) {
            $0.verdict(
                one: "is cut short, before the end of the picture.",
                fix: "Render or copy \($0.these) again."
            )
        }
    )

    package static let corrupt = LintRule(
        .init("load.corrupt", .error, evidence: .headers),
        summary: "A file is damaged: its header breaks the rules of its format.",
        why: "Decoders refuse it, or show something else than what was drawn.",
        remedy: "Render or copy the frame again.",
        failing: [["walk.1.png", .init("walk.2.png", .fault(.corrupt(reason: "IHDR: CRC error")))]],
        judge: .frames(where: { $0.corruption != nil }) { frames in
            // Reasons hold byte offsets, so damage of one kind has many; the frames' order is kept.
            let reasons = frames.compactMap(\.corruption)
            let isOne = Set(reasons).count == 1
            let reason = reasons[0].escapingControlCharacters
            return frames.verdict(
                one: "is damaged\(isOne ? "" : ", the first one"): \(reason).",
                fix: frames.renderingAgain { $0.fault },
                measured: .init(reason)
            )
        }
    )

    package static let checksum = LintRule(
        .init("load.checksum", .warning, evidence: .pixels),
        summary: "The pixels of a PNG are whole, and the checksum of another of its chunks is wrong.",
        notes: "A text, a date. A wrong checksum of the header is load.corrupt's, one of the pixels or the palette "
            + "load.undecodable's, one of a color profile color.profile-damaged's.",
        why: "Decoders pass over such a chunk or believe it, so colors may differ from program to program; and "
            + "what damaged it may have damaged more.",
        remedy: "Render or copy the frame again.",
        failing: [.walk(1, after: 1, pixels: { $0.damagedChunks = ["tEXt"] })],
        judge: .frames(where: { $0.pixels?.damagedChunks.isEmpty == false }) { frames in
            let chunks = frames[0].pixels?.damagedChunks ?? []
            let names = chunks.joined(separator: ", ")
            return frames.verdict(
                one: chunks.count == 1
                    ? "the chunk \(names) is damaged: the checksum is wrong."
                    : "the chunks \(names) are damaged: the checksum is wrong.",
                many: "have damaged chunks, the first one \(names): the checksum is wrong.",
                fix: "Render or copy \(frames.these) again.",
                measured: .init(names)
            )
        }
    )

    package static let outsideArchive = LintRule(
        .init("load.outside-archive", .warning, evidence: .names),
        summary: "Pictures of an archive have names that lead out of it, and are left out.",
        notes: "Such as ../a.png, /tmp/a.png or C:\\a.png. Archives are opened where headers are read.",
        why:
            "They are frames that nobody sees; a program that unpacks the archive may write them over files elsewhere.",
        remedy: "Pack the pictures again, all in one folder.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"]) { $0.strayNames = [] }],
        failing: [RuleExample(names: ["walk.1.png", "walk.2.png"]) { $0.strayNames = ["../walk.3.png"] }],
        judge: .wholeFolder { folder in
            guard let names = folder.strayNames, let first = names.first else { return nil }
            let others = names.count > 1 ? " and \((names.count - 1).of("other", "others"))" : ""
            return Verdict(
                message:
                    "\(first.escapingControlCharacters)\(others) \(names.count == 1 ? "leads" : "lead") out of the archive, "
                    + "and \(names.count == 1 ? "is" : "are") left out.",
                measured: .init(names.count.of("picture"))
            )
        }
    )

    package static let trailingData = LintRule(
        .init("load.trailing-data", .warning, evidence: .headers),
        summary: "Bytes follow the end of the picture.",
        notes: "Looked for in PNG files, after their IEND chunk.",
        why: "Decoders ignore them. They come from two files that were joined, from a transfer that added "
            + "something, or from something that was hidden there.",
        remedy: "Export again, or cut off what does not belong there.",
        failing: [.walk(1, after: 1) { $0.trailingByteCount = 512 }],
        judge: .frames { frame in
            guard let details = frame.details, details.trailingByteCount > 0 else { return false }
            // A file that nothing reads for its size is load.too-large's.
            return details.fileRefusal == nil
        } verdict: { frames in
            let most = frames.compactMap { $0.details?.trailingByteCount }.max() ?? 0
            return frames.verdict(
                one: "has \(frames.count == 1 ? "" : "up to ")\(most.of("byte")) after the end of the picture.",
                measured: .init(most.of("byte"), expected: "0 bytes")
            )
        }
    )

    package static let malformed = LintRule(
        .init("load.malformed", .info, evidence: .headers, since: "0.3.0"),
        summary: "A JPEG breaks a rule of its format, and all of its pixels are there.",
        notes: "It has no end marker, or bytes that belong to no segment: after a segment, or since a segment says "
            + "that it is longer than it is.",
        why: "Most programs read it, some with a warning, and some refuse it.",
        remedy: "Save it again, or leave it as it is.",
        failing: [.walk(1, after: 1) { $0.header.remark = .flaw("no end marker") }],
        judge: .frameKinds { frame -> String? in
            if case .flaw(let what) = frame.header?.remark { what } else { nil }
        } verdict: { what, frames, _ in
            frames.verdict(one: "has \(what); all pixels are there.", measured: .init(what))
        }
    )

    package static let undecodable = LintRule(
        .init("load.undecodable", .error, evidence: .pixels),
        summary: "A file's header is good, and its pixels cannot be decoded.",
        notes: "A wrong checksum of the pixels, compressed data that ends early or breaks the rules of its format.",
        why: "Programs that go on regardless show a frame that is gray from the damage downwards, and exit 0.",
        remedy: "Render or copy the frame again.",
        failing: [["walk.1.png", .init("walk.2.png", undecodable: .corrupt(reason: "IDAT: CRC error"))]],
        judge: .sequence { sequence in
            // Reasons that differ in their numbers alone are of one kind: these are offsets and values.
            var kinds: [String: Int] = [:]
            var groups: [(reasons: [String], frames: [FrameEvidence])] = []
            for frame in sequence.frames {
                guard let reason = frame.decodingFault, !(sequence.hasLevels && frame.hasOtherLevels) else { continue }
                let kind = reason.filter { !$0.isNumber }
                // Five findings at most: damage has as many reasons as there are formats and byte offsets.
                let index = kinds[kind] ?? min(groups.count, 4)
                kinds[kind] = index
                if index == groups.count { groups.append(([], [])) }
                groups[index].reasons.append(reason)
                groups[index].frames.append(frame)
            }
            return groups.map { reasons, frames in
                let reason = reasons[0]
                let isOneReason = reasons.allSatisfy { $0.utf8.elementsEqual(reason.utf8) }
                return frames.verdict(
                    one: "cannot be decoded\(isOneReason ? "" : ", the first one"): \(reason).",
                    fix: frames.foreignContent?.fix ?? frames.showingAll
                        ?? frames.renderingAgain { frame in
                            if case .failure(let error) = frame.decoding { error } else { nil }
                        },
                    measured: .init(reason)
                )
            }
        }
    )
}

extension [FrameEvidence] {
    /// The contents of the first of these files, as decoding found them, if they are no picture.
    fileprivate var foreignContent: ForeignContent? {
        guard case .failure(let error) = first?.decoding, case .notAnImage(let found) = error.reason else { return nil }
        return ForeignContent(found, isOne: count == 1)
    }

    /// The advice about values that are not shown, or `nil` where that is not what is the matter.
    fileprivate var showingAll: Explanation? {
        let all = compactMap { frame -> ClosedRange<Double>? in
            if case .failure(let error) = frame.decoding, case .levels(_, let values, _) = error.reason {
                values
            } else {
                nil
            }
        }
        guard let first = all.first else { return nil }
        return "Show all values with \(remedy: ImageError.showing(all.reduce(first) { $0.joined($1) }))."
    }

    /// The advice about damaged files: those of which only a checksum is wrong can be saved again, too.
    fileprivate func renderingAgain(_ error: (FrameEvidence) -> ImageError?) -> Explanation {
        let hasChecksums = allSatisfy { error($0)?.reason.isChecksum ?? false }
        let saving = hasChecksums ? ", or save \(them) again with \(ImageError.Reason.savingAgain)" : ""
        return "Render or copy \(these) again\(saving)."
    }
}

extension FrameEvidence {
    /// In what the file is damaged, or `nil` for one that is not, as far as its header tells.
    fileprivate var corruption: String? { if case .corrupt(let reason) = fault?.reason { reason } else { nil } }

    /// A Boolean value that indicates pixels that are refused for their values alone.
    fileprivate var hasOtherLevels: Bool {
        if case .failure(let error) = decoding, case .levels = error.reason { true } else { false }
    }

    /// The reason why the pixels cannot be decoded, although the header is good, or `nil` if they can.
    var decodingFault: String? {
        // What the header says already is another rule's business, and what is too large is load.too-large's.
        guard header?.format.isDecoded ?? false, case .failure(let error) = decoding else { return nil }
        let reason: String
        switch error.reason {
        case .corrupt(let text): reason = text
        case .truncated: reason = "its pixels end early"
        case .empty: reason = "the file is empty"
        case .notAnImage(let found): reason = "it is \(found)"
        case .tooLarge, .shortage: return nil
        case .unreadable, .channels, .capInsets, .levels, .drawing: reason = error.reason.description
        }
        return reason.escapingControlCharacters
    }
}
