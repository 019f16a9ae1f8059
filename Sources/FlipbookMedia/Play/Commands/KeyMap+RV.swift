internal import FlipbookCore
internal import FlipbookImaging

extension KeyMap {
    /// The keys of RV.
    public static let rv = KeyMap(
        name: "rv",
        lines: [
            pause("Space Down", ["space", "Down"]),
            Line("Up", "turn round", [(PlayerKey("Up"), .reverse)]),
            Line("Left Right", "step", steps("Left", "Right", 1)),
            marks,
            Line(
                "Shift+Left Shift+Right",
                "the sequence before, the next one",
                [
                    (PlayerKey("Left", .shift), .goToSequence(by: -1)),
                    (PlayerKey("Right", .shift), .goToSequence(by: 1)),
                ]
            ),
            Line(
                "Shift+G Return",
                "go to a frame: type its number, Return",
                typing: .frame,
                [PlayerKey("g", .shift), PlayerKey("Return")]
            ),
            Line(
                "< > ( )",
                "the other sequence alone",
                ["less", "greater", "parenleft", "parenright"].map { (PlayerKey($0), .toggleCompared) }
            ),
            Line("F6", "compare: the next way", [(PlayerKey("F6"), .cycleComparison(by: 1))]),
            Line(
                "Shift+N",
                "a note on the frame: type, draw with the mouse, Return",
                typing: .note,
                [PlayerKey("n", .shift)]
            ),
            Line("N", "enlarge by whole steps, or smoothly", [(PlayerKey("n"), .toggleWholeSteps)]),
            Line(
                "V Shift+V",
                "gamma: more, less",
                [(PlayerKey("v"), .changeGamma(by: 1)), (PlayerKey("v", .shift), .changeGamma(by: -1))]
            ),
            Line(
                "F2 ~ Tab T",
                "the timeline stays, or goes with the pointer",
                ["F2", "asciitilde", "Tab", "t"].map { (PlayerKey($0), .toggleTimeline) }
            ),
            Line("!", "one pixel for each of the picture", [(PlayerKey("exclam"), .showOneToOne)]),
            Line(
                "Control+Q Control+W",
                "quit",
                [(PlayerKey("q", .control), .quit), (PlayerKey("w", .control), .quit)]
            ),
            Line(
                ", .",
                "play backwards, forwards",
                [(PlayerKey("comma"), .shuttle(isReverse: true)), (PlayerKey("period"), .shuttle(isReverse: false))]
            ),
            ends,
            Line(
                "[ ] \\",
                "in point, out point, clear both",
                [
                    (PlayerKey("bracketleft"), .setInPoint), (PlayerKey("bracketright"), .setOutPoint),
                    (PlayerKey("backslash"), .clearPoints),
                ]
            ),
            Line(
                "P Shift+P",
                "ping-pong",
                [(PlayerKey("p"), .togglePingPong), (PlayerKey("p", .shift), .togglePingPong)]
            ),
            Line("Shift+A", "every frame, or on time", [(PlayerKey("a", .shift), .togglePacing)]),
            Line(
                "2 to 8",
                "enlarged so many times",
                (2...8).map { (PlayerKey("\($0)"), .showEnlarged($0)) }
            ),
            Line("C", "all channels", [(PlayerKey("c"), .showAllChannels)]),
            Line("L", "luminance as grey", [(PlayerKey("l"), .toggleChannel(.luminance))]),
            Line("M", "a mark on the frame, or none", [(PlayerKey("m"), .toggleMark)]),
            Line(
                "| PageUp PageDown Control+Right Control+Left",
                "play between the marks around the frame, the next, the former ones",
                [
                    (PlayerKey("bar"), .playMarked(by: 0)), (PlayerKey("Page_Up"), .playMarked(by: 1)),
                    (PlayerKey("Page_Down"), .playMarked(by: -1)), (PlayerKey("Right", .control), .playMarked(by: 1)),
                    (PlayerKey("Left", .control), .playMarked(by: -1)),
                ]
            ),
            Line(
                "Control+Shift+V Control+V",
                "sound: quieter, louder",
                [
                    (PlayerKey("v", [.control, .shift]), .changeVolume(by: -1)),
                    (PlayerKey("v", .control), .changeVolume(by: 1)),
                ]
            ),
            Line("`", "full screen", [(PlayerKey("grave"), .toggleFullScreen)]),
            Line("Shift+Home", "exposure and gamma as they were", [(PlayerKey("Home", .shift), .resetTone)]),
            Line("I F4 F5 F7", "heads-up display", ["i", "F4", "F5", "F7"].map { (PlayerKey($0), .toggleHUD) }),
        ] + shared
    )
}
