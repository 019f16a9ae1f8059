import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// Notes on frames are never lost without a word.
@Suite(.hangLimit, .serialized, .enabled(if: XServer.isAvailable, XServer.absence))
struct PlayNoteTests {
    private let walk: ColoredWalk

    init() throws { walk = try ColoredWalk() }

    private func note(_ text: String, _ window: PlayedWindow) throws {
        try window.press("n")
        try window.see("the prompt") { $0[20, 345] != ColoredWalk.color(1) }
        try window.server.xdotool("type", text)
    }

    private func texts(_ file: String) throws -> [String] {
        let data = try Data(contentsOf: URL(fileURLWithPath: walk.folder.file(file).string))
        let document = try require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return (document["notes"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
    }

    @Test("a folder that is not there is made for notes and saved frames")
    func missing() throws {
        let outcome = try walk.playing("--save-to", "new/notes", sink: nil) { window in
            try note("arm", window)
            try window.press("Return")
            try window.press("s")
            try window.see("the saved frame") { _ in
                FileManager.default.fileExists(atPath: walk.folder.file("new/notes/walk.0001.saved.png").string)
            }
            try window.quit()
        }
        expectEqual(outcome.status, 0)
        try expectEqual(texts("new/notes/walk.notes.json"), ["arm"])
    }

    @Test("a note that is being typed is kept when the window is closed")
    func typed() throws {
        let outcome = try walk.playing("--save-to", ".", sink: nil) { window in
            try note("half", window)
            try window.see("the letters") { shot in
                (54..<94).contains { x in (332..<352).contains { shot[x, $0].allSatisfy { $0 > 200 } } }
            }
            try window.server.requestClose(of: try window.identifier())
        }
        expectEqual(outcome.status, 0)
        try expectEqual(texts("walk.notes.json"), ["half"])
    }

    @Test("a folder that goes is no loss: the notes are elsewhere, and the command says where, with status 3")
    func gone() throws {
        try FileManager.default.createDirectory(
            atPath: walk.folder.file("notes").string,
            withIntermediateDirectories: true
        )
        let outcome = try walk.playing("--save-to", "notes", sink: nil) { window in
            try FileManager.default.removeItem(atPath: walk.folder.file("notes").string)
            try walk.folder.write(Array("a file".utf8), to: "notes")
            try note("arm", window)
            try window.press("Return")
            try window.see("what was not kept") { $0[20, 345] != ColoredWalk.color(1) }
            try window.quit()
        }
        expectEqual(outcome.status, 3)
        expect(outcome.errors.contains("The notes could not be saved: notes/walk.notes.json: Not a directory."))
        expect(outcome.errors.contains("They are in \(walk.folder.path)/flipbook/walk.notes.json now."))
        try expectEqual(texts("flipbook/walk.notes.json"), ["arm"])
    }

    @Test("a file in the place of the folder is refused before anything is played")
    func file() throws {
        let outcome = try Program.flipbook.run(
            ["play", "walk", "--sink", "fakesink", "--save-to", "walk/walk.0001.png"],
            in: walk.folder.path
        )
        expectEqual(outcome.status, 2)
        let refusal = "--save-to: walk/walk.0001.png is not a writable folder. Specify a different one."
        expectEqual(outcome.errors, "error: \(refusal)\n")
    }
}
