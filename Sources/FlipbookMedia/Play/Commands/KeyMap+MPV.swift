internal import FlipbookCore

extension KeyMap {
    /// The keys of mpv.
    public static let mpv = KeyMap(
        name: "mpv",
        lines: [
            pause("Space P Play Pause", ["space", "p", "XF86AudioPlay", "XF86AudioPause"]),
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
                "Up Down Forward Rewind",
                "a minute",
                [
                    (PlayerKey("Up"), .skip(seconds: 60)), (PlayerKey("Down"), .skip(seconds: -60)),
                    (PlayerKey("XF86AudioForward"), .skip(seconds: 60)),
                    (PlayerKey("XF86AudioRewind"), .skip(seconds: -60)),
                ]
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
                "9 0 / * Quieter Louder",
                "sound: quieter, louder",
                [
                    (PlayerKey("9"), .changeVolume(by: -1)), (PlayerKey("0"), .changeVolume(by: 1)),
                    (PlayerKey("slash"), .changeVolume(by: -1)), (PlayerKey("asterisk"), .changeVolume(by: 1)),
                    (PlayerKey("XF86AudioLowerVolume"), .changeVolume(by: -1)),
                    (PlayerKey("XF86AudioRaiseVolume"), .changeVolume(by: 1)),
                ]
            ),
            Line(
                "O Shift+P Delete",
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
            Line(
                "Alt+Left Alt+Right Alt+Up Alt+Down",
                "move the picture",
                [
                    (PlayerKey("Left", .alt), .pan(x: 1, y: 0)), (PlayerKey("Right", .alt), .pan(x: -1, y: 0)),
                    (PlayerKey("Up", .alt), .pan(x: 0, y: 1)), (PlayerKey("Down", .alt), .pan(x: 0, y: -1)),
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
            Line("F", "full screen", [(PlayerKey("f"), .toggleFullScreen)]),
            Line("Esc", "leave the full screen", [(PlayerKey("Escape"), .leaveFullScreen)]),
            Line(
                "< > Return Previous Next",
                "the sequence before, the next one",
                [
                    (PlayerKey("less"), .goToSequence(by: -1)), (PlayerKey("greater"), .goToSequence(by: 1)),
                    (PlayerKey("Return"), .goToSequence(by: 1)), (PlayerKey("XF86AudioPrev"), .goToSequence(by: -1)),
                    (PlayerKey("XF86AudioNext"), .goToSequence(by: 1)),
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
                "W E Shift+W",
                "all of the picture, or fill the window",
                [
                    (PlayerKey("w"), .showFitted), (PlayerKey("e"), .showFilled),
                    (PlayerKey("w", .shift), .showFilled),
                ]
            ),
            Line(
                "Shift+Q Control+C Control+W Stop",
                "quit",
                [
                    (PlayerKey("q", .shift), .quit), (PlayerKey("c", .control), .quit),
                    (PlayerKey("w", .control), .quit), (PlayerKey("XF86AudioStop"), .quit),
                ]
            ),
            Line("L", "in point, out point, clear both, one after the other", [(PlayerKey("l"), .cyclePoints)]),
            Line(
                "M Mute",
                "sound on, off",
                [(PlayerKey("m"), .toggleSound), (PlayerKey("XF86AudioMute"), .toggleSound)]
            ),
            Line("Shift+L", "loop, or stop at the end", [(PlayerKey("l", .shift), .toggleLoop)]),
            Line(
                "I Shift+I Shift+O",
                "heads-up display",
                [
                    (PlayerKey("i"), .toggleHUD), (PlayerKey("i", .shift), .toggleHUD),
                    (PlayerKey("o", .shift), .toggleHUD),
                ]
            ),
        ] + shared
    )
}
