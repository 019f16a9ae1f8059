import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("A timeline")
struct TimelineTests {
    /// A sequence of the numbers, each frame a file called by its number.
    private static func list(_ stem: String, _ numbers: ClosedRange<Int>, without gaps: Set<Int> = []) -> FrameList {
        FrameList(
            name: stem,
            numbers: FrameSet(FrameRange(numbers.lowerBound, through: numbers.upperBound)),
            frames: numbers.filter { !gaps.contains($0) }.map { Frame(number: $0, source: .file("\(stem)\($0)")) }
        )
    }

    private static let still = FrameList(name: "s", frames: [Frame(number: nil, source: .file("s"))])

    /// What is shown in each slot: `a7`, `a7>b2` in a transition, `-` for nothing, and `?` for a missing frame.
    private static func shown(
        _ items: [Timeline.Item],
        _ inputs: [String: FrameList],
        rate: FrameRate = FrameRate(24)
    ) throws -> [String] {
        let timeline = Timeline(items)
        var media: [Int: ClipMedia] = [:]
        for (place, clip) in timeline.clips {
            let list = try require(inputs[clip.input])
            media[place] = try ClipMedia(clip, list, at: rate)
        }
        let arrangement = try timeline.arranged(at: rate, media: media)
        func word(_ image: Image) -> String { image.path?.string ?? "-" }
        var words = Array(repeating: "?", count: arrangement.length)
        for frame in arrangement.frames {
            let place = try require(frame.number) - 1
            words[place] = word(frame.image) + (frame.image.transition.map { ">" + word($0.image) } ?? "")
        }
        return words
    }

    private static func clip(_ input: String, _ change: (inout Timeline.Clip) -> Void = { _ in }) -> Timeline.Item {
        var clip = Timeline.Clip(input: input)
        change(&clip)
        return .clip(clip)
    }

    private static func dissolve(_ slots: Int64, before: Int64? = nil) -> Timeline.Item {
        let time = { (slots: Int64) in RationalTime(slots, 24) }
        return .transition(Timeline.Passage(.dissolve, duration: time(slots), inOffset: before.map(time)))
    }

    @Test("cuts are frame lists one after the other, each within its range; missing frames keep their slots")
    func cuts() throws {
        let inputs = ["a": Self.list("a", 1...9), "b": Self.list("b", 1...3, without: [2])]
        let items = [Self.clip("a") { $0.frames = FrameSet(4...6) }, .gap(RationalTime(2, 24)), Self.clip("b")]
        try expectEqual(Self.shown(items, inputs), ["a4", "a5", "a6", "-", "-", "b1", "?", "b3"])
        let stepped = [Self.clip("a") { $0.frames = FrameSet(FrameRange(9, through: 1, by: 4)) }]
        try expectEqual(Self.shown(stepped, inputs), ["a9", "a5", "a1"])
    }

    @Test("each clip begins at its cut, in the middle of a transition that lies about it")
    func starts() throws {
        let inputs = ["a": Self.list("a", 1...9), "b": Self.list("b", 1...9)]
        func starts(_ items: [Timeline.Item]) throws -> [Int: Int] {
            let timeline = Timeline(items)
            var media: [Int: ClipMedia] = [:]
            for (place, clip) in timeline.clips {
                media[place] = try ClipMedia(clip, try require(inputs[clip.input]), at: FrameRate(24))
            }
            return try timeline.arranged(at: FrameRate(24), media: media).starts
        }
        let middle = Self.clip("b") { $0.frames = FrameSet(4...6) }
        try expectEqual(starts([Self.clip("a"), .gap(RationalTime(2, 24)), middle]), [0: 0, 2: 11])
        // Of four slots, two lie before the cut; the first clip has no frames beyond its end, and gives two of its own.
        try expectEqual(starts([Self.clip("a"), Self.dissolve(4), middle]), [0: 0, 2: 7])
        try expectEqual(
            starts([Self.clip("a") { $0.frames = FrameSet(1...6) }, Self.dissolve(4), middle]),
            [0: 0, 2: 6]
        )
    }

    @Test(
        "a clip is called by its folder or by the stem of its files",
        arguments: [
            ("walk", "walk"), ("shots/walk/", "walk"), ("walk.####.png", "walk"), ("shots/walk/####.png", "walk"),
            ("shots/walk/walk_%04d.exr", "walk"), ("logo.png", "logo"), ("####.png", "####.png"), ("../a/b/@.tif", "b"),
            ("sh010/comp-v002.1001-1040#.exr", "comp-v002"), ("", ""),
        ]
    )
    func clipName(input: String, name: String) {
        expectEqual(Timeline.Clip(input: input).name, name)
    }

    @Test("a transition takes what lies beyond the cut from the handles, and the length stays")
    func handles() throws {
        let inputs = ["a": Self.list("a", 1...9), "b": Self.list("b", 1...9)]
        let items = [
            Self.clip("a") { $0.frames = FrameSet(1...5) }, Self.dissolve(4),
            Self.clip("b") { $0.frames = FrameSet(4...8) },
        ]
        try expectEqual(
            Self.shown(items, inputs),
            ["a1", "a2", "a3", "a4>b2", "a5>b3", "a6>b4", "a7>b5", "b6", "b7", "b8"]
        )
        let own = [Self.clip("a") { $0.handles = 2 }, Self.dissolve(4), Self.clip("b") { $0.handles = 2 }]
        try expectEqual(Self.shown(own, inputs).count, 10)
        let early = [
            Self.clip("a") { $0.frames = FrameSet(1...5) }, Self.dissolve(4, before: 1),
            Self.clip("b") { $0.frames = FrameSet(4...8) },
        ]
        try expectEqual(
            Self.shown(early, inputs),
            ["a1", "a2", "a3", "a4", "a5>b3", "a6>b4", "a7>b5", "a8>b6", "b7", "b8"]
        )
    }

    @Test("without handles the two overlap, and the whole is shorter by the transition")
    func overlap() throws {
        let inputs = ["a": Self.list("a", 1...5), "b": Self.list("b", 1...5)]
        let items = [Self.clip("a"), Self.dissolve(3), Self.clip("b")]
        try expectEqual(Self.shown(items, inputs), ["a1", "a2", "a3>b1", "a4>b2", "a5>b3", "b4", "b5"])
    }

    @Test("frame k of an n-frame transition has the progress (k + 1/2) / n")
    func progress() throws {
        let inputs = ["a": Self.list("a", 1...8), "b": Self.list("b", 1...8)]
        let timeline = Timeline([Self.clip("a"), Self.dissolve(4), Self.clip("b")])
        var media: [Int: ClipMedia] = [:]
        for (place, clip) in timeline.clips {
            media[place] = try ClipMedia(clip, require(inputs[clip.input]), at: FrameRate(24))
        }
        let frames = try timeline.arranged(at: FrameRate(24), media: media).frames
        expectEqual(frames.compactMap { $0.image.transition?.progress }, [0.125, 0.375, 0.625, 0.875])
    }

    @Test("at the ends, and beside a gap, a transition lies within its clip")
    func ends() throws {
        let inputs = ["a": Self.list("a", 1...4)]
        let items = [Self.dissolve(2), Self.clip("a"), Self.dissolve(1), .gap(RationalTime(1, 24))]
        try expectEqual(Self.shown(items, inputs), ["->a1", "->a2", "a3", "a4>-", "-"])
    }

    @Test("speed, direction, own rates and stills are put into the timeline's slots")
    func pace() throws {
        let inputs = ["a": Self.list("a", 1...6), "s": Self.still]
        try expectEqual(Self.shown([Self.clip("a") { $0.speed = 2 }], inputs), ["a1", "a3", "a5"])
        try expectEqual(Self.shown([Self.clip("a") { $0.speed = -1 }], inputs).first, "a6")
        try expectEqual(Self.shown([Self.clip("a") { $0.frameRate = FrameRate(12) }], inputs).count, 12)
        let quick = Self.clip("a") {
            $0.frameRate = FrameRate(48)
            $0.frames = FrameSet(1...4)
        }
        try expectEqual(Self.shown([quick], inputs), ["a1", "a3"])
        try expectEqual(Self.shown([Self.clip("s") { $0.duration = RationalTime(3, 24) }], inputs), ["s", "s", "s"])
        let frozen = Self.clip("a") {
            $0.speed = 0
            $0.duration = RationalTime(2, 24)
            $0.frames = FrameSet(3...6)
        }
        try expectEqual(Self.shown([frozen], inputs), ["a3", "a3"])
    }

    @Test("what a clip has not is refused: a still's length, too long a duration, too long a transition")
    func refusals() throws {
        let inputs = ["a": Self.list("a", 1...4), "s": Self.still]
        for (item, key) in [
            (Self.clip("s"), "duration"), (Self.clip("a") { $0.duration = 1 }, "duration"),
            (Self.clip("a") { $0.handles = 2 }, "handles"), (Self.clip("s") { $0.frames = FrameSet(1...2) }, "frames"),
        ] {
            let fault = #expect(throws: TimelineFault.self) { try Self.shown([item], inputs) }
            expectEqual(fault?.key, key)
        }
        let long = [Self.dissolve(3), Self.clip("a"), Self.dissolve(3)]
        let fault = #expect(throws: Timeline.ItemFault.self) { try Self.shown(long, inputs) }
        expectEqual(fault?.item, 1)
    }
}
