import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// Pictures of views that take one another's places over some time, as a manifest says it.
@Suite(.hangLimit) struct ImageTransitionTests {
    private let folder: TemporaryDirectory

    /// A red and a blue square of 8x8 pixels.
    init() throws {
        folder = try TemporaryDirectory()
        for (name, color) in [("red", [255, 0, 0, 255]), ("blue", [0, 0, 255, 255])] as [(String, [UInt8])] {
            let rows = (0..<64).flatMap { _ in color }
            try folder.write(PNGWriter(width: 8, height: 8).file(rows: rows), to: "\(name).png")
        }
    }

    /// Exports ten frames of a second in which the picture of a view on white changes at 0.2 s.
    private func export(_ change: String) throws -> Program.Outcome {
        let text = """
            size: 8x8
            backgroundColor: white
            duration: 1
            frameRate: 10
            views: [{id: photo, image: red.png, highlightedImage: blue.png}]
            animations:
              - {view: photo, delay: 0.2, \(change)}

            """
        try folder.write(Array(text.utf8), to: "scene.yaml")
        return try Program.flipbook.run(["export", "scene.yaml", "-o", "f.####.png", "--overwrite"], in: folder.path)
    }

    private func pixel(ofFrame number: Int, _ x: Int = 4, _ y: Int = 4) throws -> [UInt8] {
        let name = "f.000\(number).png"
        let picture = try ImageDecoder().decode(contentsOf: folder.file(name))
        let place = (y * picture.size.width + x) * 4
        return picture.withUnsafeBytes { Array($0[place..<place + 3]) }
    }

    @Test("a dissolve between two pictures is, at each frame's presentation time, as far as its time says")
    func dissolve() throws {
        let outcome = try export("property: image, to: blue.png, transition: dissolve, duration: 0.4")
        try require(outcome.status == 0, "\(outcome.errors)")
        let reds = try (1...8).map { Int(try pixel(ofFrame: $0)[0]) }
        for (red, expected) in zip(reds, [255, 255, 255, 191, 128, 64, 0, 0]) {
            expect(abs(red - expected) <= 1, "\(reds)")
        }
        try expectEqual(pixel(ofFrame: 7), [0, 0, 255])
    }

    @Test("a picture is wiped and pushed away in its direction, and what lies behind shows where there is none")
    func directions() throws {
        try require(
            try export("property: image, to: null, transition: wipe, direction: right, duration: 0.4").status == 0
        )
        // Half way, the left half is gone.
        try expectEqual(pixel(ofFrame: 5, 1, 4), [255, 255, 255])
        try expectEqual(pixel(ofFrame: 5, 6, 4), [255, 0, 0])
        try require(
            try export("property: image, to: blue.png, transition: push, direction: up, duration: 0.4").status == 0
        )
        try expectEqual(pixel(ofFrame: 5, 4, 1), [255, 0, 0])
        try expectEqual(pixel(ofFrame: 5, 4, 6), [0, 0, 255])
    }

    /// Exports ten frames of a second of views on white, of which something changes at 0.2 s by a flip of 0.4 s.
    private func flip(_ transition: String, _ views: String, _ changes: [String]) throws -> Program.Outcome {
        let lines = changes.map { "  - {\($0), delay: 0.2, transition: \(transition), duration: 0.4}\n" }.joined()
        let text =
            "size: 8x8\nbackgroundColor: white\nduration: 1\nframeRate: 10\nviews: \(views)\nanimations:\n\(lines)"
        try folder.write(Array(text.utf8), to: "scene.yaml")
        return try Program.flipbook.run(["export", "scene.yaml", "-o", "f.####.png", "--overwrite"], in: folder.path)
    }

    @Test(
        "a card turns over: a view with its background where its picture flips, two views that are hidden and shown",
        arguments: [
            (
                "[{id: card, image: red.png, backgroundColor: red}]", ["view: card, property: image, to: blue.png"]
            ),
            (
                "[{id: a, image: red.png}, {id: b, frame: [0, 0, 8, 8], backgroundColor: blue, isHidden: true}]",
                ["view: a, property: isHidden, to: true", "view: b, property: isHidden, to: false"]
            ),
        ]
    )
    func flips(views: String, changes: [String]) throws {
        let (white, red, blue): ([UInt8], [UInt8], [UInt8]) = ([255, 255, 255], [255, 0, 0], [0, 0, 255])
        for (transition, isLeft) in [("flipFromLeft", true), ("flipFromRight", false)] {
            let outcome = try flip(transition, views, changes)
            try require(outcome.status == 0, "\(outcome.errors)")
            try expectEqual(pixel(ofFrame: 3, 0), red)
            // At an eighth of a turn the side in front is at 0.79, the other one at 6.53.
            try expectEqual(pixel(ofFrame: 4, isLeft ? 1 : 6), red)
            try expectEqual(pixel(ofFrame: 4, isLeft ? 7 : 0), white)
            try expectEqual(pixel(ofFrame: 5), white, "only the edge is seen")
            try expectEqual(pixel(ofFrame: 6, isLeft ? 6 : 1), blue)
            try expectEqual(pixel(ofFrame: 6, isLeft ? 0 : 7), white)
            try expectEqual(pixel(ofFrame: 7, 0), blue)
        }
    }

    @Test("--transition puts a transition between the frames, which takes a time of its own")
    func option() throws {
        func export(_ options: String...) throws -> Program.Outcome {
            try Program.flipbook.run(
                ["export", "red.png", "blue.png", "--sort", "none", "-o", "f.####.png", "--overwrite"] + options,
                in: folder.path
            )
        }
        let dissolve = try export("--fps", "10", "--transition", "dissolve,0.4")
        try require(dissolve.status == 0, "\(dissolve.errors)")
        let reds = try (1...6).map { Int(try pixel(ofFrame: $0)[0]) }
        for (red, expected) in zip(reds, [255, 223, 159, 96, 32, 0]) { expect(abs(red - expected) <= 1, "\(reds)") }
        try require(try export("--fps", "10", "--transition", "flipFromLeft,0.4").status == 0)
        // At 67.5 degrees the right side is at 5.33, and the back's left one at 2.67; nothing is beside them.
        try expectEqual([3, 7].map { try pixel(ofFrame: 3, $0) }, [[255, 0, 0], [0, 0, 0]])
        try expectEqual([0, 4].map { try pixel(ofFrame: 4, $0) }, [[0, 0, 0], [0, 0, 255]])
        let slides = try export("--fps", "1/2", "--transition", "dissolve,0.5")
        expect(slides.text.hasPrefix("f.####.png: 108 frames, 8x8, 24 frames/s, 4.500 s"), "\(slides.text)")
        for (value, words) in [("melt", "flipFromBottom"), ("fade,0", "push,0.5,up"), ("push,1,in", "push,0.5,up")] {
            let outcome = try export("--transition", value)
            expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
        }
    }

    @Test("a highlighted picture dissolves as well, by a curve where one is given")
    func highlight() throws {
        let outcome = try export(
            "property: isHighlighted, to: true, transition: dip, color: white, duration: 0.4, curve: easeIn"
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        // easeIn is at 0.3154 half way, so that 63 % of the way to white are done.
        expect(abs(Int(try pixel(ofFrame: 5)[1]) - 161) <= 1)
        try expectEqual(pixel(ofFrame: 7), [0, 0, 255])
    }

    @Test("the manifest is written back with its transition, and a mistake in one is shown with its place")
    func words() throws {
        let change = "property: image, to: blue.png, transition: push, duration: 0.4, direction: up, curve: easeIn"
        try require(try export(change).status == 0)
        let written = try Program.flipbook.run(["manifest", "scene.yaml"], in: folder.path)
        for word in ["transition: push", "direction: up", "curve: easeIn"] {
            expect(written.text.contains(word), "\(written.text)")
        }
        let mistakes = [
            (
                "property: image, to: blue.png, duration: 1",
                "image changes at once when the delay is over; remove this key, or add transition"
            ),
            ("property: image, to: blue.png, transition: wipe", "the required key 'duration' is missing"),
            ("property: image, to: blue.png, transition: fade, direction: up, duration: 1", "a fade has no direction"),
            ("property: alpha, to: 0, transition: fade, duration: 1", "alpha is animated gradually"),
            ("property: isHidden, to: true, duration: 1", "isHidden changes at once"),
            ("property: image, to: blue.png, transition: melt, duration: 1", "found 'melt'"),
        ]
        for (change, words) in mistakes {
            let outcome = try export(change)
            expectEqual(outcome.status, 2, "\(change)")
            expect(outcome.errors.contains(words) && outcome.errors.contains("scene.yaml:7:"), "\(outcome.errors)")
        }
    }

    @Test("a change that comes meanwhile cuts a transition short; it begins with the picture that was before")
    func cutShort() throws {
        let outcome = try export(
            """
            property: image, to: blue.png, transition: dissolve, duration: 0.6}
              - {view: photo, delay: 0.4, property: image, to: null
            """
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        expect(abs(Int(try pixel(ofFrame: 4)[0]) - 213) <= 1)
        try expectEqual(pixel(ofFrame: 5), [255, 255, 255])
    }
}
