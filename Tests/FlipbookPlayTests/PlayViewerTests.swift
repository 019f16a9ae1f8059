import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Foundation
import Testing

/// The window of `flipbook play` where no sink is named: our own, under an X server without a screen.
@Suite(.hangLimit, .serialized, .enabled(if: XServer.isAvailable, XServer.absence))
struct PlayViewerTests {
    private let walk: ColoredWalk

    init() throws { walk = try ColoredWalk() }

    private func geometry(_ window: PlayedWindow) throws -> [Int] {
        let text = try window.server.xdotool("getwindowgeometry", "--shell", try window.identifier())
        return ["WIDTH=", "HEIGHT="].compactMap { name in
            text.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) }
        }
    }

    @Test("the window has a title and the pictures' size, and shows every pixel; keys step, and Q quits")
    func window() throws {
        let outcome = try walk.playing(sink: nil) { window in
            try walk.see(1, in: window)
            try expect(!window.server.xdotool("search", "--name", "walk.####.png: flipbook").isEmpty)
            // The bar stands below the picture.
            try expectEqual(geometry(window), [480, 426])
            let shot = try window.server.screenshot()
            let expected = ColoredWalk.picture(1).withUnsafeBytes { bytes in
                (0..<bytes.count).filter { $0 % 4 != 3 }.map { bytes[$0] }
            }
            expectEqual(shot.pixels(x: 0..<480, y: 0..<360), expected)
            try walk.press("Right", shows: 2, in: window)
            try walk.press("shift+Right", shows: 12, in: window)
            try walk.press("shift+g", "7", "Return", shows: 7, in: window)
            try window.quit()
        }
        expectEqual(outcome.status, 0)
        expectEqual(outcome.errors, "")
    }

    @Test("a frame of another size is shown whole, and the window says so")
    func fitted() throws {
        let upright = Picture(making: PixelSize(width: 240, height: 360), format: .rgba) { pixels in
            pixels.copyBytes(from: (0..<240 * 360).flatMap { _ in [9, 200, 90, 255] as [UInt8] })
        }
        try walk.folder.write(PNGEncoder.encode(upright), to: "walk/walk.0002.png")
        let outcome = try walk.playing(sink: nil) { window in
            try window.see("the note") { shot in
                (0..<400).contains { x in (300..<356).contains { shot[x, $0].allSatisfy { $0 > 220 } } }
            }
            try window.press("Right")
            try window.see("the frame between black bars") { shot in
                [122, 240, 357].allSatisfy { shot[$0, 20] == [9, 200, 90] }
                    && [60, 117, 362, 470].allSatisfy { shot[$0, 20] == [0, 0, 0] }
            }
            try window.quit()
        }
        expectEqual(outcome.errors, "note: walk.0002.png: 240x360, fitted to 480x360.\n")
    }

    @Test("plus and minus zoom about the middle, the middle button moves the picture, F shows all of it")
    func zoom() throws {
        _ = try walk.playing(sink: nil) { window in
            try walk.see(1, in: window)
            let colored = ColoredWalk.color(1)
            func see(_ color: [UInt8], _ what: String) throws { try window.see(what) { $0[2, 250] == color } }
            try see(colored, "all of the picture")
            try window.press("plus")
            try see([0, 0, 0], "the middle, enlarged")
            try window.server.xdotool("mousemove", "200", "150", "mousedown", "2")
            try window.server.xdotool("mousemove", "300", "150", "mouseup", "2")
            try see(colored, "the picture, moved to the right")
            try window.press("f")
            try window.see("all of it again") { $0[2, 250] == colored && $0[60, 250] == [0, 0, 0] }
            try window.server.xdotool("mousemove", "2", "250", "click", "4")
            try window.see("the left edge, enlarged") { $0[2, 250] == colored && $0[44, 250] == colored }
            try window.quit()
        }
    }

    @Test("a press on the bar's timeline goes there, T hides the bar, and it never lies on the picture")
    func timeline() throws {
        _ = try walk.playing(sink: nil) { window in
            try walk.see(1, in: window)
            try window.server.xdotool("mousemove", "446", "380", "click", "1")
            try walk.see(24, in: window)
            try window.server.xdotool("mousemove", "242", "380", "mousedown", "1")
            try walk.see(13, in: window)
            try window.server.xdotool("mousemove", "14", "380", "mouseup", "1")
            try walk.see(1, in: window)
            try window.server.xdotool("mousemove", "300", "100")
            let last = try window.server.screenshot().pixels(x: 0..<480, y: 359..<360)
            expectEqual(
                Set(stride(from: 0, to: last.count, by: 3).map { Array(last[$0..<$0 + 3]) }),
                [ColoredWalk.color(1)]
            )
            try window.press("t")
            try window.see("no bar") { $0[240, 400] == [0, 0, 0] || $0[240, 400] == ColoredWalk.color(1) }
            try window.press("t")
            try window.see("the bar again") { $0[240, 424] == [30, 31, 34] }
            try window.quit()
        }
    }

    @Test("a press on a control does what it says, the wheel over it changes its value, and a field takes a number")
    func controls() throws {
        _ = try walk.playing(sink: nil) { window in
            try walk.see(1, in: window)
            // Step back, play, step: the last of the three at 64 points and more.
            try window.server.xdotool("mousemove", "77", "408", "click", "1")
            try walk.see(2, in: window)
            try window.server.xdotool("mousemove", "21", "408", "click", "1")
            try walk.see(1, in: window)
            // The field of the frame's number.
            try window.server.xdotool("mousemove", "186", "408", "click", "1")
            try window.press("1", "7", "Return")
            try walk.see(17, in: window)
            // The channel's control: red, and back by the wheel.
            try window.server.xdotool("mousemove", "420", "408", "click", "1")
            try window.see("red as gray") { $0[470, 20] == [170, 170, 170] }
            try window.server.xdotool("click", "4")
            try walk.see(17, in: window)
            try window.server.xdotool("mousemove", "400", "20")
            try window.quit()
        }
    }

    @Test("the first window that a user sees has a hint at the keys, and no later one")
    func hint() throws {
        for isFirst in [true, false] {
            _ = try PlayedWindow.playing(["walk", "--paused"], in: walk.folder.path, isFirst: isFirst) { window in
                try walk.see(1, in: window)
                if isFirst { try window.see("the hint") { $0[20, 345] != ColoredWalk.color(1) } }
                let shot = try window.server.screenshot()
                expect((shot[20, 345] == ColoredWalk.color(1)) != isFirst)
                try window.quit()
            }
        }
    }

    @Test("the right button opens a menu of topics and commands, and a press on one does it")
    func menu() throws {
        _ = try walk.playing(sink: nil) { window in
            try walk.see(1, in: window)
            try window.server.xdotool("mousemove", "20", "20", "click", "3")
            try window.see("the menu") { $0[26, 23] == [30, 31, 34] }
            // The second topic, Finding a frame, and in it the first command: the next frame.
            try window.server.xdotool("mousemove", "60", "58")
            try window.see("the topic's commands") { $0[300, 44] == [30, 31, 34] }
            try window.server.xdotool("mousemove", "300", "58", "click", "1")
            try walk.see(2, in: window)
            try window.see("no menu") { $0[26, 23] == ColoredWalk.color(2) }
            try window.server.xdotool("mousemove", "400", "20")
            try window.quit()
        }
    }

    @Test("the list of keys finds one by typing, and Escape closes it")
    func search() throws {
        _ = try walk.playing(sink: nil) { window in
            try walk.see(1, in: window)
            try window.press("question")
            try window.see("the list") { $0[470, 380] != ColoredWalk.color(1) && $0[470, 20].max() ?? 0 < 60 }
            let all = try window.server.screenshot().pixels(x: 0..<480, y: 60..<400)
            try window.server.xdotool("type", "ping")
            try window.see("what was found") { $0.pixels(x: 0..<480, y: 60..<400) != all }
            try window.press("Escape")
            try walk.see(1, in: window)
            try window.quit()
        }
    }

    @Test("in full screen the bar comes with the pointer and goes when that rests")
    func fullScreenBar() throws {
        _ = try walk.playing(sink: nil) { window in
            try walk.see(1, in: window)
            try window.press("F11")
            try window.see("the picture alone") { $0[983, 735] == ColoredWalk.color(1) && $0[20, 760] == [0, 0, 0] }
            try window.server.xdotool("mousemove", "500", "300")
            try window.see("the bar") { $0[20, 760] == [30, 31, 34] }
            try window.see("the picture alone again") { $0[20, 760] == [0, 0, 0] }
            try window.server.xdotool("mousemove", "400", "20")
            try window.quit()
        }
    }

    @Test(
        "a note that is typed and drawn is seen, saved with its frame, kept beside the saved frames, and there the next time"
    )
    func notes() throws {
        for isFirst in [true, false] {
            _ = try walk.playing("--save-to", walk.folder.path, sink: nil) { window in
                try walk.see(1, in: window)
                if isFirst {
                    try walk.press("Right", shows: 2, in: window)
                    try window.press("n")
                    try window.see("the prompt") { $0[20, 345] != ColoredWalk.color(2) }
                    try window.server.xdotool("type", "Arm!")
                    try window.server.xdotool(
                        "mousemove",
                        "240",
                        "100",
                        "mousedown",
                        "1",
                        "mousemove",
                        "300",
                        "100",
                        "mouseup",
                        "1"
                    )
                    try window.see("the stroke") { $0[270, 100] == [255, 190, 0] }
                    try window.press("Return", "ctrl+shift+s")
                    try window.see("that the frame is saved") { $0[20, 345] != ColoredWalk.color(2) }
                }
                try walk.press("Home", shows: 1, in: window)
                try window.see("no stroke") { $0[270, 100] == ColoredWalk.color(1) }
                try window.press("shift+n")
                // The note's text covers the place that tells frames apart.
                try window.see("the note") { $0[270, 100] == [255, 190, 0] && $0[220, 30] == ColoredWalk.color(2) }
                try window.quit()
            }
        }
        let saved = try ImageDecoder().decode(contentsOf: walk.folder.file("walk.0002.saved.png"))
        let stroke = 4 * (100 * ColoredWalk.size.width + 270)
        expectEqual(saved.withUnsafeBytes { Array($0[stroke..<stroke + 3]) }, [255, 190, 0])
        let data = try Data(contentsOf: URL(fileURLWithPath: walk.folder.file("walk.notes.json").string))
        let document = try require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let note = try require((document["notes"] as? [[String: Any]])?.first)
        expectEqual(note["frame"] as? Int, 2)
        expectEqual(note["text"] as? String, "Arm!")
        expectEqual((note["strokes"] as? [[[Double]]])?.first?.first, [240, 100])
    }

    @Test(
        "two sequences are seen side by side, by a wipe that is dragged, and as what differs; the report has the first"
    )
    func compared() throws {
        for number in 1...20 {
            // From frame 3 on, the other sequence is one frame ahead.
            let name = "fresh/fresh.\(number < 10 ? "000" : "00")\(number).png"
            try walk.write(number < 3 ? number : number + 1, to: name)
        }
        let outcome = try PlayedWindow.playing(
            ["walk", "--compare", "fresh", "--report", "report.json", "--paused"],
            in: walk.folder.path,
            sink: nil
        ) { window in
            // Below the names on both halves.
            let (left, right) = ((x: 250, y: 60), (x: 490, y: 60))
            // Both are a little smaller than they are, on a screen of 1024 pixels.
            try window.see("both") {
                $0[left.x, left.y] == ColoredWalk.color(1) && $0[right.x, right.y] == ColoredWalk.color(1)
            }
            try window.press("shift+g", "4", "Return")
            try window.see("frames 4 and 5") {
                $0[left.x, left.y] == ColoredWalk.color(4) && $0[right.x, right.y] == ColoredWalk.color(5)
            }
            try window.quit()
        }
        expectEqual(outcome.status, 0)
        let data = try Data(contentsOf: URL(fileURLWithPath: walk.folder.file("report.json").string))
        let report = try require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let found = try require(report["comparison"] as? [String: Any])
        expectEqual(found["firstDifference"] as? Int, 4)
        expectEqual(
            (report["notes"] as? [String])?.contains { $0.contains("only in walk/walk.####.png: frames 21-24") },
            true
        )
    }

    @Test("E is brighter, X colors what is clipped, U draws guides, and from 800 % on pixels have a grid")
    func harder() throws {
        let outcome = try walk.playing(sink: nil) { window in
            try walk.see(1, in: window)
            let plain = ColoredWalk.color(1)
            let table = ToneAdjustment(exposure: 0.5).table
            try window.press("e")
            try window.see("half a stop more") { $0[470, 20] == plain.map { table[Int($0)] } }
            try window.press("0")
            try walk.see(1, in: window)
            try window.press("x")
            try window.see("black in blue") { $0[100, 250] == [0, 0, 255] && $0[470, 20] == plain }
            // A press on its badge ends it.
            try window.server.xdotool("mousemove", "450", "341", "click", "1", "mousemove", "400", "20")
            try window.see("black as it is") { $0[100, 250] == [0, 0, 0] }
            try window.press("u")
            try window.see("a third across and down") {
                $0[160, 20] != plain && $0[300, 120] != plain && $0[300, 20] == plain
            }
            for _ in 0..<3 { try window.press("u") }
            try window.see("no guides") { $0[160, 20] == plain && $0[300, 120] == plain }
            for _ in 0..<7 { try window.press("plus") }
            try window.see("a grid of twelve pixels") { shot in
                let colors = (1...24).map { shot[$0, 301] }
                return Set(colors).count == 2 && colors[0..<12] == colors[12..<24]
            }
            try window.quit()
        }
        expectEqual(outcome.errors, "")
    }

    @Test(
        "Control+C copies the picture as it is seen, without what lies over it",
        .enabled(if: XServer.isInstalled("xclip"), "xclip is not installed (tools/setup --test)")
    )
    func copied() throws {
        var made: Picture?
        _ = try walk.playing(sink: nil) { window in
            try walk.press("Right", shows: 2, in: window)
            try window.press("h", "ctrl+c")
            made = try walk.copiedPicture(in: window)
            try window.quit()
        }
        let copied = try require(made)
        let pixels = copied.withUnsafeBytes { Array($0) }
        expectEqual(copied.size, ColoredWalk.size)
        expectEqual(Array(pixels[..<4]), ColoredWalk.color(2) + [255])
        // What is clear is black on the screen.
        let clear = 4 * (ColoredWalk.clear.y * ColoredWalk.size.width + ColoredWalk.clear.x)
        expectEqual(Array(pixels[clear..<clear + 4]), [0, 0, 0, 255])
    }

    @Test("on a screen of twice the density a small picture opens twice as large")
    func density() throws {
        let picture = Picture(making: PixelSize(width: 16, height: 12), format: .rgba) { bytes in
            for place in bytes.indices { bytes[place] = 255 }
        }
        try walk.folder.write(PNGEncoder.encode(picture), to: "sprite.png")
        for (scale, size) in LongTests.cases([("2", [736, 684]), ("1", [480, 426])], every: 2) {
            _ = try PlayedWindow.playing(
                ["sprite.png", "--paused"],
                in: walk.folder.path,
                sink: nil,
                environment: ["GDK_SCALE": scale]
            ) { window in
                try window.see("the sprite") { $0[size[0] - 9, size[1] * 3 / 4] == [255, 255, 255] }
                try expectEqual(geometry(window), size)
                try window.server.xdotool("mousemove", "100", "90")
                try window.quit()
            }
        }
    }

    @Test("the frame under the pointer on the timeline is shown small above it")
    func hovered() throws {
        _ = try walk.playing(sink: nil) { window in
            try walk.see(1, in: window)
            try window.server.xdotool("mousemove", "240", "380")
            // Its number and time stand below it.
            try window.see("frame 12 or 13, 160 pixels wide") { shot in
                let near = [ColoredWalk.color(12), ColoredWalk.color(13)]
                return near.contains(shot[310, 230]) && shot[340, 230] == ColoredWalk.color(1)
            }
            try window.server.xdotool("mousemove", "240", "100")
            try window.see("no small frame") { $0[310, 230] == ColoredWalk.color(1) }
            try window.quit()
        }
    }

    @Test("a frame under the pointer that is not in memory is the thumbnail that the desktop has of its file")
    func knownThumbnail() throws {
        // GStreamer's own cache is where it was: to look at all plugins again takes longer than all else here.
        let cache = Workbench.caches.merging(["XDG_CACHE_HOME": walk.folder.path + "/cache"]) { $1 }
        let made = try Program.flipbook.run(["thumbs", "walk"], in: walk.folder.path, environment: cache)
        expectEqual(made.status, 0, "\(made.errors)")
        // Other pictures of the same time, so that the thumbnails are known by their old colors.
        for number in 12...13 {
            let file = walk.folder.file("walk/walk.00\(number).png").string
            let time = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
            try walk.write(24, to: "walk/walk.00\(number).png")
            try FileManager.default.setAttributes([.modificationDate: try require(time)], ofItemAtPath: file)
        }
        _ = try PlayedWindow.playing(["walk", "--paused"], in: walk.folder.path, sink: nil, environment: cache) {
            window in
            try walk.see(1, in: window)
            try window.server.xdotool("mousemove", "240", "380")
            try window.see("the color that frame 12 or 13 had") { shot in
                [ColoredWalk.color(12), ColoredWalk.color(13)].contains(shot[310, 230])
            }
            try window.server.xdotool("mousemove", "240", "100")
            try window.quit()
        }
    }

    @Test("F11 fills the screen, and again the window is as it was; the picture is as large as it has room for")
    func fullScreen() throws {
        _ = try walk.playing(sink: nil) { window in
            try walk.see(1, in: window)
            try window.press("F11")
            // Twice as large by whole steps, in the middle: 960x720 of 1024x768.
            try window.see("the picture on the whole screen") { shot in
                shot[40, 30] == ColoredWalk.color(1) && shot[983, 735] == ColoredWalk.color(1)
                    && shot[20, 400] == [0, 0, 0]
            }
            try expectEqual(geometry(window), [1024, 768])
            try window.press("F11")
            try walk.see(1, in: window)
            try window.see("the window as it was") { $0[600, 500] != ColoredWalk.color(1) }
            try expectEqual(geometry(window), [480, 426])
            try window.quit()
        }
    }

    @Test("a small picture opens enlarged by whole steps, its pixels squares of one color")
    func small() throws {
        let size = PixelSize(width: 16, height: 12)
        let picture = Picture(making: size, format: .rgba) { bytes in
            for place in 0..<size.area {
                let color: [UInt8] = [UInt8(place % 16 * 16), UInt8(place / 16 * 20), 77, 255]
                for channel in 0..<4 { bytes[4 * place + channel] = color[channel] }
            }
        }
        try walk.folder.write(PNGEncoder.encode(picture), to: "sprite.png")
        let outcome = try PlayedWindow.playing(["sprite.png", "--paused"], in: walk.folder.path, sink: nil) { window in
            try window.see("the sprite") { $0[7, 7] == [0, 0, 77] && $0[472, 352] == [240, 220, 77] }
            try expectEqual(geometry(window), [480, 426])
            let shot = try window.server.screenshot()
            for (x, y) in [(0, 0), (3, 5), (15, 11)] {
                let square = shot.pixels(x: 30 * x..<30 * x + 30, y: 30 * y..<30 * y + 30)
                expectEqual(Set(stride(from: 0, to: square.count, by: 3).map { Array(square[$0..<$0 + 3]) }).count, 1)
            }
            // Keys go to the window under the pointer.
            try window.server.xdotool("mousemove", "100", "90")
            try window.quit()
        }
        expectEqual(outcome.status, 0)
    }

    @Test("a window that was given another size comes back with it")
    func remembered() throws {
        for isFirst in [true, false] {
            let outcome = try walk.playing(sink: nil) { window in
                try walk.see(1, in: window)
                if isFirst {
                    try window.server.xdotool("windowsize", try window.identifier(), "600", "450")
                    try window.see("the larger window") { $0[300, 372] == ColoredWalk.color(1) }
                }
                try expectEqual(geometry(window), [600, 450])
                try window.quit()
            }
            expectEqual(outcome.status, 0)
        }
    }

    @Test("the window's size follows the next sequence until the user gives it another, which stays")
    func followingSize() throws {
        let wide = Picture(making: PixelSize(width: 600, height: 300), format: .rgba) { bytes in
            for place in bytes.indices { bytes[place] = 255 }
        }
        try walk.folder.write(PNGEncoder.encode(wide), to: "wide/w.1.png")
        let outcome = try PlayedWindow.playing(["walk", "wide", "--paused"], in: walk.folder.path, sink: nil) {
            window in
            try walk.see(1, in: window)
            try window.press("Next")
            try window.see("the wide window") { _ in try geometry(window)[0] == 600 }
            try window.server.xdotool("windowsize", "--sync", try window.identifier(), "700", "500")
            try window.press("Prior")
            try window.server.xdotool("search", "--sync", "--name", "walk.####.png \\(1/2\\): flipbook")
            try expectEqual(geometry(window), [700, 500])
            try window.quit()
        }
        expectEqual(outcome.status, 0)
    }

    @Test("Z gives a window the size of its pictures again, also for the next time")
    func sizeAgain() throws {
        _ = try walk.playing { window in
            try window.server.xdotool("windowsize", try window.identifier(), "600", "450")
            try window.see("the larger window") { $0[300, 372] == ColoredWalk.color(1) }
            try window.press("z")
            try window.see("the window as it was") { $0[330, 400] == [30, 31, 34] && $0[590, 440] == [0, 0, 0] }
            try expectEqual(geometry(window), [480, 426])
            try window.quit()
        }
        _ = try walk.playing { window in
            try expectEqual(geometry(window), [480, 426])
            try window.quit()
        }
    }

    @Test("an X server that goes ends the playback with a sentence")
    func lost() throws {
        let outcome = try walk.playing(sink: nil) { window in
            try walk.see(1, in: window)
            window.server.stop()
        }
        expectEqual(outcome.status, 3)
        expect(outcome.errors.contains("The display closed the window's connection"))
    }

    @Test("Page Down goes to the next sequence in the same window, and its cross ends the playback")
    func several() throws {
        for number in 20...24 { try walk.write(number, to: "other/o.\(number).png") }
        let outcome = try PlayedWindow.playing(
            ["walk", "other", "--paused"],
            in: walk.folder.path,
            sink: nil
        ) { window in
            try walk.see(1, in: window)
            try walk.press("Next", shows: 20, in: window)
            try expect(!window.server.xdotool("search", "--sync", "--name", "o.@@.png \\(2/2\\): flipbook").isEmpty)
            try walk.press("Prior", shows: 1, in: window)
            try window.server.requestClose(of: try window.identifier())
        }
        expectEqual(outcome.status, 0)
    }

    @Test("keys that are typed before the next sequence is open are dealt with when it is")
    func keysBetween() throws {
        for number in 20...24 {
            try walk.write(number, to: "other/o.\(number).png")
            try walk.write(number - 10, to: "third/t.\(number).png")
        }
        let outcome = try PlayedWindow.playing(
            ["walk", "other", "third", "--paused"],
            in: walk.folder.path,
            sink: nil
        ) { window in
            try walk.see(1, in: window)
            try window.press("Next", "Next", "Right")
            try walk.see(11, in: window)
            try window.quit()
        }
        expectEqual(outcome.status, 0, "\(outcome.errors)")
    }
}
