package import FlipbookCore
import FlipbookFiles
package import FlipbookMedia
import Glibc

/// A Markdown page of notes. Each note has a picture of its frame, with the note's strokes.
package struct NotesPage: Sendable {
    private let notes: FrameNotes
    private let frames: FrameList
    private let settings: SequenceSettings

    package init(_ notes: FrameNotes, on frames: FrameList, _ settings: SequenceSettings) {
        (self.notes, self.frames, self.settings) = (notes, frames, settings)
    }

    /// Writes the page, and writes its pictures to a folder beside it: `review/frame-0012.png`.
    /// - Returns: The notes on frames that the sequence does not have.
    @discardableResult
    package func write(to target: FilePath, overwrites: Bool) async throws(ExportError) -> [FrameNotes.Note] {
        let page = try ExportError.of { try AtomicFile(target: target, overwrites: overwrites) }
        let name = target.lastComponent
        let folder = String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
        func path(of note: FrameNotes.Note) -> FilePath {
            FilePath("\(target.directory)/\(folder)/frame-\(note.frame.digits(4)).png")
        }
        // Either all pictures are written or none: an existing folder might contain some of the pictures.
        if access("\(target.directory)/\(folder)", F_OK) == 0 {
            for note in notes.notes where position(of: note) != nil {
                try ExportError.of { try AtomicFile.check(path(of: note), overwrites: overwrites) }
            }
        }
        var absent: [FrameNotes.Note] = []
        var text = "# Notes on \(Self.escaped(FilePath(frames.name).description))\n"
        for note in notes.notes {
            text += "\n## Frame \(note.frame)\n\n"
            if let position = position(of: note) {
                let path = path(of: note)
                if mkdir(path.directory, 0o777) != 0, errno != EEXIST { throw .cannotWrite(path, errno: errno) }
                var exporter = FrameExporter(frames: frames, settings: settings, overwrites: overwrites)
                exporter.strokes = note.strokes
                _ = try await exporter.export(frame: frames.frames[position].number ?? position + 1, to: path)
                text += "![Frame \(note.frame)](<\(folder)/\(path.lastComponent)>)\n\n"
            } else {
                absent.append(note)
            }
            if !note.text.isEmpty { text += Self.escaped(note.text) + "\n" }
        }
        try ExportError.of {
            try page.write(Array(text.utf8))
            try page.commit()
        }
        return absent
    }

    private func position(of note: FrameNotes.Note) -> Int? {
        frames.frames.indices.first { FrameNotes.number(at: $0, in: frames.frames) == note.frame }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for letter in text.escapingControlCharacters {
            if "\\`*_{}[]<>#|!~&".contains(letter) { result.append("\\") }
            result.append(letter)
        }
        return result
    }
}
