import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

@Suite("The linter on views and animations", .hangLimit)
struct LintSceneTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: [1, 2, 3])
    }

    /// The compact lines of a manifest of these frames.
    private func lines(_ scene: String) throws -> [String] {
        let start = "title: x\nframeRate: 24\nmissing: hold\nanimationImages: walk/walk.####.png\n"
        try bench.folder.write(Array((start + scene).utf8), to: "scene.yaml")
        let outcome = try bench.flipbook("lint", "scene.yaml", "--format", "compact")
        return outcome.text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("scene.yaml:") }
    }

    @Test("a finding about a view has the place of its key, also of a view within another")
    func places() throws {
        let found = try lines(
            """
            views:
              - id: card
                frame: [0, 0, 40, 40]
                subviews:
                  - {id: label, frame: [10, 10, 20, 10], transform: {rotate: 5}}
                  - bounds: [0, 0, 20, 10]
                    center: [20, 20]
                    transform: {scale: 2}
            """
        )
        expectEqual(found.count, 2)
        expectEqual(
            found.first,
            "scene.yaml:9:28: warning: the view 'label': it has both a frame and a transform, so its "
                + "frame is undefined in UIKit. Set bounds: [0, 0, 20, 10] and center: [20, 15] instead. "
                + "[geom.frame-with-transform]"
        )
        let last = "scene.yaml:12:20: info: views[0].subviews[1]: it is permanently resized"
        expectEqual(found.last?.hasPrefix(last), true)
    }

    @Test("a view that waits for a tap is judged where pins, margins, masks and the views around it put it")
    func laidOut() throws {
        func findings(_ views: String) throws -> [String] {
            try lines(
                "size: 160x90\nisUserInteractionEnabled: true\nviews:\n\(views)\nanimations:\n"
                    + "  - {view: b, property: alpha, to: 0, trigger: {view: b, gesture: tap}}\n"
            )
            .filter { $0.hasSuffix("[events.outside-superview]") }
        }
        let inside = [
            "  - {id: b, pins: {fit: both, margins: 4}}",
            "  - {id: b, pins: {trailing: 4, bottom: 4, width: 20, height: 10}}",
            "  - {id: b, frame: [140, 80, 20, 10]}",
            // The mask takes the view along where its superview is laid out larger.
            "  - {frame: [0, 0, 40, 20], pins: {fit: both}, subviews: [{id: b, frame: [30, 0, 50, 10], "
                + "autoresizingMask: [flexibleRightMargin]}]}",
            "  - {pins: {fit: both}, subviews: [{id: b, pins: {fit: width, top: 0, height: 90}}]}",
            "  - {id: b, text: Go, isUserInteractionEnabled: true, pins: {trailing: 0, bottom: 0}}",
            // No header says the end of a text.
            "  - {id: a, text: Go}\n  - {id: b, pins: {leading: {to: a.trailing, by: 200}, top: 0, width: 5, height: 5}}",
        ]
        for views in inside { try expectEqual(findings(views), [], "\(views)") }
        let outside = [
            ("  - {id: b, pins: {trailing: -4, bottom: 4, width: 20, height: 10}}", "part"),
            ("  - {id: b, pins: {centerX: 75, top: 0, width: 20, height: 10}}", "part"),
            ("  - {id: b, pins: {leading: 170, top: 0, width: 20, height: 10}}", "all"),
            ("  - {pins: {fit: both, margins: 30}, subviews: [{id: b, frame: [0, 0, 110, 20]}]}", "part"),
            (
                "  - {frame: [0, 0, 40, 20], pins: {fit: both}, subviews: [{id: b, frame: [30, 0, 50, 10], "
                    + "autoresizingMask: [flexibleLeftMargin]}]}", "part"
            ),
            ("  - {id: b, text: Go, isUserInteractionEnabled: true, pins: {trailing: -9, bottom: 0}}", "part"),
            (
                "  - {id: a, frame: [140, 0, 20, 20]}\n"
                    + "  - {id: b, pins: {leading: {to: a.trailing}, top: 0, width: 20, height: 20}}", "all"
            ),
        ]
        for (views, part) in outside {
            let found = try findings(views)
            expectEqual(found.count, 1, "\(views)")
            expectEqual(found.first?.contains(": warning: the view 'b': \(part) of it is outside "), true, "\(found)")
        }
        try expectEqual(findings(outside[0].0).first?.hasPrefix("scene.yaml:8:19: "), true)
    }

    @Test("what a frame with a transform is advised to be is drawn the same")
    func advice() throws {
        func picture(_ place: String) throws -> [UInt8] {
            let view = "views:\n  - {backgroundColor: red, \(place), transform: {rotate: 5}}\n"
            _ = try lines(view)
            let rendered = try bench.flipbook("render", "scene.yaml", "-o", "a.png", "--overwrite")
            expectEqual(rendered.status, 0, "\(rendered.text)")
            return try ImageDecoder().decode(contentsOf: bench.folder.file("a.png")).withUnsafeBytes { Array($0) }
        }
        try expectEqual(picture("frame: [2, 3, 9, 4]"), picture("bounds: [0, 0, 9, 4], center: [6.5, 5]"))
    }
}
