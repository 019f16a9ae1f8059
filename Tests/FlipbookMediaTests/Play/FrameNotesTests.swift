import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookRender
import FlipbookTestSupport
import Foundation
import Testing

/// What viewers note on frames, and the files that keep it.
@Suite struct FrameNotesTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private let drawn = FrameNotes.Note(
        frame: 7,
        text: "Arm: \"too\" high\u{1B}\n日本",
        strokes: [FrameNotes.Stroke([Point(x: 1.5, y: 2), Point(x: -3, y: 400)])]
    )

    private func find(_ name: String) -> (file: NotesFile, notes: FrameNotes, unreadable: [NotesFile.Failure]) {
        NotesFile.find(notesOn: name, in: FilePath(folder.path))
    }

    @Test("notes that are kept are found again, by any name that leads to the sequence; without notes there is no file")
    func kept() throws {
        try folder.write([], to: "shot/walk.0001.png")
        let (file, none, _) = find(folder.file("shot/walk.####.png").string)
        expect(none.isEmpty)
        let notes = FrameNotes([drawn, FrameNotes.Note(frame: -2, text: "first")])
        try file.write(notes)
        try expectEqual(folder.names(), ["shot", "walk.notes.json"])
        let found = find(folder.path + "/shot/../shot/walk.####.png")
        expectEqual(found.notes, notes)
        expectEqual(found.notes.notes.map(\.frame), [-2, 7])
        try file.write(FrameNotes(), changedFrom: notes)
        try expectEqual(folder.names(), ["shot"])
    }

    @Test("what another program writes behind the numbers of a point is left alone")
    func longPoints() throws {
        let text = #"{"frame": 1, "text": "", "strokes": [[[1, 2, null], [3, 4, "heavy", 0.5]]]}"#
        let note = try JSONDecoder().decode(FrameNotes.Note.self, from: Data(text.utf8))
        expectEqual(note.strokes, [FrameNotes.Stroke([Point(x: 1, y: 2), Point(x: 3, y: 4)])])
    }

    @Test("two players of one sequence keep each other's notes")
    func together() throws {
        let (file, none, _) = find(folder.file("walk.####.png").string)
        let (ours, theirs) = (FrameNotes.Note(frame: 1, text: "ours"), FrameNotes.Note(frame: 3, text: "theirs"))
        try expectEqual(file.write(FrameNotes([ours]), changedFrom: none), FrameNotes([ours]))
        try expectEqual(file.write(FrameNotes([theirs]), changedFrom: none), FrameNotes([ours, theirs]))
        let edited = FrameNotes.Note(frame: 1, text: "ours, again")
        let written = try file.write(FrameNotes([edited]), changedFrom: FrameNotes([ours]))
        expectEqual(written, FrameNotes([edited, theirs]))
        try expectEqual(file.write(FrameNotes(), changedFrom: FrameNotes([edited])), FrameNotes([theirs]))
        expectEqual(find(folder.file("walk.####.png").string).notes, FrameNotes([theirs]))
    }

    @Test("two sequences of one name have a file each")
    func namesakes() throws {
        for (number, shot) in ["a", "b"].enumerated() {
            try folder.write([], to: "\(shot)/x.png")
            try find(folder.file("\(shot)/walk.####.png").string).file
                .write(FrameNotes([FrameNotes.Note(frame: number, text: shot)]))
        }
        try expectEqual(folder.names().filter { $0.hasSuffix("json") }, ["walk.notes-2.json", "walk.notes.json"])
        for shot in ["a", "b"] {
            expectEqual(find(folder.file("\(shot)/walk.####.png").string).notes.notes.map(\.text), [shot])
        }
    }

    @Test(
        "a file that holds no notes stays as it is, is named, and the notes go beside it",
        arguments: [
            "", "{}", "[1]", #"{"version": 2, "sequence": "/x", "notes": []}"#,
            #"{"version": 1, "sequence": "/x", "notes": [{"frame": 1, "text": "", "strokes": [[]]}]}"#,
            #"{"version": 1, "sequence": "/x", "notes": [{"frame": 1, "text": "", "strokes": [[[1e300, 0]]]}]}"#,
        ]
    )
    func foreign(text: String) throws {
        try folder.write(Array(text.utf8), to: "walk.notes.json")
        let (file, notes, unreadable) = find(folder.file("walk.####.png").string)
        expect(notes.isEmpty)
        expectEqual(unreadable.count, 1)
        expectEqual(unreadable.first?.description.contains("walk.notes.json"), true)
        try file.write(FrameNotes([drawn]))
        try expectEqual(String(contentsOfFile: folder.path + "/walk.notes.json", encoding: .utf8), text)
        expectEqual(find(folder.file("walk.####.png").string).notes, FrameNotes([drawn]))
    }

    @Test("a folder that cannot be written is named with the cause")
    func unwritable() throws {
        let (file, _, _) = NotesFile.find(notesOn: "walk.####.png", in: FilePath("/dev/null/notes"))
        #expect(throws: NotesFile.Failure.self) { try file.write(FrameNotes([drawn])) }
        do { try file.write(FrameNotes([drawn])) } catch {
            expectEqual(error.description, "/dev/null/notes/walk.notes.json: Not a directory")
        }
    }

    @Test("strokes cover the pixels within their width, and no others")
    func strokes() throws {
        let stroke = FrameNotes.Stroke([Point(x: 10, y: 20), Point(x: 50, y: 20)])
        let size = PixelSize(width: 64, height: 40)
        let white = Picture(making: size, format: .rgba) { bytes in for index in bytes.indices { bytes[index] = 255 } }
        let picture = try white.under(strokes: [stroke.points])
        picture.withUnsafeBytes { bytes in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (nearX, nearY) = (min(max(Double(x) + 0.5, 10), 50), 20.0)
                    let (besideX, besideY) = (Double(x) + 0.5 - nearX, Double(y) + 0.5 - nearY)
                    let distance = (besideX * besideX + besideY * besideY).squareRoot()
                    let blue = bytes[4 * (y * size.width + x) + 2]
                    if distance < 1 { expectEqual(blue, 0) } else if distance > 2 { expectEqual(blue, 255) }
                    expectEqual(bytes[4 * (y * size.width + x) + 3], 255)
                }
            }
        }
    }
}
