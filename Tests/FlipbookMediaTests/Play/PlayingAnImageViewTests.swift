import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// The examples of the article "Playing an image view", compiled.
@Suite struct PlayingAnImageViewTests {
    /// What the article says, line by line. Compiled and not run: it opens a window.
    private func examples() async throws {
        var view = ImageView(image: try Image(contentsOfFile: FilePath("walk/stand.png")))
        view.animationImages = try (1...12).map { try Image(contentsOfFile: FilePath("walk/step\($0).png")) }
        view.animationDuration = 1
        view.animationRepeatCount = 3
        view.contentMode = .scaleAspectFit
        let player = Player(view)
        async let ended: RenderStatistics = player.run()
        try await player.update { $0.startAnimating() }

        try await player.update { view in
            view.alpha = 0.5
            view.backgroundColor = .checkerboard
            view.animationDuration = 2
        }
        if await player.view.isAnimating {
            try await player.update { $0.stopAnimating() }
        }

        try await player.update { $0.isUserInteractionEnabled = true }
        for await event in player.events {
            switch event {
            case .touch(let touch):
                // While a finger is down, the view looks pressed.
                let isDown = touch.phase == .began || touch.phase == .moved
                try await player.update { $0.isHighlighted = isDown }
            case .tapped(let place):
                print("tapped at \(place.x), \(place.y)")
                try await player.update { $0.startAnimating() }
            default: break
            }
        }
        _ = try await ended
    }

    @Test("every line of the article's examples is compiled here")
    func article() throws {
        let path = "Sources/FlipbookPlay/FlipbookPlay.docc/PlayingAnImageView.md"
        let article = try String(contentsOf: Samples.checkout.appendingPathComponent(path), encoding: .utf8)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        // A block of the article stands here as it is, further to the right.
        let compiled = source.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0.hasPrefix("        ") ? $0.dropFirst(8) : $0) }.joined(separator: "\n")
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        expectEqual(blocks.count, 3)
        for block in blocks { expect(compiled.contains(block), "\(block)") }
    }
}
