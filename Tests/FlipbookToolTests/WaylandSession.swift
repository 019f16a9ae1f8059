import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// The compositor sway without a screen, with a player on it: wtype presses keys, grim takes pictures, swaymsg lists windows.
///
/// sway does not run as root, so there it and the player run as the user nobody.
final class WaylandSession {
    /// Whether everything is installed.
    static let isAvailable = (["sway", "swaymsg", "grim", "wtype"] + (getuid() == 0 ? ["setpriv"] : []))
        .allSatisfy(XServer.isInstalled)

    /// Why a test is skipped.
    static let absence: Comment = "sway, grim or wtype is not installed (tools/setup --test)"

    private let folder: TemporaryDirectory
    private let compositor: RunningProgram
    private var variables: [String: String] = [:]

    /// Starts a session.
    /// - Parameter hasXwayland: Whether programs of X11 find a server in it.
    init(hasXwayland: Bool) throws {
        folder = try TemporaryDirectory()
        // The compositor's own variables, once it runs.
        let configuration = """
            xwayland \(hasXwayland ? "enable" : "disable")
            output HEADLESS-1 resolution 800x600
            default_border none
            focus_follows_mouse no
            exec "env > \(folder.path)/variables.part; mv \(folder.path)/variables.part \(folder.path)/variables"
            """
        try folder.write(Array(configuration.utf8), to: "configuration")
        try folder.write([], to: "run/.keep")
        Self.give(folder.path)
        compositor = try RunningProgram(
            "env",
            Self.user + ["sway", "-c", folder.file("configuration").string],
            environment: [
                "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
                "XDG_RUNTIME_DIR": folder.file("run").string, "HOME": folder.path, "PATH": "/usr/bin:/bin",
            ]
        )
        do {
            try wait("the compositor") { try folder.names().contains("variables") }
        } catch {
            stop()
            throw error
        }
        let text = try String(contentsOfFile: folder.file("variables").string, encoding: .utf8)
        for name in ["WAYLAND_DISPLAY", "SWAYSOCK", "DISPLAY"] {
            let line = text.split(separator: "\n").first { $0.hasPrefix("\(name)=") }
            variables[name] = line.map { String($0.dropFirst(name.count + 1)) } ?? ""
        }
        variables["XDG_RUNTIME_DIR"] = folder.file("run").string
        variables["HOME"] = folder.path
    }

    /// Ends the session, by force: sway has nothing to save, and is now and then deaf to SIGTERM.
    func stop() {
        compositor.send(SIGKILL)
        compositor.wait()
    }

    /// Plays, does `body`, and waits for the end.
    func playing(
        _ arguments: [String],
        in played: TemporaryDirectory,
        _ body: () throws -> Void
    ) throws -> Program.Outcome {
        Self.give(played.path)
        return try Program("env").run(
            Self.user + [Program.flipbook.name, "play"] + arguments,
            in: played.path,
            environment: variables.merging(["GST_DEBUG": ""]) { $1 }
        ) { _ in try body() }
    }

    /// Waits until a window has a title that will do, and the screen a colour in its middle.
    func see(
        _ what: String,
        _ title: @escaping (String) -> Bool,
        color: @escaping ([UInt8]) -> Bool
    ) throws {
        try wait(what) {
            let tree = try tool("swaymsg", "-t", "get_tree", "-r").text
            // A window that is shown has a shell, xdg_shell or xwayland.
            return try tree.contains("\"shell\": \"x") && title(tree) && color(self.color())
        }
    }

    /// Presses a key, again and again, until the middle of the screen has a colour that will do.
    func press(_ key: String, until what: String, _ condition: ([UInt8]) -> Bool) throws {
        try press(key)
        try wait("\(what) after \(key)") { condition(try color()) }
    }

    /// Presses a key.
    func press(_ key: String) throws {
        // A client that hears of a new keyboard takes its time to learn its keys.
        _ = try tool("wtype", "-s", "500", "-k", key, "-s", "300")
    }

    /// Uses the mouse: `move 500 300`, `down`, `up`, `middle-down`, `middle-up`, `wheel -1`, `wait` a moment, one after the other.
    ///
    /// Without a screen the compositor has no mouse. A client may be one, and is gone with its connection.
    func point(_ actions: String...) throws {
        let script = """
            import socket, struct, sys, time
            wire = socket.socket(socket.AF_UNIX)
            wire.connect(sys.argv[1])
            def send(target, request, words): wire.sendall(struct.pack("<II", target, 8 + len(words) << 16 | request) + words)
            def word(*values): return b"".join(struct.pack("<i", value) for value in values)
            send(1, 1, word(2))
            send(1, 0, word(3))
            globals, rest = {}, b""
            while "" not in globals:
                more = wire.recv(65536)
                if not more: sys.exit("the compositor has gone")
                rest += more
                while len(rest) >= 8 and len(rest) >= (size := struct.unpack("<I", rest[4:8])[0] >> 16):
                    target, event, words, rest = struct.unpack("<I", rest[:4])[0], rest[4], rest[8:size], rest[size:]
                    if target == 3: globals[""] = 0
                    elif target == 2 and event == 0:
                        number, length = struct.unpack("<II", words[:8])
                        globals[words[8:7 + length].decode()] = number
            name = b"zwlr_virtual_pointer_manager_v1\\0"
            send(2, 0, word(globals[name[:-1].decode()], len(name)) + name + b"\\0" * (-len(name) % 4) + word(1, 4))
            send(4, 0, word(0, 5))
            def now(): return int(time.monotonic() * 1000) & 0x7FFFFFFF
            time.sleep(0.5)
            for action in sys.argv[2:]:
                kind, *numbers = action.split()
                if kind == "move": send(5, 1, word(now(), int(numbers[0]), int(numbers[1]), 800, 600))
                elif kind == "wheel":
                    send(5, 5, word(0))
                    send(5, 7, word(now(), 0, 15 * 256 * int(numbers[0]), int(numbers[0])))
                elif kind != "wait": send(5, 2, word(now(), 0x112 if "middle" in kind else 0x110, int("down" in kind)))
                send(5, 4, b"")
                time.sleep(0.5 if kind == "wait" else 0.05)
            """
        let socket = "\(variables["XDG_RUNTIME_DIR"] ?? "")/\(variables["WAYLAND_DISPLAY"] ?? "")"
        let outcome = try tool(["python3", "-c", script, socket] + actions)
        if outcome.status != 0 { throw PlayedWindow.Late(description: "the mouse: \(outcome.errors)") }
    }

    /// Waits until the colour will do.
    func see(_ what: String, _ condition: ([UInt8]) -> Bool) throws { try wait(what) { condition(try color()) } }

    /// The colour of the screen beside its middle.
    private func color() throws -> [UInt8] {
        let bytes = Array(try tool("grim", "-t", "ppm", "-").output)
        // P6, the size, the largest value, each on a line.
        let head = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.prefix(3).last ?? 0
        let place = head + 1 + 3 * (100 * 800 + 600)
        return place + 3 <= bytes.count ? Array(bytes[place..<place + 3]) : []
    }

    private func tool(_ arguments: String...) throws -> Program.Outcome { try tool(arguments) }

    /// A program of the session, which is ended where the compositor does not answer it.
    private func tool(_ arguments: [String]) throws -> Program.Outcome {
        let patience = "\(Patience.limit.components.seconds)"
        return try Program("env").run(Self.user + ["timeout", patience] + arguments, environment: variables)
    }

    private func wait(_ what: String, _ condition: () throws -> Bool) throws {
        let end = ContinuousClock.now + Patience.limit
        while try !condition() {
            guard ContinuousClock.now < end else { throw PlayedWindow.Late(description: "\(what) did not come") }
            usleep(20_000)
        }
    }

    private static let user =
        getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

    /// Lets the session's user write a folder.
    private static func give(_ path: String) {
        guard getuid() == 0 else { return }
        _ = try? Program("chown").run(["-R", "65534:65534", path])
        _ = try? Program("chmod").run(["-R", "a+rX", path])
    }
}
