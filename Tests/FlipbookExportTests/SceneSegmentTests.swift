import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// Scenes made by `flipbook plan`, `flipbook segment` and `flipbook join`, and by `--resume`.
@Suite(.hangLimit) struct SceneSegmentTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: 1...10)
    }

    @Test("scenes are made in segments: views, texts, transitions, gestures, what is under way where a segment begins")
    func scenes() throws {
        try bench.folder.write(bench.frames.png(40), to: "logo.png")
        try bench.folder.write(bench.frames.png(41), to: "other.png")
        let scene = """
            animationImages: walk/walk.####.png
            frameRate: 10
            duration: 1.3
            isUserInteractionEnabled: true
            image: other.png
            views:
              - {id: logo, image: logo.png, pins: {trailing: 2, top: 2}, transition: {transition: dissolve, duration: 0.4}}
              - id: card
                frame: [0, 0, 12, 10]
                backgroundColor: red
                isUserInteractionEnabled: true
                subviews: [{id: word, text: {text: a b, size: 5}, pins: {fit: width}, contentMode: redraw}]
              - {id: walk, animationImages: walk/walk.####.png, animationDuration: 0.7, frame: [4, 4, 8, 8]}
            texts: [{text: "{frame} {timecode}", size: 6, position: top}]
            animations:
              - {view: logo, property: image, to: other.png, delay: 0.3}
              - {view: logo, property: image, to: logo.png, delay: 0.8, transition: flipFromLeft, duration: 0.3}
              - {view: walk, property: isHidden, to: true, delay: 0.5, transition: flipFromTop, duration: 0.6}
              - {view: card, property: frame, to: [4, 4, 30, 10], duration: 1.1}
              - {view: card, property: alpha, to: 0.3, duration: 0.6, trigger: {view: card, gesture: tap}}
              - {property: stopAnimating, delay: 0.9, transition: wipe, duration: 0.3}
              - {property: transform, to: {rotate: 20}, duration: 1}
            """
        try bench.folder.write(Array(scene.utf8), to: "scene.yaml")
        try bench.folder.write(Array("[{\"tap\": \"card\", \"at\": 0.3}]".utf8), to: "events.json")
        let options = ["scene.yaml", "--events", "events.json", "--overwrite"]
        let single = try bench.flipbook(["export", "-o", "single.mkv"] + options)
        try require(single.status == 0, "\(single.errors)")
        let resumed = try bench.flipbook(["export", "-o", "a.mkv", "--resume", "--segment", "4"] + options)
        expectEqual(resumed.status, 0, "\(resumed.errors)")
        let expected = try bench.hashes(of: "single.mkv")
        expect(Set(expected.split(separator: "\n")).count > 12)
        try expectEqual(bench.hashes(of: "a.mkv"), expected)
        // On a farm: the plan is all that a machine has besides the files.
        let segments = try bench.makeSegments(["scene.yaml", "--events", "events.json", "-o", "b.mkv"], of: 4)
        expectEqual(segments.count, 3)
        try expectEqual(bench.flipbook("join", "plan.json").status, 0)
        try expectEqual(bench.hashes(of: "b.mkv"), expected)
        // A view's picture is an input as the frames are.
        try FileManager.default.removeItem(atPath: bench.folder.file(".b.mkv.flipbook").string)
        try bench.folder.write(bench.frames.png(42), to: "logo.png")
        let refused = try bench.flipbook("segment", "plan.json", "--index", "1")
        expect(refused.errors.contains("logo.png has changed since the plan was created."))
        // Transitions between frames of a plain sequence, too.
        let flips = ["walk/walk.####.png", "--fps", "10", "--frames", "1-3", "--transition", "flipFromLeft,0.5"]
        try require(try bench.flipbook(["export", "-o", "flips.mkv"] + flips).status == 0)
        try expectEqual(bench.makeSegments(flips + ["-o", "d.mkv"], of: 5).count, 3)
        try expectEqual(bench.flipbook("join", "plan.json").status, 0)
        try expectEqual(bench.hashes(of: "d.mkv"), bench.hashes(of: "flips.mkv"))
    }

    @Test(
        "views with timelines of their own show in segments what they show in one piece, transitions and gaps included",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func timelinesOfViews() throws {
        let scene = """
            animationImages: walk/walk.####.png
            frameRate: 10
            views:
              - {id: upper, frame: [0, 0, 16, 12], timeline: [{gap: 0.2}, {input: walk/walk.####.png, frames: 2-4},
                 {transition: dissolve, duration: 0.2}, {input: walk/walk.####.png, frames: 6-9}]}
              - id: card
                frame: [2, 2, 20, 14]
                subviews: [{frame: [1, 1, 9, 9], timeline: [{input: walk/walk.####.png, frames: 5-7, speed: 0.5}]}]
                overlayContentView: [{frame: [8, 1, 9, 9], timeline: [{input: walk/walk.####.png, frames: 1-3}]}]
            animations:
              - {view: card, property: center, to: [20, 15], duration: 1}
            """
        try bench.folder.write(Array(scene.utf8), to: "scene.yaml")
        let single = try bench.flipbook("export", "scene.yaml", "-o", "single.mkv")
        try require(single.status == 0, "\(single.errors)")
        let expected = try bench.hashes(of: "single.mkv")
        let pictures = expected.split(separator: "\n").filter { $0.count > 32 && !$0.hasPrefix("#") }
        expectEqual(Set(pictures).count, 10)
        let segments = try bench.makeSegments(["scene.yaml", "-o", "a.mkv"], of: 3)
        expectEqual(segments.count, 3)
        let joined = try bench.flipbook("join", "plan.json")
        expectEqual(joined.status, 0, "\(joined.errors)")
        try expectEqual(bench.hashes(of: "a.mkv"), expected)
        // Another cut of a view's clip makes all segments another time.
        try bench.folder.write(Array(scene.replacingOccurrences(of: "1-3", with: "2-4").utf8), to: "scene.yaml")
        let other = try bench.makeSegments(["scene.yaml", "-o", "b.mkv"], of: 3)
        func keys(_ files: [String]) -> Set<Substring> { Set(files.compactMap { $0.split(separator: "/").last }) }
        expect(keys(segments).isDisjoint(with: keys(other)))
    }
}
