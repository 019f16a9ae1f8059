import FlipbookCore
import FlipbookManifest
import FlipbookScene
import FlipbookTestSupport
import Testing

/// System 16: the attributes of Interface Builder as keys of a manifest.
@Suite("System 16: attributes as keys")
struct System16KeysTests {
    private static func file(_ text: String) throws -> ManifestFile {
        try ManifestFile(Array(text.utf8), of: FilePath("v.yaml"), as: .yaml)
    }

    /// A line of a manifest, and what it sets.
    struct Row: CustomStringConvertible, Sendable {
        let description: String
        let set: @Sendable (inout SequenceManifest) -> Void

        init(_ line: String, _ set: @escaping @Sendable (inout SequenceManifest) -> Void) {
            (description, self.set) = (line, set)
        }
    }

    static let rows = [
        Row("highlightedImage: h.png") { $0.highlightedImage = FilePath("h.png") },
        Row("highlightedAnimationImages: [h.png]") {
            $0.highlightedAnimationImages = .list([.init(image: FilePath("h.png"))])
        },
        Row("isHighlighted: true") { $0.isHighlighted = true },
        Row("isOpaque: true") { $0.isOpaque = true },
        Row("alpha: 0.25") { $0.alpha = 0.25 },
        Row("contentMode: bottomRight") { $0.contentMode = .bottomRight },
        Row("backgroundColor: \"#10203040\"") {
            $0.backgroundColor = .color(Color(red: 16, green: 32, blue: 48, alpha: 64))
        },
        Row("tintColor: red") { $0.tintColor = Color(red: 255, green: 0, blue: 0) },
        Row("clipsToBounds: true") { $0.clipsToBounds = true },
        Row("isUserInteractionEnabled: true") { $0.isUserInteractionEnabled = true },
        Row("orientation: 6") { $0.orientation = .right },
        Row("orientation: leftMirrored") { $0.orientation = .leftMirrored },
        Row("flipsForRightToLeftLayoutDirection: true") { $0.flipsForRightToLeftLayoutDirection = true },
        Row("semanticContentAttribute: forceRightToLeft") { $0.semanticContentAttribute = .forceRightToLeft },
        Row("pixelPolicy: exact") { $0.pixelPolicy = .exact },
        Row("scale: 1.5") { $0.scale = DisplayScale("3/2") },
        Row("scale: 4/3") { $0.scale = DisplayScale("4/3") },
        Row("leftCapWidth: 6") { $0.leftCapWidth = 6 },
        Row("topCapHeight: 0") { $0.topCapHeight = 0 },
        Row("contentStretch: [0.4, 0.4, 0.2, 0.2]") {
            $0.contentStretch = Rect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
        },
        Row("contentStretch: {x: 0, y: 0.5, width: 1, height: 0}") {
            $0.contentStretch = Rect(x: 0, y: 0.5, width: 1, height: 0)
        },
        Row("overlays: [{image: o.png, clipsToBounds: true}]") {
            var overlay = Overlay(image: FilePath("o.png"))
            overlay.clipsToBounds = true
            $0.overlays = [overlay]
        },
        Row(
            "views: [{pins: {leading: {atLeast: 8}, trailing: {to: a.b.leading, by: 8}, top: {to: a}, bottom: [{atLeast: 1}, "
                + "{atMost: 9}], width: [{to: superview, multiplier: 0.5}, {atMost: 320}], aspectRatio: 3/2}}, {id: a}, "
                + "{id: a.b, semanticContentAttribute: spatial}]"
        ) {
            var views = [ManifestView(), ManifestView(), ManifestView()]
            (views[1].id, views[2].id, views[2].semanticContentAttribute) = ("a", "a.b", .spatial)
            var pins = ViewPins()
            (pins.leading, pins.trailing, pins.top) = (.atLeast(8), .to(id: "a.b", .leading, by: 8), .to(id: "a"))
            (pins.bottom, pins.width) = ([.atLeast(1), .atMost(9)], [.toSuperview(multiplier: 0.5), .atMost(320)])
            pins.aspectRatio = 1.5
            views[0].pins = pins
            $0.views = views
        },
    ]

    @Test("each key is read, and written so that it is read the same", arguments: rows)
    func keys(_ row: Row) throws {
        var expected = SequenceManifest()
        expected.image = FilePath("a.png")
        row.set(&expected)
        let found = try Self.file("image: a.png\n\(row.description)\n").manifest
        expectEqual(found, expected)
        try expectEqual(Self.file(found.yaml(hints: true)).manifest, found)
        try expectEqual(ManifestFile(Array(found.json.utf8), of: FilePath("v.json"), as: .json).manifest, found)
    }

    @Test("what was not set is not written")
    func defaults() throws {
        var manifest = SequenceManifest()
        manifest.image = FilePath("a.png")
        expectEqual(manifest.yaml(), "image: a.png\n")
        manifest.overlays = [Overlay(image: FilePath("o.png"))]
        expectEqual(manifest.yaml(), "image: a.png\noverlays:\n  - o.png\n")
    }

    @Test("all of them together are read and written, too")
    func together() throws {
        var expected = SequenceManifest()
        expected.image = FilePath("a.png")
        // Pictures are cut in one way.
        let rows = Self.rows.filter { !$0.description.contains("Cap") && !$0.description.contains("Stretch") }
        for row in rows { row.set(&expected) }
        try expectEqual(Self.file(expected.yaml()).manifest, expected)
        try expectEqual(ManifestFile(Array(expected.json.utf8), of: FilePath("v.json"), as: .json).manifest, expected)
    }

    @Test(
        "a key of UIKit's that has no meaning here is passed over with one note",
        arguments: PassedOverManifestKey.allCases.map(\.rawValue)
    )
    func passedOver(key: String) throws {
        let plain = try Self.file("image: a.png\n")
        for value in ["{scale: large, weight: [bold]}", "true", "null", "7"] {
            let file = try Self.file("image: a.png\n\(key): \(value)\n")
            expectEqual(file.manifest, plain.manifest)
            expectEqual(file.notes.count, 1)
            expectEqual(file.notes.first?.hasPrefix("v.yaml:2:1: \(key): ignored, since "), true)
        }
        expect(plain.notes.isEmpty)
    }

    @Test("such keys are passed over in views, too, each with one note at its first place")
    func passedOverInViews() throws {
        let plain = "image: a.png\nviews:\n  - id: b\n    subviews: [{id: c}]\n"
        let text = plain.replacing("id: c", with: "id: c, focusedFrameGuide: true") + "    focusedFrameGuide: 1\n"
        let file = try Self.file(text)
        try expectEqual(file.manifest, Self.file(plain).manifest)
        expectEqual(file.notes, ["v.yaml:4:24: focusedFrameGuide: ignored, since views have no focus in Flipbook"])
    }

    @Test("the note on symbols has the linter's name for them")
    func symbols() {
        expect(PassedOverManifestKey.preferredSymbolConfiguration.note.contains("symbol.unsupported"))
    }

    private static func message(_ line: String) -> String {
        do {
            _ = try file("image: a.png\n\(line)\n")
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test(
        "what cannot be is refused with its place and its key",
        arguments: [
            ("orientation: 9", "v.yaml:2:14: orientation: expected one of UIKit's names such as right"),
            ("orientation: 1.5", "v.yaml:2:14: orientation: expected one of UIKit's names such as right"),
            ("leftCapWidth: -1", "v.yaml:2:15: leftCapWidth: expected a whole number from 0 to 16384"),
            ("topCapHeight: 1.5", "v.yaml:2:15: topCapHeight: expected a whole number"),
            ("contentStretch: [0, 0, 1]", "v.yaml:2:17: contentStretch: expected the keys x, y, width and height"),
            ("contentStretch: [0.5, 0, 0.6, 1]", "v.yaml:2:17: contentStretch: the rectangle extends beyond 1"),
            ("contentStretch: [0, 0, .nan, 1]", "v.yaml:2:24: contentStretch[2]: expected a number from 0 to 1"),
            ("contentStretch: {x: 0}", "v.yaml:2:17: contentStretch: the key 'y' is missing"),
            ("scale: 9", "v.yaml:2:8: scale: expected pixels per point from 1 to 8, such as 2, 1.5 or 4/3"),
            ("pixelPolicy: round", "v.yaml:2:14: pixelPolicy: expected snap or exact"),
            (
                "semanticContentAttribute: forceRightToleft",
                "v.yaml:2:27: semanticContentAttribute: expected unspecified, playback, spatial, forceLeftToRight or "
                    + "forceRightToLeft, found 'forceRightToleft'; did you mean 'forceRightToLeft'?"
            ),
            ("isUserInteractionEnabled: 1", "v.yaml:2:27: isUserInteractionEnabled: expected true or false"),
            (
                "capInsets: [1, 1, 1, 1]\nleftCapWidth: 3",
                "v.yaml:3:15: leftCapWidth: capInsets already sets how pictures stretch; remove one of the two"
            ),
            (
                "resizingMode: tile\ncontentStretch: [0, 0, 1, 1]",
                "v.yaml:3:17: contentStretch: resizingMode already sets how pictures stretch"
            ),
            ("clipToBounds: true", "v.yaml:2:1: clipToBounds: there is no such key; did you mean 'clipsToBounds'?"),
        ]
    )
    func refusals(line: String, opening: String) {
        expect(Self.message(line).hasPrefix(opening), "\(Self.message(line))")
    }

    @Test(
        "the keys that cut pictures mean one thing",
        arguments: [
            ("resizingMode: tile", .capInsets(.zero, .tile)), ("resizingMode: stretch", nil),
            ("capInsets: [1, 2, 3, 4]", .capInsets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4), .tile)),
            ("leftCapWidth: 6", .stretchable(leftCapWidth: 6, topCapHeight: 0)),
            ("topCapHeight: 6", .stretchable(leftCapWidth: 0, topCapHeight: 6)),
            ("contentStretch: [0, 0, 1, 1]", .contentStretch(Rect(x: 0, y: 0, width: 1, height: 1))),
            ("alpha: 1", nil),
        ] as [(String, ImageResizing?)]
    )
    func resizing(line: String, resizing: ImageResizing?) throws {
        try expectEqual(Self.file("image: a.png\n\(line)\n").manifest.resizing, resizing)
    }

    @Test("pictures are mirrored where they flip and the view runs from right to left")
    func mirroring() throws {
        let flips = "image: a.png\nflipsForRightToLeftLayoutDirection: true\n"
        expect(!(try Self.file(flips).manifest.isMirrored))
        try expect(Self.file(flips + "semanticContentAttribute: forceRightToLeft\n").manifest.isMirrored)
        expect(!(try Self.file(flips + "semanticContentAttribute: playback\n").manifest.isMirrored))
        expect(!(try Self.file("image: a.png\nsemanticContentAttribute: forceRightToLeft\n").manifest.isMirrored))
    }
}
