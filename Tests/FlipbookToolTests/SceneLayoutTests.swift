import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Where a manifest's views lie that are pinned, and texts in views.
@Suite(.hangLimit) struct SceneLayoutTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func render(_ views: String, _ options: String...) throws -> Program.Outcome {
        try folder.write(Array("size: 60x20\nviews:\n\(views)\n".utf8), to: "scene.yaml")
        return try Program.flipbook.run(
            ["render", "scene.yaml", "-o", "a.png", "--overwrite"] + options,
            in: folder.path
        )
    }

    /// The columns of a row in which something is drawn.
    private func columns(ofRow y: Int) throws -> [Int] {
        let picture = try ImageDecoder().decode(contentsOf: folder.file("a.png"))
        return picture.withUnsafeBytes { bytes in (0..<60).filter { bytes[(y * 60 + $0) * 4 + 3] > 0 } }
    }

    @Test("pins follow the direction of the language, also within a pinned view")
    func pins() throws {
        let views = """
              - pins: {leading: 4, width: 40, top: 0, bottom: 0}
                subviews:
                  - {backgroundColor: red, pins: {leading: 2, width: 5, centerY: 0, height: 4}}
            """
        try expectEqual(render(views).status, 0)
        try expectEqual(columns(ofRow: 8), Array(6..<11))
        try expect(columns(ofRow: 7).isEmpty && columns(ofRow: 12).isEmpty)
        try expectEqual(render(views, "--language", "ar").status, 0)
        try expectEqual(columns(ofRow: 8), Array(49..<54))
    }

    @Test(
        "what a mask holds goes with its superview from the size that this has in the text to the one that pins give it"
    )
    func masks() throws {
        let views = """
              - frame: [0, 0, 20, 20]
                pins: {fit: both}
                subviews:
                  - {backgroundColor: red, frame: [10, 0, 10, 20], autoresizingMask: [flexibleLeftMargin]}
                  - {backgroundColor: red, frame: [0, 0, 5, 20], autoresizingMask: [flexibleRightMargin]}
            """
        try expectEqual(render(views).status, 0)
        try expectEqual(columns(ofRow: 8), Array(0..<5) + Array(50..<60))
    }

    @Test("a view shows a text, at its own size or where its alignment puts it")
    func texts() throws {
        try expectEqual(render("  - {text: {text: I, size: 12}, pins: {trailing: 0, top: 0}}").status, 0)
        let right = try (0..<20).flatMap { try columns(ofRow: $0) }
        expect(!right.isEmpty && right.allSatisfy { $0 > 40 })
        let left = "  - {frame: [0, 0, 60, 20], text: {text: I, size: 12, alignment: left}}"
        try expectEqual(render(left).status, 0)
        let drawn = try (0..<20).flatMap { try columns(ofRow: $0) }
        expect(!drawn.isEmpty && drawn.allSatisfy { $0 < 20 })
    }

    @Test(
        "what pins and texts of views cannot say is refused with its place",
        arguments: [
            (
                "pins: {leading: 1, trailing: 1, width: 3}",
                "3:12: views[0].pins: leading, trailing, width set more than one position"
            ),
            ("pins: {left: 1}", "3:13: views[0].pins.left: there is no such key"),
            ("pins: {fit: width, leading: 2}", "3:12: views[0].pins: fit, leading set more than one position"),
            (
                "pins: {width: [{atLeast: 9}, {atMost: 8}]}",
                "3:12: views[0].pins: width atLeast 9, width atMost 8 contradict each other"
            ),
            (
                "id: a, pins: {top: {to: b.bottom}}}\n  - {id: b, pins: {top: {to: a.bottom, by: 1}}",
                "4:19: views[1].pins: a.top, b.top form a cycle"
            ),
            (
                "id: icon, pins: {leading: {to: icn.trailing}}",
                "3:22: views[0].pins: icon.leading refers to 'icn', but no sibling has this id; did you mean 'icon'?"
            ),
            ("pins: {leading: {to: superview.top}}", "3:12: views[0].pins: leading cannot be pinned to top"),
            (
                "pins: {leading: {multiplier: 2}}",
                "3:35: views[0].pins.leading.multiplier: there is nothing to multiply"
            ),
            ("pins: {width: {by: 8, atMost: 9}}", "3:20: views[0].pins.width: the key 'by' already sets the distance"),
            ("pins: {aspectRatio: 16/0}", "3:26: views[0].pins.aspectRatio: expected the width divided by the height"),
            ("semanticContentAttribute: left", "3:32: views[0].semanticContentAttribute: expected unspecified"),
            ("pins: {fit: wide}", "3:18: views[0].pins.fit:"),
            ("pins: {margins: -1}", "3:22: views[0].pins.margins:"),
            ("autoresizingMask: [flexible]", "3:25: views[0].autoresizingMask[0]:"),
            ("transition: {transition: dissolve}", "3:"),
            ("transition: {transition: dissolve, duration: 1, color: red}", "3:"),
            ("overlayContentView: [{imge: a.png}]", "3:28: views[0].overlayContentView[0].imge: there is no such key"),
            ("text: \"{frame}\"", "3:12: views[0].text: a view's text cannot contain fields"),
            ("text: {text: a, position: top}", "3:22: views[0].text.position: the view already sets this for its text"),
            ("text: a, image: b.png", "3:5: views[0]: a view shows either a picture or text"),
            ("text: {text: a, font: No Such Font}", "3:3: views: There is no font 'No Such Font'"),
        ]
    )
    func mistakes(keys: String, message: String) throws {
        let outcome = try render("  - {\(keys)}")
        expect(outcome.status != 0)
        expect(outcome.errors.hasPrefix("error: scene.yaml:\(message)"), "\(outcome.errors)")
    }
}
