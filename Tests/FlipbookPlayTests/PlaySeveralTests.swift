import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// Several sequences in one window of `flipbook play`: the list of them, and what stays from one to the next.
@Suite(.hangLimit, .serialized, .enabled(if: XServer.isAvailable, XServer.absence))
struct PlaySeveralTests {
    private let walk: ColoredWalk

    init() throws {
        walk = try ColoredWalk()
        for number in 20...24 { try walk.write(number, to: "other/o.\(number).png") }
        for number in 10...12 { try walk.write(number, to: "third/t.\(number).png") }
    }

    private func playing(_ body: (PlayedWindow) throws -> Void) throws -> Program.Outcome {
        try PlayedWindow.playing(["walk", "other", "third", "--paused"], in: walk.folder.path, sink: nil, body)
    }

    @Test("the list shows a picture of each sequence, a click opens it, and P with Shift shows it again")
    func list() throws {
        let outcome = try playing { window in
            try walk.see(1, in: window)
            // Three rooms of 113 by 64 pixels below the picture, the middle of each sequence in them.
            try window.see("the frames in the middle of the three sequences") { shot in
                shot[64, 400] == ColoredWalk.color(13) && shot[221, 400] == ColoredWalk.color(22)
                    && shot[378, 400] == ColoredWalk.color(11)
            }
            try window.server.xdotool("mousemove", "221", "400", "click", "1")
            try walk.see(20, in: window)
            try window.server.xdotool("mousemove", "400", "100")
            try window.see("the list over the second sequence") { $0[64, 400] == ColoredWalk.color(13) }
            // It stays until it is closed.
            try window.press("shift+p")
            try window.see("no list") { $0[240, 400] == ColoredWalk.color(20) }
            try window.press("F8")
            try window.see("the list again") { $0[378, 400] == ColoredWalk.color(11) }
            // Escape takes away what was asked for, and ends the playback then.
            try window.press("Escape")
            try window.see("no list after Escape") { $0[240, 400] == ColoredWalk.color(20) }
            try window.quit()
        }
        expectEqual(outcome.status, 0)
    }

    @Test("the sequence that is shown goes round until the viewer goes to another, under the list")
    func rounds() throws {
        _ = try PlayedWindow.playing(["other", "third", "--fps", "12"], in: walk.folder.path, sink: nil) { window in
            // Three times round.
            let first = try walk.frames(in: window) { $0.count == 16 }
            expect(first.allSatisfy { (20...24).contains($0) }, "\(first)")
            try window.press("Next")
            try window.see("the other sequence under the list") {
                (10...12).contains(ColoredWalk.number($0) ?? 0) && $0[64, 400] == ColoredWalk.color(22)
            }
            let second = try walk.frames(in: window) { $0.count == 8 }
            expect(second.allSatisfy { (10...12).contains($0) }, "\(second)")
            try window.quit()
        }
    }

    @Test("a picture stays until that of the next sequence is there: nothing black comes between the two")
    func nothingBetween() throws {
        _ = try playing { window in
            try walk.see(1, in: window)
            var seen: Set<[UInt8]> = []
            try window.press("Next")
            try window.see("the next sequence") { shot in
                seen.insert(shot[ColoredWalk.plain.x, ColoredWalk.plain.y])
                return ColoredWalk.number(shot) == 20
            }
            expect(seen.isSubset(of: [ColoredWalk.color(1), ColoredWalk.color(20)]), "\(seen)")
            try window.quit()
        }
    }

    @Test("zoom, channel and place stay from one sequence to the next and back")
    func kept() throws {
        _ = try playing { window in
            func gray(_ number: Int) -> [UInt8] { Array(repeating: UInt8(number * 10), count: 3) }
            try walk.see(1, in: window)
            try walk.press("Right", shows: 2, in: window)
            try walk.press("Right", shows: 3, in: window)
            try window.press("plus", "r")
            func see(_ number: Int) throws {
                try window.see("frame \(number), red as gray, enlarged") {
                    $0[470, 20] == gray(number) && $0[2, 250] == [0, 0, 0]
                }
            }
            try see(3)
            try window.press("Next")
            try see(20)
            try window.press("Right")
            try see(21)
            try window.press("Prior")
            try see(3)
            try window.press("Next")
            try see(21)
            try window.quit()
        }
    }
}
