import FlipbookCommandLine
import FlipbookCore
import FlipbookExport

extension ExportReport {
    /// Returns a description of the written file.
    /// - Parameter excerpt: The shown part of the sequence, with the rate and the length of the whole sequence, or `nil` for
    ///   all frames.
    func sentence(showing excerpt: String? = nil) -> String {
        let rate = self.rate == Self.variableRate ? "variable rate" : self.rate.asRate
        let (frames, size, read) = (framesEncoded.of("frame"), "\(width)x\(height)", framesReadBack)
        let pictures = excerpt.map { "\($0), \(size)" } ?? "\(frames), \(size), \(rate), \(duration.fixed(3)) s"
        let codecs = codec.id + (audioCodec.map { " and \($0)" } ?? "")
        let name = file == "-" ? "standard output" : FilePath(file).description
        return "\(name): \(pictures), \(codecs), \(Self.size(byteCount)); "
            + (read == 0 ? "written." : read == 1 ? "read back." : "all \(read) read back.")
            + (fidelity.map { " \($0.sentence)" } ?? "")
    }

    private static func size(_ byteCount: Int) -> String {
        switch byteCount {
        case ..<10_000: "\(byteCount) bytes"
        case ..<10_000_000: "\(byteCount / 1000) KB"
        default: "\(byteCount / 1_000_000) MB"
        }
    }
}

extension FrameReport {
    var posterSentence: String { "\(FilePath(file)): frame \(frame ?? position), \(width)x\(height)." }
}

extension Fidelity {
    fileprivate var sentence: String {
        guard let psnr else { return "Decoded by \(decoder): all pixels match the composited frames." }
        return
            "Decoded by \(decoder) and compared with the composited frames: PSNR \(psnr.mean.hundredths) dB, lowest "
            + "\(psnr.worst.hundredths) in frame \(psnr.worstFrame); SSIM \(meanSSIM.tenThousandths), lowest "
            + "\(worstSSIM.tenThousandths)."
    }
}

extension Double {
    fileprivate var hundredths: String { "\((self * 100).rounded() / 100)" }
    fileprivate var tenThousandths: String { "\((self * 10_000).rounded() / 10_000)" }
}

extension ExportPlan {
    var sentences: String {
        let rate = pictures.rate == ExportReport.variableRate ? "variable rate" : pictures.rate.asRate
        var lines = [
            "\(FilePath(target)): \(pictures.count.of("frame")), \(pictures.width)x\(pictures.height)"
                + "\(pictures.hasAlpha ? " with alpha" : ""), \(rate), \(duration.seconds.fixed(3)) s, \(settings).",
            "\(input.escapingControlCharacters), drawn on a canvas of \(canvas.width)x\(canvas.height), "
                + "\(cycles.of("cycle")).",
        ]
        if let launchLine { lines.append("The same pipeline with test pictures:\n\(launchLine)") }
        lines.append("Nothing was written.")
        return lines.joined(separator: "\n")
    }

    private var settings: String {
        let parts = [
            profile.codecProfile.map { "profile \($0)" }, profile.rateFactor.map { "crf \($0)" },
            profile.bitRate.map { "\($0) bits/s" }, profile.mostBytes.map { "at most \($0) bytes" },
            profile.preset.map { "preset \($0)" },
        ].compactMap { $0 }
        return ([profile.chosenCodec.id] + parts).joined(separator: ", ")
    }
}
