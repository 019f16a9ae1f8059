import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Testing

/// Edges and names of views, drawn over a picture.
@Suite(.hangLimit) struct LayerOutlineTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        let text = """
            size: 120x80
            backgroundColor: white
            duration: 1
            views:
              - {id: card, frame: [40, 30, 40, 30], backgroundColor: red, subviews: [{id: dot, frame: [10, 18, 5, 5]}]}
              - {id: gone, frame: [100, 60, 10, 10], isHidden: true, backgroundColor: red}
            animations: [{view: card, property: center, to: [80, 45], duration: 1, curve: linear}]

            """
        try folder.write(Array(text.utf8), to: "scene.yaml")
    }

    private func render(_ arguments: String...) throws -> Picture {
        let outcome = try Program.flipbook.run(
            ["render", "scene.yaml", "-o", "out.png", "--overwrite"] + arguments,
            in: folder.path
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        return try ImageDecoder().decode(contentsOf: folder.file("out.png"))
    }

    /// The places whose pixels differ.
    private func differences(_ one: Picture, _ other: Picture) -> Set<[Int]> {
        one.withUnsafeBytes { first in
            other.withUnsafeBytes { second in
                var places: Set<[Int]> = []
                for place in 0..<one.size.area
                where (0..<4).contains(where: { first[4 * place + $0] != second[4 * place + $0] }) {
                    places.insert([place % one.size.width, place / one.size.width])
                }
                return places
            }
        }
    }

    @Test(
        "each view has an edge of a pixel where it is at that moment, and its name at its corner; hidden ones have none"
    )
    func edges() throws {
        let changed = differences(try render("--at", "0.5"), try render("--at", "0.5", "--show-layers"))
        // The card's center is at 70 then: its edges are at 50 and 89, at 30 and 59.
        for x in 50..<90 { expect(changed.contains([x, 59]), "\(x)") }
        for y in 30..<60 { expect(changed.contains([50, y]) && changed.contains([89, y]), "\(y)") }
        expect(!changed.contains([88, 58]) && !changed.contains([49, 45]) && !changed.contains([90, 45]))
        // The dot lies at (60, 48) and has no color of its own.
        expect(changed.contains([64, 52]) || changed.contains([60, 52]))
        for y in 61..<79 { expect(!changed.contains([105, y])) }
        // The name of the sequence stands in the upper left corner.
        expect(changed.contains([1, 2]))
    }

    @Test("without the option nothing is drawn over the picture")
    func nothing() throws {
        expect(differences(try render(), try render("--frame", "1")).isEmpty)
    }
}
