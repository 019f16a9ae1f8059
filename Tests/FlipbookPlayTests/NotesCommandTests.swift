import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook notes`: what was noted in the player, as text, Markdown and markers.
@Suite(.hangLimit) struct NotesCommandTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: [5, 6, 7, 9])
        let pattern = bench.folder.file("walk/walk.####.png").string
        try NotesFile.find(notesOn: pattern, in: FilePath(bench.folder.path)).file.write(
            FrameNotes([
                FrameNotes.Note(
                    frame: 6,
                    text: "arm *too* high",
                    strokes: [FrameNotes.Stroke([Point(x: 4, y: 9), Point(x: 20, y: 9)])]
                ),
                FrameNotes.Note(frame: 9, text: "hold"), FrameNotes.Note(frame: 12, text: "longer"),
            ])
        )
    }

    @Test("the notes are listed, a line each, also as JSON")
    func list() throws {
        let outcome = try bench.flipbook("notes", "walk", "--save-to", ".")
        expectEqual(outcome.text, "frame 6: arm *too* high (1 stroke)\nframe 9: hold\nframe 12: longer\n")
        expectEqual(outcome.status, 0)
        let json = try bench.flipbook("notes", "walk", "--save-to", ".", "--json").text
        try expectEqual(JSONDecoder().decode([FrameNotes.Note].self, from: Data(json.utf8)).map(\.frame), [6, 9, 12])
    }

    @Test("Markdown has a picture of each frame with its strokes, and tells of a frame that is not there")
    func markdown() throws {
        let outcome = try bench.flipbook("notes", "walk", "--save-to", ".", "-o", "review.md")
        expectEqual(outcome.text, "review.md: 3 notes.\n")
        expectEqual(outcome.errors, "note: A note refers to frame 12, which the sequence does not have.\n")
        let page = try String(contentsOfFile: bench.folder.path + "/review.md", encoding: .utf8)
        expect(page.contains("\n## Frame 6\n\n![Frame 6](<review/frame-0006.png>)\n\narm \\*too\\* high\n"))
        expect(page.contains("\n## Frame 12\n\nlonger\n"))
        try expectEqual(bench.names(in: "review"), ["frame-0006.png", "frame-0009.png"])
        let plain = try ImageDecoder().decode(contentsOf: bench.folder.file("review/frame-0009.png"))
        expectEqual(plain.withUnsafeBytes { Array($0) }, bench.frames.pixels(9))
        let drawn = try ImageDecoder().decode(contentsOf: bench.folder.file("review/frame-0006.png"))
        let pixels = drawn.withUnsafeBytes { Array($0) }
        expectEqual(Array(pixels[4 * (9 * 24 + 12)..<4 * (9 * 24 + 12) + 4]), [255, 190, 0, 255])
        expectEqual(Array(pixels[..<(4 * 24 * 6)]), Array(bench.frames.pixels(6)[..<(4 * 24 * 6)]))
        try expectEqual(bench.flipbook("notes", "walk", "--save-to", ".", "-o", "review.md").status, 2)
        try expectEqual(bench.flipbook("notes", "walk", "--save-to", ".", "-o", "review.md", "--overwrite").status, 0)
    }

    @Test("a timeline has a marker for each note, in the time of the clip's frames")
    func markers() throws {
        let outcome = try bench.flipbook("notes", "walk", "--save-to", ".", "-o", "review.otio", "--missing", "hold")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let data = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("review.otio").string))
        let clip = try require(try Self.clip(in: JSONSerialization.jsonObject(with: data)))
        let markers = try require(clip["markers"] as? [[String: Any]])
        expectEqual(markers.map { $0["OTIO_SCHEMA"] as? String }, ["Marker.2", "Marker.2"])
        expectEqual(markers.map { $0["name"] as? String }, ["arm *too* high", "hold"])
        let starts = markers.map { marker in
            let range = marker["marked_range"] as? [String: Any]
            return (range?["start_time"] as? [String: Any])?["value"] as? Int
        }
        expectEqual(starts, [6, 9])
        // It is a timeline as any other.
        try expectEqual(bench.flipbook("explain", "review.otio").status, 0)
    }

    private static func clip(in value: Any) throws -> [String: Any]? {
        var children = ((value as? [String: Any])?["tracks"] as? [String: Any])?["children"] as? [[String: Any]]
        children = children?.first?["children"] as? [[String: Any]]
        return children?.first
    }

    @Test("a sequence without notes says where they were looked for, and a wrong ending which are right")
    func refusals() throws {
        let none = try bench.flipbook("notes", "walk", "--save-to", "walk")
        expectEqual(none.status, 1)
        expect(
            none.errors.contains("walk/walk.####.png: no notes in walk. Write notes with N in 'flipbook play'")
        )
        let wrong = try bench.flipbook("notes", "walk", "--save-to", ".", "-o", "review.txt")
        expectEqual(wrong.errors, "error: -o review.txt: end the name with .md or .otio.\n")
        expectEqual(wrong.status, 2)
    }
}
