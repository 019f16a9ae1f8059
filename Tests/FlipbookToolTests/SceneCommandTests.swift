import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Manifests with views and animations, as the command draws them.
@Suite(.hangLimit) struct SceneCommandTests {
    private let folder: TemporaryDirectory

    /// Thirty frames of 32x18 pixels in one gray each, and a red square.
    init() throws {
        folder = try TemporaryDirectory()
        for number in 1...30 {
            let gray = UInt8(number * 8)
            let rows = (0..<32 * 18).flatMap { _ in [gray, gray, gray, 255] as [UInt8] }
            let name = "f.\(String(repeating: "0", count: number < 10 ? 3 : 2))\(number).png"
            try folder.write(PNGWriter(width: 32, height: 18).file(rows: rows), to: name)
        }
        let red = (0..<16).flatMap { _ in [255, 0, 0, 255] as [UInt8] }
        try folder.write(PNGWriter(width: 4, height: 4).file(rows: red), to: "label.png")
    }

    private func flipbook(_ arguments: String...) throws -> Program.Outcome {
        try Program.flipbook.run(arguments, in: folder.path)
    }

    private func pixel(_ name: String, _ x: Int, _ y: Int) throws -> [UInt8] {
        let picture = try ImageDecoder().decode(contentsOf: folder.file(name))
        return picture.withUnsafeBytes {
            Array($0[(y * picture.size.width + x) * 4..<(y * picture.size.width + x) * 4 + 4])
        }
    }

    private static let sliding = """
        animationImages: f.####.png
        frameRate: 30
        views:
          - {id: label, image: label.png, frame: [0, 7, 4, 4]}
        animations:
          - {view: label, property: center, from: [2, 9], to: [26, 9], delay: 0, duration: 1, curve: linear}
        """

    @Test("a view slides over the frames, each of which has the value at its presentation time")
    func slides() throws {
        try folder.write(Array(Self.sliding.utf8), to: "scene.yaml")
        let outcome = try flipbook("export", "scene.yaml", "-o", "out.####.png")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expectEqual(pixel("out.0001.png", 3, 9), [255, 0, 0, 255])
        try expectEqual(pixel("out.0001.png", 4, 9), [8, 8, 8, 255])
        // At 15/30 s the center is at 14.
        try expectEqual(pixel("out.0016.png", 12, 9), [255, 0, 0, 255])
        try expectEqual(pixel("out.0016.png", 11, 9), [128, 128, 128, 255])
        try expectEqual(pixel("out.0016.png", 16, 9), [128, 128, 128, 255])
        expect(FileManager.default.fileExists(atPath: folder.file("out.0030.png").string))
        expect(!FileManager.default.fileExists(atPath: folder.file("out.0031.png").string))
    }

    @Test("one moment is written, and explained; a time after the end is refused with the length")
    func moments() throws {
        try folder.write(Array(Self.sliding.utf8), to: "scene.yaml")
        let outcome = try flipbook("render", "scene.yaml", "--at", "0.5", "-o", "a.png")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expectEqual(pixel("a.png", 12, 9), [255, 0, 0, 255])
        let late = try flipbook("render", "scene.yaml", "--at", "1.5", "-o", "b.png")
        expectEqual(late.status, 2)
        expect(late.errors.contains("lasts from 0 to 1.0 s"))
        for (text, message) in [
            ("soon", "--at: 'soon' is not a time. Use seconds from the beginning, such as 1.5 or 250ms."),
            ("-1", "--at: '-1' is not a time."),
        ] {
            let wrong = try flipbook("explain", "scene.yaml", "--at", text)
            expect(wrong.status == 2 && wrong.errors.contains(message), "\(wrong.errors)")
        }
        let explained = try flipbook("explain", "scene.yaml", "--at", "0.5")
        expectEqual(explained.status, 0, "\(explained.errors)")
        expect(explained.text.contains("label, frame (12, 7, 4, 4), shows label.png"))
        // What lies over the views is no sequence.
        let over = Self.sliding + "\noverlays: [{image: label.png, position: topLeft}]\n"
        try folder.write(Array(over.utf8), to: "over.yaml")
        let overlaid = try flipbook("explain", "over.yaml", "--at", "0.5").text
        expect(overlaid.contains("  an overlay, frame (0, 0, "), "\(overlaid)")
    }

    @Test("an id that no view has and a word that is no curve are told with line and column")
    func mistakes() throws {
        let wrong = Self.sliding.replacingOccurrences(of: "view: label", with: "view: lable")
            .replacingOccurrences(of: "linear", with: "lineer")
        try folder.write(Array(wrong.utf8), to: "wrong.yaml")
        let outcome = try flipbook("export", "wrong.yaml", "-o", "a.mp4")
        expectEqual(outcome.status, 2)
        expect(
            outcome.errors.contains(
                "wrong.yaml:6:12: animations[0].view: no view has the id 'lable'; did you mean 'label'?"
            )
        )
        expect(
            outcome.errors.contains(
                "expected linear, easeIn, easeOut, easeInOut, default, [0.4, 0, 0.2, 1] or {damping: 0.5}, found "
                    + "'lineer'; "
                    + "did you mean 'linear'?"
            )
        )
        try folder.write(Array("image: label.png\nframe: [0, 0, 4, 4]\n".utf8), to: "wrong.yaml")
        try expectEqual(
            flipbook("explain", "wrong.yaml").errors,
            "error: wrong.yaml:2:1: frame: there is no such key; use it in a view: views: [{frame: ...}].\n"
        )
    }

    @Test("a scene lasts as long as its longest finite part, or as it says; one that is endless is refused")
    func lengths() throws {
        func count(_ text: String) throws -> Int? {
            try folder.write(Array(text.utf8), to: "scene.yaml")
            let outcome = try flipbook("export", "scene.yaml", "-o", "n.####.png", "--overwrite", "--json")
            guard outcome.status == 0 else { return nil }
            let report = try JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [String: Any]
            return report?["framesEncoded"] as? Int
        }
        let view = "size: 8x8\nviews: [{id: v, image: label.png}]\n"
        try expectEqual(count(view + "animations: [{view: v, property: alpha, to: 0, delay: 0.5, duration: 1}]\n"), 45)
        try expectEqual(count(view + "duration: 0.2\n"), 6)
        let endless = "size: 8x8\nviews: [{animationImages: f.####.png}]\n"
        try expect(count(endless) == nil)
        try expectEqual(count(endless + "duration: 2\n"), 60)
        let counted = "size: 8x8\nviews: [{animationImages: f.####.png, animationRepeatCount: 2}]\n"
        try expectEqual(count(counted), 60)
    }

    @Test("pictures are changed, hidden and stopped at their times")
    func changes() throws {
        let text = """
            size: 8x8
            backgroundColor: white
            duration: 2
            views:
              - {id: a, image: label.png, animationImages: [f.0010.png], frame: [0, 0, 4, 4]}
              - {id: b, image: label.png, frame: [4, 4, 4, 4]}
            animations:
              - {view: a, property: stopAnimating, delay: 0.5}
              - {view: a, property: image, to: f.0020.png, delay: 1}
              - {view: a, property: startAnimating, delay: 1.5}
              - {view: b, property: isHidden, to: true, delay: 1}
            """
        try folder.write(Array(text.utf8), to: "scene.yaml")
        func shown(_ time: String, _ x: Int, _ y: Int) throws -> [UInt8] {
            let outcome = try flipbook("render", "scene.yaml", "--at", time, "-o", "a.png", "--overwrite")
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            return try pixel("a.png", x, y)
        }
        try expectEqual(shown("0", 1, 1), [80, 80, 80, 255])
        try expectEqual(shown("0.5", 1, 1), [255, 0, 0, 255])
        try expectEqual(shown("1", 1, 1), [160, 160, 160, 255])
        try expectEqual(shown("1.5", 1, 1), [80, 80, 80, 255])
        try expectEqual(shown("0.999", 5, 5), [255, 0, 0, 255])
        try expectEqual(shown("1", 5, 5), [255, 255, 255, 255])
    }

    @Test("title and description of a manifest are written into the file")
    func texts() throws {
        try folder.write(Array("title: Sea\ndescription: Waves\nanimationImages: f.####.png\n".utf8), to: "w.yaml")
        try expectEqual(flipbook("export", "w.yaml", "-o", "w.apng").status, 0)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("w.apng").string))
        expect(bytes.range(of: Data("Waves".utf8)) != nil)
        expect(bytes.range(of: Data("Sea".utf8)) != nil)
    }
}
