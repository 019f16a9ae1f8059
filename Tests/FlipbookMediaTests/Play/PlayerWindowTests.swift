import FlipbookCore
import FlipbookTestSupport
import FlipbookWindow
import Foundation
import Synchronization
import Testing

/// Windows of a program that opens several, in a process of their own: SDL connects to one display.
@Suite(.hangLimit, .enabled(if: XServer.isAvailable, XServer.absence))
struct PlayerWindowTests {
    /// A window, and the keys that it gets.
    private final class Keyed: Sendable {
        let window = PlayerWindow(system: "X11")
        private let names = Mutex<[String]>([])
        var keys: [String] { names.withLock { $0 } }

        func listen() async {
            for await news in window.feed.events {
                if case .key(let key, _) = news.event { names.withLock { $0.append(key.name) } }
            }
        }
    }

    @Test("of two windows, the one that has the keyboard gets the keys")
    func keys() async throws {
        let server = try XServer()
        defer { server.stop() }
        await #expect(processExitsWith: .success) { [display = server.display as String] in
            setenv("DISPLAY", display, 1)
            let windows = [Keyed(), Keyed()]
            for keyed in windows {
                expect(keyed.window.open(for: WindowContent(PixelSize(width: 200, height: 100))))
                Task { await keyed.listen() }
            }
            for (keyed, key) in zip(windows, ["Left", "Right"]) {
                let words = ["windowfocus", "--sync", "\(keyed.window.identifier ?? 0)", "key", key]
                _ = try Program("xdotool").run(words, environment: ["DISPLAY": display])
            }
            let end = ContinuousClock.now + Patience.limit
            while windows.flatMap(\.keys).count < 2, ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(5))
            }
            expectEqual(windows.map(\.keys), [["Left"], ["Right"]])
            for keyed in windows { keyed.window.close() }
        }
    }
}
