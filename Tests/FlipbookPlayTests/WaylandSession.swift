import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// The compositor sway without a screen, with a player on it: grim takes pictures, swaymsg lists windows, and a client of ours is
/// the keyboard and the mouse.
///
/// sway does not run as root, so there it and the player run as the user nobody.
final class WaylandSession {
    /// Whether everything is installed.
    static let isAvailable = (["sway", "swaymsg", "grim", "python3"] + (getuid() == 0 ? ["setpriv"] : []))
        .allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }

    /// Why a test is skipped.
    static let absence: Comment = "sway or grim is not installed (tools/setup --test)"

    private let folder: TemporaryDirectory
    private let compositor: RunningProgram
    /// Programs that root has for itself are of no use to another user.
    private var variables = ["PATH": "/usr/bin:/bin"]
    /// The keyboard and the mouse, and where they hear what to do.
    private var hands: RunningProgram?
    private var wire: Int32 = -1

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
        try wait("the compositor") { try folder.names().contains("variables") }
        let text = try String(contentsOfFile: folder.file("variables").string, encoding: .utf8)
        for name in ["WAYLAND_DISPLAY", "SWAYSOCK", "DISPLAY"] {
            let line = text.split(separator: "\n").first { $0.hasPrefix("\(name)=") }
            variables[name] = line.map { String($0.dropFirst(name.count + 1)) } ?? ""
        }
        variables["XDG_RUNTIME_DIR"] = folder.file("run").string
        variables["HOME"] = folder.path
        try giveHands()
    }

    deinit { if wire >= 0 { close(wire) } }

    /// Ends the session, by force: sway has nothing to save, and is now and then deaf to SIGTERM.
    func stop() {
        hands?.end()
        compositor.end()
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

    /// Waits until a window has a title that will do, and the screen a color in its middle.
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

    /// Presses a key, and waits until the middle of the screen has a color that will do.
    func press(_ key: String, until what: String, _ condition: ([UInt8]) -> Bool) throws {
        try press(key)
        try wait("\(what) after \(key)") { condition(try color()) }
    }

    /// Presses a key.
    func press(_ key: String) throws { try order("key \(key)") }

    /// Uses the mouse: `move 500 300`, `down`, `up`, `middle-down`, `middle-up`, `wheel -1`, one after the other.
    func point(_ actions: String...) throws { for action in actions { try order(action) } }

    /// Has something done, and waits until the compositor has sent it on.
    private func order(_ action: String) throws {
        let line = Array("\(action)\n".utf8)
        guard send(wire, line, line.count, Int32(MSG_NOSIGNAL)) == line.count, try answer() == "done" else {
            throw PlayedWindow.Late(description: "the compositor has gone before \(action)")
        }
    }

    private func answer() throws -> String {
        var (line, byte): ([UInt8], UInt8) = ([], 0)
        while read(wire, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Gives the session a keyboard and a mouse, which it has without a screen from a client only.
    ///
    /// They are there before a player is, and stay: so it knows them when a key comes, however slow it is.
    private func giveHands() throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw PlayedWindow.Late(description: "there is no socket")
        }
        wire = ends[0]
        let socket = "\(variables["XDG_RUNTIME_DIR"] ?? "")/\(variables["WAYLAND_DISPLAY"] ?? "")"
        hands = try RunningProgram(
            "env",
            Self.user + ["python3", "-c", Self.script, socket],
            environment: variables,
            input: ends[1],
            output: ends[1],
            errors: STDERR_FILENO
        )
        // Nobody answers any more once it has ended.
        close(ends[1])
        guard try answer() == "ready" else {
            throw PlayedWindow.Late(description: "the compositor takes no keyboard and no mouse of ours")
        }
    }

    /// Speaks Wayland's protocol on its socket.
    private static let script = """
        import array, os, socket, struct, sys, time
        wire = socket.socket(socket.AF_UNIX)
        wire.connect(sys.argv[1])
        def send(target, request, words=b"", files=[]):
            head = struct.pack("<II", target, 8 + len(words) << 16 | request)
            wire.sendmsg([head + words], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))] if files else [])
        def word(*values): return b"".join(struct.pack("<i", value) for value in values)
        rest, names = b"", {}
        # Asks whether everything before has been dealt with, and hears of the compositor's abilities meanwhile.
        def settle(answer):
            global rest
            send(1, 0, word(answer))
            while True:
                while len(rest) >= 8 and len(rest) >= (size := struct.unpack("<I", rest[4:8])[0] >> 16):
                    target, event, words, rest = struct.unpack("<I", rest[:4])[0], rest[4], rest[8:size], rest[size:]
                    if target == answer: return
                    if target == 1 and event == 0: sys.exit(words)
                    if target == 2 and event == 0:
                        number, length = struct.unpack("<II", words[:8])
                        names[words[8:7 + length].decode()] = number
                more = wire.recv(65536)
                if not more: sys.exit("the compositor has gone")
                rest += more
        def bind(name, version, identifier):
            text = name.encode() + b"\\0"
            send(2, 0, word(names[name], len(text)) + text + b"\\0" * (-len(text) % 4) + word(version, identifier))
        send(1, 1, word(2))
        settle(3)
        bind("wl_seat", 1, 4)
        bind("zwlr_virtual_pointer_manager_v1", 1, 5)
        send(5, 0, word(4, 6))
        bind("zwp_virtual_keyboard_manager_v1", 1, 7)
        send(7, 0, word(4, 8))
        codes = {"Right": 106, "End": 107, "h": 35, "q": 16}
        keys = (b'xkb_keymap { xkb_keycodes { include "evdev" }; xkb_types { include "complete" }; '
                b'xkb_compat { include "complete" }; xkb_symbols { include "pc+us" }; };\\0')
        file = os.memfd_create("keys")
        os.write(file, keys)
        send(8, 0, word(1, len(keys)), [file])
        settle(9)
        print("ready", flush=True)
        for line in sys.stdin:
            kind, *numbers = line.split()
            now = int(time.monotonic() * 1000) & 0x7FFFFFFF
            if kind == "key":
                for state in (1, 0): send(8, 1, word(now, codes[numbers[0]], state))
            elif kind == "move": send(6, 1, word(now, int(numbers[0]), int(numbers[1]), 800, 600))
            elif kind == "wheel":
                send(6, 5, word(0))
                send(6, 7, word(now, 0, 15 * 256 * int(numbers[0]), int(numbers[0])))
            else: send(6, 2, word(now, 0x112 if "middle" in kind else 0x110, int("down" in kind)))
            if kind != "key": send(6, 4)
            settle(9)
            print("done", flush=True)
        """

    /// Waits until the color will do.
    func see(_ what: String, _ condition: ([UInt8]) -> Bool) throws { try wait(what) { condition(try color()) } }

    /// The color of the screen beside its middle.
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
            guard compositor.isRunning else {
                throw PlayedWindow.Late(description: "the compositor has gone before \(what)")
            }
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
