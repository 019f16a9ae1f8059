import FlipbookTestSupport
import Foundation
import Synchronization
import Testing

/// A window of `flipbook play` on a display of its own, used as a viewer uses it and looked at in screenshots.
///
/// Nothing waits forever: what does not come fails the test in the end, and the player is killed.
struct PlayedWindow {
    let server: XServer
    let process: RunningProgram

    /// What did not come.
    struct Late: Error, CustomStringConvertible {
        let description: String
    }

    /// Plays in a window, does `body`, and waits for the end.
    /// - Parameters:
    ///   - sink: The sink whose own window it is; `nil` for the player's, where nothing that is done gets lost.
    ///   - isFirst: A Boolean value that indicates that the user has seen no window before.
    static func playing(
        _ arguments: [String],
        in folder: String,
        sink: String? = nil,
        environment: [String: String] = [:],
        isFirst: Bool = false,
        prepare: ((XServer) throws -> Void)? = nil,
        _ body: (PlayedWindow) throws -> Void
    ) throws -> Program.Outcome {
        // One that is not given back ends with this.
        let server = try prepare == nil ? idle.withLock { $0.popLast() } ?? XServer() : XServer()
        try prepare?(server)
        // GL's library complains where the session has no folder of its own.
        let variables = [
            "DISPLAY": server.display, "WAYLAND_DISPLAY": "", "GST_DEBUG": "", "XDG_RUNTIME_DIR": folder,
            "XDG_STATE_HOME": folder,
        ].merging(environment) { $1 }
        // Who has seen no window yet gets a hint.
        let hinted = URL(fileURLWithPath: "\(folder)/flipbook/hinted")
        if !isFirst {
            try FileManager.default.createDirectory(
                at: hinted.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data().write(to: hinted)
        }
        let outcome = try Program.flipbook.run(
            ["play"] + arguments + (sink.map { ["--sink", $0] } ?? []),
            in: folder,
            environment: variables
        ) { process in
            let window = PlayedWindow(server: server, process: process)
            // Without a window manager, keys go to the window under the pointer (1), unless a window that was killed left
            // them to nobody.
            try server.xdotool("windowfocus", "1", "mousemove", "400", "20")
            try body(window)
            try window.waitForEnd()
        }
        if prepare == nil { try giveBack(server) }
        return outcome
    }

    /// Servers that no window is on: to start one takes as long as a short test.
    private static let idle = Mutex<[XServer]>([])

    /// Keeps a server for another window, once this one is gone from its screen.
    private static func giveBack(_ server: XServer) throws {
        let end = ContinuousClock.now + Patience.limit
        while server.isRunning {
            let screen = try server.screen()
            let isEmpty = stride(from: 0, to: screen.height, by: 16).allSatisfy { y in
                stride(from: 0, to: screen.width, by: 16).allSatisfy { screen[$0, y] == [0, 0, 0] }
            }
            if isEmpty { return idle.withLock { $0.append(server) } }
            if ContinuousClock.now > end { throw Late(description: "an empty screen did not come") }
            usleep(4000)
        }
    }

    /// Waits until the player has ended.
    func waitForEnd() throws { try wait("the end of the player") { !process.isRunning } }

    /// Presses keys one after the other, as xdotool names them.
    func press(_ keys: String...) throws { try press(keys) }

    /// The same.
    func press(_ keys: [String]) throws { try server.xdotool(["key"] + keys) }

    /// Presses a key that may come twice, again and again, until `condition` holds of the screen.
    func press(_ key: String, until what: String, _ condition: (Screenshot) throws -> Bool) throws {
        try use("key", key, until: what, condition)
    }

    /// Does something by xdotool that may be done twice, again and again, until `condition` holds of the screen.
    ///
    /// GStreamer's X11 sink looks for keys and buttons, does other things, and then empties its queue of events: what comes meanwhile
    /// is lost, most of all while it draws its window for the first time. No window gets what is done before it is there.
    func use(_ words: String..., until what: String, _ condition: (Screenshot) throws -> Bool) throws {
        try use(words, until: "\(what) after \(words.joined(separator: " "))") { try condition(server.screen()) }
    }

    /// Quits the player.
    func quit() throws { try use(["key", "q"], until: "the end of the player") { !process.isRunning } }

    private func use(_ words: [String], until what: String, _ condition: () throws -> Bool) throws {
        var looks = 0
        try wait(what) {
            if try condition() { return true }
            if looks.isMultiple(of: 200) { try server.xdotool(words) }
            looks += 1
            return false
        }
    }

    /// Waits until `condition` holds of the screen.
    func see(_ what: String, _ condition: (Screenshot) throws -> Bool) throws {
        try wait(what) { try condition(server.screen()) }
    }

    private func wait(_ what: String, _ condition: () throws -> Bool) throws {
        let clock = ContinuousClock()
        let end = clock.now + Patience.limit
        while clock.now < end {
            if try condition() { return }
            if !process.isRunning { break }
            // A look costs more than a frame: between two of them the player has the processor.
            usleep(4000)
        }
        if try condition() { return }
        throw Late(description: process.isRunning ? "\(what) did not come" : "the player ended before \(what)")
    }

    /// The window's number.
    func identifier() throws -> String {
        var found = ""
        try wait("the window") {
            found =
                try server.xdotool("search", "--onlyvisible", "--name", ".").split(separator: "\n").first.map(
                    String.init
                ) ?? ""
            return !found.isEmpty
        }
        return found
    }
}
