import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Scripts of gestures, as the command replays them.
@Suite(.hangLimit) struct SceneEventTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private static let scene = """
        size: 100x40
        duration: 3
        isUserInteractionEnabled: true
        views:
          - {id: lamp, frame: [0, 0, 20, 40], backgroundColor: red}
          - {id: door, frame: [40, 0, 20, 40], backgroundColor: blue}
        animations:
          - {view: lamp, property: backgroundColor, to: lime, trigger: {view: lamp, gesture: tap}}
          - {view: lamp, property: center, to: [90, 20], delay: 0.5, trigger: {view: lamp, gesture: tap}}
          - {view: door, property: backgroundColor, to: white, trigger: {view: door, gesture: longPress}}
          - {view: door, property: alpha, to: 0, trigger: {view: door, gesture: pan}}
          - {view: door, property: isHidden, to: true, trigger: {gesture: tap}}
          - {view: lamp, property: isHidden, to: true, trigger: {view: lamp, gesture: swipeUp}}
          - {view: lamp, property: transform, to: {rotate: 90}, trigger: {view: lamp, gesture: rotation}}
          - {view: lamp, property: transform, to: {scale: 2}, trigger: {view: lamp, gesture: pinch}}

        """

    private func flipbook(_ arguments: String...) throws -> Program.Outcome {
        try Program.flipbook.run(arguments, in: folder.path)
    }

    /// The colors of the first and of the second view's place at a moment, and of the place that the first one moves to.
    private func colors(_ events: String, at time: String) throws -> [[UInt8]] {
        try folder.write(Array(Self.scene.utf8), to: "scene.yaml")
        try folder.write(Array(events.utf8), to: "events.json")
        let outcome = try flipbook(
            "render",
            "scene.yaml",
            "--events",
            "events.json",
            "--at",
            time,
            "-o",
            "a.png",
            "--overwrite"
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let picture = try ImageDecoder().decode(contentsOf: folder.file("a.png"))
        return picture.withUnsafeBytes { bytes in
            [10, 50, 90].map { x in Array(bytes[(20 * 100 + x) * 4..<(20 * 100 + x) * 4 + 4]) }
        }
    }

    private let red: [UInt8] = [255, 0, 0, 255]
    private let lime: [UInt8] = [0, 255, 0, 255]
    private let blue: [UInt8] = [0, 0, 255, 255]
    private let white: [UInt8] = [255, 255, 255, 255]
    private let clear: [UInt8] = [0, 0, 0, 0]

    @Test("a tap sets off what waits for it, when the finger goes up, and delays count from there")
    func tap() throws {
        let tap = "[{\"tap\": [10, 20], \"at\": 1, \"duration\": 0.2}]"
        try expectEqual(colors(tap, at: "1.1"), [red, blue, clear])
        try expectEqual(colors(tap, at: "1.2"), [lime, blue, clear])
        try expectEqual(colors(tap, at: "1.69"), [lime, blue, clear])
        try expectEqual(colors(tap, at: "1.7"), [clear, blue, lime])
    }

    @Test("fingers that are down together take turns by time")
    func overlapping() throws {
        let script = "[{\"longPress\": [45, 20], \"at\": 0, \"duration\": 2}, {\"tap\": [10, 20], \"at\": 0.1}]"
        _ = try colors(script, at: "0")
        let text = try flipbook("explain", "scene.yaml", "--events", "events.json").text
        expect(text.hasSuffix("  0.2 s: a tap on lamp\n  0.5 s: a long press on door\n"), "\(text)")
    }

    @Test("a later touch finds a view where an earlier one has moved it")
    func moved() throws {
        let script =
            "[{\"tap\": \"lamp\", \"at\": 0}, {\"tap\": [10, 20], \"at\": 1}, {\"longPress\": \"lamp\", \"at\": 2}]"
        let outcome = try { () throws -> Program.Outcome in
            _ = try colors(script, at: "0")
            return try flipbook("explain", "scene.yaml", "--events", "events.json")
        }()
        expect(
            outcome.text.hasSuffix("0.1 s: a tap on lamp\n  1.1 s: a tap on the sequence\n")
        )
    }

    @Test("a press acts after half a second, also while the finger stays, and a pan as soon as it is one")
    func pressAndPan() throws {
        let press = "[{\"longPress\": \"door\", \"at\": 1, \"duration\": 1.5}]"
        try expectEqual(colors(press, at: "1.49"), [red, blue, clear])
        try expectEqual(colors(press, at: "1.5"), [red, white, clear])
        let short = "[{\"longPress\": \"door\", \"at\": 1, \"duration\": 0.4}]"
        // Nothing but a tap, of which the sequence hears.
        try expectEqual(colors(short, at: "2"), [red, clear, clear])
        let pan = "[{\"pan\": \"door\", \"by\": [40, 0], \"at\": 1, \"duration\": 1}]"
        try expectEqual(colors(pan, at: "1.2"), [red, blue, clear])
        try expectEqual(colors(pan, at: "1.3"), [red, clear, clear])
    }

    @Test(
        "pinches and rotations have two fingers, and a swipe a direction",
        arguments: [
            (#"{"pinch": [10, 20], "by": 2, "at": 1}"#, "a pinch on lamp"),
            (#"{"rotation": [10, 20], "by": -90, "at": 1}"#, "a rotation on lamp"),
            (#"{"swipeUp": "lamp", "at": 1}"#, "a swipe up on lamp"),
            // Of two fingers that stay, and of another direction, nothing comes.
            (#"{"pinch": [10, 20], "by": 1, "at": 1}"#, nil),
            (#"{"swipeDown": "lamp", "at": 1}"#, nil), (#"{"swipeDown": "door", "at": 1}"#, "a pan on door"),
        ]
    )
    func otherGestures(event: String, gesture: String?) throws {
        try folder.write(Array(Self.scene.utf8), to: "scene.yaml")
        try folder.write(Array("[\(event)]".utf8), to: "events.json")
        let outcome = try flipbook("explain", "scene.yaml", "--events", "events.json")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.text.contains("Gestures with an effect:"), (gesture != nil))
        if let gesture { expect(outcome.text.hasSuffix(": \(gesture)\n")) }
    }

    @Test("without a script nothing that waits for a gesture happens, and an export with one has its moments")
    func export() throws {
        try expectEqual(colors("[]", at: "2.9"), [red, blue, clear])
        try folder.write(Array("[{\"tap\": \"lamp\", \"at\": 1}]".utf8), to: "events.json")
        let outcome = try flipbook("export", "scene.yaml", "--events", "events.json", "-o", "out.####.png")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        // 1.1 s of 30 frames a second.
        for (number, color) in [(33, red), (34, lime)] {
            let name = "out.00\(number).png"
            let picture = try ImageDecoder().decode(contentsOf: folder.file(name))
            expectEqual(picture.withUnsafeBytes { Array($0[(20 * 100 + 10) * 4..<(20 * 100 + 10) * 4 + 4]) }, color)
        }
    }

    @Test(
        "a script's mistakes have their places, and events want views",
        arguments: [
            (
                "{}",
                "bad.json:1:1: expected a list of events such as {\"tap\": \"button\", \"at\": 0.5}, found keys and "
                    + "values."
            ),
            (
                "[{\"tap\": \"lamp\"}]",
                "bad.json:1:2: [0]: the required key 'at' is missing (the time of the touch, in seconds)."
            ),
            ("[{\"tap\": \"lump\", \"at\": 1}]", "bad.json: no view has the id 'lump'. Did you mean 'lamp'?"),
            (
                "[{\"tap\": \"lamp\", \"pan\": [1, 1], \"at\": 1}]",
                "bad.json:1:2: [0]: an event requires exactly one of the keys tap, longPress, pan, pinch, rotation, "
                    + "swipeLeft, "
                    + "swipeRight, swipeUp or swipeDown."
            ),
            (
                "[{\"pan\": \"lamp\", \"at\": 1}]",
                "bad.json:1:2: [0]: the required key 'by' is missing (the movement in points, such as [40, 0])."
            ),
            (
                "[{\"tap\": \"lamp\", \"by\": [1, 1], \"at\": 1}]",
                "bad.json:1:24: [0].by: only pans, pinches and rotations have this key; remove it."
            ),
            (
                "[{\"pinch\": \"lamp\", \"by\": 0, \"at\": 1}]",
                "bad.json:1:26: [0].by: expected a number from 0.01 to 100, found '0'."
            ),
        ]
    )
    func mistakes(script: String, message: String) throws {
        try folder.write(Array(Self.scene.utf8), to: "scene.yaml")
        try folder.write(Array(script.utf8), to: "bad.json")
        let outcome = try flipbook("render", "scene.yaml", "--events", "bad.json", "-o", "a.png")
        expectEqual(outcome.status, 2)
        expectEqual(outcome.errors, "error: \(message)\n")
    }

    @Test("a manifest that is written has no events")
    func manifest() throws {
        let outcome = try flipbook("manifest", "scene.yaml", "--events", "events.json")
        expectEqual(outcome.status, 2)
        expect(outcome.errors.contains("--events: a manifest cannot contain events"))
    }

    @Test("a frame sequence has no views for events")
    func noViews() throws {
        try folder.write(PNGWriter(width: 2, height: 2).file(rows: [UInt8](repeating: 255, count: 16)), to: "a.png")
        try folder.write(Array("[]".utf8), to: "e.json")
        let outcome = try flipbook("render", "a.png", "--events", "e.json", "-o", "b.png")
        expectEqual(outcome.status, 2)
        expect(outcome.errors.contains("--events: the input has no views"))
    }
}
