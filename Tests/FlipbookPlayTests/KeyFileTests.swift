import FlipbookMedia
import FlipbookPlay
import FlipbookTestSupport
import Testing

/// The user's own keys.
@Suite(.hangLimit) struct KeyFileTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: 1...2)
    }

    private func play(_ keys: String) throws -> Program.Outcome {
        try bench.folder.write(Array(keys.utf8), to: "config/flipbook/keys.yaml")
        return try bench.flipbook(
            "play",
            "walk",
            "--sink",
            "fakesink",
            "--repeat",
            "1",
            environment: ["XDG_CONFIG_HOME": bench.folder.path + "/config"]
        )
    }

    @Test("a file of keys is read, and a mistake in it is named with its place and what would be right")
    func file() throws {
        try expectEqual(play("keys: mpv\nShift+Right: step 10\n\",\": zoom -1\n").status, 0)
        try expectEqual(play("# nothing\n").status, 0)
        let key = try play("keys: rv\nHyper+x: quit\n")
        expectEqual(key.status, 2)
        expect(key.errors.contains("keys.yaml:2:1: 'Hyper+x' is not a key."))
        let command = try play("x: dance\n")
        expectEqual(command.status, 2)
        expect(command.errors.contains("keys.yaml:1:4: 'dance' is not a command. The commands are: togglePause, "))
        try expect(
            play("keys: vlc\n").errors.contains("keys: 'vlc' is not a player. Use one of flipbook, rv, mpv, djv.")
        )
        try expectEqual(play("x: step\n").status, 2)
    }

    @Test(
        "the list of keys says what is wrong with the file in the same words",
        arguments: LongTests.cases(["x: [a\n", "x dance\n", "x: dance\n", "keys: vlc\n", "x: [step, 10]\n"], every: 2)
    )
    func listed(keys: String) throws {
        let played = try play(keys)
        let listed = try bench.flipbook(
            "play",
            "--list-keys",
            environment: ["XDG_CONFIG_HOME": bench.folder.path + "/config"]
        )
        expect(played.status == 2 && listed.status == 2)
        expect(played.errors.hasPrefix("error: \(bench.folder.path)/config/flipbook/keys.yaml:"))
        expect(listed.errors.hasPrefix(String(played.errors.dropLast())), "\(listed.errors)")
    }

    @Test("the file's keys count before the map's, which lists each key once")
    func binding() throws {
        let quit = try require(NamedCommand("quit"))
        let step = try require(NamedCommand("step 5"))
        let space = try require(PlayerKey(label: "Space"))
        let right = try require(PlayerKey(label: "Shift+Right"))
        let map = KeyMap.mpv.binding([(space, quit), (right, step)])
        expectEqual(map.command(of: space), .quit)
        expectEqual(map.command(of: right), .step(by: 5))
        expectEqual(map.command(of: PlayerKey("p")), .togglePause)
        let keys = map.entries.flatMap { $0.keys.split(separator: " ") }
        expectEqual(keys.count { $0 == "Space" }, 1)
    }

    @Test(
        "keys are read as they are listed",
        arguments: LongTests.cases(["Space", "Shift+G", ",", "+", "Control+R", "PageUp", "F11", "x"], every: 3)
    )
    func labels(label: String) throws {
        let key = try require(PlayerKey(label: label))
        let map = KeyMap.flipbook.binding([(key, try require(NamedCommand("togglePingPong")))])
        expectEqual(map.command(of: key), .togglePingPong)
    }

    @Test("--list-keys prints every key of a player with what it does, those of the user's file among them")
    func list() throws {
        for map in KeyMap.all {
            let outcome = try bench.flipbook(
                "play",
                "--list-keys",
                "--keys",
                map.name,
                environment: ["HOME": "/nowhere"]
            )
            let lines = outcome.text.split(separator: "\n")
            expectEqual(outcome.status, 0)
            var rest = lines[...]
            for section in map.sections + [KeyMap.pointer] {
                expectEqual(rest.popFirst().map(String.init), section.title)
                for entry in section.entries {
                    let line = rest.popFirst() ?? ""
                    expect(line.hasPrefix(entry.keys + "  ") && line.hasSuffix("  " + entry.meaning))
                }
            }
            expect(rest.isEmpty)
        }
        try bench.folder.write(Array("F5: toggleGrid\n".utf8), to: "config/flipbook/keys.yaml")
        let own = try bench.flipbook(
            "play",
            "--list-keys",
            environment: ["XDG_CONFIG_HOME": bench.folder.path + "/config"]
        )
        expect(own.text.contains("F5 "))
    }
}
