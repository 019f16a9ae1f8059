import Flipbook
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

@MainActor @Suite("The example of a card") struct TurningCardTests {
    @Test("the card turns over from its front to its back, says that it has, and is exported")
    func film() async throws {
        let folder = try TemporaryDirectory()
        for (name, color) in [("front", [255, 0, 0, 255]), ("back", [0, 0, 255, 255])] as [(String, [UInt8])] {
            let rows = (0..<40 * 32).flatMap { _ in color }
            try folder.write(PNGWriter(width: 40, height: 32).file(rows: rows), to: "\(name).png")
        }
        let card = try TurningCard(
            front: Image(contentsOfFile: folder.file("front.png")),
            back: Image(contentsOfFile: folder.file("back.png"))
        )
        var ended: [Bool] = []
        card.turnOver { ended.append($0) }
        // Its middle, and above it what only the side in front reaches.
        let seen = try [0, 0.25, 0.5, 0.75, 1].map { (time: RationalTime) in
            let picture = try FrameRenderer.picture(of: card.table, at: time)
            return [picture[20, 20], picture[2, 3], picture[37, 3]].map {
                $0.red > 200 ? "front" : $0.blue > 200 ? "back" : "-"
            }
        }
        #expect(seen[0] == ["front", "-", "-"])
        #expect(seen[1] == ["front", "front", "-"])
        #expect(seen[2] == ["-", "-", "-"])
        #expect(seen[3] == ["back", "-", "back"])
        #expect(seen[4] == ["back", "-", "-"])
        #expect(try await card.export(to: folder.file("card.mkv")) == 45)
        card.table.advance(to: 1)
        #expect(ended == [true])
    }
}
