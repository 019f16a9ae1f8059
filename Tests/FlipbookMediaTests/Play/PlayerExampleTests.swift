import FlipbookCore
import FlipbookMedia
import FlipbookPlay
import FlipbookTestSupport
import Foundation
import Testing

/// The examples in the comments of the player's sources, compiled.
@Suite struct PlayerExampleTests {
    /// What the comments say, line by line. Compiled and not run: it opens a window.
    private func examples(_ frames: FrameList, _ settings: PlaybackSettings) async throws {
        let player = Player(frames: frames, settings: settings)
        async let ended: RenderStatistics = player.run()
        await player.seek(toFrame: 12)
        for await event in player.events {
            if case .shown(let frame) = event { print(frame) }
        }
        _ = try await ended
    }

    @Test("every example in a comment of the player is compiled here")
    func comments() throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let compiled = source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let folder = Samples.checkout.appendingPathComponent("Sources/FlipbookPlay")
        let files = try require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            var isExample = false
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let text = line.trimmingCharacters(in: .whitespaces)
                if text.hasPrefix("/// ```") {
                    isExample = text == "/// ```swift"
                } else if isExample {
                    count += 1
                    let example = text.dropFirst(3).trimmingCharacters(in: .whitespaces)
                    expect(compiled.contains(example), "\(file.lastPathComponent): \(example)")
                }
            }
        }
        expect(count >= 7)
    }
}
