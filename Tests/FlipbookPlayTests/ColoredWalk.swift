import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// A folder `walk` of 24 frames whose color tells the number, and windows that play it.
struct ColoredWalk {
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

    /// The color of frame `number`, the first being 1.
    static func color(_ number: Int) -> [UInt8] { [UInt8(number * 10), 100, 50] }

    /// Frame `number`: its color, and a clear rectangle.
    static func picture(_ number: Int) -> Picture {
        func row(_ isClear: (Int) -> Bool) -> [UInt8] {
            (0..<size.width).flatMap { isClear($0) ? [0, 0, 0, 0] : color(number) + [255] }
        }
        let (plain, partlyClear) = (row { _ in false }, row { (40..<200).contains($0) })
        let rows = (0..<size.height).flatMap { (200..<300).contains($0) ? partlyClear : plain }
        return Picture(making: size, format: .rgba) { $0.copyBytes(from: rows) }
    }

    /// The files of the frames, which each test has of its own.
    private static let files = Result { try (1...24).map { try PNGEncoder.encode(picture($0)) } }

    /// Writes frame `number` as a file.
    func write(_ number: Int, to name: String) throws {
        try folder.write(Self.files.get()[number - 1], to: name)
    }

    /// Plays with the clock standing at first.
    func playing(
        _ arguments: String...,
        sink: String? = nil,
        _ body: (PlayedWindow) throws -> Void
    ) throws -> Program.Outcome {
        try PlayedWindow.playing(["walk"] + arguments + ["--paused"], in: folder.path, sink: sink) { window in
            // The player's own window loses no key once it is there.
            if sink == nil { try see(1, in: window) } else { try settle(window) }
            try body(window)
        }
    }

    /// Waits until keys come through to a sink's own window, at frame 1.
    private func settle(_ window: PlayedWindow) throws {
        try see(1, in: window)
        for (key, number) in [("End", 24), ("Home", 1)] {
            try window.press(key, until: "frame \(number)") { Self.number($0) == number }
        }
    }

    /// The number of the frame on the screen; `nil` where there is none.
    static func number(_ shot: Screenshot) -> Int? {
        let pixel = shot[plain.x, plain.y]
        return (1...24).first { color($0) == pixel }
    }

    /// Waits for a frame.
    func see(_ number: Int, in window: PlayedWindow) throws {
        try see(number, "", in: window)
    }

    /// Presses keys in the player's own window and waits for a frame.
    func press(_ keys: String..., shows number: Int, in window: PlayedWindow) throws {
        try window.press(keys)
        try see(number, " after \(keys.joined(separator: " "))", in: window)
    }

    /// The picture on the clipboard, as soon as one is offered.
    func copiedPicture(in window: PlayedWindow) throws -> Picture {
        let paste = "until xclip -selection clipboard -o -t image/png > copied.png; do sleep 0.05; done"
        let pasting = try Program("timeout").run(
            ["\(Patience.limit.components.seconds)", "sh", "-c", paste],
            in: folder.path,
            environment: ["DISPLAY": window.server.display]
        )
        expectEqual(pasting.status, 0)
        return try ImageDecoder().decode(contentsOf: folder.file("copied.png"))
    }

    private func see(
        _ number: Int,
        _ cause: String,
        in window: PlayedWindow,
        otherwise act: () throws -> Void = {}
    ) throws {
        var latest: Int?
        do {
            try window.see("frame \(number)\(cause)") {
                latest = Self.number($0)
                if latest != number { try act() }
                return latest == number
            }
        } catch let late as PlayedWindow.Late {
            let shown = latest.map { "frame \($0) is shown" } ?? "no frame is shown"
            throw PlayedWindow.Late(description: "\(late.description), \(shown)")
        }
    }

    /// Drags the mouse to a column of a sink's window and waits for a frame. The button is pressed again where that was lost.
    ///
    /// X11's sink takes movements before the buttons that it finds with them, so one at the same time as a button is nudged.
    func drag(to x: Int, shows number: Int, in window: PlayedWindow) throws {
        var looks = 0
        try see(number, " at \(x)", in: window) {
            if looks.isMultiple(of: 100) {
                try window.server.xdotool("mouseup", "1", "mousemove", "10", "150", "mousedown", "1")
            }
            looks += 1
            try window.server.xdotool("mousemove", "\(x)", "\(150 + looks % 2)")
        }
    }

    /// Whether frames follow each other one way. A test that the machine keeps waiting misses some of them, also the first, and
    /// sees them go round.
    func plays(forwards: Bool, in window: PlayedWindow) throws -> Bool {
        let seen = try frames(in: window) { $0.count == 3 }
        return zip(seen, seen.dropFirst()).allSatisfy { former, next in
            // The shorter way round is the way that they went.
            ((next - former + 24) % 24 < 12) == forwards
        }
    }

    /// The frames on the screen, one after the other, until there are enough of them.
    func frames(in window: PlayedWindow, until areEnough: ([Int]) -> Bool) throws -> [Int] {
        var seen: [Int] = []
        try window.see("frames that follow each other") { shot in
            if let number = Self.number(shot), number != seen.last { seen.append(number) }
            return areEnough(seen)
        }
        return seen
    }
}
