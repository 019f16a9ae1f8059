import FlipbookMedia
import FlipbookPlay
import FlipbookScene
import FlipbookTestSupport
import Testing

/// What terminals send for each key: xterm (ctlseqs, "PC-Style Function Keys"), rxvt, the Linux console (console_codes(4)), tmux.
@Suite struct TerminalKeyParserTests {
    private struct Sent: CustomStringConvertible {
        let key: PlayerKey
        let texts: [String]
        var description: String { "\(key.name) \(key.modifiers.rawValue)" }

        init(_ name: String, _ modifiers: PlayerKey.Modifiers = [], _ texts: String...) {
            key = PlayerKey(name, modifiers)
            self.texts = texts
        }
    }

    private static let table: [Sent] = [
        Sent("space", [], " "),
        Sent("Right", [], "\u{1B}[C", "\u{1B}OC", "\u{1B}[1;1C"),
        Sent("Left", [], "\u{1B}[D", "\u{1B}OD"),
        Sent("Up", [], "\u{1B}[A", "\u{1B}OA"),
        Sent("Down", [], "\u{1B}[B", "\u{1B}OB"),
        Sent("Right", .shift, "\u{1B}[1;2C", "\u{1B}[c", "\u{1B}O2C"),
        Sent("Left", .shift, "\u{1B}[1;2D", "\u{1B}[d", "\u{1B}O2D"),
        Sent("Right", .control, "\u{1B}[1;5C", "\u{1B}Oc"),
        Sent("Left", .control, "\u{1B}[1;5D", "\u{1B}Od"),
        Sent("Right", [.shift, .control], "\u{1B}[1;6C"),
        Sent("Left", .alt, "\u{1B}[1;3D"), Sent("Right", .alt, "\u{1B}[1;3C"),
        Sent("Up", .alt, "\u{1B}[1;3A"), Sent("Down", .alt, "\u{1B}[1;3B"),
        Sent("Up", .shift, "\u{1B}[1;2A"), Sent("Down", .shift, "\u{1B}[1;2B"),
        Sent("F2", [], "\u{1B}OQ", "\u{1B}[12~"), Sent("F6", [], "\u{1B}[17~"), Sent("Delete", [], "\u{1B}[3~"),
        Sent("Page_Up", .shift, "\u{1B}[5;2~"), Sent("exclam", [], "!"), Sent("at", [], "@"),
        Sent("parenleft", [], "("), Sent("parenright", [], ")"), Sent("asterisk", [], "*"),
        Sent("asciitilde", [], "~"), Sent("q", .control, "\u{11}"), Sent("w", .control, "\u{17}"),
        Sent("s", .control, "\u{13}"), Sent("b", .control, "\u{2}"), Sent("g", .control, "\u{7}"),
        Sent("l", .control, "\u{C}"), Sent("p", .control, "\u{10}"), Sent("f", .control, "\u{6}"),
        Sent("t", .control, "\u{14}"), Sent("v", .control, "\u{16}"),
        // Where Alt is Escape before the key, an arrow is the arrow.
        Sent("Left", [], "\u{1B}\u{1B}[D"),
        Sent("Home", [], "\u{1B}[H", "\u{1B}OH", "\u{1B}[1~", "\u{1B}[7~"),
        Sent("End", [], "\u{1B}[F", "\u{1B}OF", "\u{1B}[4~", "\u{1B}[8~"),
        Sent("Home", .shift, "\u{1B}[1;2H", "\u{1B}[1;2~", "\u{1B}[7$"),
        Sent("End", .control, "\u{1B}[1;5F", "\u{1B}[4;5~", "\u{1B}[8^"),
        Sent("End", [.shift, .control], "\u{1B}[1;6F", "\u{1B}[8@"),
        Sent("F4", [], "\u{1B}OS", "\u{1B}[14~"),
        Sent("F11", [], "\u{1B}[23~"), Sent("Page_Up", [], "\u{1B}[5~"), Sent("Page_Down", [], "\u{1B}[6~"),
        Sent("Page_Down", .shift, "\u{1B}[6;2~"), Sent("plus", [], "+"), Sent("equal", [], "="),
        Sent("comma", [], ","), Sent("period", [], "."), Sent("comma", .shift, "<"), Sent("period", .shift, ">"),
        Sent("bracketleft", [], "["), Sent("bracketright", [], "]"), Sent("backslash", [], "\\"),
        Sent("bracketleft", .shift, "{"), Sent("bracketright", .shift, "}"), Sent("backslash", .shift, "|"),
        Sent("slash", [], "/"), Sent("slash", .shift, "?"), Sent("minus", [], "-"),
        Sent("Return", [], "\r", "\n", "\u{1B}OM"), Sent("BackSpace", [], "\u{7F}", "\u{8}"), Sent("Tab", [], "\t"),
        Sent("r", .control, "\u{12}"), Sent("semicolon", [], ";"), Sent("apostrophe", [], "'"), Sent("grave", [], "`"),
        Sent("c", .control, "\u{3}"), Sent("o", .control, "\u{F}"), Sent("Page_Up", .control, "\u{1B}[5;5~"),
        Sent("Page_Down", .control, "\u{1B}[6;5~"),
    ]

    private static let letters: [Sent] =
        "abcdefghijklmnopqrstuvwxyz".map { Sent("\($0)", [], "\($0)") }
        + "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { Sent($0.lowercased(), .shift, "\($0)") }
        + "0123456789".map { Sent("\($0)", [], "\($0)") }

    @Test("every encoding of a key is that key, and leaves the next one as it is, however it is cut up")
    func everyKey() {
        for sent in Self.table + Self.letters {
            for text in sent.texts {
                let bytes = Array((text + "q").utf8)
                for cut in 0...bytes.count {
                    var parser = TerminalKeyParser()
                    let keys = parser.take(bytes[..<cut]) + parser.take(bytes[cut...])
                    expectEqual(keys, [sent.key, PlayerKey("q")], "\(sent): \(text.debugDescription) cut at \(cut)")
                }
            }
        }
    }

    /// Keys that come to a window alone: Escape may begin another key, and terminals send others in the place of these.
    private static let windowKeys: Set<PlayerKey> = [
        PlayerKey("Escape"), PlayerKey("h", .control), PlayerKey("j", .control), PlayerKey("plus", .alt),
        PlayerKey("equal", .alt), PlayerKey("minus", .alt), PlayerKey("BackSpace", .alt), PlayerKey("F1"),
        PlayerKey("F5"), PlayerKey("F7"), PlayerKey("F8"), PlayerKey("r", [.control, .shift]),
        PlayerKey("v", [.control, .shift]), PlayerKey("c", [.control, .shift]), PlayerKey("s", [.control, .shift]),
    ]

    @Test("each key of each map, but for a few, is among what a terminal can send")
    func everyMap() {
        let known = Set((Self.table + Self.letters).map(\.key))
        for map in KeyMap.all {
            // No terminal sends a media key.
            for key in map.keys where !Self.windowKeys.contains(key) && !key.name.hasPrefix("XF86") {
                expect(known.contains(key), "\(map.name): \(key)")
            }
        }
    }

    @Test(
        "what is no key of ours is passed over whole, and the next key is read",
        arguments: [
            // Replies that come late: what it is, its size, its pictures, its colors, the cursor's place, the focus.
            "\u{1B}[?62;4;22c", "\u{1B}[6;18;9t", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}]11;rgb:0000/0000/0000\u{7}",
            "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", "\u{1B}P>|XTerm(379)\u{1B}\\", "\u{1B}[?2;0;800;600S",
            "\u{1B}[12;40R", "\u{1B}[I",
            // F1 of the Linux console, of xterm, F5; Insert; Shift and Tab; Alt and a letter.
            "\u{1B}[[A", "\u{1B}[[E", "\u{1B}OP", "\u{1B}[15~", "\u{1B}[2~",
            "\u{1B}[Z", "\u{1B}x", "\u{1B}Q",
            // A NUL, an odd number.
            "\u{0}", "\u{1B}[1;0Z", "\u{1B}[999999999999Z",
        ]
    )
    func noKey(text: String) {
        var parser = TerminalKeyParser()
        expectEqual(parser.take((text + "q").utf8), [PlayerKey("q")])
    }

    @Test("Escape is the key when nothing follows, and twice when it was typed twice")
    func escape() {
        for count in 1...4 {
            var parser = TerminalKeyParser()
            let early = parser.take(Array(repeating: 0x1B, count: count))
            expect(parser.isWaiting)
            expectEqual(early + parser.finish(), Array(repeating: PlayerKey("Escape"), count: count))
            expect(!parser.isWaiting)
        }
    }

    @Test("a sequence that was cut off by another is lost, that one is not")
    func cutOff() {
        var parser = TerminalKeyParser()
        expectEqual(parser.take("\u{1B}[1;\u{1B}[C".utf8), [PlayerKey("Right")])
        expectEqual(parser.take("\u{1B}[1;".utf8), [])
        expectEqual(parser.finish(), [])
        expectEqual(parser.take("q".utf8), [PlayerKey("q")])
    }

    @Test("letters and signs of any language are what was typed, however their bytes come; broken ones are passed over")
    func letters() {
        let text = "aZ09 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~éßЯ日👍"
        for cut in 0...text.utf8.count {
            var parser = TerminalKeyParser()
            let keys = parser.take(text.utf8.prefix(cut)) + parser.take(text.utf8.dropFirst(cut))
            expectEqual(String(keys.compactMap(\.letter)), text)
        }
        var parser = TerminalKeyParser()
        expectEqual(
            parser.take([0xC3, UInt8(ascii: "q"), 0xFF, 0xBF, 0xBF, 0xBF, 0x80, UInt8(ascii: "q")]).map(\.name),
            [
                "q", "q",
            ]
        )
    }
}
