import FlipbookCore
import FlipbookExport
import FlipbookMedia
import FlipbookPlay
import FlipbookScene
import FlipbookTestSupport
import Glibc
import Testing

/// A tree of views in a player: it lives, and what it becomes is at the sink.
@MainActor @Suite("Trees of views in a player", .hangLimit) struct PlayerViewTests {
    private static func root(_ color: Color = .black) -> View {
        let root = View(frame: Rect(x: 0, y: 0, width: 32, height: 48))
        root.backgroundColor = .color(color)
        return root
    }

    /// Runs a player of a tree, does `body`, and quits.
    private func playing(_ view: View, _ body: (Player) async throws -> Void) async throws {
        var settings = PlaybackSettings()
        settings.sink = MediaSink(element: "fakesink")
        try await play(Player(view, settings: settings), while: body)
    }

    /// Returns once the sink shows a red of the first pixel.
    private func wait(for red: UInt8, of player: Player) async {
        for await _ in player.events { if await player.shownPixels?[2] == red { return } }
    }

    @Test("what a program changes of the views is shown, as large as the root")
    func changes() async throws {
        let root = Self.root()
        try await playing(root) { player in
            await wait(for: 0, of: player)
            await expectEqual(player.shownPixels?.count, 32 * 48 * 4)
            let view = View(frame: Rect(x: 0, y: 0, width: 1, height: 1))
            view.backgroundColor = .color(Color(red: 200, green: 0, blue: 0))
            root.addSubview(view)
            await wait(for: 200, of: player)
            view.removeFromSuperview()
            await wait(for: 0, of: player)
        }
    }

    @Test("the tree moves with the player's clock, calls completions, and stands while the clock does")
    func clock() async throws {
        let root = Self.root()
        try await playing(root) { player in
            let finished = await withCheckedContinuation { continuation in
                View.animate(withDuration: 0.1) {
                    root.backgroundColor = .color(Color(red: 100, green: 0, blue: 0))
                } completion: {
                    continuation.resume(returning: $0)
                }
            }
            expect(finished)
            await wait(for: 100, of: player)
            await player.pause()
            let time = root.time
            expect(time >= 0.1)
            root.backgroundColor = .color(Color(red: 50, green: 0, blue: 0))
            await wait(for: 50, of: player)
            expectEqual(root.time, time)
        }
    }

    @Test("touches on the window go to the tree in its points, also while the clock stands, and no click pauses")
    func touches() async throws {
        let root = Self.root()
        root.bounds.origin = Point(x: 100, y: 0)
        let button = View(frame: Rect(x: 110, y: 10, width: 10, height: 10))
        root.addSubview(button)
        var places: [Point] = []
        button.touchHandler = { touch in
            places.append(touch.location)
            root.backgroundColor = touch.phase == .began ? .color(Color(red: 90, green: 0, blue: 0)) : .black
            return true
        }
        try await playing(root) { player in
            player.send(.buttonDown(1, x: 12, y: 13))
            await wait(for: 90, of: player)
            player.send(.buttonUp(1, x: 14, y: 13))
            await wait(for: 0, of: player)
            expectEqual(places, [Point(x: 2, y: 3), Point(x: 4, y: 3)])
            player.send(.buttonDown(1, x: 1, y: 1))
            player.send(.buttonUp(1, x: 1, y: 1))
            await player.pause()
            expectEqual(places.count, 2)
            player.send(.buttonDown(1, x: 12, y: 13))
            // A seek answers when its picture is seen; the touch may still be on its way before the first.
            while await player.shownPixels?[2] != 90 { await player.seek(toFrame: 0) }
            expectEqual(places.count, 3)
        }
    }

    @Test("a tree that takes longer to look at than a picture lasts is shown as often as there is time")
    func slow() async throws {
        let root = Self.root()
        root.layoutSubviews = { view in
            usleep(50_000)
            view.setNeedsLayout()
        }
        try await playing(root) { player in
            for await _ in player.events { if await player.report.presented > 3 { break } }
        }
    }
}
