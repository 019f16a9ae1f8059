import FlipbookCore
import FlipbookMedia
import FlipbookPlay
import Foundation
import FlipbookTestSupport
import Testing

/// The bar of controls below the pictures.
@Suite struct ControlBarTests {
    private func bar(_ width: Int, _ height: Int = 426, density: Double = 1, hasSound: Bool = true) -> ControlBar {
        ControlBar(
            in: PixelSize(width: width, height: height),
            density: density,
            ends: ["1001", "1100"],
            hasSound: hasSound
        )
    }

    @Test("a wide window has every control, a narrow one those that matter most, and the narrowest play")
    func room() {
        let all = bar(1280).places.map(\.control)
        expectEqual(all, Control.table.map(\.control))
        expect(!bar(1280, hasSound: false).places.map(\.control).contains(.volume))
        expectEqual(bar(40).places.map(\.control), [.play])
        for width in stride(from: 40, through: 1280, by: 20) {
            let here = Set(bar(width).places.map(\.control))
            expect(Set(bar(width + 20).places.map(\.control)).isSuperset(of: here), "\(width)")
        }
    }

    @Test("what is painted is what is hit: no control lies on another or beyond the bar", arguments: [1.0, 1.5, 2, 3])
    func places(density: Double) {
        for width in [160, 480, 1920, 3840] {
            let bar = bar(width, 2000, density: density)
            expectEqual(bar.area.size.height, Int((66 * density).rounded()))
            for place in bar.places {
                expect(place.rect.minX >= 0 && place.rect.maxX * density <= Double(width) + 1 || bar.places.count == 1)
                let middle = Point(
                    x: place.rect.midX * density,
                    y: Double(bar.area.y) + place.rect.midY * density
                )
                expect(bar.control(at: middle) == place.control && !bar.isOnTimeline(middle))
            }
            for (left, right) in zip(bar.places, bar.places.dropFirst()) {
                expect(left.rect.maxX <= right.rect.minX + 0.01)
            }
            expect(bar.isOnTimeline(Point(x: Double(width) / 2, y: Double(bar.area.y) + 10 * density)))
        }
    }

    @Test("every control has a tooltip, from the table of commands that the menu and the keys have")
    func tips() {
        for row in Control.table {
            expect(NamedCommand.meaning(of: row.press) != nil, "\(row.control)")
        }
    }

    @Test("words stand out from their grounds by 4.5 to 1 at least")
    func contrast() {
        func luminance(_ color: Color) -> Double {
            let weights = [(color.red, 0.2126), (color.green, 0.7152), (color.blue, 0.0722)]
            return weights.reduce(0) { sum, part in
                let value = Double(part.0) / 255
                let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
                return sum + light * part.1
            }
        }
        for ground in [Look.ground, Look.raised] {
            for color in [Look.text, Look.faint, Look.accent, Look.note] {
                expect((luminance(color) + 0.05) / (luminance(ground) + 0.05) >= 4.5, "\(color) on \(ground)")
            }
        }
    }
}

/// The times of frames along the bar.
@Suite struct TimelineTests {
    private func timeline(_ count: Int, width: Int = 400) throws -> Timeline {
        Timeline(timing: try require(FrameTiming(frameCount: count, rate: FrameRate(24))), width: width)
    }

    @Test("each frame has its share of the track, and beyond the ends it is the end")
    func shares() throws {
        let timeline = try timeline(4)
        for (column, frame) in [(-5.0, 0), (0, 0), (99, 0), (101, 1), (201, 2), (399, 3), (500, 3)] {
            expectEqual(timeline.frame(at: column), frame, "\(column)")
        }
        expectEqual((0...4).map { timeline.column(ofFrame: $0) }, [0, 100, 200, 300, 400])
    }

    @Test("frames that are alike are one run, and of a hundred thousand a gap as wide as a column is seen")
    func runs() throws {
        let marks = try timeline(4).runs(
            { $0 == 2 ? Timeline.Mark.missing : .plain },
            strongest: { $0 == .plain ? $1 : $0 }
        )
        expectEqual(marks.map(\.columns), [0..<200, 200..<300, 300..<400])
        expectEqual(marks.map(\.value), [.plain, .missing, .plain])
        let many = try timeline(100_000).runs(
            { (500..<800).contains($0) ? Timeline.Mark.damaged : .plain },
            strongest: { $0 == .plain ? $1 : $0 }
        )
        let found = many.filter { $0.value == .damaged }
        expect(found.count == 1 && found[0].columns.contains(2) && found[0].columns.count <= 3)
    }

    @Test(
        "ticks are 1, 2, 5, 10, 20 … frames apart, and at least so many columns",
        arguments: [4, 36, 100, 999, 100_000]
    )
    func ticks(count: Int) throws {
        let ticks = try timeline(count).ticks(apart: 9)
        expect(ticks.first == 0 && ticks.count <= 46)
        expect(zip(ticks, ticks.dropFirst()).allSatisfy { $1 - $0 >= 8 })
    }
}

/// The menu and the list of keys.
@Suite struct CommandListsTests {
    private let window = PixelSize(width: 480, height: 426)

    @Test("the menu has every command of the table once, beside its key, wherever it opens")
    func menu() {
        for place in [Point(x: 0, y: 0), Point(x: 479, y: 425), Point(x: 240, y: 200)] {
            var found: [PlayerCommand] = []
            for topic in KeyMap.Topic.allCases {
                var state = CommandMenu.State(at: place)
                state.topic = topic
                state.isEntered = true
                let menu = CommandMenu(state, .flipbook, in: window, density: 1)
                for row in menu.rows {
                    expect(row.rect.minX >= 0 && row.rect.maxX <= 481 && row.rect.minY >= 0 && row.rect.maxY <= 426)
                    guard case .command(let command) = row.target else { continue }
                    expectEqual(menu.target(at: Point(x: row.rect.midX, y: row.rect.midY)), row.target)
                    found.append(command)
                }
            }
            expectEqual(Set(found), Set(NamedCommand.menu.map(\.command)))
            expectEqual(found.count, NamedCommand.menu.count)
        }
    }

    @Test(
        "all topics of the menu stay in sight while the pointer moves down over them, wherever it opens",
        arguments: [(320, 306), (480, 426), (640, 546)].map(PixelSize.init(width:height:))
    )
    func topics(window: PixelSize) {
        for share in [0.01, 0.25, 0.5, 0.75, 0.99] {
            let (width, height) = (Double(window.width), Double(window.height))
            var state = CommandMenu.State(at: Point(x: share * width, y: share * height))
            for topic in KeyMap.Topic.allCases {
                state.topic = topic
                let menu = CommandMenu(state, .flipbook, in: window, density: 1)
                let topics = menu.rows.filter { if case .topic = $0.target { true } else { false } }
                expectEqual(topics.map(\.target), KeyMap.Topic.allCases.map { .topic($0) })
                for row in topics {
                    for x in [row.rect.minX, state.place.x, row.rect.maxX - 1] {
                        expectEqual(menu.target(at: Point(x: x, y: row.rect.midY)), row.target, "\(x) of \(row.rect)")
                    }
                }
                let hasCommands = menu.rows.count > topics.count
                if window.width >= 640 { expect(hasCommands, "\(topic) at \(share)") }
                // A press on a topic whose commands have no room beside it shows them instead, with a way back.
                var entered = state
                entered.isEntered = true
                let first = CommandMenu(entered, .flipbook, in: window, density: 1).rows.first?.target
                expectEqual(first, .topic(hasCommands ? KeyMap.Topic.playing : topic))
            }
        }
    }

    @Test("typing finds keys by what they do and by their names, and what is not there is said")
    func search() {
        let sections = KeyMap.flipbook.sections
        expectEqual(sections.matching("").count, sections.count)
        expectEqual(sections.matching("PING-PONG").flatMap(\.entries).map(\.keys), ["P"])
        expectEqual(sections.matching("F11").flatMap(\.entries).map(\.meaning), ["full screen"])
        expect(sections.matching("no such thing").isEmpty)
    }

    @Test("the list of keys has fewer pages the more room there is")
    func pages() {
        func count(_ width: Int, _ height: Int) -> Int {
            let window = PixelSize(width: width, height: height)
            return HelpSheet(KeyMap.flipbook.sections, query: "", page: 0, in: window, density: 1).pageCount
        }
        expectEqual(count(1920, 1080), 1)
        expect(count(480, 426) > 1 && count(160, 186) > count(480, 426))
    }
}
