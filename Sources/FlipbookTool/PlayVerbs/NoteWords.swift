import FlipbookCore
import FlipbookMedia
import FlipbookPlay

extension PlaybackReport.MisplacedNotes {
    var sentence: String {
        guard let file else {
            let lines = notes.map { "\n  \($0.line)" }.joined()
            return
                "The notes could not be saved: \(reason). Specify a different folder with --save-to, and write them "
                + "again:\(lines)"
        }
        return "The notes could not be saved: \(reason). They are in \(file) now. Move that file to the notes folder, "
            + "or use --save-to \(FilePath(file.directory))."
    }
}

extension FrameNotes.Note {
    package var line: String {
        let drawn = strokes.isEmpty ? nil : "(\(strokes.count.of("stroke")))"
        return (["frame \(frame):", text.escapingControlCharacters] + [drawn].compactMap { $0 })
            .filter { !$0.isEmpty }.joined(separator: " ")
    }
}
