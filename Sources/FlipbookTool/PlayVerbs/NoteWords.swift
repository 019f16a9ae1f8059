import FlipbookCore
import FlipbookMedia
import FlipbookPlay

extension PlaybackReport.MisplacedNotes {
    var sentence: String {
        guard let file else {
            let lines = notes.map { "\n  \($0.line)" }.joined()
            return
                "The notes could not be kept: \(reason). Name another folder with --save-to, and write again:\(lines)"
        }
        return "The notes could not be kept: \(reason). They are in \(file) now. "
            + "Move that file to where notes are kept, or give --save-to \(FilePath(file.directory))."
    }
}

extension FrameNotes.Note {
    package var line: String {
        let drawn = strokes.isEmpty ? nil : "(\(strokes.count.of("stroke")))"
        return (["frame \(frame):", text.escapingControlCharacters] + [drawn].compactMap { $0 })
            .filter { !$0.isEmpty }.joined(separator: " ")
    }
}
