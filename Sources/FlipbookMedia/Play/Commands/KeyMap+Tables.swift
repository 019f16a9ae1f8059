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

    /// The keys of RV.
    public static let rv = KeyMap(
        name: "rv",
        lines: [
            pause("Space Down", ["space", "Down"]),
            Line("Up", "turn round", [(PlayerKey("Up"), .reverse)]),
            Line("Left Right", "step", steps("Left", "Right", 1)),
            chapters("Alt+Left Alt+Right", "Left", "Right", .alt),
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
                "< >",
                "the other sequence alone",
                [(PlayerKey("less"), .toggleCompared), (PlayerKey("greater"), .toggleCompared)]
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
            pingPong,
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
                "| PageUp PageDown",
                "play between the marks around the frame, the next, the former ones",
                [
                    (PlayerKey("bar"), .playMarked(by: 0)), (PlayerKey("Page_Up"), .playMarked(by: 1)),
                    (PlayerKey("Page_Down"), .playMarked(by: -1)),
                ]
            ),
            Line("`", "full screen", [(PlayerKey("grave"), .toggleFullScreen)]),
            Line("Shift+Home", "exposure and gamma as they were", [(PlayerKey("Home", .shift), .resetTone)]),
            Line("I F4", "heads-up display", [(PlayerKey("i"), .toggleHUD), (PlayerKey("F4"), .toggleHUD)]),
        ] + shared
    )

    /// The keys of mpv.
    public static let mpv = KeyMap(
        name: "mpv",
        lines: [
            pause("Space p", ["space", "p"]),
            Line(", .", "step", steps("comma", "period", 1)),
            Line(
                "Left Right",
                "5 seconds; with Shift 1",
                [
                    (PlayerKey("Left"), .skip(seconds: -5)), (PlayerKey("Right"), .skip(seconds: 5)),
                    (PlayerKey("Left", .shift), .skip(seconds: -1)), (PlayerKey("Right", .shift), .skip(seconds: 1)),
                ]
            ),
            Line(
                "Up Down",
                "a minute",
                [(PlayerKey("Up"), .skip(seconds: 60)), (PlayerKey("Down"), .skip(seconds: -60))]
            ),
            Line(
                "Shift+Up Shift+Down",
                "5 seconds",
                [(PlayerKey("Up", .shift), .skip(seconds: 5)), (PlayerKey("Down", .shift), .skip(seconds: -5))]
            ),
            Line(
                "Shift+PageUp Shift+PageDown",
                "ten minutes",
                [
                    (PlayerKey("Page_Up", .shift), .skip(seconds: 600)),
                    (PlayerKey("Page_Down", .shift), .skip(seconds: -600)),
                ]
            ),
            chapters("PageDown PageUp", "Page_Down", "Page_Up"),
            chapters("! @", "exclam", "at"),
            Line(
                "9 0 / *",
                "sound: quieter, louder",
                [
                    (PlayerKey("9"), .changeVolume(by: -1)), (PlayerKey("0"), .changeVolume(by: 1)),
                    (PlayerKey("slash"), .changeVolume(by: -1)), (PlayerKey("asterisk"), .changeVolume(by: 1)),
                ]
            ),
            Line(
                "o Shift+P Delete",
                "the timeline stays, or goes with the pointer",
                [
                    (PlayerKey("o"), .toggleTimeline), (PlayerKey("p", .shift), .toggleTimeline),
                    (PlayerKey("Delete"), .toggleTimeline),
                ]
            ),
            Line(
                "Alt++ Alt+-",
                "zoom",
                [
                    (PlayerKey("plus", .alt), .zoom(by: 1)), (PlayerKey("equal", .alt), .zoom(by: 1)),
                    (PlayerKey("minus", .alt), .zoom(by: -1)),
                ]
            ),
            Line("Alt+Backspace", "all of the picture", [(PlayerKey("BackSpace", .alt), .showFitted)]),
            Line("Control+S", "save the frame as PNG", [(PlayerKey("s", .control), .saveFrame)]),
            ends,
            Line(
                "[ ] { } Backspace",
                "slower, faster, the own speed",
                [
                    (PlayerKey("bracketleft"), .goSlower), (PlayerKey("bracketright"), .goFaster),
                    (PlayerKey("braceleft"), .goSlower), (PlayerKey("braceright"), .goFaster),
                    (PlayerKey("BackSpace"), .setRate(.normal)),
                ]
            ),
            Line("f", "full screen", [(PlayerKey("f"), .toggleFullScreen)]),
            Line("Esc", "leave the full screen", [(PlayerKey("Escape"), .leaveFullScreen)]),
            Line(
                "< > Return",
                "the sequence before, the next one",
                [
                    (PlayerKey("less"), .goToSequence(by: -1)), (PlayerKey("greater"), .goToSequence(by: 1)),
                    (PlayerKey("Return"), .goToSequence(by: 1)),
                ]
            ),
            Line(
                "3 4",
                "exposure: half a stop less, more",
                [(PlayerKey("3"), .changeExposure(by: -1)), (PlayerKey("4"), .changeExposure(by: 1))]
            ),
            Line(
                "5 6",
                "gamma: less, more",
                [(PlayerKey("5"), .changeGamma(by: -1)), (PlayerKey("6"), .changeGamma(by: 1))]
            ),
            Line(
                "w e Shift+W",
                "all of the picture, or fill the window",
                [
                    (PlayerKey("w"), .showFitted), (PlayerKey("e"), .showFilled),
                    (PlayerKey("w", .shift), .showFilled),
                ]
            ),
            Line(
                "Shift+Q Control+C Control+W",
                "quit",
                [
                    (PlayerKey("q", .shift), .quit), (PlayerKey("c", .control), .quit),
                    (PlayerKey("w", .control), .quit),
                ]
            ),
            Line("l", "in point, out point, clear both, one after the other", [(PlayerKey("l"), .cyclePoints)]),
            Line("m", "sound on, off", [(PlayerKey("m"), .toggleSound)]),
            Line("L", "loop, or stop at the end", [(PlayerKey("l", .shift), .toggleLoop)]),
            Line(
                "i Shift+O",
                "heads-up display",
                [(PlayerKey("i"), .toggleHUD), (PlayerKey("o", .shift), .toggleHUD)]
            ),
        ] + shared
    )

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
            Line(
                ", .",
                "sound: quieter, louder",
                [(PlayerKey("comma"), .changeVolume(by: -1)), (PlayerKey("period"), .changeVolume(by: 1))]
            ),
            Line("M", "sound on, off", [(PlayerKey("m"), .toggleSound)]),
            Line("Control+B", "the other sequence alone", [(PlayerKey("b", .control), .toggleCompared)]),
            Line("Control+G", "a grid between enlarged pixels", [(PlayerKey("g", .control), .toggleGrid)]),
            Line("Control+H", "heads-up display", [(PlayerKey("h", .control), .toggleHUD)]),
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
            Line("0", "one pixel for each of the picture", [(PlayerKey("0"), .showOneToOne)]),
            Line("U", "full screen", [(PlayerKey("u"), .toggleFullScreen)]),
            Line("Control+R", "reload from disk", [(PlayerKey("r", .control), .reload)]),
        ] + shared
    )

    /// What all maps have, where a key is not taken.
    private static let shared = [
        Line("Shift+G", "go to a frame: type its number, Return", typing: .frame, [PlayerKey("g", .shift)]),
        Line("N", "a note on the frame: type, draw with the mouse, Return", typing: .note, [PlayerKey("n")]),
        Line("Shift+N", "the next note", [(PlayerKey("n", .shift), .goToNote(by: 1))]),
        chapters("Control+Left Control+Right", "Left", "Right", .control),
        Line("Shift+R", "reload from disk", [(PlayerKey("r", .shift), .reload)]),
        Line("Shift+B", "background: black, white, checkerboard", [(PlayerKey("b", .shift), .cycleBackground)]),
        Line(
            "r g b a",
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

    private static func chapters(
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

    private static let ends = Line(
        "Home End",
        "first frame, last frame",
        [(PlayerKey("Home"), .goToBeginning), (PlayerKey("End"), .goToEnd)]
    )
    private static let shuttle = Line(
        "J K L",
        "backwards, stop, forwards; again for faster",
        [
            (PlayerKey("j"), .shuttle(isReverse: true)), (PlayerKey("k"), .stopShuttle),
            (PlayerKey("l"), .shuttle(isReverse: false)),
        ]
    )
    private static let pingPong = Line("P", "ping-pong", [(PlayerKey("p"), .togglePingPong)])

    private static let fullScreen = Line(
        "F11 Shift+F",
        "full screen",
        [(PlayerKey("F11"), .toggleFullScreen), (PlayerKey("f", .shift), .toggleFullScreen)]
    )

    private static func pause(_ keys: String, _ names: [String]) -> Line {
        Line(keys, "play, pause", names.map { (PlayerKey($0), .togglePause) })
    }

    private static func steps(
        _ back: String,
        _ on: String,
        _ distance: Int,
        _ modifiers: PlayerKey.Modifiers = []
    ) -> [(PlayerKey, PlayerCommand)] {
        [(PlayerKey(back, modifiers), .step(by: -distance)), (PlayerKey(on, modifiers), .step(by: distance))]
    }
}
