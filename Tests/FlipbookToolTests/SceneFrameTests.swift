import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookManifest
import FlipbookMedia
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Where a manifest's views lie at a moment, and what they show: the tree that `explain --at` prints.
@Suite(.hangLimit) struct SceneFrameTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        for (name, side) in [("wide", 40), ("small", 8)] {
            let rows = (0..<side * side).flatMap { _ in [200, 0, 0, 255] as [UInt8] }
            try folder.write(PNGWriter(width: side, height: side).file(rows: rows), to: "\(name).png")
        }
    }

    /// What a manifest shows at a time.
    private func moment(
        _ manifest: String,
        at time: RationalTime = 0,
        _ change: (inout SceneSettings) -> Void = { _ in }
    ) async throws -> SceneMoment {
        try folder.write(Array((manifest + "\n").utf8), to: "scene.yaml")
        let file = try ManifestFile(reading: folder.file("scene.yaml"), as: .yaml)
        let locator = ManifestLocator()
        var settings = SequenceSettings(try locator.manifest(of: file))
        if var scene = settings.scene {
            change(&scene)
            settings.scene = scene
        }
        return try await SceneMoment(of: try locator.locate(file), settings, at: time)
    }

    private func frames(
        _ manifest: String,
        at time: RationalTime = 0,
        _ change: (inout SceneSettings) -> Void = { _ in }
    ) async throws -> [String: Rect] {
        let places = try await moment(manifest, at: time, change).places
        return Dictionary(places.compactMap { place in place.layer.id.map { ($0, place.layer.frame) } }) { $1 }
    }

    @Test("the overlay of a view lies over its subviews, is cut off at its edges, and goes with it")
    func overlay() async throws {
        let manifest = """
            size: 100x100
            duration: 1
            views:
              - id: card
                frame: [10, 10, 40, 40]
                overlayContentView: [{id: seal, frame: [30, 30, 20, 20], backgroundColor: red}]
                subviews: [{id: face, frame: [0, 0, 40, 40], backgroundColor: white}]
            animations:
              - {view: card, property: bounds, to: [0, 0, 80, 40], duration: 1, curve: linear}
            """
        let first = try await moment(manifest)
        expectEqual(first.places.compactMap(\.layer.id), ["card", "face", "seal"])
        let overlay = try require(first.places.first { $0.layer.clipsToBounds }?.layer)
        expectEqual(overlay.frame, Rect(x: 0, y: 0, width: 40, height: 40))
        let half = try await moment(manifest, at: 0.5)
        expectEqual(half.places.first { $0.layer.clipsToBounds }?.layer.frame, Rect(x: 0, y: 0, width: 60, height: 40))
    }

    @Test("a view's mask and pins hold it while the view around it grows, and where the canvas is another one")
    func holds() async throws {
        let manifest = """
            size: 100x50
            duration: 1
            views:
              - id: bar
                frame: [0, 40, 100, 10]
                autoresizingMask: [flexibleWidth, flexibleTopMargin]
                backgroundColor: red
                subviews:
                  - {id: end, pins: {trailing: 2, width: 6, fit: height}}
                  - {id: start, frame: [2, 0, 6, 10]}
            animations:
              - {view: bar, property: bounds, to: [0, 0, 160, 20], duration: 1, curve: linear}
            """
        let first = try await frames(manifest)
        expectEqual(first["end"], Rect(x: 92, y: 0, width: 6, height: 10))
        let half = try await frames(manifest, at: 0.5)
        expectEqual(half["bar"], Rect(x: -15, y: 37.5, width: 130, height: 15))
        expectEqual(half["end"], Rect(x: 122, y: 0, width: 6, height: 15))
        expectEqual(half["start"], Rect(x: 2, y: 0, width: 6, height: 10))
        let other = try await frames(manifest) { $0.size = Size(width: 50, height: 30) }
        expectEqual(other["bar"], Rect(x: 0, y: 60, width: 150, height: 10))
    }

    @Test("pins count from margins, from a device's safe area, and hold what counts of a picture")
    func pins() async throws {
        let manifest = """
            size: 320x568
            views:
              - {id: fit, image: small.png, pins: {fit: width, top: 0, margins: 16, safeArea: true}}
              - {id: all, pins: {fit: both, margins: [1, 2, 3, 4]}}
              - id: glow
                image: wide.png
                alignmentRectInsets: {bottom: 10, right: 10}
                pins: {centerX: 0, centerY: 0}
            """
        let phone = try await frames(manifest) { $0.safeAreaInsets = EdgeInsets(top: 20) }
        expectEqual(phone["fit"], Rect(x: 16, y: 36, width: 288, height: 8))
        expectEqual(phone["all"], Rect(x: 2, y: 1, width: 314, height: 564))
        // 30x30 are centered, of 40x40.
        expectEqual(phone["glow"], Rect(x: 145, y: 269, width: 40, height: 40))
        try await expectEqual(frames(manifest)["fit"]?.minY, 16)
    }

    @Test("pins to siblings, aspect ratios and bounds are the same keys as pins to the superview")
    func siblings() async throws {
        let manifest = """
            size: 200x100
            views:
              - {id: icon, image: small.png, pins: {trailing: 10, centerY: 0}}
              - {id: title, pins: {leading: 10, trailing: {to: icon.leading, by: 6}, height: 20, centerY: {to: icon}}}
              - {id: wide, pins: {leading: 0, width: {to: superview, multiplier: 0.25, by: -2}, aspectRatio: 16/9}}
              - {id: box, pins: {centerX: 0, centerY: 0, width: [{to: superview}, {atMost: 120}], height: {to: title}}}
              - {id: far, frame: [0, 0, 500, 5], pins: {leading: {to: box}, trailing: {to: icon, atLeast: -4}}}
              - id: turned
                semanticContentAttribute: forceRightToLeft
                frame: [0, 50, 100, 50]
                subviews: [{id: inner, frame: [0, 0, 20, 20], pins: {leading: 5}}]
            """
        let all = try await frames(manifest)
        expectEqual(all["icon"], Rect(x: 182, y: 46, width: 8, height: 8))
        expectEqual(all["title"], Rect(x: 10, y: 40, width: 166, height: 20))
        expectEqual(all["wide"], Rect(x: 0, y: 0, width: 48, height: 27))
        expectEqual(all["box"], Rect(x: 40, y: 40, width: 120, height: 20))
        expectEqual(all["far"], Rect(x: 40, y: 0, width: 154, height: 5))
        expectEqual(all["inner"], Rect(x: 75, y: 0, width: 20, height: 20))
    }

    @Test("a pinned view follows another image, and a sibling it, also while that moves")
    func following() async throws {
        let manifest = """
            size: 200x100
            duration: 2
            views:
              - {id: icon, image: small.png, pins: {trailing: 0, top: 0}}
              - {id: label, frame: [0, 0, 20, 10], pins: {trailing: {to: icon.leading, by: 2}, top: {to: icon.bottom}}}
              - {id: bar, frame: [0, 50, 10, 10]}
              - {id: end, frame: [0, 60, 5, 5], pins: {leading: {to: bar.trailing}}}
            animations:
              - {view: icon, property: image, to: wide.png, delay: 1}
              - {view: bar, property: frame, to: [0, 50, 110, 10], duration: 2, curve: linear}
            """
        let (first, last) = (try await frames(manifest), try await frames(manifest, at: 1.5))
        expectEqual(first["icon"], Rect(x: 192, y: 0, width: 8, height: 8))
        expectEqual(first["label"], Rect(x: 170, y: 8, width: 20, height: 10))
        expectEqual(first["end"]?.minX, 10)
        expectEqual(last["icon"], Rect(x: 160, y: 0, width: 40, height: 40))
        expectEqual(last["label"], Rect(x: 138, y: 40, width: 20, height: 10))
        expectEqual(last["end"]?.minX, 85)
    }

    @Test("the safe area is that of the device, upright and on its long side")
    func devices() throws {
        try folder.write(
            Array(
                "size: 64x48\nviews: [{id: a, backgroundColor: red, pins: {fit: both, safeArea: true}}]\nduration: 1\n"
                    .utf8
            ),
            to: "scene.yaml"
        )
        /// The size of the picture, and the first row in which something is drawn.
        func drawn(_ options: String...) throws -> [Int] {
            let outcome = try Program.flipbook.run(
                ["render", "scene.yaml", "-o", "a.png", "--overwrite"] + options,
                in: folder.path
            )
            try require(outcome.status == 0, "\(outcome.errors)")
            let picture = try ImageDecoder().decode(contentsOf: folder.file("a.png"))
            let (width, height) = (picture.size.width, picture.size.height)
            let row = picture.withUnsafeBytes { bytes in (0..<height).first { bytes[$0 * width * 4 + 3] > 0 } }
            return [width, height, row ?? -1]
        }
        try expectEqual(drawn("--device", "iphone"), [320, 480, 20])
        try expectEqual(drawn("--device", "iphone", "--landscape"), [480, 320, 0])
        try expectEqual(drawn("--device", "ipad", "--landscape", "--scale", "2"), [2048, 1536, 40])
        /// What `explain` says of the canvas and of the view.
        func explained(_ options: String...) throws -> [String] {
            let outcome = try Program.flipbook.run(["explain", "scene.yaml", "--at", "0"] + options, in: folder.path)
            try require(outcome.status == 0, "\(outcome.errors)")
            return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        let upright = try explained("--device", "iphone")
        expect(upright[0].hasSuffix("canvas 320x480 pixels"))
        expect(upright.contains { $0.contains("a, frame (0, 20, 320, 460)") })
        let turned = try explained("--device", "iphone", "--landscape")
        expect(turned[0].hasSuffix("canvas 480x320 pixels"))
        expect(turned.contains { $0.contains("a, frame (0, 0, 480, 320)") })
    }

    @Test("a text is broken at the width that pins give its view, and under redraw at each width that it gets")
    func texts() async throws {
        func manifest(_ mode: String) -> String {
            """
            size: 400x200
            duration: 1
            views:
              - {id: a, text: {text: one two three four five, size: 20}, frame: [0, 0, 300, 100]\(mode)}
            animations:
              - {view: a, property: bounds, to: [0, 0, 60, 100], duration: 1, curve: linear}
            """
        }
        func height(_ manifest: String, at time: RationalTime) async throws -> Double {
            let list = try await moment(manifest, at: time).list
            guard case .layer(let layer) = list.items.last, case .picture(let picture) = layer.contents else {
                return 0
            }
            return Double(picture.drawing)
        }
        // The kept picture is one drawing; a text that is broken again another one.
        let kept = try await height(manifest(""), at: 0)
        try await expectEqual(height(manifest(""), at: 0.9), kept)
        let redrawn = try await height(manifest(", contentMode: redraw"), at: 0)
        try await expect(height(manifest(", contentMode: redraw"), at: 0.9) != redrawn)
    }

    @Test("under redraw a text stays within its view's bounds, and ends with an ellipsis where more would follow")
    func textsInBounds() throws {
        /// The first and the last row in which letters are drawn, and the letters' pixels.
        func drawn(_ manifest: String) throws -> (rows: ClosedRange<Int>, count: Int) {
            try folder.write(Array(manifest.utf8), to: "scene.yaml")
            let outcome = try Program.flipbook.run(
                ["render", "scene.yaml", "--at", "0.99", "-o", "t.png", "--overwrite"],
                in: folder.path
            )
            try require(outcome.status == 0, "\(outcome.errors)")
            let picture = try ImageDecoder().decode(contentsOf: folder.file("t.png"))
            return try picture.withUnsafeBytes { bytes in
                let seen = stride(from: 3, to: bytes.count, by: 4).filter { bytes[$0] > 0 }
                let rows = seen.map { $0 / 4 / picture.size.width }
                return (try require(rows.min())...(try require(rows.max())), seen.count)
            }
        }
        func manifest(_ more: String, height: Int) -> String {
            """
            size: 400x300
            duration: 1
            views:
              - {id: a, text: {text: one two three four five, size: 20}, frame: [0, 100, 300, \(height)]\(more)}
            animations:
              - {view: a, property: frame, to: [0, 100, 60, \(height)], duration: 1, curve: linear}
            """
        }
        let room = try drawn(manifest(", contentMode: redraw", height: 180))
        let narrow = try drawn(manifest(", contentMode: redraw", height: 60))
        expect(room.rows.count > 100 && (100..<280).contains(room.rows.lowerBound), "five lines")
        expect(narrow.rows.lowerBound >= 100 && narrow.rows.upperBound < 160, "two lines: \(narrow.rows)")
        expect(narrow.count < room.count)
        // Not even one line fits: its middle is seen.
        let flat = try drawn(manifest(", contentMode: redraw", height: 10))
        expect(flat.rows.lowerBound >= 100 && flat.rows.upperBound < 110, "\(flat.rows)")
        // Any other mode places the kept picture.
        let kept = try drawn(manifest(", contentMode: left", height: 60))
        expect(kept.rows.count < 30)
    }

    @Test("what a gesture sets off near the end goes on at the beginning, where the scene is repeated")
    func goingRound() async throws {
        let manifest = """
            size: 20x20
            duration: 1
            isUserInteractionEnabled: true
            views: [{id: a, frame: [0, 0, 10, 10], backgroundColor: red}]
            animations:
              - {view: a, property: alpha, from: 1, to: 0, duration: 0.4, curve: linear, trigger: {view: a, gesture: tap}}
            """
        func alpha(_ time: RationalTime, _ goesRound: Bool, tap: RationalTime) async throws -> Double {
            let places = try await moment(manifest, at: time) { scene in
                scene.goesRound = goesRound
                scene.events = [SceneEvent(.tap, at: .view("a"), time: tap)]
            }
            .places
            return places.last?.layer.alpha ?? .nan
        }
        // The finger comes up at 0.8, and the view is gone at 1.2.
        expect(abs(try await alpha(0.1, true, tap: 0.7) - 0.25) < 1e-6)
        try await expectEqual(alpha(0.1, false, tap: 0.7), 1)
        try await expectEqual(alpha(0.1, true, tap: 0.4), 1, "what is over by the end is over")
        // What a change begins with is not seen before the gesture.
        let faded = manifest.replacing("from: 1, to: 0", with: "from: 0.5, to: 0")
        let before = try await moment(faded, at: 0.1) { $0.events = [SceneEvent(.tap, at: .view("a"), time: 0.4)] }
        expectEqual(before.places.last?.layer.alpha, 1)
    }

    @Test("the transition of a view is that of all changes of its pictures that have none themselves")
    func transitions() async throws {
        let manifest = """
            size: 40x40
            duration: 2
            views:
              - {id: a, image: wide.png, transition: {transition: push, direction: up, duration: 0.5}}
            animations:
              - {view: a, property: image, to: small.png, delay: 0.5}
              - {view: a, property: image, to: wide.png, delay: 1.5, transition: dissolve, duration: 0.25}
            """
        func transition(at time: RationalTime) async throws -> (Transition, Double)? {
            guard case .layer(let layer)? = try await moment(manifest, at: time).list.items.last,
                case .transition(_, _, let transition, let progress) = layer.contents
            else { return nil }
            return (transition, progress)
        }
        let first = try require(try await transition(at: 0.75))
        expect(first.0 == .push(.up) && abs(first.1 - 0.5) < 1e-9)
        try await expect(transition(at: 1.25) == nil)
        let second = try require(try await transition(at: 1.625))
        expect(second.0 == .dissolve && abs(second.1 - 0.5) < 1e-9)
        let file = try ManifestFile(reading: folder.file("scene.yaml"), as: .yaml)
        expectEqual(file.manifest.views?.first?.transition, TimedTransition(.push(.up), duration: 0.5))
        try folder.write(Array(file.manifest.json.utf8), to: "again.json")
        try expectEqual(ManifestFile(reading: folder.file("again.json"), as: .json).manifest.views, file.manifest.views)
    }
}
