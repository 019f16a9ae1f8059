import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// The window of `flipbook play` beside other programs: under the window manager openbox, with files dragged onto it, and with
/// clients that ask for the copied picture and go.
@Suite(
    .hangLimit,
    .serialized,
    .enabled(if: XServer.isAvailable && XServer.isInstalled("openbox"), "Xvfb, xdotool or openbox is not installed"),
    .enabled(if: LongTests.areWanted, LongTests.absence)
)
struct PlayManagedWindowTests {
    private let walk: ColoredWalk

    init() throws { walk = try ColoredWalk() }

    /// Plays under openbox.
    private func playing(
        _ arguments: [String] = ["walk"],
        _ body: (PlayedWindow) throws -> Void
    ) throws -> Program.Outcome {
        var manager: RunningProgram?
        defer { manager?.end() }
        func manage(_ server: XServer) throws {
            manager = try RunningProgram(
                "openbox",
                ["--sm-disable"],
                environment: ["DISPLAY": server.display, "HOME": walk.folder.path, "PATH": "/usr/bin:/bin"]
            )
            // It says on its root window that it is there.
            try waitUntil("the window manager") {
                try Program("xprop").run(
                    ["-root", "_NET_SUPPORTING_WM_CHECK"],
                    environment: ["DISPLAY": server.display]
                )
                .text.contains("window id")
            }
        }
        return try PlayedWindow.playing(
            arguments + ["--paused"],
            in: walk.folder.path,
            sink: nil,
            prepare: manage,
            body
        )
    }

    private func waitUntil(_ what: String, _ condition: () throws -> Bool) throws {
        let end = ContinuousClock.now + Patience.limit
        while try !condition() {
            guard ContinuousClock.now < end else { throw PlayedWindow.Late(description: "\(what) did not come") }
            usleep(4000)
        }
    }

    /// The place and the size of the window's picture on the screen.
    private func frame(_ window: PlayedWindow) throws -> [Int] {
        let text = try window.server.xdotool("getwindowgeometry", "--shell", try identifier(window))
        return ["X=", "Y=", "WIDTH=", "HEIGHT="].compactMap { name in
            text.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) }
        }
    }

    /// The window's number; the manager has windows of its own.
    private func identifier(_ window: PlayedWindow, title: String = "flipbook") throws -> String {
        var found: String?
        try waitUntil("a window called \(title)") {
            found = try window.server.xdotool("search", "--onlyvisible", "--name", title).split(separator: "\n").first
                .map(String.init)
            return found != nil
        }
        return found ?? ""
    }

    /// Runs a client of X11 in Python: `x` is Xlib, `display` its connection, `atom(name)` an atom, `window` ours.
    private func client(_ body: String, _ window: PlayedWindow, _ arguments: [String] = []) throws -> Program.Outcome {
        let script = """
            import ctypes, os, sys, time
            x = ctypes.CDLL("libX11.so.6")
            L = ctypes.c_ulong
            for name in ("XOpenDisplay", "XInternAtom", "XCreateSimpleWindow", "XDefaultRootWindow"):
                getattr(x, name).restype = L
            display = ctypes.c_void_p(x.XOpenDisplay(None))
            atom = lambda name: x.XInternAtom(display, name.encode(), 0)
            window = int(sys.argv[1])
            own = x.XCreateSimpleWindow(display, L(x.XDefaultRootWindow(display)), 0, 0, 10, 10, 0, L(0), L(0))
            event = (L * 24)()
            def send(kind, *words):
                message = (L * 24)(33, 0, 1, 0, window, atom(kind), 32, own, *words)
                x.XSendEvent(display, L(window), 0, L(0), ctypes.byref(message))
                x.XFlush(display)
            def wait(kind):
                while True:
                    x.XNextEvent(display, ctypes.byref(event))
                    if event[0] & 0xff == kind: return

            """ + body
        return try Program("timeout").run(
            ["60", "python3", "-c", script, try identifier(window)] + arguments,
            environment: ["DISPLAY": window.server.display]
        )
    }

    @Test("has its title in the frame, fills the screen and comes back to its place")
    func fullScreen() throws {
        let outcome = try playing { window in
            let former = try frame(window)
            expectEqual(former.suffix(2), [480, 426])
            let number = try identifier(window, title: "walk.####.png: flipbook")
            try window.server.xdotool("windowfocus", "--sync", number)
            try window.press("F11", until: "the whole screen") { _ in try frame(window) == [0, 0, 1024, 768] }
            let state = try Program("xprop").run(
                ["-id", number, "_NET_WM_STATE"],
                environment: ["DISPLAY": window.server.display]
            )
            expect(state.text.contains("_NET_WM_STATE_FULLSCREEN"))
            // Twice as large by whole steps, in the middle.
            try window.see("the picture on the whole screen") { $0[983, 735] == ColoredWalk.color(1) }
            try window.press("F11", until: "the window") { _ in try frame(window) == former }
            try window.quit()
        }
        expect(outcome.status == 0 && outcome.errors == "")
    }

    @Test("a window that was moved and given another size comes back there")
    func remembered() throws {
        var last: [Int] = []
        for isFirst in [true, false] {
            _ = try playing { window in
                if isFirst {
                    let number = try identifier(window)
                    try window.server.xdotool("windowsize", "--sync", number, "600", "450")
                    try window.server.xdotool("windowmove", number, "200", "150")
                    try waitUntil("the place") { try frame(window).suffix(2) == [600, 450] && frame(window)[0] >= 200 }
                    last = try frame(window)
                } else {
                    try waitUntil("the place of the last time") { try frame(window) == last }
                }
                try window.server.xdotool("windowfocus", "--sync", try identifier(window))
                try window.quit()
            }
        }
    }

    /// Drags a file of the walk's folder onto the window. Returns once the window has its name.
    private func drop(_ name: String, onto window: PlayedWindow) throws {
        let path = walk.folder.file(name).string
        let list = "file://\(path.replacingOccurrences(of: " ", with: "%20"))\r\n"
        let outcome = try client(
            """
            selection, target = atom("XdndSelection"), atom("text/uri-list")
            x.XSetSelectionOwner(display, L(selection), L(own), L(0))
            send("XdndEnter", 5 << 24, target, 0, 0)
            send("XdndPosition", 0, 100 << 16 | 100, 0, atom("XdndActionCopy"))
            wait(33)
            assert event[5] == atom("XdndStatus") and event[8] & 1, "refused"
            send("XdndDrop", 0, 0, 0, 0)
            wait(30)
            # Who asks, for what, and where it wants it.
            requestor, property = event[5], event[8]
            data = sys.argv[2].encode()
            x.XChangeProperty(display, L(requestor), L(property), L(target), 8, 0, data, len(data))
            answer = (L * 24)(31, 0, 1, 0, requestor, selection, target, property, 0)
            x.XSendEvent(display, L(requestor), 0, L(0), ctypes.byref(answer))
            x.XFlush(display)
            wait(33)
            assert event[5] == atom("XdndFinished") and event[8] & 1, "not taken"
            print("taken")
            """,
            window,
            [list]
        )
        expectEqual(outcome.text, "taken\n", "\(outcome.errors)")
    }

    @Test("a folder that is dragged onto it by XDND is played, and its source is told so")
    func drop() throws {
        for number in 1...3 { try walk.write(number + 10, to: "other folder/o.\(number).png") }
        _ = try playing { window in
            _ = try identifier(window)
            try drop("other folder", onto: window)
            let number = try identifier(window, title: "o.@.png: flipbook")
            try window.see("the first of the dropped frames") { shot in
                let place = try frame(window)
                return shot[place[0] + 470, place[1] + 20] == ColoredWalk.color(11)
            }
            try window.server.xdotool("windowfocus", "--sync", number)
            try window.quit()
        }
    }

    @Test("an empty folder, one without images and a path that is gone leave the player at its frame, and it says so")
    func refusedDrop() throws {
        try FileManager.default.createDirectory(atPath: walk.folder.path + "/empty", withIntermediateDirectories: false)
        try walk.folder.write(Array("no picture".utf8), to: "words/notes.txt")
        let names = ["gone", "empty", "words"]
        let outcome = try playing { window in
            let number = try identifier(window)
            for name in names {
                try drop(name, onto: window)
                try window.see("the sentence in the corner, the frame beside it") { shot in
                    let place = try frame(window)
                    return shot[place[0] + 20, place[1] + 345] != ColoredWalk.color(1)
                        && shot[place[0] + 470, place[1] + 20] == ColoredWalk.color(1)
                }
            }
            try window.server.xdotool("windowfocus", "--sync", number)
            try window.quit()
        }
        let lines = outcome.errors.split(separator: "\n")
        expect(outcome.status == 0 && lines.count == 3, "\(outcome.errors)")
        for (line, name) in zip(lines, names) {
            expect(line.hasPrefix("note: ") && line.contains("\(walk.folder.path)/\(name)"))
        }
    }

    @Test("a client that asks for the copied picture and goes leaves the player as it was; the next one gets it")
    func clipboard() throws {
        let outcome = try playing { window in
            let number = try identifier(window)
            try window.server.xdotool("windowfocus", "--sync", number)
            try window.press("ctrl+c")
            try waitUntil("the offer") {
                try client("print(x.XGetSelectionOwner(display, L(atom('CLIPBOARD'))))", window).text != "0\n"
            }
            for _ in 0..<5 {
                // Gone before the answer can come.
                let gone = try client(
                    """
                    x.XConvertSelection(display, L(atom("CLIPBOARD")), L(atom("image/png")), L(atom("P")), L(own), L(0))
                    x.XFlush(display)
                    os._exit(0)
                    """,
                    window
                )
                expectEqual(gone.status, 0)
            }
            let reader = try client(
                """
                x.XConvertSelection(display, L(atom("CLIPBOARD")), L(atom("image/png")), L(atom("P")), L(own), L(0))
                wait(31)
                kind, form, count, rest, data = L(), ctypes.c_int(), L(), L(), ctypes.c_void_p()
                x.XGetWindowProperty(display, L(own), L(atom("P")), L(0), L(1 << 24), 0, L(0), ctypes.byref(kind),
                    ctypes.byref(form), ctypes.byref(count), ctypes.byref(rest), ctypes.byref(data))
                print(ctypes.string_at(data, 8)[1:4].decode(), count.value > 100)
                """,
                window
            )
            expectEqual(reader.text, "PNG True\n", "\(reader.errors)")
            try window.quit()
        }
        expect(outcome.status == 0 && outcome.errors == "note: copied.\n")
    }
}
