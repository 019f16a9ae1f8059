import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// An image view in a player: what its properties and verbs make of the picture at the sink, pixel by pixel.
@Suite(.hangLimit) struct PlayerImageViewTests {
    private let folder: TemporaryDirectory

    /// Pictures of 32x48 pixels of one color, named by its red: `20.png`. What the player says stands at their bottom.
    init() throws {
        folder = try TemporaryDirectory()
        for red in [10, 20, 30, 40, 110, 120, 200, 220] { try write(red, to: "\(red).png") }
    }

    private func write(_ red: Int, to name: String, size: PixelSize = PixelSize(width: 32, height: 48)) throws {
        let picture = Picture(making: size, format: .rgba) { bytes in
            for index in bytes.indices { bytes[index] = [UInt8(red), 90, 60, 255][index % 4] }
        }
        try folder.write(PNGEncoder.encode(picture), to: name)
    }

    private func image(_ red: Int) throws -> Image { try Image(contentsOfFile: folder.file("\(red).png")) }

    /// A view of two pictures, two highlighted ones and both stills.
    private func view() throws -> ImageView {
        var view = ImageView(image: try image(200), highlightedImage: try image(220))
        view.animationImages = [try image(10), try image(20)]
        view.highlightedAnimationImages = [try image(110), try image(120)]
        return view
    }

    /// Runs a player of a view whose frames stay for as long as the test takes, does `body`, and quits.
    /// - Returns: The statistics of the run.
    @discardableResult
    private func playing(
        _ view: ImageView,
        _ body: (Player) async throws -> Void
    ) async throws -> RenderStatistics {
        var settings = PlaybackSettings()
        settings.sink = MediaSink(element: "fakesink")
        return try await play(Player(view, settings: settings), while: body)
    }

    /// The red of the first pixel that the sink shows.
    private func red(_ player: Player) async -> Int? { await player.shownPixels.map { Int($0[2]) } }

    @Test("a view that was not started shows its still picture; startAnimating and stopAnimating change what shows")
    func verbs() async throws {
        var view = try view()
        view.animationDuration = 1000
        try await playing(view) { player in
            // One line, its details, and none.
            for _ in 0..<3 { await player.perform(.toggleHUD) }
            await expectEqual(red(player), 200)
            await expect(!player.view.isAnimating)
            try await player.update { $0.startAnimating() }
            await player.pause()
            await expectEqual(red(player), 10)
            await expect(player.view.isAnimating)
            await player.step(by: 1)
            await expectEqual(red(player), 20)
            try await player.update { $0.startAnimating() }
            await player.pause()
            await expectEqual(red(player), 10)
            try await player.update { $0.stopAnimating() }
            await expectEqual(red(player), 200)
            await expect(!player.view.isAnimating)
            try await player.update { $0.stopAnimating() }
            await expectEqual(red(player), 200)
            try await player.update { $0.image = nil }
            await expectEqual(red(player), 0)
        }
    }

    @Test("isHighlighted shows the other set from its first picture, and the other still")
    func highlighted() async throws {
        var view = try view()
        view.animationDuration = 1000
        view.startAnimating()
        try await playing(view) { player in
            await player.step(by: 1)
            await expectEqual(red(player), 20)
            try await player.update { $0.isHighlighted = true }
            await expectEqual(red(player), 110)
            await player.perform(.toggleHighlighted)
            await expectEqual(red(player), 10)
            await player.step(by: 1)
            await player.perform(.toggleHighlighted)
            await expectEqual(red(player), 110)
            await expect(player.view.isHighlighted)
            try await player.update { $0.stopAnimating() }
            await expectEqual(red(player), 220)
            await player.perform(.toggleHighlighted)
            await expectEqual(red(player), 200)
        }
    }

    @Test("the set that was shown before is kept: its first picture is there although its file is gone")
    func keptSet() async throws {
        var view = try view()
        view.animationDuration = 1000
        view.startAnimating()
        try await playing(view) { player in
            // Paused, what is asked for is shown before the call returns.
            await player.step(by: 1)
            await player.step(by: -1)
            await expectEqual(red(player), 10)
            await player.perform(.toggleHighlighted)
            await expectEqual(red(player), 110)
            try FileManager.default.removeItem(atPath: folder.path + "/10.png")
            await player.perform(.toggleHighlighted)
            await expectEqual(red(player), 10)
        }
    }

    @Test("new pictures begin with the first, none stop, a still picture waits until nothing animates")
    func images() async throws {
        var view = try view()
        view.animationDuration = 1000
        view.startAnimating()
        let (thirty, forty) = (try image(30), try image(40))
        try await playing(view) { player in
            await player.step(by: 1)
            try await player.update { $0.image = forty }
            await expectEqual(red(player), 20)
            try await player.update { $0.animationImages = [thirty, forty, thirty] }
            await player.pause()
            await expectEqual(red(player), 30)
            await expectEqual(player.status?.transport.frameCount, 3)
            try await player.update { $0.animationImages = nil }
            await expectEqual(red(player), 40)
            await expect(!player.view.isAnimating)
        }
    }

    @Test("contentMode, alpha, the background and isHidden change how the same picture is drawn")
    func look() async throws {
        try write(80, to: "80.png", size: PixelSize(width: 2, height: 6))
        var view = ImageView(frame: Rect(x: 0, y: 0, width: 8, height: 6))
        view.image = try image(80)
        try await playing(view) { player in
            // A change is answered when it can be seen.
            // One line, its details, and none.
            for _ in 0..<3 { await player.perform(.toggleHUD) }
            await expectEqual(player.shownPixels?.count, 8 * 6 * 4)
            await expectEqual(red(player), 80)
            try await player.update { $0.contentMode = .scaleAspectFit }
            await expectEqual(red(player), 0)
            try await player.update { $0.backgroundColor = .color(Color(red: 255, green: 0, blue: 0)) }
            await expectEqual(red(player), 255)
            try await player.update {
                $0.contentMode = .left
                $0.alpha = 0.5
            }
            await expectEqual(red(player), 40)
            try await player.update { $0.isHidden = true }
            await expectEqual(red(player), 0)
        }
    }

    @Test("what a run says that it drew counts what was drawn before an update")
    func statistics() async throws {
        let other = try image(40)
        let drawn = try await playing(try view()) { player in
            try await player.update { $0.alpha = 0.5 }
            try await player.update { $0.image = other }
        }
        // The still picture, the same with another alpha, and another one: each look is drawn once.
        expectEqual(drawn.renders, 3)
    }

    @Test("another duration goes on at the picture that shows, another repeat count ends by it")
    func timing() async throws {
        var view = try view()
        view.animationDuration = 1000
        view.startAnimating()
        let fast = 0.02
        try await playing(view) { player in
            await player.step(by: 1)
            await player.play()
            try await player.update { $0.animationDuration = 600 }
            await expectEqual(player.status?.transport.position, 1)
            await expectEqual(player.status?.rateAsked, 2.0 / 600)
            await expect(player.view.isAnimating)
            let events = player.events
            try await player.update {
                $0.animationDuration = fast
                $0.animationRepeatCount = 2
                $0.startAnimating()
            }
            for await event in events { if case .ended = event { break } }
            await player.perform(.showFitted)
            await expectEqual(red(player), 200)
            await expect(!player.view.isAnimating)
        }
    }

    @Test("pictures that cannot be shown are refused, and nothing changes")
    func refused() async throws {
        var view = try view()
        view.startAnimating()
        let missing = Image(source: .file(folder.file("none.png")))
        try await playing(view) { player in
            await player.pause()
            await player.seek(toFrame: 1)
            let error = await #expect(throws: PlaybackError.self) {
                try await player.update { $0.animationImages = [missing] }
            }
            expectEqual(error?.description.contains("none.png"), true)
            await expectEqual(player.view.animationImages?.count, 2)
            await expectEqual(red(player), 20)
        }
    }

    @Test("touches begin where the view takes them")
    func touches() async throws {
        var view = try view()
        view.isUserInteractionEnabled = true
        try await playing(view) { player in
            let events = player.events
            try await player.update { $0.contentMode = .center }
            player.send(.buttonDown(1, x: 33, y: 1))
            player.send(.buttonUp(1, x: 33, y: 1))
            player.send(.buttonDown(1, x: 30, y: 1))
            player.send(.buttonUp(1, x: 36, y: 1))
            try await player.update { $0.alpha = 0.001 }
            player.send(.buttonDown(1, x: 3, y: 1))
            try await player.update { $0.isUserInteractionEnabled = false }
            // Now a click is the player's: it starts what stood still.
            player.send(.buttonDown(1, x: 3, y: 1))
            player.send(.buttonUp(1, x: 3, y: 1))
            await player.pause()
            await expect(player.view.isAnimating)
            await player.perform(.quit)
            var places: [Double] = []
            var taps: [Double] = []
            for await event in events {
                if case .touch(let touch) = event { places.append(touch.location.x) }
                if case .tapped(let place) = event { taps.append(place.x) }
            }
            expectEqual(places, [30, 36])
            expectEqual(taps, [30])
        }
    }
}
