import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// Where parts of tracks begin and end, and numbers that no timeline has.
extension NestedTimelineTests {
    @Test("a slow clip that is cut within the time of a frame goes on with the rest of it")
    func slowClipsAreCut() throws {
        let slow = clip(1...8, speed(0.5))
        try write(track([track([slow], (1, 4)), clip(11...11)]), to: "slow.otio")
        try expectEqual(frames(of: "slow.otio"), [1, 2, 2, 3, 11])
        // Beyond its end there is nothing.
        try write(track([track([slow], (5, 5)), clip(11...11)]), to: "end.otio")
        try expectEqual(frames(of: "end.otio"), [3, 4, 4, 0, 0, 11])
    }

    @Test("a timeline lasts as long as its longest track, which may show nothing")
    func longestTracks() throws {
        try write(track([clip(1...3)]), track([gap(5)]), to: "gap.otio")
        try expectEqual(frames(of: "gap.otio"), [1, 2, 3, 0, 0])
        // What is longer by less than half a frame is no frame longer.
        let rounded = gap(3).replacingOccurrences(of: #""value": 3}"#, with: #""value": 3.004}"#)
        try write(track([clip(1...3)]), track([rounded]), to: "rounded.otio")
        try expectEqual(frames(of: "rounded.otio"), [1, 2, 3])
    }

    @Test("of several tracks it is said that the upper ones lie over what is explained")
    func upperTracks() throws {
        try write(track([clip(1...3)]), track([clip(4...6)]), to: "two.otio")
        let explained = try bench.flipbook("explain", "two.otio")
        expect(explained.text.contains("above it      1 view, shown by 'explain --at TIME'"), "\(explained.text)")
    }

    @Test("numbers that no file has, and items that are none, are told by line and column")
    func mistakesInFiles() throws {
        let usual = clip(1...3)
        func changed(_ text: String, _ value: String) -> String { usual.replacingOccurrences(of: text, with: value) }
        let media = "tracks.children[0].children[0].media_references.DEFAULT_MEDIA"
        for (item, message) in [
            (
                changed(#""start_frame": 1"#, #""start_frame": 9223372036854775000"#),
                "\(media).start_frame: expected a whole number from -999999999999999 to 999999999999999, found"
            ),
            (changed(#""frame_step": 1"#, #""frame_step": 0"#), "\(media).frame_step: expected a whole number from 1"),
            (clip(1...3, speed(2).replacingOccurrences(of: "2.0", with: #""x""#)), ".time_scalar: expected a number"),
            ("null", "children[0]: 'null', without OTIO_SCHEMA, is not supported; a track can contain clips"),
        ] {
            try write(track([item, usual]), to: "bad.otio")
            let outcome = try bench.flipbook("explain", "bad.otio")
            expectEqual(outcome.status, 2, "\(outcome.text)")
            expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
        try write(track([usual]), track([gap(1), changed(#""a.""#, #""nowhere.""#)]), to: "bad.otio")
        let missing = try bench.flipbook("export", "bad.otio", "-o", "bad.mkv").errors
        expect(missing.contains("views[0].timeline[1]: a/nowhere.####.png: no file matches"), "\(missing)")
        expect(!missing.contains("bad.otio:1:1:"), "\(missing)")
        try bench.folder.write(Array(track([usual], nil, speed(5000)).utf8), to: "bad.otio")
        let root = try bench.flipbook("explain", "bad.otio").errors
        expect(root.contains(": effects[0].time_scalar: expected a number from -1000 to 1000"), "\(root)")
    }

    @Test("what would take more frames than there may be is refused before they are counted out")
    func tooManyFrames() throws {
        let still = "{input: a/a.0001.png, duration: 1}"
        // 3,000,000 frames.
        let long = "{input: a/a.0001.png, duration: 100000}"
        for (text, message) in [
            (
                "timeline: [\(still), {transition: dissolve, duration: 1000000, inOffset: 0}, \(still)]",
                "timeline[1].duration: this results in more than 10000000 frames; shorten it"
            ),
            (
                "timeline: [\(still), {transition: dissolve, duration: 200000}, \(still), "
                    + "{transition: dissolve, duration: 200000}, \(still)]",
                "timeline[3].duration: this results in more than 10000000 frames; shorten it"
            ),
            (
                "timeline: [\(still), {transition: dissolve, duration: 1000, inOffset: 0}, \(still)]",
                "timeline[2].input: it lasts 30 frames, but the adjacent transitions take 30000; shorten them"
            ),
            (
                "timeline: [{transition: fade, duration: 1000}, \(still)]",
                "timeline[1].input: it lasts 30 frames, but the adjacent transitions take 30000; shorten them"
            ),
            (
                "timeline: [a, {transition: dissolve, duration: 300000}, {tracks: [[a], [a]]}]",
                "timeline[2].tracks: the tracks together have more than 10000000 frames; shorten them, or omit some"
            ),
            (
                "timeline: [{tracks: [\(Array(repeating: "[\(long)]", count: 100).joined(separator: ", "))]}]",
                "timeline[0].tracks: the tracks together have more than 10000000 frames; shorten them, or omit some"
            ),
            (
                "size: 96x64\nviews:\n"
                    + Array(repeating: "  - {frame: [0, 0, 9, 9], timeline: [\(long)]}\n", count: 1000).joined(),
                "views[3].timeline: the views so far together have more than 10000000 frames; shorten their "
                    + "timelines"
            ),
        ] {
            try bench.folder.write(Array(text.utf8), to: "long.yaml")
            let outcome = try bench.flipbook("explain", "long.yaml")
            expectEqual(outcome.status, 2, "\(text): \(outcome.text)")
            expect(outcome.errors.contains(message), "\(text): \(outcome.errors)")
        }
        // Far from all numbers that there are, frames are missing, and none are looked for between.
        let far = "timeline: [a, {input: a/a.####.png, frames: 1000000000-1000000003}]"
        try bench.folder.write(Array(far.utf8), to: "far.yaml")
        let outcome = try bench.flipbook("explain", "far.yaml")
        expect(outcome.text.hasPrefix("far.yaml: 64 frames"), "\(outcome.text)\(outcome.errors)")
    }
}
