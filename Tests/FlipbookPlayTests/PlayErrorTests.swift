import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// Errors are read in the window, which plays on, or waits for something to be played; the terminal has them, too.
@Suite(.hangLimit, .serialized, .enabled(if: XServer.isAvailable, XServer.absence))
struct PlayErrorTests {
    private let walk: ColoredWalk

    init() throws {
        walk = try ColoredWalk()
        try walk.folder.write(Array("no picture".utf8), to: "broken/b.0001.png")
        try FileManager.default.createDirectory(
            atPath: walk.folder.file("empty").string,
            withIntermediateDirectories: true
        )
    }

    private func playing(_ arguments: String..., body: (PlayedWindow) throws -> Void) throws -> Program.Outcome {
        try PlayedWindow.playing(arguments + ["--paused"], in: walk.folder.path, sink: nil, body)
    }

    /// Returns whether something is to be read at the lower left of the window, or of the picture above the bar.
    private func hasText(_ shot: Screenshot, above bottom: Int = 456) -> Bool {
        (0..<400).contains { x in (300..<bottom).contains { shot[x, $0].allSatisfy { $0 > 220 } } }
    }

    @Test(
        "what cannot be played is said in an empty window, and the command ends with its status",
        arguments: [
            ("broken", "b.0001.png", 1), ("empty", "empty: ", 3), ("nowhere", "nowhere: there is no such file", 3),
        ]
    )
    func atStart(input: String, words: String, status: Int32) throws {
        let outcome = try playing(input) { window in
            try window.see("the error") { hasText($0) }
            try window.quit()
        }
        expect(outcome.status == status)
        expectEqual(outcome.errorLines.filter { $0.hasPrefix("error: ") }.count, 1)
        expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("without an input an empty window says what to do, and can be quit")
    func withoutInput() throws {
        let outcome = try playing { window in
            try window.see("what to do, in the middle") { shot in
                (200..<440).contains { x in (140..<220).contains { shot[x, $0].allSatisfy { $0 > 220 } } }
            }
            try window.quit()
        }
        expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        let blind = try Program.flipbook.run(["play"], in: walk.folder.path, without: ["DISPLAY", "WAYLAND_DISPLAY"])
        expect(blind.status == 2 && blind.errors.contains("Specify an input: a folder"))
    }

    @Test("where the viewer is to see whole cycles alone, an error ends the command at once")
    func atOnce() throws {
        try expectEqual(playing("broken", "--repeat", "1") { _ in }.status, 1)
    }

    @Test("a sequence that cannot be played among others is said over the one that goes on")
    func amongOthers() throws {
        let outcome = try playing("walk", "broken") { window in
            try walk.see(1, in: window)
            try window.press("Next")
            // Nothing is listed any more, and the picture has its rows.
            try window.see("the error over the first sequence") {
                $0[470, 100] == ColoredWalk.color(1) && hasText($0)
            }
            try window.quit()
        }
        expectEqual(outcome.status, 0)
        expect(outcome.errors.contains("b.0001.png"))
    }

    @Test("a sequence that is refused while it plays leaves the window open, and says why")
    func whilePlaying() throws {
        let outcome = try playing("walk", "--follow", "--missing", "error") { window in
            try window.see("a frame") { ColoredWalk.number($0) != nil }
            try FileManager.default.removeItem(atPath: walk.folder.file("walk/walk.0005.png").string)
            try window.see("the error in an empty window") { ColoredWalk.number($0) == nil && hasText($0) }
            try window.quit()
        }
        expectEqual(outcome.status, 1)
        expect(outcome.errors.contains("missing"), "\(outcome.errors)")
    }

    @Test(
        "a followed folder that is empty, or not there yet, opens a window that waits",
        arguments: ["empty", "later"]
    )
    func waiting(folder: String) throws {
        let outcome = try playing(folder, "--follow") { window in
            try window.see("what it waits for") { hasText($0) }
            try walk.write(7, to: "\(folder)/f.0001.png")
            try walk.see(7, in: window)
            try window.see("the frame's arrival") { hasText($0, above: 356) }
            try window.quit()
        }
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.errorLines.dropFirst(), ["note: f.0001.png new, 1 frame."])
    }

    @Test("a followed frame that is damaged is marked on the timeline, and captioned, until it is whole")
    func damaged() throws {
        let orange: [UInt8] = [240, 145, 50]
        let outcome = try playing("walk", "--follow") { window in
            try walk.see(1, in: window)
            try walk.press("shift+g", "5", "Return", shows: 5, in: window)
            try walk.folder.write([137, 80, 78, 71], to: "walk/walk.0005.png")
            // The timeline goes from 30 to 450: the fifth of 24 frames begins at 100. On its middle is the playhead.
            try window.see("the mark and the words") { $0[102, 380] == orange && hasText($0, above: 356) }
            try walk.press("Right", shows: 6, in: window)
            try window.see("the mark alone") { $0[109, 380] == orange && !hasText($0, above: 356) }
            try walk.write(5, to: "walk/walk.0005.png")
            try window.see("no mark") { $0[109, 380] != orange && hasText($0, above: 356) }
            try window.quit()
        }
        expectEqual(
            outcome.errorLines,
            ["note: walk.0005.png damaged, 24 frames.", "note: walk.0005.png changed, 24 frames."]
        )
    }

    @Test("a window that waits can be quit")
    func quitting() throws {
        let outcome = try playing("empty", "--follow") { window in
            try window.see("what it waits for") { hasText($0) }
            try window.quit()
        }
        expectEqual(outcome.status, 0, "\(outcome.errors)")
    }
}
