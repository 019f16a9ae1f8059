import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import FlipbookWindow
import Testing

/// What keys and the mouse mean.
@Suite struct PlayerControlsTests {
    private func commands(_ inputs: PlayerInput..., keys: KeyMap = .flipbook) -> [PlayerCommand] {
        var controls = PlayerControls(keyMap: keys, width: 200)
        return inputs.flatMap { controls.commands(for: $0) }
    }

    @Test("every key of our own map does what its line says")
    func ours() {
        let table: [(String, PlayerCommand)] = [
            ("space", .togglePause), ("Left", .step(by: -1)), ("Right", .step(by: 1)), ("comma", .step(by: -1)),
            ("period", .step(by: 1)), ("less", .step(by: -10)), ("greater", .step(by: 10)), ("Home", .goToBeginning),
            ("End", .goToEnd), ("j", .shuttle(isReverse: true)), ("k", .stopShuttle),
            ("l", .shuttle(isReverse: false)), ("J", .shuttle(isReverse: true)), ("i", .setInPoint),
            ("o", .setOutPoint), ("bracketleft", .setInPoint), ("bracketright", .setOutPoint),
            ("backslash", .clearPoints), ("p", .togglePingPong), ("P", .toggleList), ("Up", .goFaster),
            ("Down", .goSlower), ("R", .reload), ("B", .cycleBackground), ("r", .toggleChannel(.red)),
            ("g", .toggleChannel(.green)), ("b", .toggleChannel(.blue)), ("a", .toggleChannel(.alpha)),
            ("1", .showOneToOne), ("f", .showFitted), ("h", .toggleHUD), ("H", .toggleHUD),
            ("m", .toggleHighlighted), ("s", .saveFrame), ("question", .toggleHelp), ("slash", .toggleHelp),
            ("q", .quit), ("Escape", .quit), ("KP_Left", .step(by: -1)),
        ]
        for (key, command) in table { expectEqual(commands(.keyDown(key)), [command], "\(key)") }
        expectEqual(commands(.keyDown("d"), .keyUp("space")), [])
    }

    @Test("a number with a fraction goes nowhere, and says so")
    func fraction() {
        let typed = commands(
            .keyDown("G"),
            .keyDown("7"),
            .keyDown("period"),
            .keyDown("5"),
            .keyDown("Return"),
            .keyDown("8"),
            .keyDown("Return")
        )
        expectEqual(
            typed,
            [
                .showPrompt(PlayerPrompt(.frame, "")), .showPrompt(PlayerPrompt(.frame, "7")),
                .showPrompt(PlayerPrompt(.frame, "7.")), .showPrompt(PlayerPrompt(.frame, "7.5")),
                .showPrompt(
                    PlayerPrompt(
                        .frame,
                        "(7.5 is not a whole number) "
                            + ""
                    )
                ), .showPrompt(PlayerPrompt(.frame, "8")),
                .showPrompt(nil), .goTo(number: 8),
            ]
        )
    }

    @Test("every key is listed once, beside what it does")
    func listed() {
        expectEqual(KeyMap.all.map(\.name).joined(separator: ", "), KeyMap.names)
        for map in KeyMap.all {
            let keys = map.entries.flatMap { $0.keys.split(separator: " ") }
            expectEqual(Set(keys).count, keys.count, "\(map.name): \(keys)")
            let meanings = map.entries.map(\.meaning)
            expectEqual(Set(meanings).count, meanings.count, "\(map.name): \(meanings)")
        }
    }

    @Test("every key of the lists is that key where it is written so")
    func written() throws {
        for map in KeyMap.all {
            for entry in map.entries where !entry.keys.contains(" to ") {
                for label in entry.keys.split(separator: " ") {
                    let key = try require(PlayerKey(label: String(label)), "\(map.name): \(label)")
                    expect(map.keys.contains(key), "\(map.name): \(label)")
                }
            }
        }
    }

    @Test("Shift counts where a window names the bare key, until it comes up")
    func shift() {
        expectEqual(commands(.keyDown("Shift_L"), .keyDown("Right")), [.step(by: 10)])
        expectEqual(commands(.keyDown("Shift_L"), .keyDown("r")), [.reload])
        expectEqual(commands(.keyDown("Shift_R"), .keyUp("Shift_R"), .keyDown("r")), [.toggleChannel(.red)])
        expectEqual(commands(.keyDown("Control_L"), .keyDown("r"), keys: .djv), [.reload])
    }

    @Test("the other players' keys mean what they mean there")
    func others() {
        expectEqual(commands(.keyDown("bracketright"), keys: .mpv), [.goFaster])
        expectEqual(commands(.keyDown("bracketright"), keys: .rv), [.setOutPoint])
        expectEqual(commands(.keyDown("i"), keys: .mpv), [.toggleHUD])
        expectEqual(commands(.keyDown("i"), keys: .djv), [.setInPoint])
        expectEqual(commands(.keyDown("I"), keys: .djv), [.clearPoints])
        expectEqual(commands(.keyDown("Up"), keys: .rv), [.reverse])
        expectEqual(commands(.keyDown("A"), keys: .rv), [.togglePacing])
        expectEqual(commands(.keyDown("Right"), keys: .mpv), [.skip(by: 5)])
        expectEqual(commands(.keyDown("L"), keys: .mpv), [.toggleLoop])
        expectEqual(commands(.keyDown("P"), keys: .rv), [.togglePingPong])
        expectEqual(commands(.keyDown("parenright"), keys: .rv), [.toggleCompared])
        expectEqual(commands(.keyDown("Control_L"), .keyDown("Right"), keys: .rv), [.playMarked(by: 1)])
        // A window of our own and a terminal tell of Alt with the key.
        expectEqual(commands(.typed(PlayerKey("Left", .alt)), keys: .rv), [.goToMark(by: -1)])
        expectEqual(commands(.typed(PlayerKey("Left", .alt)), keys: .mpv), [.pan(x: 1, y: 0)])
        expectEqual(commands(.keyDown("XF86AudioPlay"), keys: .mpv), [.togglePause])
        expectEqual(commands(.keyDown("KP_Multiply"), keys: .mpv), [.changeVolume(by: 1)])
        expectEqual(commands(.keyDown("backslash"), keys: .djv), [.showCenter])
        expectEqual(commands(.keyDown("Control_L"), .keyDown("w"), keys: .djv), [.compareByWipe])
        for map in KeyMap.all {
            expectEqual(KeyMap(named: map.name), map)
            expectEqual(map.command(of: PlayerKey("q")), .quit)
            expectEqual(map.command(of: PlayerKey("space")), .togglePause)
        }
        expect(KeyMap(named: "vlc") == nil)
    }

    @Test("Tab completes a typed path as far as the names on the disk agree, and marks folders")
    func completion() throws {
        let folder = try TemporaryDirectory()
        for name in ["walk/walk.0001.png", "walk/walk.0002.png", "a[b/c.png"] { try folder.write([], to: name) }
        func complete(_ typed: String) -> PlayerCommand? {
            var controls = PlayerControls(keyMap: .flipbook, width: 100)
            _ = controls.commands(choosing: .showPrompt(PlayerPrompt(.path)))
            for letter in typed { _ = controls.commands(for: .typed(PlayerKey(WindowKey(String(letter))))) }
            return controls.commands(for: .typed(PlayerKey("Tab"))).last
        }
        for (typed, completed) in [("wa", "walk/"), ("walk/w", "walk/walk.000"), ("a[", "a[b/"), ("none", "none")] {
            let prompt = PlayerPrompt(.path, "\(folder.path)/\(completed)")
            expectEqual(complete("\(folder.path)/\(typed)"), .showPrompt(prompt))
        }
    }

    @Test("G takes a number: Return goes there, Backspace takes back, Escape leaves without quitting")
    func number() {
        expectEqual(
            commands(.keyDown("G"), .keyDown("4"), .keyDown("KP_2"), .keyDown("Return")),
            [
                .showPrompt(PlayerPrompt(.frame, "")), .showPrompt(PlayerPrompt(.frame, "4")),
                .showPrompt(PlayerPrompt(.frame, "42")), .showPrompt(nil), .goTo(number: 42),
            ]
        )
        expectEqual(
            commands(
                .keyDown("G"),
                .keyDown("minus"),
                .keyDown("3"),
                .keyDown("BackSpace"),
                .keyDown("7"),
                .keyDown("Return")
            )
            .last,
            .goTo(number: -7)
        )
        expectEqual(
            commands(.keyDown("G"), .keyDown("Escape"), .keyDown("space")).suffix(2),
            [
                .showPrompt(nil), .togglePause,
            ]
        )
        expectEqual(commands(.keyDown("G"), .keyDown("Return")).last, .showPrompt(nil))
    }

    @Test("T with Shift takes a time in seconds and frames, and nothing but digits and what stands between them")
    func time() {
        let typed = commands(
            .keyDown("T"),
            .keyDown("1"),
            .keyDown("x"),
            .keyDown("colon"),
            .keyDown("1"),
            .keyDown("2"),
            .keyDown("Return")
        )
        let shown = ["", "1", "1:", "1:1", "1:12"].map { PlayerCommand.showPrompt(PlayerPrompt(.time, $0)) }
        expectEqual(typed, shown + [.showPrompt(nil), .goToTime(code: "1:12")])
    }

    @Test("Control+O takes a path, and a text that is typed elsewhere begins with a command that is chosen")
    func path() {
        expectEqual(
            commands(.typed(PlayerKey("o", .control)), .keyDown("slash"), .keyDown("a"), .keyDown("Return")),
            ["", "/", "/a"].map { .showPrompt(PlayerPrompt(.path, $0)) } + [.showPrompt(nil), .open(path: "/a")]
        )
        var controls = PlayerControls(keyMap: .flipbook, width: 200)
        expectEqual(controls.commands(choosing: .zoom(by: 1)), [.zoom(by: 1)])
        _ = controls.commands(choosing: .showPrompt(PlayerPrompt(.frame)))
        expectEqual(controls.commands(for: .keyDown("7")), [.showPrompt(PlayerPrompt(.frame, "7"))])
    }

    @Test("in the list of keys ? turns the page until something is looked for")
    func search() {
        var controls = PlayerControls(keyMap: .flipbook, width: 200)
        controls.follow(PlayerPrompt(.search))
        expectEqual(controls.commands(for: .keyDown("question")), [.toggleHelp])
        expectEqual(controls.commands(for: .keyDown("q")), [.showPrompt(PlayerPrompt(.search, "q"))])
        expectEqual(controls.commands(for: .keyDown("question")), [.showPrompt(PlayerPrompt(.search, "q?"))])
        controls.follow(nil)
        expectEqual(controls.commands(for: .keyDown("q")), [.quit])
    }

    @Test("the keypad types a number, whatever Num Lock makes of its keys, and is arrows elsewhere")
    func keypad() {
        let keys = [
            "KP_Insert", "KP_End", "KP_Down", "KP_Next", "KP_Left", "KP_Begin", "KP_Right", "KP_Home", "KP_Up",
            "KP_Prior",
        ]
        for (digit, key) in keys.enumerated() {
            expectEqual(
                commands(.keyDown("G"), .keyDown(key), .keyDown("KP_Enter")),
                [
                    .showPrompt(PlayerPrompt(.frame, "")), .showPrompt(PlayerPrompt(.frame, "\(digit)")),
                    .showPrompt(nil), .goTo(number: digit),
                ]
            )
        }
        expectEqual(commands(.keyDown("KP_Home"), .keyDown("KP_Right")), [.goToBeginning, .step(by: 1)])
    }

    @Test("N types a note on the frame that is seen, beginning with the one that it has")
    func note() {
        var controls = PlayerControls(keyMap: .flipbook, width: 200)
        controls.note = "o"
        let typed = ["n", "k", "space", "Q", "exclam", "BackSpace", "Return"].flatMap {
            controls.commands(for: .keyDown($0))
        }
        expectEqual(
            typed,
            [.pause]
                + ["o", "ok", "ok ", "ok Q", "ok Q!", "ok Q"].map { .showPrompt(PlayerPrompt(.note, $0)) }
                + [.writeNote("ok Q"), .showPrompt(nil)]
        )
        controls.note = ""
        let left = ["n", "BackSpace", "Escape", "q"].flatMap { controls.commands(for: .keyDown($0)) }
        expectEqual(left, [.pause, .showPrompt(PlayerPrompt(.note)), .removeStroke, .showPrompt(nil), .quit])
    }

    @Test("a click pauses, a drag scrubs, the wheel steps")
    func mouse() {
        expectEqual(commands(.buttonDown(1, x: 50, y: 50), .buttonUp(1, x: 52, y: 50)), [.togglePause])
        expectEqual(
            commands(
                .buttonDown(1, x: 50, y: 50),
                .pointerMoved(x: 100, y: 50),
                .pointerMoved(x: 300, y: 50),
                .buttonUp(1, x: -20, y: 50),
                .pointerMoved(x: 10, y: 10)
            ),
            [.scrub(fraction: 0.5), .scrub(fraction: 1.5), .scrub(fraction: -0.1)]
        )
        expectEqual(commands(.buttonDown(4, x: 0, y: 0), .buttonUp(4, x: 0, y: 0)), [.step(by: -1)])
        expectEqual(commands(.buttonDown(5, x: 0, y: 0), .scrolled(-1)), [.step(by: 1), .step(by: 1)])
        expectEqual(commands(.touchDown(0, x: 5, y: 5), .touchUp(0, x: 5, y: 5)), [.togglePause])
    }

    @Test("what a terminal sends becomes keys, however it is cut up")
    func terminal() {
        let text = "\u{1B}[C\u{1B}[1;2D q?\u{1B}[3~\u{1B}[HG\r\u{1B}OF\u{12}"
        let expected = [
            PlayerKey("Right"), PlayerKey("Left", .shift), PlayerKey("space"), PlayerKey("q"),
            PlayerKey("slash", .shift), PlayerKey("Delete"), PlayerKey("Home"), PlayerKey("g", .shift),
            PlayerKey("Return"),
            PlayerKey("End"), PlayerKey("r", .control),
        ]
        for cut in 0...text.utf8.count {
            var parser = TerminalKeyParser()
            expectEqual(parser.take(text.utf8.prefix(cut)) + parser.take(text.utf8.dropFirst(cut)), expected)
        }
        var parser = TerminalKeyParser()
        expectEqual(parser.take([0x1B]), [])
        expect(parser.isWaiting)
        expectEqual(parser.finish(), [PlayerKey("Escape")])
    }

    @Test("no bytes of a terminal are too many or too odd")
    func terminalFuzz() {
        var parser = TerminalKeyParser()
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max { _ = parser.take([0x1B, first, second]) }
        }
        expect(parser.take(Array(repeating: UInt8(ascii: "9"), count: 64) + [0x1B]).count <= 64)
    }
}
