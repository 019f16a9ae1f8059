import FlipbookCore
import FlipbookMedia

extension ExportPlan {
    /// The plan for people: the file, what is drawn, how it is encoded.
    var sentences: String {
        let (frames, files) = (pictures.count, drawings.count { $0.file != nil })
        let rate = pictures.rate == ExportReport.variableRate ? "variable rate" : "\(pictures.rate) frames/s"
        var lines = [
            "\(FilePath(target)): \(frames.of("frame")), \(pictures.width)x\(pictures.height)"
                + "\(pictures.hasAlpha ? " with alpha" : ""), \(rate), \(duration.fixed(3)) s, \(settings).",
            "\(input.escapingControlCharacters): \(files.of("file")), drawn on a canvas of "
                + "\(canvas.width)x\(canvas.height), \(cycles.of("cycle")).",
        ]
        if let launchLine { lines.append("With test pictures in the place of the frames:\n\(launchLine)") }
        lines.append("Nothing was written.")
        return lines.joined(separator: "\n")
    }

    /// The codec and its settings.
    private var settings: String {
        let parts = [
            profile.codecProfile.map { "profile \($0)" }, profile.rateFactor.map { "crf \($0)" },
            profile.bitRate.map { "\($0) bits/s" }, profile.mostBytes.map { "at most \($0) bytes" },
            profile.preset.map { "preset \($0)" },
        ].compactMap { $0 }
        return ([profile.codec.id] + parts).joined(separator: ", ")
    }
}
