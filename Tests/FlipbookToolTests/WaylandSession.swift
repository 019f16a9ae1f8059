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
        try wait("the compositor") { try folder.names().contains("variables") }
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

    /// The colour of the screen beside its middle.
    private func color() throws -> [UInt8] {
        let bytes = Array(try tool("grim", "-t", "ppm", "-").output)
        // P6, the size, the largest value, each on a line.
        let head = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.prefix(3).last ?? 0
        let place = head + 1 + 3 * (100 * 800 + 600)
        return place + 3 <= bytes.count ? Array(bytes[place..<place + 3]) : []
    }

    private func tool(_ arguments: String...) throws -> Program.Outcome {
        try Program("env").run(Self.user + ["timeout", "20"] + arguments, environment: variables)
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
