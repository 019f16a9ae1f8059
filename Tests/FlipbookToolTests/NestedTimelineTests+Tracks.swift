import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// Tracks that are one clip: played faster or slower, cut through a transition, or with a transition beside them.
extension NestedTimelineTests {
    /// The key of an effect that plays what it is on so much faster.
    func speed(_ scalar: Double) -> String {
        #""effects": [{"OTIO_SCHEMA": "LinearTimeWarp.1", "effect_name": "", "time_scalar": \#(scalar)}], "#
    }

    /// Premultiplied channels of a frame, of nothing for 0.
    private func frame(_ number: Int?) -> [Double] {
        guard let number, number > 0 else { return [Double](repeating: 0, count: bench.frames.size.area * 4) }
        return premultiplied(bench.frames.pixels(number))
    }

    private func premultiplied(_ bytes: [UInt8]) -> [Double] {
        bytes.indices.map { index in
            let alpha = Double(bytes[index / 4 * 4 + 3])
            return index % 4 == 3 ? alpha : Double(bytes[index]) * alpha / 255
        }
    }

    /// Frames over one another, the lowest first.
    private func over(_ frames: Int?...) -> [Double] {
        frames.reduce(frame(nil)) { under, number in
            let upper = frame(number)
            return under.indices.map { upper[$0] + under[$0] * (1 - upper[$0 / 4 * 4 + 3] / 255) }
        }
    }

    private func mixed(_ from: [Double], _ to: [Double], _ slot: Int, of count: Int) -> [Double] {
        let weight = (Double(slot) + 0.5) / Double(count)
        return zip(from, to).map { $0 * (1 - weight) + $1 * weight }
    }

    private func check(_ pictures: [[UInt8]], are expected: [[Double]], within tolerance: Double = 1.5) {
        expectEqual(pictures.count, expected.count)
        for (place, (picture, expected)) in zip(pictures, expected).enumerated() {
            let worst = pairs(premultiplied(picture), expected).map { ($0 - $1).magnitude }.max() ?? 255
            expect(worst <= tolerance, "picture \(place)")
        }
    }

    private func writeWarped() throws {
        let inner = track([clip(1...3), gap(1), clip(21...28)], (1, 5), speed(2))
        let slow = stack([track([clip(31...33), clip(41...42)])], (1, 8), speed(0.5))
        let third = track([clip(51...56)], (0, 6), speed(0.75))
        try write(track([clip(11...12), inner, slow, third, clip(5...5)]), to: "warped.otio")
    }

    /// By hand: two frames; each second slot from the second one on; each slot twice; three of four slots; a frame.
    private var warped: [Int] {
        [11, 12, 2, 0, 22, 24, 26, 32, 32, 33, 33, 41, 41, 42, 42, 51, 51, 52, 53, 54, 54, 5]
    }

    @Test("tracks that are played faster or slower show at each slot what they have at that time")
    func speeds() throws {
        try writeWarped()
        try expectEqual(frames(of: "warped.otio"), warped)
        try write(track([track([clip(1...3), clip(21...23)], (1, 4), speed(-1)), clip(5...5)]), to: "back.otio")
        try expectEqual(frames(of: "back.otio"), [22, 21, 3, 2, 5])
        let freeze = #""effects": [{"OTIO_SCHEMA": "FreezeFrame.1", "time_scalar": 0}], "#
        try write(
            track([stack([track([clip(1...3), clip(21...23)])], (4, 3), freeze), clip(5...5)]),
            to: "still.otio"
        )
        try expectEqual(frames(of: "still.otio"), [22, 22, 22, 5])
    }

    @Test(
        "that is what OpenTimelineIO's own package has there, its items asked at the warped time",
        .enabled(if: LongTests.areWanted, LongTests.absence),
        .enabled(if: OpenTimelineIO.isThere, OpenTimelineIO.absence)
    )
    func speedsOfPackage() throws {
        try writeWarped()
        let script = """
            import opentimelineio as otio
            from fractions import Fraction
            track = otio.adapters.read_from_file("warped.otio").video_tracks()[0]

            def shown(item, time):
                "The frame at a time of the item, in frames."
                for effect in item.effects:
                    start = item.trimmed_range().start_time.value
                    time = Fraction(start) + (time - Fraction(start)) * Fraction(effect.time_scalar)
                if isinstance(item, otio.schema.Clip):
                    return int(time // 1) + 1
                if isinstance(item, otio.schema.Gap):
                    return 0
                at = otio.opentime.RationalTime(float(time), 24)
                child = item[0] if isinstance(item, otio.schema.Stack) else item.child_at_time(at, shallow_search=True)
                inner = item.transformed_time(at, child)
                return shown(child, Fraction(inner.value))

            print([shown(track, Fraction(frame)) for frame in range(int(track.duration().value))])
            """
        try bench.folder.write(Array(script.utf8), to: "warped.py")
        let outcome = try Program.python.run(["warped.py"], in: bench.folder.path)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.text, "\(warped)\n")
    }

    @Test("a transition from or to a stack of several tracks mixes what they show together")
    func besideStacks() throws {
        let both = stack([track([clip(11...18)]), track([gap(2), clip(41...46)])])
        try write(track([clip(1...8), dissolve, both, dissolve, clip(21...28)]), to: "sides.otio")
        // About each cut there are two slots on either side; the tracks have frames of their files beyond their ends.
        var expected = (1...6).map { over($0) }
        let layers: (Int) -> [Double] = { slot in over(11 + slot, slot >= 2 ? 39 + slot : nil) }
        for slot in 0..<4 { expected.append(mixed(over(7 + slot), layers(slot - 2), slot, of: 4)) }
        for slot in 2..<6 { expected.append(layers(slot)) }
        for slot in 0..<4 { expected.append(mixed(layers(6 + slot), over(19 + slot), slot, of: 4)) }
        expected += (23...28).map { over($0) }
        check(try pictures(of: "sides.otio"), are: expected)
    }

    @Test(
        "one that is pushed, wiped or dipped takes both tracks with it",
        arguments: LongTests.cases(["push", "wipe", "dip", "slide", "fade"], every: 2)
    )
    func otherTransitions(name: String) throws {
        // Of opaque frames the upper one alone is seen, so the transition is that of the upper track alone.
        func manifest(_ clip: String) -> String {
            """
            frameRate: 24
            timeline:
              - \(clip)
              - {transition: \(name), duration: 4/24}
              - {input: a/a.####.png, frames: 21-28}
            """
        }
        let upper = "{input: a/a.####.png, frames: 41-48}"
        try bench.folder.write(Array(manifest(upper).utf8), to: "one.yaml")
        let both = "{tracks: [[{input: a/a.####.png, frames: 11-18}], [\(upper)]]}"
        try bench.folder.write(Array(manifest(both).utf8), to: "both.yaml")
        let (one, two) = (try pictures(of: "one.yaml"), try pictures(of: "both.yaml"))
        check(two, are: one.map(premultiplied), within: 1)
    }

    @Test("a part of a track may begin and end within a transition, which is then seen in part")
    func cutTransitions() throws {
        try write(track([track([clip(1...8), dissolve, clip(21...28)], (7, 4))]), to: "cut.otio")
        var expected: [[Double]] = []
        for slot in 1..<4 { expected.append(mixed(over(7 + slot), over(19 + slot), slot, of: 4)) }
        expected.append(over(23))
        check(try pictures(of: "cut.otio"), are: expected)
    }

    @Test(
        "tracks in a manifest are one clip: written for OpenTimelineIO and read again, and in segments, the same frames"
    )
    func tracksOfManifests() throws {
        let text = """
            frameRate: 24
            timeline:
              - {input: a/a.####.png, frames: 1-8}
              - {transition: dissolve, duration: 4/24}
              - tracks:
                  - [{input: a/a.####.png, frames: 11-22}]
                  - [{gap: 2/24}, {input: a/a.####.png, frames: 41-46}]
                frames: 2-12
                speed: 2
                duration: 5/24
              - {input: a/a.####.png, frames: 51-52}
            """
        try bench.folder.write(Array(text.utf8), to: "tracks.yaml")
        let shown = try pictures(of: "tracks.yaml")
        let layers: (Int) -> [Double] = { number in over(10 + number, (3...8).contains(number) ? 38 + number : nil) }
        var expected = (1...6).map { over($0) }
        // Of the tracks every second number is seen, from 2 on; before that their files have frames for the dissolve.
        for slot in 0..<4 { expected.append(mixed(over(7 + slot), layers(2 * slot - 2), slot, of: 4)) }
        expected += [layers(6), layers(8), layers(10), over(51), over(52)]
        check(shown, are: expected)
        let result = try bench.flipbook("manifest", "tracks.yaml", "-o", "tracks.otio")
        expectEqual(result.status, 0, "\(result.errors)")
        try expectEqual(pictures(of: "tracks.otio"), shown)
        let back = try bench.flipbook("manifest", "tracks.otio", "-o", "back.yaml")
        expectEqual(back.status, 0, "\(back.errors)")
        try expectEqual(pictures(of: "back.yaml"), shown)
        let sums = try [["whole.mkv"], ["parts.mkv", "--incremental"]].map { name in
            let made = try bench.flipbook(["export", "tracks.yaml", "--codec", "ffv1", "-o"] + name)
            expectEqual(made.status, 0, "\(made.errors)")
            return try Program("ffmpeg").run(
                ["-v", "error", "-i", name[0], "-f", "framemd5", "-fflags", "+bitexact", "-"],
                in: bench.folder.path
            ).text
        }
        expectEqual(sums[0], sums[1])
    }

    @Test("mistakes in tracks are told by line and column")
    func mistakesInTracks() throws {
        for (text, message) in [
            ("timeline: [{tracks: []}]", "1:21: timeline[0].tracks: there is nothing to show; add a track"),
            ("timeline: [{tracks: [a]}]", "timeline[0].tracks[0]: expected a list of clips"),
            ("timeline: [{tracks: [[{input: nowhere}]]}]", "1:23: timeline[0].tracks[0][0]: "),
            ("timeline: [{tracks: [[{inptu: a}]]}]", "1:24: timeline[0].tracks[0][0].inptu: there is no such key"),
            ("timeline: [{tracks: [[a]], frames: 50-70}]", "timeline[0].frames: the tracks have only frames 1 to 60"),
            (
                "timeline: [{tracks: [[a]], input: a}]",
                "timeline[0]: an item requires exactly one of the keys input, tracks"
            ),
        ] {
            try bench.folder.write(Array(text.utf8), to: "bad.yaml")
            let outcome = try bench.flipbook("explain", "bad.yaml")
            expect(outcome.status == 2 || outcome.status == 3, "\(text): \(outcome.text)")
            expect(outcome.errors.contains(message), "\(text): \(outcome.errors)")
        }
    }
}
