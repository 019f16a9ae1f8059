extension KeyMap {
    /// The keys of DJV.
    public static let djv = KeyMap(
        name: "djv",
        lines: [
            pause("Space", ["space"]),
            Line(
                "Left Right",
                "step; with Shift ten frames, with Control a hundred",
                steps("Left", "Right", 1) + steps("Left", "Right", 10, .shift) + steps("Left", "Right", 100, .control)
            ),
            ends,
            shuttle,
            Line(
                "Shift+J Shift+L Control+J Control+L",
                "a second; with Control ten",
                [
                    (PlayerKey("j", .shift), .skip(seconds: -1)), (PlayerKey("l", .shift), .skip(seconds: 1)),
                    (PlayerKey("j", .control), .skip(seconds: -10)), (PlayerKey("l", .control), .skip(seconds: 10)),
                ]
            ),
            chapters("[ ]", "bracketleft", "bracketright"),
            marks,
            Line("Control+F", "go to a frame: type its number, Return", typing: .frame, [PlayerKey("f", .control)]),
            Line("F1", "the list of sequences", [(PlayerKey("F1"), .toggleList)]),
            Line(
                ", .",
                "sound: quieter, louder",
                [(PlayerKey("comma"), .changeVolume(by: -1)), (PlayerKey("period"), .changeVolume(by: 1))]
            ),
            Line("M", "sound on, off", [(PlayerKey("m"), .toggleSound)]),
            Line("Control+W", "compare: a wipe", [(PlayerKey("w", .control), .compareByWipe)]),
            Line("Control+T", "compare: side by side", [(PlayerKey("t", .control), .compareSideBySide)]),
            Line("Control+B", "the other sequence alone", [(PlayerKey("b", .control), .toggleCompared)]),
            Line("Control+G", "a grid between enlarged pixels", [(PlayerKey("g", .control), .toggleGrid)]),
            Line(
                "Control+H F5 F7",
                "heads-up display",
                [
                    (PlayerKey("h", .control), .toggleHUD), (PlayerKey("F5"), .toggleHUD),
                    (PlayerKey("F7"), .toggleHUD),
                ]
            ),
            Line("Control+P", "full screen", [(PlayerKey("p", .control), .toggleFullScreen)]),
            Line(
                "I O",
                "in point, out point; with Shift clear both",
                [
                    (PlayerKey("i"), .setInPoint), (PlayerKey("o"), .setOutPoint),
                    (PlayerKey("i", .shift), .clearPoints), (PlayerKey("o", .shift), .clearPoints),
                ]
            ),
            pingPong,
            Line(
                "Control+PageUp Control+PageDown",
                "the sequence before, the next one",
                [
                    (PlayerKey("Page_Up", .control), .goToSequence(by: -1)),
                    (PlayerKey("Page_Down", .control), .goToSequence(by: 1)),
                ]
            ),
            Line("Backspace", "all of the picture", [(PlayerKey("BackSpace"), .showFitted)]),
            Line("\\", "the middle of the picture", [(PlayerKey("backslash"), .showCenter)]),
            Line("0", "one pixel for each of the picture", [(PlayerKey("0"), .showOneToOne)]),
            Line("U", "full screen", [(PlayerKey("u"), .toggleFullScreen)]),
            Line(
                "Control+R Control+Shift+R",
                "reload from disk",
                [(PlayerKey("r", .control), .reload), (PlayerKey("r", [.control, .shift]), .reload)]
            ),
            Line("Control+Q", "quit", [(PlayerKey("q", .control), .quit)]),
        ] + shared
    )
}
