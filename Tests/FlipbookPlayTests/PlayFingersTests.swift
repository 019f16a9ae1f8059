import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Fingers on a touch screen and a touchpad zoom a window of `flipbook play`, and a dragged folder is played.
@Suite(.hangLimit)
struct PlayFingersTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        // Four quarters: red and green above blue and white.
        let size = PixelSize(width: 640, height: 480)
        let quarters = Picture(making: size, format: .rgba) { bytes in
            let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]]
            for place in 0..<size.area {
                let color = colors[(place % 640 < 320 ? 0 : 1) + (place / 640 < 240 ? 0 : 2)]
                for channel in 0..<4 { bytes[4 * place + channel] = color[channel] }
            }
        }
        for number in 1...3 { try folder.write(PNGEncoder.encode(quarters), to: "quarters/q.\(number).png") }
        for number in 1...2 { try folder.write(PNGEncoder.encode(ColoredWalk.picture(7)), to: "walk/w.\(number).png") }
    }

    @Test(
        "under Wayland two fingers on the screen zoom by as much as they move apart, and on a touchpad about the pointer",
        .enabled(if: WaylandSession.isAvailable, WaylandSession.absence)
    )
    func wayland() throws {
        let compositor = try StagedCompositor(
            [
                "see 500 100 00FF00",
                // One that the compositor takes away is none of two.
                "down 0 100 100", "cancel", "down 1 140 100", "move 1 260 100", "up 1",
                // Four times as large about the middle of the fingers: the red quarter is wider than the window.
                "down 0 100 100", "down 1 140 100", "move 1 260 100", "see 500 100 FF0000",
                // The finger that stays, and goes, neither scrubs nor plays.
                "up 1", "move 0 300 300", "up 0",
                // Three fingers are the desktop's.
                "pointer 100 100", "pinch-begin 3", "pinch 0 0 0.2", "pinch-end", "see 500 100 FF0000",
                "pinch-begin 2", "pinch 0 0 0.25", "see 500 100 00FF00", "see 500 300 FFFFFF", "pinch-end", "close",
            ]
        )
        let outcome = try compositor.play(["quarters", "--paused", "--json"], in: folder.path)
        expect(outcome.status == 0 && outcome.errors == "")
        // The clock has stood all the time.
        let report = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
        expectEqual(report?["presented"] as? Int, 0, "\(outcome.text)")
    }

    @Test(
        "under Wayland one finger or the pen of a tablet is the mouse: a tap plays",
        .enabled(if: WaylandSession.isAvailable, WaylandSession.absence),
        arguments: [["down 5 100 100", "up 5"], ["pen 100 100"]]
    )
    func tap(actions: [String]) throws {
        let number = { (frame: Int) in ColoredWalk.color(frame).map { String(format: "%02X", $0) }.joined() }
        for frame in 1...2 { try folder.write(PNGEncoder.encode(ColoredWalk.picture(frame)), to: "two/t.\(frame).png") }
        let compositor = try StagedCompositor(
            ["see 470 20 \(number(1))"] + actions + ["see 470 20 \(number(2))", "close"]
        )
        let outcome = try compositor.play(["two", "--paused", "--fps", "4"], in: folder.path)
        expect(outcome.status == 0 && outcome.errors == "")
    }

    @Test(
        "under Wayland a folder that is dragged onto the window is played, and its source is told so",
        .enabled(if: WaylandSession.isAvailable, WaylandSession.absence)
    )
    func drop() throws {
        let color = ColoredWalk.color(7).map { String(format: "%02X", $0) }.joined()
        let compositor = try StagedCompositor(
            ["see 500 100 00FF00", "drop \(folder.path)/walk", "see 300 20 \(color)", "close"]
        )
        let outcome = try compositor.play(["quarters", "--paused"], in: folder.path)
        expect(outcome.status == 0 && outcome.errors == "")
    }

    @Test(
        "under Wayland an empty folder, one without images and a path that is gone leave the player as it is, and it says so",
        .enabled(if: WaylandSession.isAvailable, WaylandSession.absence)
    )
    func refusedDrop() throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: false)
        try folder.write(Array("no picture".utf8), to: "words/notes.txt")
        let color = ColoredWalk.color(7).map { String(format: "%02X", $0) }.joined()
        let drops = ["gone", "empty", "words"].flatMap { name in
            // The sentence's box over blue; the rest stays.
            ["drop \(folder.path)/\(name)", "see 10 468 111138", "see 500 100 00FF00"]
        }
        let compositor = try StagedCompositor(
            ["see 500 100 00FF00"] + drops + ["drop \(folder.path)/walk", "see 300 20 \(color)", "close"]
        )
        let outcome = try compositor.play(["quarters", "--paused"], in: folder.path)
        let lines = outcome.errors.split(separator: "\n")
        expect(outcome.status == 0 && lines.count == 3, "\(outcome.errors)")
        for (line, name) in zip(lines, ["gone", "empty", "words"]) {
            expect(line.hasPrefix("note: ") && line.contains("\(folder.path)/\(name)"))
        }
    }

    @Test(
        "under X11 taps that a busy machine reads at once keep their times: slow ones are two, quick ones a double tap",
        .enabled(if: TouchedXServer.isAvailable, TouchedXServer.absence),
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func times() throws {
        // Enlarged eight times at first, and shown at its own size by a double tap.
        let small = Picture(making: PixelSize(width: 60, height: 45), format: .rgba) { bytes in
            for place in bytes.indices { bytes[place] = [255, 0, 0, 255][place % 4] }
        }
        try folder.write(PNGEncoder.encode(small), to: "small/s.1.png")
        let server = try TouchedXServer()
        defer { server.stop() }
        let outcome = try Program.flipbook.run(
            ["play", "small", "--paused"],
            in: folder.path,
            environment: [
                "DISPLAY": server.display, "WAYLAND_DISPLAY": "", "GST_DEBUG": "", "XDG_RUNTIME_DIR": folder.path,
                "XDG_STATE_HOME": folder.path,
            ]
        ) { player in
            let (player, tap) = (player.processIdentifier, ["finger 18 1 100 200", "finger 20 1 100 200"])
            // A double tap would show black here.
            try server.perform(
                ["pointer 100 200", "see 20 20 FF0000", "halt \(player)"] + tap + ["wait 0.6"] + tap
                    + ["go \(player)", "wait 0.8", "see 20 20 FF0000"]
                    + ["halt \(player)"] + tap + tap + ["go \(player)", "see 20 20 000000", "key q"]
            )
        }
        expect(outcome.status == 0 && outcome.errors == "")
    }

    @Test(
        "under X11 two fingers on the screen zoom, and two on a touchpad about the pointer; a tap plays",
        .enabled(if: TouchedXServer.isAvailable, TouchedXServer.absence),
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func x11() throws {
        let server = try TouchedXServer()
        defer { server.stop() }
        let outcome = try Program.flipbook.run(
            ["play", "quarters", "--paused"],
            in: folder.path,
            environment: [
                "DISPLAY": server.display, "WAYLAND_DISPLAY": "", "GST_DEBUG": "", "XDG_RUNTIME_DIR": folder.path,
                "XDG_STATE_HOME": folder.path,
            ]
        ) { player in
            try server.perform([
                "see 500 100 00FF00", "finger 18 1 100 100", "finger 18 2 140 100", "finger 19 2 261 100",
                "see 500 100 FF0000", "finger 20 2 261 100", "finger 20 1 100 100",
                "pointer 100 100", "pinch 27 3 1", "pinch 28 3 0.2", "pinch 29 3 0.2", "see 500 100 FF0000",
                "pinch 27 2 1", "pinch 28 2 0.25", "see 500 100 00FF00", "pinch 29 2 0.25", "key q",
            ])
        }
        expect(outcome.status == 0 && outcome.errors == "")
    }
}
