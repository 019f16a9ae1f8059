import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook play` in a window of an X server without a screen: every key and every use of the mouse, checked on
/// screenshots whose colour tells the frame.
@Suite(
    .timeLimit(.minutes(10)),
    .serialized,
    .enabled(if: XServer.isAvailable, "needs Xvfb and xdotool")
)
struct PlayWindowTests {
    let folder: TemporaryDirectory
    /// The frames' size.
    static let size = PixelSize(width: 480, height: 360)
    /// Where nothing is laid over a frame, and it is opaque.
    static let plain = (x: 470, y: 20)
    /// Where a frame is clear.
    static let clear = (x: 100, y: 250)

    /// The 24 frames.
    init() throws {
        folder = try TemporaryDirectory()
        for number in 1...24 { try write(number, to: "walk/walk.\(number < 10 ? "000" : "00")\(number).png") }
    }

    /// The colour of frame `number`, the first being 1.
    static func color(_ number: Int) -> [UInt8] { [UInt8(number * 10), 100, 50] }

    /// Frame `number`: its colour, and a clear rectangle.
    static func picture(_ number: Int) -> Picture {
        let color = color(number)
        return Picture(size: size, format: .rgba) { bytes in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let isClear = (40..<200).contains(x) && (200..<300).contains(y)
                    let pixel = isClear ? [0, 0, 0, 0] : color + [255]
                    for channel in 0..<4 { bytes[(y * size.width + x) * 4 + channel] = pixel[channel] }
                }
            }
        }
    }

    /// Writes frame `number` as a file.
    func write(_ number: Int, to name: String) throws {
        try folder.write(PNGEncoder.encode(Self.picture(number)), to: name)
    }

    /// Plays with the clock standing at first.
    func playing(
        _ arguments: String...,
        sink: String = "ximagesink",
        _ body: (PlayedWindow) throws -> Void
    ) throws -> Program.Outcome {
        try PlayedWindow.playing(["walk"] + arguments + ["--paused"], in: folder.path, sink: sink, body)
    }

    /// The number of the frame on the screen; `nil` where there is none.
    static func number(_ shot: Screenshot) -> Int? {
        let pixel = shot[plain.x, plain.y]
        return (1...24).first { color($0) == pixel }
    }

    /// Waits for a frame.
    func see(_ number: Int, in window: PlayedWindow) throws {
        try window.see("frame \(number)") { Self.number($0) == number }
    }

    /// Presses keys and waits for a frame.
    func press(_ keys: String..., shows number: Int, in window: PlayedWindow) throws {
        for key in keys { try window.press(key) }
        try window.see("frame \(number) after \(keys.joined(separator: " "))") { Self.number($0) == number }
    }

    /// The next `count` different frames.
    func sequence(of count: Int, in window: PlayedWindow) throws -> [Int] {
        var seen: [Int] = []
        try window.see("\(count) frames that follow each other") { shot in
            if let number = Self.number(shot), number != seen.last { seen.append(number) }
            return seen.count == count
        }
        return seen
    }

    @Test("every pixel of the window is the frame's", arguments: ["ximagesink", "glimagesink"])
    func pixels(sink: String) throws {
        let outcome = try playing(sink: sink) { window in
            for number in [1, 2] {
                try see(number, in: window)
                let shot = try window.server.screenshot()
                let expected = Self.picture(number).withUnsafeBytes { bytes in
                    // Black lies behind what is clear.
                    (0..<bytes.count).filter { $0 % 4 != 3 }.map { bytes[$0] }
                }
                #expect(shot.pixels(x: 0..<Self.size.width, y: 0..<Self.size.height) == expected)
                try window.press("Right")
            }
            try see(3, in: window)
            try window.press("q")
        }
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
    }

    @Test("keys step, jump, set points and type numbers", arguments: ["ximagesink", "glimagesink"])
    func steps(sink: String) throws {
        let outcome = try playing(sink: sink) { window in
            try see(1, in: window)
            try press("Right", shows: 2, in: window)
            try press("period", shows: 3, in: window)
            try press("Left", shows: 2, in: window)
            try press("comma", shows: 1, in: window)
            try press("shift+Right", shows: 11, in: window)
            try press("shift+period", shows: 21, in: window)
            try press("shift+Left", shows: 11, in: window)
            try press("shift+comma", shows: 1, in: window)
            try press("End", shows: 24, in: window)
            try press("Home", shows: 1, in: window)
            try press("shift+g", "1", "5", "Return", shows: 15, in: window)
            // Points: between them Home and End stop, and steps go round.
            try press("bracketleft", "End", shows: 24, in: window)
            try press("Left", shows: 23, in: window)
            try press("bracketright", "Home", shows: 15, in: window)
            try press("End", shows: 23, in: window)
            try press("Right", shows: 15, in: window)
            try press("Right", "i", "End", shows: 23, in: window)
            try press("Left", "o", "Home", shows: 16, in: window)
            try press("End", shows: 22, in: window)
            try press("backslash", "End", shows: 24, in: window)
            try press("Home", shows: 1, in: window)
            try window.press("Escape")
        }
        #expect(outcome.status == 0)
    }

    @Test("J, K, L and P play both ways, Space plays and pauses, Up and Down change the rate")
    func shuttle() throws {
        let report = folder.file("report.json").string
        let outcome = try playing("--fps", "2", "--report", report) { window in
            try see(1, in: window)
            try press("shift+g", "1", "2", "Return", shows: 12, in: window)
            try window.press("l")
            #expect(try sequence(of: 3, in: window) == [12, 13, 14])
            try window.press("k")
            try press("shift+g", "1", "2", "Return", shows: 12, in: window)
            try window.press("j")
            #expect(try sequence(of: 3, in: window) == [12, 11, 10])
            try window.press("k")
            try press("shift+g", "6", "Return", shows: 6, in: window)
            try press("i", "Right", "Right", "o", shows: 8, in: window)
            try window.press("p", "Home", "space")
            #expect(try sequence(of: 6, in: window) == [6, 7, 8, 7, 6, 7])
            try window.press("space", "p", "backslash")
            try press("Home", shows: 1, in: window)
            // Standing it stays.
            for _ in 0..<5 { try see(1, in: window) }
            try window.press("Up", "Up", "Down")
            try press("Right", shows: 2, in: window)
            try window.press("q")
        }
        #expect(outcome.status == 0)
        let text = try String(contentsOfFile: report, encoding: .utf8)
        #expect(text.contains("\"rateAsked\": 2.500"))
    }

    @Test("the mouse scrubs, clicks and steps, and scrubbing stops at the ends")
    func mouse() throws {
        let outcome = try playing("--fps", "2") { window in
            try see(1, in: window)
            try window.server.xdotool("mousemove", "10", "150")
            try window.server.xdotool("mousedown", "1")
            // 24 frames over 480 pixels: 20 each.
            for (x, number) in [(250, 13), (469, 24), (600, 24), (41, 3), (0, 1)] {
                try window.server.xdotool("mousemove", "\(x)", "150")
                try see(number, in: window)
            }
            try window.server.xdotool("mousemove", "130", "150")
            try window.server.xdotool("mouseup", "1")
            try see(7, in: window)
            try window.server.xdotool("click", "5")
            try see(8, in: window)
            try window.server.xdotool("click", "4")
            try see(7, in: window)
            try window.server.xdotool("click", "1")
            #expect(try sequence(of: 2, in: window) == [7, 8])
            try window.server.xdotool("click", "1")
            try press("Home", shows: 1, in: window)
            for _ in 0..<5 { try see(1, in: window) }
            try window.press("q")
        }
        #expect(outcome.status == 0)
    }

    @Test("channels, backgrounds, the heads-up display and help change what is seen of a frame, and back")
    func looks() throws {
        let outcome = try playing { window in
            func sees(_ what: String, at place: (x: Int, y: Int), _ color: [UInt8]) throws {
                try window.see(what) { $0[place.x, place.y] == color }
            }
            let (own, grey) = (Self.color(1), { (value: UInt8) in [value, value, value] })
            try see(1, in: window)
            let before = try window.server.screenshot()
            for (key, value) in [("r", 10), ("g", 100), ("b", 50), ("a", 255)] as [(String, UInt8)] {
                try window.press(key)
                try sees("the channel \(key)", at: Self.plain, grey(value))
                if key == "a" { try sees("no alpha", at: Self.clear, grey(0)) }
                try window.press(key)
                try sees("all channels", at: Self.plain, own)
            }
            try window.press("shift+b", "shift+b")
            try sees("white", at: Self.clear, grey(255))
            try window.press("shift+b")
            try window.see("a checkerboard of squares of 8 pixels") { shot in
                (0..<20).allSatisfy { x in
                    (0..<10).allSatisfy { y in
                        let isLight = ((40 + 8 * x) / 8 + (200 + 8 * y) / 8) % 2 == 0
                        return shot[44 + 8 * x, 204 + 8 * y] == grey(isLight ? 255 : 204)
                    }
                }
            }
            try sees("the frame over it", at: Self.plain, own)
            try window.press("shift+b")
            try sees("black", at: Self.clear, grey(0))

            func top(_ shot: Screenshot) -> [UInt8] { shot.pixels(x: 0..<300, y: 0..<60) }
            func middle(_ shot: Screenshot) -> [UInt8] { shot.pixels(x: 200..<280, y: 150..<210) }
            try window.press("h")
            try window.see("the heads-up display") { top($0) != top(before) }
            try window.press("h")
            try window.see("no heads-up display") { top($0) == top(before) }
            try window.press("question")
            try window.see("help") { middle($0) != middle(before) }
            try window.press("question")
            try window.see("no help") { middle($0) == middle(before) }
            try window.press("q")
        }
        #expect(outcome.status == 0)
    }

    @Test("a larger window shows the frame larger; 1 shows it pixel by pixel, f as large as there is room")
    func resize() throws {
        let outcome = try playing { window in
            try see(1, in: window)
            let identifier = try window.identifier()
            try window.server.xdotool("windowsize", identifier, "960", "720")
            try window.see("the frame, twice as large") { shot in
                shot[940, 700] == Self.color(1) && shot[200, 500] == [0, 0, 0]
                    && shot[420, 500] == Self.color(1)
            }
            // Places are the frame's still: the pointer is at 400, 20 of the window.
            try window.press("Right")
            try window.see("frame 2, twice as large") { $0[940, 700] == Self.color(2) }
            try window.press("1")
            try window.see("the frame pixel by pixel in the middle") { shot in
                shot[100, 100] == [0, 0, 0] && shot[241, 181] == Self.color(2)
                    && shot[718, 538] == Self.color(2)
                    && shot[723, 543] == [0, 0, 0] && shot[300, 400] == [0, 0, 0]
            }
            try window.press("f")
            try window.see("the frame fitted again") { $0[940, 700] == Self.color(2) }
            try window.server.xdotool("windowsize", identifier, "480", "600")
            try window.see("the frame in a higher window") { shot in
                shot[470, 130] == Self.color(2) && shot[470, 60] == [0, 0, 0]
            }
            try window.press("q")
        }
        #expect(outcome.status == 0)
    }

    @Test("R reads the frames again, S saves the one that is shown, M shows the highlighted ones")
    func files() throws {
        try folder.write(
            Array(
                """
                version: 1
                animationImages: walk/walk.####.png
                highlightedAnimationImages: [walk/walk.0009.png, walk/walk.0005.png]

                """.utf8
            ),
            to: "walk.yaml"
        )
        let outcome = try PlayedWindow.playing(["walk.yaml", "--paused"], in: folder.path) { window in
            try see(1, in: window)
            try press("Right", "m", shows: 9, in: window)
            try press("Right", shows: 5, in: window)
            try press("m", shows: 1, in: window)
            try press("Right", shows: 2, in: window)
            try window.press("s")
            let saved = folder.file("walk.0002.saved.png")
            try window.see("the saved frame") { _ in
                // What is written to its end can be read.
                (try? ImageDecoder().decode(contentsOf: saved)) != nil
            }
            let picture = try ImageDecoder().decode(contentsOf: saved)
            #expect(picture.size == Self.size)
            #expect(picture.withUnsafeBytes { Array($0.prefix(3)) } == Self.color(2))
            try write(20, to: "walk/walk.0002.png")
            try press("shift+r", shows: 20, in: window)
            try window.press("q")
        }
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("saved walk.0002.saved.png"))
    }

    @Test(
        "other players' keys do what they do there",
        arguments: [("rv", "shift+Right", 11), ("mpv", "Right", 11), ("djv", "ctrl+Right", 24)]
    )
    func habits(keys: String, press key: String, number: Int) throws {
        let outcome = try playing("--keys", keys, "--fps", "2") { window in
            try see(1, in: window)
            try press(key, shows: number, in: window)
            try window.press("q")
        }
        #expect(outcome.status == 0)
    }

    @Test("a view's still picture is shown after the last cycle, and without one what lies behind it")
    func end() throws {
        let text = "version: 1\nanimationImages: walk/walk.1-3####.png\nanimationRepeatCount: 2\n"
        try folder.write(Array((text + "image: walk/walk.0024.png\n").utf8), to: "still.yaml")
        try folder.write(Array((text + "backgroundColor: '#203040'\n").utf8), to: "bare.yaml")
        let still = try PlayedWindow.playing(["still.yaml", "--keep-open"], in: folder.path) { window in
            try see(24, in: window)
            try press("Home", shows: 1, in: window)
            try window.press("q")
        }
        #expect(still.status == 0)
        #expect(still.errors == "")
        let bare = try PlayedWindow.playing(["bare.yaml", "--keep-open"], in: folder.path) { window in
            try window.see("the background") { $0[Self.plain.x, Self.plain.y] == [0x20, 0x30, 0x40] }
            try window.press("q")
        }
        #expect(bare.status == 0)
    }

    @Test("a window whose cross is clicked ends the playback as asked", arguments: ["ximagesink", "glimagesink"])
    func crossed(sink: String) throws {
        let outcome = try playing("--fps", "10", sink: sink) { window in
            try see(1, in: window)
            try window.press("space")
            try window.server.requestClose(of: window.identifier())
        }
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
    }

    @Test("a window that is destroyed ends the playback, too", arguments: ["windowclose", "windowkill"])
    func closed(how: String) throws {
        let outcome = try playing("--fps", "10") { window in
            try see(1, in: window)
            try window.press("space")
            try window.server.xdotool(how, try window.identifier())
        }
        // Who kills the connection takes the display away.
        #expect(outcome.status == (how == "windowkill" ? 3 : 0))
    }

    @Test("an X server that goes away ends the playback with a sentence", arguments: ["ximagesink", "glimagesink"])
    func serverGone(sink: String) throws {
        let outcome = try playing("--fps", "30", sink: sink) { window in
            try see(1, in: window)
            try window.press("space")
            window.server.stop()
        }
        #expect(
            outcome.errors
                == "error: The X server that the window was on is gone. Start it again, then play again.\n"
        )
        #expect(outcome.status == 3)
    }

    @Test("frames that are deleted while they play are stood in for, in few words, or end it with their name")
    func deleted() throws {
        let held = try playing("--fps", "30", "--memory", "0", "--missing", "hold") { window in
            try see(1, in: window)
            try FileManager.default.removeItem(atPath: folder.file("walk").string)
            try window.press("l")
            try window.see("black in the place of all") { Self.number($0) == nil }
            try window.press("h")
            try window.press("q")
        }
        #expect(held.status == 0)
        #expect(held.errors.contains("walk.00"))
        #expect(held.errorLines.count < 20)
        for number in 1...24 { try write(number, to: "walk/walk.\(number < 10 ? "000" : "00")\(number).png") }
        let refused = try playing("--fps", "30", "--memory", "0") { window in
            try see(1, in: window)
            try FileManager.default.removeItem(atPath: folder.file("walk").string)
            try window.press("space")
        }
        #expect(refused.errors.contains("no such file"))
        #expect(refused.status == 1)
    }
}
