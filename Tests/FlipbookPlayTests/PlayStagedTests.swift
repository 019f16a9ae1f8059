import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook play` under a Wayland compositor that a script makes up, which does at a certain moment what others do by chance.
@Suite(.hangLimit, .enabled(if: WaylandSession.isAvailable, WaylandSession.absence))
struct PlayStagedTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        for number in 1...24 {
            let name = "walk/walk.\(number < 10 ? "000" : "00")\(number).png"
            try folder.write(PNGEncoder.encode(ColoredWalk.picture(number)), to: name)
        }
    }

    /// Waits for a frame.
    private func see(_ number: Int) -> String { "see 470 20 \(hex(ColoredWalk.color(number)))" }

    private func hex(_ color: [UInt8]) -> String { color.map { String(format: "%02X", $0) }.joined() }

    /// Plays the walk, standing at first, and does what the compositor is to do once its first frame is there.
    @discardableResult
    private func play(_ actions: [String], of input: String = "walk") throws -> Program.Outcome {
        let compositor = try StagedCompositor([see(1)] + actions + ["close"])
        let outcome = try compositor.play([input, "--paused", "--json"], in: folder.path)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        return outcome
    }

    @Test("Control+C offers image/png: another program reads the frame on the screen, each time it asks")
    func copied() throws {
        let outcome = try play([
            "key Right", see(2), "key H", "key Control+C", "copied \(folder.path)/first.png",
            "key Right", see(3), "copied \(folder.path)/again.png", "key Control+C", "still 0.1",
            "copied \(folder.path)/third.png",
        ])
        expectEqual(outcome.errors, "note: copied.\nnote: copied.\n")
        for (name, number) in [("first", 2), ("again", 2), ("third", 3)] {
            let copied = try ImageDecoder().decode(contentsOf: folder.file("\(name).png"))
            expectEqual(copied.size, ColoredWalk.size)
            let pixels = copied.withUnsafeBytes { Array($0) }
            // What is clear is black on the screen.
            let own = ColoredWalk.color(number)
            let isClear = { (x: Int, y: Int) in (40..<200).contains(x) && (200..<300).contains(y) }
            let wrong = (0..<ColoredWalk.size.area).first { place in
                let color = isClear(place % 480, place / 480) ? [0, 0, 0] : own
                return Array(pixels[4 * place..<4 * place + 3]) != color || pixels[4 * place + 3] != 255
            }
            expectEqual(wrong, nil, "\(name)")
        }
    }

    @Test("a path that another program has copied is pasted and opened, however long that program takes to give it")
    func pasted() throws {
        for number in 7...8 {
            try folder.write(PNGEncoder.encode(ColoredWalk.picture(number)), to: "other/o.\(number).png")
        }
        for seconds in ["0", "0.3"] {
            try play(["key Control+O", "paste \(seconds) \(folder.path)/other", "key Return", see(7)])
        }
    }

    @Test(
        "a text that is not complete in two seconds, or has no end, is not pasted in part, and the window goes on",
        arguments: LongTests.cases(["flood 0", "trickle 0.2", "paste 3"], every: 3)
    )
    func unpasted(giving: String) throws {
        let outcome = try play([
            "key Control+O", "\(giving) \(folder.path)/walk", "key Return", "key Right", see(2),
        ])
        expectEqual(outcome.errors, "")
    }

    @Test("another program is asked for its text only where a text is copied, and can be pasted")
    func unread() throws {
        try play([
            // A picture of the window's own is on the clipboard: to ask for it would be to wait for itself.
            "key Control+C", "copied \(folder.path)/own.png", "selected", "key Control+O", "key Control+V", "still 0.2",
            "unread", "key Escape", "key Shift+Slash", "paste 0 ping", "still 0.2", "unread", "key Escape",
            "key Right", see(2),
        ])
    }

    @Test(
        "a pen that is lifted outside the window ends its drag: above the window it moves nothing until it is down again"
    )
    func lifted() throws {
        try play([
            "pen-down 10 100", "pen-move 470 100", see(24), "pen-move 600 100", "pen-up", "pen-move 100 100",
            "still 0.2", see(24), "pen-down 100 100", "pen-move 10 100", see(1), "pen-up",
        ])
    }

    @Test("on a screen of twice the density, the window has twice the pixels, and a picture of its size is sharp")
    func density() throws {
        // Lines of one pixel, which blending would make gray.
        let size = PixelSize(width: 960, height: 720)
        let lines = Picture(making: size, format: .rgba) { bytes in
            for place in 0..<size.area {
                let isWhite = place % 2 == 0
                for channel in 0..<4 { bytes[4 * place + channel] = isWhite || channel == 3 ? 255 : 0 }
            }
        }
        try folder.write(PNGEncoder.encode(lines), to: "lines/l.1.png")
        let compositor = try StagedCompositor([
            "size 834 691 1", "configure 960 786", "see 470 20 FFFFFF", "see 471 20 000000",
            "configure 480 426", "size 480 426 1", "scale 2", "size 960 852 2",
            "see 470 20 FFFFFF", "see 471 20 000000", "see 958 300 FFFFFF", "see 959 300 000000",
            "scale 1", "size 480 426 1", "close",
        ])
        let outcome = try compositor.play(["lines", "--paused"], in: folder.path)
        expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    }

    @Test("a click where the pointer has been since before the density changed is where it is now")
    func densePointer() throws {
        let middle = hex(ColoredWalk.color(13))
        // On the bar's timeline.
        try play(["pointer 242 380", "scale 2", "size 960 852 2", "click 100", "see 940 40 \(middle)", "still 0.5"])
    }

    @Test("the compositor's sizes are drawn at once, full screen and back too, and the window has a least size")
    func sizes() throws {
        try play([
            "size 480 426 1", "least 160 120", "configure 700 500", "size 700 500 1",
            "see 350 20 \(hex(ColoredWalk.color(1)))",
            "see 1 100 000000", "key Right", "see 350 20 \(hex(ColoredWalk.color(2)))",
            "key F11", "size 1024 768 1", "see 512 40 \(hex(ColoredWalk.color(2)))", "key F11", "size 700 500 1",
            // An unchanged size is drawn, too.
            "configure 700 500", "see 350 20 \(hex(ColoredWalk.color(2)))",
            "configure 160 120", "size 160 120 1",
        ])
    }

    @Test(
        "a window that loses the keyboard lets the held keys go: no key repeats, the space bar plays nothing, later keys do"
    )
    func unfocused() throws {
        let outcome = try play([
            "key-down Right", see(4), "unfocus", "still 1", "focus", "still 0.5", "key Home", see(1),
            "key-down Space", "unfocus", "still 0.7", "focus", "still 0.3", "key Right", see(2), "key End", see(24),
        ])
        let report = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
        expectEqual(report?["presented"] as? Int, 0, "\(outcome.text)")
    }

    @Test(
        "clicks that a busy machine reads at once keep their times: slow ones are two clicks, and quick ones a double click",
        arguments: LongTests.cases([["newest-first"], []], every: 2)
    )
    func times(order: [String]) throws {
        try folder.write(PNGEncoder.encode(ColoredWalk.picture(1)), to: "still/s.1.png")
        let plain = hex(ColoredWalk.color(1))
        let actions =
            order + [
                "configure 960 786", "size 960 786 1", "see 940 20 \(plain)",
                "halt", "click 700 100 0", "click 700 100 600", "go", "still 0.5", "see 940 20 \(plain)",
                // The double click shows the picture at its own size.
                "halt", "click 700 100 2000", "click 700 100 2150", "go", "see 940 20 000000",
                // So do two quick taps of a pen, and back.
                "pen 700 100", "pen 700 100", "see 940 20 \(plain)",
            ]
        try play(actions, of: "still")
    }
}
