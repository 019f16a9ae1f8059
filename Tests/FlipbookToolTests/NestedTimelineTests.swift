import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// Tracks and stacks within tracks in OpenTimelineIO's files.
@Suite(.hangLimit) struct NestedTimelineTests {
    let bench: Workbench

    init() throws {
        bench = try Workbench()
        try bench.add(1...60, to: "a") { "a.\(String("000\($0)".suffix(4))).png" }
    }

    // The objects of a file, at 24 frames a second.

    func range(_ start: Int, _ count: Int) -> String {
        func time(_ value: Int) -> String { #"{"OTIO_SCHEMA": "RationalTime.1", "rate": 24, "value": \#(value)}"# }
        return #"{"OTIO_SCHEMA": "TimeRange.1", "start_time": \#(time(start)), "duration": \#(time(count))}"#
    }

    /// Frames of the sequence, by their numbers.
    func clip(_ frames: ClosedRange<Int>, _ more: String = "") -> String {
        #"{"OTIO_SCHEMA": "Clip.2", "source_range": \#(range(frames.lowerBound - 1, frames.count)), \#(more)"#
            + #""active_media_reference_key": "DEFAULT_MEDIA", "media_references": {"DEFAULT_MEDIA": "#
            + #"{"OTIO_SCHEMA": "ImageSequenceReference.1", "target_url_base": "a/", "name_prefix": "a.", "#
            + #""name_suffix": ".png", "start_frame": 1, "frame_step": 1, "rate": 24, "frame_zero_padding": 4, "#
            + #""missing_frame_policy": "error", "available_range": \#(range(0, 60))}}}"#
    }

    func gap(_ count: Int) -> String { #"{"OTIO_SCHEMA": "Gap.1", "source_range": \#(range(0, count))}"# }

    let dissolve =
        #"{"OTIO_SCHEMA": "Transition.1", "transition_type": "SMPTE_Dissolve", "#
        + #""in_offset": {"OTIO_SCHEMA": "RationalTime.1", "rate": 24, "value": 2}, "#
        + #""out_offset": {"OTIO_SCHEMA": "RationalTime.1", "rate": 24, "value": 2}}"#

    func track(_ children: [String], _ part: (Int, Int)? = nil, _ more: String = "") -> String {
        #"{"OTIO_SCHEMA": "Track.1", "kind": "Video", \#(more)\#(source(part))"children": [\#(children.joined(separator: ","))]}"#
    }

    func stack(_ children: [String], _ part: (Int, Int)? = nil, _ more: String = "") -> String {
        #"{"OTIO_SCHEMA": "Stack.1", \#(more)\#(source(part))"children": [\#(children.joined(separator: ","))]}"#
    }

    func source(_ part: (Int, Int)?) -> String {
        part.map { #""source_range": \#(range($0.0, $0.1)), "# } ?? ""
    }

    func write(_ tracks: String..., to name: String) throws {
        let text = #"{"OTIO_SCHEMA": "Timeline.1", "name": "cut", "tracks": \#(stack(tracks))}"#
        try bench.folder.write(Array(text.utf8), to: name)
    }

    /// The frame that each exported picture of a file is; 0 for nothing, -1 for another picture.
    func frames(of file: String) throws -> [Int] {
        try pictures(of: file).map { pixels in
            // Of opaque frames, what shows nothing is black.
            if pixels.indices.allSatisfy({ pixels[$0] == 0 || $0 % 4 == 3 }) { return 0 }
            return (1...60).first { bench.frames.pixels($0) == pixels } ?? -1
        }
    }

    func pictures(of file: String) throws -> [[UInt8]] {
        let outcome = try bench.flipbook("export", file, "-o", "\(file)-out/f.####.png", "--overwrite")
        try require(outcome.status == 0, "\(outcome.errors)")
        return try bench.names(in: "\(file)-out").filter { $0.hasSuffix(".png") }.map { name in
            try ImageDecoder().decode(contentsOf: bench.folder.file("\(file)-out/\(name)")).withUnsafeBytes {
                Array($0)
            }
        }
    }

    func writeNested() throws {
        try write(
            track([
                clip(1...4),
                track([clip(11...14), clip(41...44)], (2, 5)),
                gap(1),
                stack([track([clip(21...23)])]),
                track([track([clip(31...36)], (1, 4)), clip(51...52)], (1, 4)),
            ]),
            to: "nested.otio"
        )
    }

    private let nested = [1, 2, 3, 4, 13, 14, 41, 42, 43, 0, 21, 22, 23, 33, 34, 35, 51]

    @Test("a track within a track shows the part of it that its source_range says, at its place")
    func tracks() throws {
        try writeNested()
        try expectEqual(frames(of: "nested.otio"), nested)
        let explained = try bench.flipbook("explain", "nested.otio")
        expect(explained.text.hasPrefix("nested.otio: 17 frames at 24 frames/s"), "\(explained.text)")
    }

    @Test(
        "that is what OpenTimelineIO's own package says of each frame",
        .enabled(if: OpenTimelineIO.isThere, OpenTimelineIO.absence)
    )
    func package() throws {
        try writeNested()
        let script = """
            import opentimelineio as otio
            timeline = otio.adapters.read_from_file("nested.otio")
            track = timeline.video_tracks()[0]
            shown = []
            for frame in range(int(track.duration().value)):
                time = otio.opentime.RationalTime(frame, 24)
                child = track.child_at_time(time)
                while isinstance(child, otio.schema.Stack):
                    inner = track.transformed_time(time, child)
                    child = child[0].child_at_time(child.transformed_time(inner, child[0]))
                if isinstance(child, otio.schema.Gap):
                    shown.append(0)
                else:
                    shown.append(int(track.transformed_time(time, child).value) + 1)
            print(shown)
            """
        try bench.folder.write(Array(script.utf8), to: "check.py")
        let outcome = try Program.python.run(["check.py"], in: bench.folder.path)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.text, "\(nested)\n")
    }

    @Test("of a stack within a track the upper tracks lie over the lower one, for as long as the stack is shown")
    func stacks() throws {
        let upper = track([gap(2), clip(41...43)])
        try write(track([clip(1...3), stack([track([clip(11...16)]), upper], (1, 4)), clip(5...6)]), to: "stack.otio")
        let found = try pictures(of: "stack.otio")
        try require(found.count == 9)
        let layers: [(lower: Int, upper: Int?)] = [
            (1, nil), (2, nil), (3, nil), (12, nil), (13, 41), (14, 42), (15, 43), (5, nil), (6, nil),
        ]
        for (pixels, layers) in zip(found, layers) {
            let (lower, upper) = (bench.frames.pixels(layers.lower), layers.upper.map(bench.frames.pixels))
            for pixel in stride(from: 0, to: pixels.count, by: 4) {
                func channel(_ bytes: [UInt8]?, _ channel: Int) -> Double {
                    guard let bytes else { return 0 }
                    let alpha = Double(bytes[pixel + 3])
                    return channel == 3 ? alpha : Double(bytes[pixel + channel]) * alpha / 255
                }
                for index in 0..<4 {
                    let expected = channel(upper, index) + channel(lower, index) * (1 - channel(upper, 3) / 255)
                    expect((channel(pixels, index) - expected).magnitude <= 1.5, "\(layers)")
                }
            }
        }
    }

    @Test("a track that is switched off shows nothing for its time, and transitions within one are its own")
    func disabled() throws {
        try write(
            track([clip(1...2), track([clip(11...13)], nil, #""enabled": false, "#), clip(5...6)]),
            to: "off.otio"
        )
        try expectEqual(frames(of: "off.otio"), [1, 2, 0, 0, 0, 5, 6])
        try write(track([clip(1...8), dissolve, clip(21...28)]), to: "flat.otio")
        try write(track([track([clip(1...8), dissolve, clip(21...28)])]), to: "deep.otio")
        try expectEqual(pictures(of: "deep.otio"), pictures(of: "flat.otio"))
    }

    @Test("what the tracks have not is refused with its place, and says what to do")
    func refused() throws {
        let cases: [(String, String)] = [
            (
                track([track([clip(1...4)], nil, speed(2))]),
                "tracks.children[0].children[0]: it needs 8 frames from its tracks, starting at frame 0, but they have 4"
            ),
            (
                track([track([clip(1...8)], (4, 6), speed(2))]),
                "tracks.children[0].children[0].source_range: it needs 12 frames from its tracks, starting at frame 4"
            ),
        ]
        for (text, message) in cases {
            try write(text, to: "bad.otio")
            let outcome = try bench.flipbook("explain", "bad.otio")
            expectEqual(outcome.status, 2, "\(outcome.text)")
            expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
    }
}
