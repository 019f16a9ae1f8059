import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook play` under the Wayland compositor sway without a screen, with Xwayland and without.
@Suite(
    .hangLimit,
    .serialized,
    .enabled(if: WaylandSession.isAvailable, WaylandSession.absence),
    .enabled(if: LongTests.areWanted, LongTests.absence)
)
struct PlayWaylandTests {
    private let walk: ColoredWalk

    init() throws { walk = try ColoredWalk() }

    @Test("where the session has Xwayland, the window is our own: its title, its display and its keys are there")
    func throughXwayland() throws {
        let session = try WaylandSession(hasXwayland: true)
        defer { session.stop() }
        let outcome = try session.playing(["walk", "--paused"], in: walk.folder) {
            try session.see("the first frame") {
                $0.contains("walk.####.png: flipbook")
            } color: {
                $0 == ColoredWalk.color(1)
            }
            try session.press("Right", until: "the second frame") { $0 == ColoredWalk.color(2) }
            try session.press("q")
        }
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.errors, "")
    }

    @Test("without Xwayland the window is our own, too: its title, its display, its keys and its full screen are there")
    func withoutXwayland() throws {
        let session = try WaylandSession(hasXwayland: false)
        defer { session.stop() }
        let outcome = try session.playing(["walk", "--paused"], in: walk.folder) {
            try session.see("the first frame") {
                $0.contains("walk.####.png: flipbook")
            } color: {
                $0 == ColoredWalk.color(1)
            }
            try session.press("Right", until: "the second frame") { $0 == ColoredWalk.color(2) }
            try session.press("h")
            try session.press("End", until: "the last frame") { $0 == ColoredWalk.color(24) }
            try session.press("q")
        }
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.errors, "")
    }

    @Test("without Xwayland frames are played at their times, and Q ends the playback")
    func playedWithoutXwayland() throws {
        let session = try WaylandSession(hasXwayland: false)
        defer { session.stop() }
        let report = walk.folder.file("report.json").string
        let outcome = try session.playing(["walk", "--fps", "12", "--report", report], in: walk.folder) {
            try session.see("a frame") {
                !$0.isEmpty
            } color: { color in
                (2...24).contains { ColoredWalk.color($0) == color }
            }
            try session.press("q")
        }
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let facts = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: report)))
        expect(((facts as? [String: Any])?["presented"] as? Int ?? 0) > 1)
    }

    @Test("without Xwayland a press on the timeline goes to a frame, a drag along it scrubs, and the wheel zooms")
    func mouse() throws {
        let session = try WaylandSession(hasXwayland: false)
        defer { session.stop() }
        let outcome = try session.playing(["walk", "--paused"], in: walk.folder) {
            try session.see("the first frame") {
                $0.contains("walk.####.png: flipbook")
            } color: {
                $0 == ColoredWalk.color(1)
            }
            // The bar at the lower edge has the timeline of 24 frames.
            try session.point("move 400 300", "move 400 554", "down", "up")
            try session.see("a frame of the middle") { color in (11...14).contains { ColoredWalk.color($0) == color } }
            try session.point("move 400 554", "down", "move 500 554", "move 790 554", "up")
            try session.see("the last frame") { $0 == ColoredWalk.color(24) }
            try session.point("move 400 300", "wheel 1", "wheel 1", "wheel 1", "wheel 1", "wheel 1")
            try session.see("black beside a smaller picture") { $0 == [0, 0, 0] }
            try session.press("q")
        }
        expectEqual(outcome.status, 0, "\(outcome.errors)")
    }
}
