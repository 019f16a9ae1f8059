import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences

struct ExportNotes {
    let sequence: CheckedSequence
    let settings: ExportSettings
    let job: EncodingJob

    private var survey: FrameSurvey { sequence.survey }

    var sentences: [Explanation] {
        [
            deepColor, otherChannels, sequence.colorNote, narrowing, browserColors, sequence.lightNote,
            sequence.channelNote, sequence.overlayNote, boxes, cutLine, numbering, sequence.paceNote,
            job.format.carriesAudio ? sequence.soundNote("copied", beside: settings.audio) : nil, padding,
        ].compactMap(\.self)
            + sequence.remarkNotes + sequence.viewNotes
            + [flattening, job.alphaNote(hasBars: sequence.hasBars), job.format.clock?.note(job)].compactMap(\.self)
    }

    private var deepColor: Explanation? {
        let (most, kept) = (sequence.depth, job.pictureLayout.depth)
        guard let (stored, dithering) = sequence.lostDepth(keeping: kept) else { return nil }
        let count = survey.headers.count { $0.bitDepth > kept }
        let start: Explanation = "\(sequence.having(count)) \(stored); the output keeps \(kept)\(dithering)."
        guard kept < most else { return start }
        var request = settings.request(of: sequence)
        request.depth = most
        let offer = request.offer()
        var ways: [Explanation] = []
        request.depth = job.format.depths(of: job.codec).last { $0 > kept && $0 <= most }
        if let better = request.depth, request.codecProfile == nil, request.isMet(by: job.codec, in: job.format) {
            ways.append("keep \(better), use \(remedy: .set(.depth, to: "\(better)"))")
        }
        if ways.isEmpty || request.depth != most, let offer { ways.append("keep \(most), " + offer) }
        return ways.isEmpty ? start : start + " To " + ways.joined(separator: "; to ") + "."
    }

    private var otherChannels: Explanation? {
        let others = survey.headers.filter { !$0.otherChannels.isEmpty }
        guard job.codec.multipliesAlpha, let first = others.first else { return nil }
        let names = first.otherChannels.map(\.escapingControlCharacters).listed(atMost: 3)
        return "\(sequence.having(others.count)) channels that are not written: \(names)."
    }

    private var narrowing: Explanation? {
        guard let start = job.request.narrowing(on: job.canvas) else { return nil }
        let spaces = job.format.colorSpaces(of: job.codec)
        guard let space = ColorSpace(rawValue: job.canvas.space.rawValue), spaces.contains(space) else { return start }
        return start + " To keep them, use \(remedy: .set(.colorSpace, to: space.rawValue))."
    }

    /// A note on formats whose colors browsers display incorrectly even though the file is correct.
    private var browserColors: Explanation? {
        let format = job.format
        if format == .animatedWebP, job.request.standard != nil {
            return
                "Browsers ignore the color profile of an animated WebP and show its values as sRGB. For browsers, "
                + "use \(remedy: .choose(format: "avif"))."
        }
        guard format == .animatedAVIF, job.request.isLossless else { return nil }
        return
            "Chromium shows a lossless animated AVIF with too much contrast. For browsers, omit "
            + "\(remedy: .omit(.lossless)), "
            + "or use \(remedy: .choose(format: "webp")) or \(remedy: .choose(format: "apng"))."
    }

    private var flattening: Explanation? {
        guard !job.pictureLayout.carriesAlpha, !settings.isFlattened, !settings.sequence.isOpaque,
            settings.sequence.backgroundColor?.isOpaque != true
        else { return nil }
        let count = survey.headers.count { $0.hasAlpha }
        guard count > 0 else { return nil }
        return "\(sequence.having(count)) an alpha channel, which \(job.request.carrier) does not support, so "
            + "transparent parts are composited over black. Choose a different color with \(remedy: .set(.background))"
            + (settings.request(of: sequence).alphaOffer.map { ", or, to keep the transparency, " + $0 } ?? "") + "."
    }

    private var numbering: Explanation? {
        let numbers = sequence.frames.frames.map(\.number)
        guard job.format.isNumbered, settings.startNumber == nil, sequence.firstNumber == nil, job.frameCount > 1,
            sequence.frames.subframes != nil || numbers[0] != nil, !zip(numbers, 1...).allSatisfy({ $0 == $1 })
        else { return nil }
        let start: Explanation = "\(job.frameCount) images are numbered from 1, not by frame number."
        guard let first = numbers[0], first != 1 else { return start }
        let remedy = Remedy.set(.startNumber, to: "\(first)")
        return start + " To begin with the first frame's number, use \(remedy: remedy)."
    }

    private var padding: Explanation? {
        let (canvas, outputSize) = (sequence.canvas, sequence.outputSize)
        guard canvas != outputSize else { return nil }
        return "\(canvas) has an odd width or height, which \(settings.encoding.chosenCodec.id) does not support, so "
            + "it is padded to \(outputSize) by repeating the last row or column."
    }

    private func lines(of burnIn: BurnIn) -> [[LetterCells.Cell]] {
        burnIn.lines(over: survey.entries.map(\.frame), at: sequence.timing)
    }

    private var boxes: Explanation? {
        let boxes = LetterCells.boxes(among: Set(settings.sequence.burnIns.flatMap(lines).joined())).sorted()
        guard !boxes.isEmpty else { return nil }
        let shown = boxes.prefix(10).map(String.init).joined(separator: " ") + (boxes.count > 10 ? " …" : "")
        return RuntimeLibrary.pango.isInstalled
            ? "\(setting: .burnIn): no font on this machine contains the characters \(shown), so they are drawn as "
                + "boxes. Install a font that contains them."
            : "\(setting: .burnIn): characters beyond ASCII require Pango and cairo, which are not installed, so "
                + "\(shown) are drawn as boxes; \(remedy: .install(element: RuntimeLibrary.pango.name, for: .writing))."
    }

    private var cutLine: Explanation? {
        for burnIn in settings.sequence.burnIns {
            let room = burnIn.room(in: sequence.canvas)
            let length = lines(of: burnIn).map(\.count).max() ?? 0
            guard length > room else { continue }
            return
                "\(setting: .burnIn): a line has \(length) characters, but only \(room) fit; the rest is cut off. Use "
                + "a smaller \(remedy: .set(.burnInSize))."
        }
        return nil
    }
}

extension EncodingJob {
    func alphaNote(hasBars: Bool = false) -> Explanation? {
        guard keepsAlpha, ![.gif, .rgba8].contains(codec) else { return nil }
        let start: Explanation = hasBars ? "The canvas around the pictures is transparent" : "Transparency is kept"
        let way: Explanation = hasBars ? " For a color, use \(remedy: .set(.background))." : ""
        return codec.multipliesAlpha
            ? start + ": \(codec.name) has premultiplied alpha." + way
            : start + ", with straight alpha (not premultiplied)." + way
    }
}
