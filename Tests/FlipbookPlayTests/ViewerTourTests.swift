import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// One walk through everything that a window of `flipbook play` shows, on frames with their numbers burnt in: a screenshot of
/// each stop. `tools/record-viewer` makes the documentation's pictures of them.
@Suite(
    .hangLimit,
    .serialized,
    .enabled(if: XServer.isAvailable, XServer.absence),
    .enabled(if: LongTests.areWanted || ViewerTour.recordsPictures, LongTests.absence)
)
struct ViewerTourTests {
    private let tour: ViewerTour
    private static let screen = PixelSize(width: 1024, height: 768)

    init() throws { tour = try ViewerTour() }

    @Test("the window, its display, its timeline, a closer look, guides, tone, channels and the list of keys")
    func looking() throws {
        try tour.playing(["ball"]) { window in
            try tour.stop("window", in: window) { _ in }
            try expect(!window.server.xdotool("search", "--name", "ball.####.png: flipbook").isEmpty)
            try tour.pointer(240, 150, in: window)
            try tour.stop("display", in: window, changing: (8..<150, 8..<80)) {
                try $0.press("shift+g", "7", "Return", "h", "h")
            }
            try window.press("h")
            try tour.pointer(240, 100, in: window)
            try tour.stop("guides", in: window, changing: (20..<30, 20..<30)) { try $0.press("u", "u") }
            try window.press("u", "u")
            try tour.stop("clipping", in: window, changing: (300..<400, 170..<240)) { try $0.press("e", "e", "e", "x") }
            try window.press("0", "x")
            try tour.stop("channel", in: window, changing: (0..<100, 0..<100)) { try $0.press("r") }
            try window.press("r")
            try tour.stop("grid", in: window, changing: (0..<480, 0..<200)) { window in
                for _ in 0..<7 { try window.press("plus") }
            }
            try window.press("f")
            try tour.stop("points", in: window, changing: (20..<200, 370..<390)) {
                try $0.press("shift+g", "1", "2", "Return", "i", "shift+g", "3", "0", "Return", "o")
            }
            try tour.stop("saved", in: window, changing: (10..<100, 330..<356)) { try $0.press("s") }
            try tour.stop("full-screen", in: window, changing: (600..<700, 500..<600), size: Self.screen) {
                try $0.press("F11")
            }
            try tour.stop("full-screen-display", in: window, changing: (40..<200, 10..<30), size: Self.screen) {
                try $0.press("h")
            }
        }
    }

    @Test("the menu and the list of keys, in a window with room for two columns")
    func lists() throws {
        let size = PixelSize(width: 640, height: 546)
        try tour.playing(["ball"]) { window in
            try window.server.xdotool("windowsize", try window.identifier(), "\(size.width)", "\(size.height)")
            try window.see("the large window") { $0[630, 470] != [0, 0, 0] && $0[630, 535] == [30, 31, 34] }
            try tour.stop("menu", in: window, changing: (60..<200, 60..<200), size: size) { window in
                try tour.pointer(40, 40, in: window)
                try window.server.xdotool("click", "3")
                try tour.pointer(80, 144, in: window)
            }
            try window.press("Escape")
            try tour.stop("keys", in: window, changing: (200..<280, 150..<210), size: size) { try $0.press("question") }
            try window.press("Escape")
            try tour.pointer(240, 100, in: window)
        }
    }

    @Test("a timeline with missing and damaged frames, a chapter, a note, points, and the frame under the pointer")
    func timeline() throws {
        try tour.damage("gaps/gaps.0009.png")
        let clips = "timeline:\n  - {input: gaps}\n  - {input: fresh}\n"
        try tour.write("frameRate: 24\nmissing: hold\n" + clips, to: "cut.yaml")
        try tour.playing(["cut.yaml"]) { window in
            try window.press("shift+g", "2", "0", "Return", "n")
            try window.server.xdotool("type", "Too high")
            try window.press("Return")
            try window.press("shift+g", "3", "Return", "i", "shift+g", "3", "6", "Return", "o")
            // A note on the points lies over the picture for a while.
            if ViewerTour.recordsPictures { sleep(4) }
            try tour.stop("timeline", in: window, changing: (200..<370, 180..<320)) {
                try tour.pointer(255, 380, in: $0)
            }
        }
    }

    @Test("a note that is typed and drawn, in any direction of writing")
    func notes() throws {
        try tour.playing(["ball"]) { window in
            try tour.stop("prompt", in: window, changing: (10..<60, 334..<352)) {
                try $0.press("shift+g", "9", "Return", "n")
            }
            try window.server.xdotool("type", "The ball is too high")
            let line = [(180, 60), (240, 40), (310, 60), (300, 120), (240, 150), (180, 120), (180, 60)]
            try tour.pointer(line[0].0, line[0].1, in: window)
            try window.server.xdotool("mousedown", "1")
            for place in line { try tour.pointer(place.0, place.1, in: window) }
            try window.server.xdotool("mouseup", "1")
            try tour.stop("note", in: window, changing: (320..<470, 8..<24)) { window in
                try window.press("Return")
                // Where nothing is under the pointer, and its timeline has gone.
                try tour.pointer(470, 100, in: window)
            }
        }
    }

    @Test("two sequences side by side, by a wipe, as a difference, and a frame that only one of them has")
    func comparing() throws {
        let size = PixelSize(width: 640, height: 306)
        try tour.playing(["v1", "--compare", "v2"]) { window in
            try window.press("shift+g", "9", "Return")
            // A note that only one has all frames lies over the picture for a while.
            if ViewerTour.recordsPictures { sleep(4) }
            try tour.stop("side-by-side", in: window, size: size) { _ in }
            try tour.stop("only-one", in: window, changing: (330..<630, 50..<220), size: size) {
                try $0.press("shift+g", "3", "6", "Return")
            }
        }
        try tour.playing(["ball", "--compare", "fresh"]) { window in
            try window.press("shift+g", "9", "Return", "c", "z")
            try window.see("the window of one picture") { $0[500, 200] == [0, 0, 0] && $0[470, 200] != [0, 0, 0] }
            try tour.stop("wipe", in: window, changing: (200..<320, 50..<300)) { window in
                try tour.pointer(240, 20, in: window)
                try window.server.xdotool("mousedown", "1")
                try tour.pointer(270, 20, in: window)
                try window.server.xdotool("mouseup", "1")
            }
            try tour.stop("difference", in: window, changing: (100..<400, 50..<300)) {
                try $0.press("c", "braceright", "braceright")
            }
        }
    }

    @Test("several sequences with a list of them, and missing frames held and marked")
    func several() throws {
        try tour.playing(["ball", "fresh", "gaps"]) { window in
            // What lies under a thumbnail is three quarters black.
            try window.see("three thumbnails") { shot in
                [64, 221, 378].allSatisfy { shot[$0, 400].reduce(0) { $0 + Int($1) } > 120 }
            }
            try tour.stop("list", in: window) { _ in }
            for next in ["fresh.####.png \\(2/3\\): flipbook", "gaps.####.png \\(3/3\\): flipbook"] {
                try window.press("Next")
                try window.server.xdotool("search", "--sync", "--name", next)
            }
            try tour.stop("missing", in: window, changing: (0..<480, 0..<100)) { window in
                try window.press("shift+p", "z", "shift+g", "6", "Return")
                // A note on the sequence lies below the one on the frame for a while.
                if ViewerTour.recordsPictures { sleep(4) }
            }
        }
    }
}

/// The frames of the tour, and where its screenshots go.
struct ViewerTour {
    private let folder: TemporaryDirectory

    /// Whether the documentation's pictures are made: `FLIPBOOK_RECORD_VIEWER=1`.
    static let recordsPictures = ProcessInfo.processInfo.environment["FLIPBOOK_RECORD_VIEWER"] != nil

    /// The repository.
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Draws the sample sequence at 480x360 with its numbers, a second one that is two frames ahead and shorter, both at 320x240, and
    /// one with gaps.
    init() throws {
        folder = try TemporaryDirectory()
        let ball = Self.root.appendingPathComponent("sequences/bouncing-ball").path
        for (name, size, offset, numbers) in [
            ("ball", "480x360", 0, 1...36), ("fresh", "480x360", 2, 1...30), ("gaps", "480x360", 0, 1...12),
            ("v1", "320x240", 0, 1...36), ("v2", "320x240", 2, 1...30),
        ] {
            let made = try Program.flipbook.run(
                [
                    "export", ball, "-o", "\(folder.path)/\(name)/\(name).%04d.png", "--size", size, "--frames",
                    "\(numbers.lowerBound + offset)-\(numbers.upperBound + offset)", "--burn-in", "top:frame",
                    "--burn-in-size", "24", "--start-number", "1",
                ]
            )
            try require(made.status == 0, "\(made.errors)")
        }
        for number in ["0005", "0006", "0007"] {
            try FileManager.default.removeItem(atPath: folder.file("gaps/gaps.\(number).png").string)
        }
    }

    func write(_ text: String, to name: String) throws { try folder.write(Array(text.utf8), to: name) }

    /// Cuts a file in half.
    func damage(_ name: String) throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(name).string))
        try folder.write(Array(bytes.prefix(bytes.count / 2)), to: name)
    }

    /// Plays with the clock standing, and quits.
    func playing(_ arguments: [String], _ body: (PlayedWindow) throws -> Void) throws {
        let outcome = try PlayedWindow.playing(
            arguments + ["--paused", "--save-to", "."],
            in: folder.path,
            sink: nil
        ) { window in
            try window.see("the first frame") { $0[2, 2] != [0, 0, 0] }
            try body(window)
            try window.quit()
        }
        expectEqual(outcome.status, 0, "\(outcome.errors)")
    }

    /// Moves the pointer to a place of the window.
    func pointer(_ x: Int, _ y: Int, in window: PlayedWindow) throws {
        try window.server.xdotool("mousemove", "\(x)", "\(y)")
    }

    /// Does something, waits until a part of the window has changed by it and stays, and takes a screenshot.
    func stop(
        _ name: String,
        in window: PlayedWindow,
        changing part: (x: Range<Int>, y: Range<Int>)? = nil,
        size: PixelSize = PixelSize(width: 480, height: 426),
        _ act: (PlayedWindow) throws -> Void
    ) throws {
        let before = try window.server.screenshot()
        try act(window)
        var last: [UInt8] = []
        try window.see("\(name), which stays") { shot in
            let pixels = shot.pixels(x: 0..<size.width, y: 0..<size.height)
            defer { last = pixels }
            let isOther = part.map { shot.pixels(x: $0.x, y: $0.y) != before.pixels(x: $0.x, y: $0.y) } ?? true
            return isOther && pixels == last
        }
        try save(last, size, as: name)
    }

    private func save(_ pixels: [UInt8], _ size: PixelSize, as name: String) throws {
        let picture = Picture(making: size, format: .rgba) { bytes in
            for place in 0..<size.area {
                for channel in 0..<3 { bytes[4 * place + channel] = pixels[3 * place + channel] }
                bytes[4 * place + 3] = 255
            }
        }
        let file = Data(try PNGEncoder.encode(picture, opaque: true))
        let variables = ProcessInfo.processInfo.environment
        if let tour = variables["FLIPBOOK_TOUR"] {
            try FileManager.default.createDirectory(atPath: tour, withIntermediateDirectories: true)
            try file.write(to: URL(fileURLWithPath: "\(tour)/\(name).png"))
        }
        let documented = Self.root.appendingPathComponent("Documentation/viewer-\(name).png")
        if Self.recordsPictures, FileManager.default.fileExists(atPath: documented.path) {
            try file.write(to: documented)
        }
    }
}
