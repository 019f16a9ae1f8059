import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Testing

/// What terminals reply to being asked what they can show.
@Suite struct TerminalRepliesTests {
    @Test("kitty, a sixel terminal and a plain one are told apart")
    func kinds() {
        let kitty = TerminalReplies("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;c".utf8)
        expect(kitty.hasKitty && !kitty.hasSixel && kitty.isComplete)
        expectEqual(kitty.cell, PixelSize(width: 10, height: 20))
        let sixel = TerminalReplies("\u{1B}[?63;1;2;4;6c".utf8)
        expect(!sixel.hasKitty && sixel.hasSixel && sixel.isComplete && sixel.cell == nil)
        let plain = TerminalReplies("\u{1B}[?4;1;2c".utf8)
        expect(!plain.hasSixel && plain.isComplete)
        let refusing = TerminalReplies("\u{1B}_Gi=31;ENOTSUPPORTED\u{1B}\\\u{1B}[?62;4c".utf8)
        expect(!refusing.hasKitty && refusing.hasSixel)
    }

    @Test("keys typed meanwhile change nothing, nor do replies that are no answer")
    func mixed() {
        let replies = TerminalReplies("q\u{1B}[A\u{1B}OP\u{1B}_Gi=9;OK\u{1B}\\\u{1B}[6;0;9999tx\u{1B}[?1;4cq".utf8)
        expect(!replies.hasKitty && replies.hasSixel && replies.isComplete && replies.cell == nil)
    }

    @Test("a reply that is cut off anywhere is not complete")
    func cut() {
        let all = Array("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;4c".utf8)
        for count in 0..<all.count { expect(!TerminalReplies(all[..<count]).isComplete) }
        expect(TerminalReplies(all).isComplete)
    }
}
