import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// What a player takes up again from the last time.
@Suite(.hangLimit, .serialized) struct RestoreTests {
    private let walk: ColoredWalk

    init() throws { walk = try ColoredWalk() }

    private func state() throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: walk.folder.file("state.json").string))
        return try require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("the playback begins at the frame where it was left, and stands where it stood")
    func position() throws {
        let left = try walk.playing("--restore", "state.json") { window in
            try walk.press("Right", "Right", "Right", shows: 4, in: window)
            try window.quit()
        }
        expectEqual(left.status, 0, "\(left.errors)")
        let written = try require(try state()["playback"] as? [String: Any])
        expect(written["frame"] as? Int == 3 && written["isAnimating"] as? Bool == false)
        expectEqual(written["timeNs"] as? Int, 100_000_000)
        let again = try PlayedWindow.playing(["walk", "--restore", "state.json"], in: walk.folder.path) { window in
            try walk.see(4, in: window)
            try window.press("space", until: "a later frame") { ColoredWalk.number($0) ?? 0 > 6 }
            try window.quit()
        }
        expectEqual(again.status, 0, "\(again.errors)")
        try expectEqual(require(try state()["playback"] as? [String: Any])["isAnimating"] as? Bool, true)
    }

    @Test(
        "a playback that a signal ends is taken up again, too",
        arguments: LongTests.cases([SIGTERM, SIGINT], every: 2)
    )
    func interrupted(signal: Int32) throws {
        let left = try walk.playing("--restore", "state.json") { window in
            try walk.press("Right", "Right", shows: 3, in: window)
            window.process.send(signal)
            try window.waitForEnd()
        }
        expectEqual(left.status, 128 + signal, "\(left.errors)")
        try expectEqual(require(try state()["playback"] as? [String: Any])["frame"] as? Int, 2)
    }

    @Test(
        "a file that is something else, damaged or of another version is refused and stays as it is",
        arguments: LongTests.cases(
            ["{", "{\"version\": 9, \"views\": []}", "[1]", "animationImages: walk", ""],
            every: 2
        )
    )
    func foreign(text: String) throws {
        try walk.folder.write(Array(text.utf8), to: "state.json")
        let outcome = try Program.flipbook.run(
            ["play", "walk", "--restore", "state.json", "--sink", "fakesink", "--loop", "once", "--fps", "240"],
            in: walk.folder.path
        )
        expectEqual(outcome.status, 2, "\(outcome.errors)")
        expect(
            outcome.errors.hasPrefix("error: --restore: state.json is not a saved player state "),
            "\(outcome.errors)"
        )
        try expectEqual(String(contentsOfFile: walk.folder.file("state.json").string, encoding: .utf8), text)
    }

    /// What a file says of views.
    private struct Written: Decodable {
        struct Place: Decodable {
            let center: Point
            let transform: Transform
        }
        let views: [Place]
    }

    @Test("views lie where the file says, and are written back to the last bit")
    func views() throws {
        // Wide enough for the pointer that keys go to.
        let scene = """
            size: 480x100
            backgroundColor: black
            duration: 1
            views: [{id: card, restorationIdentifier: card, frame: [0, 0, 20, 20], backgroundColor: red}]

            """
        try walk.folder.write(Array(scene.utf8), to: "scene.yaml")
        let place =
            #"{"id": "card", "bounds": {"origin": {"x": 0, "y": 0}, "size": {"width": 20, "height": 20}}, "#
            + #""center": {"x": 150.30000000000001, "y": 50}, "transform": {"a": 0.86602540378443871, "#
            + #""b": 0.49999999999999994, "c": -0.49999999999999994, "d": 0.86602540378443871, "tx": 0, "ty": 0}, "#
            + #""anchorPoint": {"x": 0.5, "y": 0.5}}"#
        try walk.folder.write(Array("{\"version\": 1, \"views\": [\(place)]}".utf8), to: "state.json")
        let outcome = try PlayedWindow.playing(
            ["scene.yaml", "--restore", "state.json", "--paused"],
            in: walk.folder.path
        ) { window in
            try window.see("the card at its place") { $0[150, 50] == [255, 0, 0] && $0[10, 10] == [0, 0, 0] }
            try window.quit()
        }
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        // Foundation's JSONSerialization may be off by the last bit; its decoder is exact.
        let written = try Data(contentsOf: URL(fileURLWithPath: walk.folder.file("state.json").string))
        let view = try require(try JSONDecoder().decode(Written.self, from: written).views.first)
        expectEqual(view.center, Point(x: 150.30000000000001, y: 50))
        let (cosine, sine) = (0.86602540378443871, 0.49999999999999994)
        expectEqual(view.transform, Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0))
    }

    @Test("two views with one name are refused before anything is played")
    func duplicates() throws {
        let scene = "size: 20x10\nduration: 1\nviews: [{restorationIdentifier: a}, {restorationIdentifier: a}]\n"
        try walk.folder.write(Array(scene.utf8), to: "scene.yaml")
        let outcome = try Program.flipbook.run(
            ["play", "scene.yaml", "--restore", "state.json", "--sink", "fakesink"],
            in: walk.folder.path
        )
        expectEqual(outcome.status, 2)
        expect(outcome.errors.contains("two views have the restorationIdentifier 'a'"), "\(outcome.errors)")
        expect(!FileManager.default.fileExists(atPath: walk.folder.file("state.json").string))
    }
}
