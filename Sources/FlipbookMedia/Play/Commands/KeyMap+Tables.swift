internal import FlipbookCore
internal import FlipbookImaging

extension KeyMap {
    /// All maps, our own first.
    package static let all = [flipbook, rv, mpv, djv]

    /// The map with a name: `flipbook`, `rv`, `mpv`, `djv`.
    package init?(named name: String) {
        guard let map = Self.all.first(where: { $0.name == name }) else { return nil }
        self = map
    }

    /// Our own keys: what the players of the field share.
    public static let flipbook = KeyMap(
        name: "flipbook",
        lines: [
            pause("Space", ["space"]),
            Line(
                "Left Right , .",
                "step; with Shift ten frames",
                steps("Left", "Right", 1) + steps("comma", "period", 1)
                    + steps("Left", "Right", 10, .shift) + steps("comma", "period", 10, .shift)
            ),
            ends,
            shuttle,
            Line(
                "I O [ ] \\",
                "in point, out point, clear both",
                [
                    (PlayerKey("i"), .setInPoint), (PlayerKey("o"), .setOutPoint),
                    (PlayerKey("bracketleft"), .setInPoint), (PlayerKey("bracketright"), .setOutPoint),
                    (PlayerKey("backslash"), .clearPoints),
                ]
            ),
            pingPong,
            Line("Up Down", "faster, slower", [(PlayerKey("Up"), .goFaster), (PlayerKey("Down"), .goSlower)]),
        ] + shared
    )

    /// What all maps have, where a key is not taken.
    static let shared = [
        Line("Shift+G", "go to a frame: type its number, Return", typing: .frame, [PlayerKey("g", .shift)]),
        Line("N", "a note on the frame: type, draw with the mouse, Return", typing: .note, [PlayerKey("n")]),
        Line("Shift+N", "the next note", [(PlayerKey("n", .shift), .goToNote(by: 1))]),
        chapters("Control+Left Control+Right", "Left", "Right", .control),
        Line("Shift+R", "reload from disk", [(PlayerKey("r", .shift), .reload)]),
        Line("Shift+B", "background: black, white, checkerboard", [(PlayerKey("b", .shift), .cycleBackground)]),
        Line(
            "R G B A",
            "one channel as grey",
            [
                (PlayerKey("r"), .toggleChannel(.red)), (PlayerKey("g"), .toggleChannel(.green)),
                (PlayerKey("b"), .toggleChannel(.blue)), (PlayerKey("a"), .toggleChannel(.alpha)),
            ]
        ),
        Line("Shift+L", "luminance as grey", [(PlayerKey("l", .shift), .toggleChannel(.luminance))]),
        Line(
            "E Shift+E",
            "exposure: half a stop more, less",
            [(PlayerKey("e"), .changeExposure(by: 1)), (PlayerKey("e", .shift), .changeExposure(by: -1))]
        ),
        Line(
            "Y Shift+Y",
            "gamma: more, less",
            [(PlayerKey("y"), .changeGamma(by: 1)), (PlayerKey("y", .shift), .changeGamma(by: -1))]
        ),
        Line("0", "exposure and gamma as they were", [(PlayerKey("0"), .resetTone)]),
        Line("X", "clipped values in red, black in blue", [(PlayerKey("x"), .toggleClipping)]),
        Line("U", "guides: thirds, safe areas, center", [(PlayerKey("u"), .cycleGuides)]),
        Line("Shift+U", "a grid between enlarged pixels", [(PlayerKey("u", .shift), .toggleGrid)]),
        Line("V", "edges and names of views", [(PlayerKey("v"), .toggleLayers)]),
        Line("1", "one pixel for each of the picture", [(PlayerKey("1"), .showOneToOne)]),
        Line("F", "all of the picture", [(PlayerKey("f"), .showFitted)]),
        Line("W", "fill the window", [(PlayerKey("w"), .showFilled)]),
        Line(
            "+ -",
            "zoom",
            [
                (PlayerKey("plus"), .zoom(by: 1)), (PlayerKey("equal"), .zoom(by: 1)),
                (PlayerKey("minus"), .zoom(by: -1)),
            ]
        ),
        Line("Shift+W", "enlarge by whole steps, or smoothly", [(PlayerKey("w", .shift), .toggleWholeSteps)]),
        fullScreen,
        Line("H", "heads-up display", [(PlayerKey("h"), .toggleHUD)]),
        Line("T", "the timeline stays, or goes with the pointer", [(PlayerKey("t"), .toggleTimeline)]),
        Line(
            "PageUp PageDown",
            "the sequence before, the next one",
            [(PlayerKey("Page_Up"), .goToSequence(by: -1)), (PlayerKey("Page_Down"), .goToSequence(by: 1))]
        ),
        Line(
            "F8 Shift+P",
            "the list of sequences",
            [(PlayerKey("F8"), .toggleList), (PlayerKey("p", .shift), .toggleList)]
        ),
        Line(
            "C Tab",
            "compare: the next way; the other sequence alone",
            [(PlayerKey("c"), .cycleComparison(by: 1)), (PlayerKey("Tab"), .toggleCompared)]
        ),
        Line(
            "{ }",
            "the difference, weaker, stronger",
            [(PlayerKey("braceleft"), .amplify(by: -1)), (PlayerKey("braceright"), .amplify(by: 1))]
        ),
        Line(
            "; '",
            "compare with a frame earlier, later",
            [(PlayerKey("semicolon"), .shiftCompared(by: -1)), (PlayerKey("apostrophe"), .shiftCompared(by: 1))]
        ),
        Line("Shift+M", "sound on, off", [(PlayerKey("m", .shift), .toggleSound)]),
        Line(
            "( )",
            "sound: quieter, louder",
            [(PlayerKey("parenleft"), .changeVolume(by: -1)), (PlayerKey("parenright"), .changeVolume(by: 1))]
        ),
        Line("M", "highlighted", [(PlayerKey("m"), .toggleHighlighted)]),
        Line("S", "save the frame as PNG", [(PlayerKey("s"), .saveFrame)]),
        Line("Shift+S", "save it with its alpha", [(PlayerKey("s", .shift), .saveFrameWithAlpha)]),
        Line("Control+C", "copy the picture", [(PlayerKey("c", .control), .copyFrame)]),
        Line("?", "this help", [(PlayerKey("slash", .shift), .toggleHelp), (PlayerKey("slash"), .toggleHelp)]),
        Line("Q Esc", "quit", [(PlayerKey("q"), .quit), (PlayerKey("Escape"), .quit)]),
    ]

    static func chapters(
        _ keys: String,
        _ back: String,
        _ on: String,
        _ modifiers: PlayerKey.Modifiers = []
    ) -> Line {
        Line(
            keys,
            "the chapter before, the next one",
            [(PlayerKey(back, modifiers), .goToChapter(by: -1)), (PlayerKey(on, modifiers), .goToChapter(by: 1))]
        )
    }

    static let marks = Line(
        "Alt+Left Alt+Right",
        "the mark before, the next one; without marks the chapter",
        [(PlayerKey("Left", .alt), .goToMark(by: -1)), (PlayerKey("Right", .alt), .goToMark(by: 1))]
    )

    static let ends = Line(
        "Home End",
        "first frame, last frame",
        [(PlayerKey("Home"), .goToBeginning), (PlayerKey("End"), .goToEnd)]
    )
    static let shuttle = Line(
        "J K L",
        "backwards, stop, forwards; again for faster",
        [
            (PlayerKey("j"), .shuttle(isReverse: true)), (PlayerKey("k"), .stopShuttle),
            (PlayerKey("l"), .shuttle(isReverse: false)),
        ]
    )
    static let pingPong = Line("P", "ping-pong", [(PlayerKey("p"), .togglePingPong)])

    static let fullScreen = Line(
        "F11 Shift+F",
        "full screen",
        [(PlayerKey("F11"), .toggleFullScreen), (PlayerKey("f", .shift), .toggleFullScreen)]
    )

    static func pause(_ keys: String, _ names: [String]) -> Line {
        Line(keys, "play, pause", names.map { (PlayerKey($0), .togglePause) })
    }

    static func steps(
        _ back: String,
        _ on: String,
        _ distance: Int,
        _ modifiers: PlayerKey.Modifiers = []
    ) -> [(PlayerKey, PlayerCommand)] {
        [(PlayerKey(back, modifiers), .step(by: -distance)), (PlayerKey(on, modifiers), .step(by: distance))]
    }
}
