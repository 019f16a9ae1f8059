import FlipbookScene

/// A mapping of keys to commands: Flipbook's own, or another player's.
public struct KeyMap: Hashable, Sendable {
    /// Keys with the same meaning, in their written form.
    package struct Entry: Hashable, Sendable {
        package let keys, meaning: String
        let topic: Topic
    }

    /// The map's name, which is also its value for `--keys`.
    public let name: String
    package let entries: [Entry]
    private let commands: [PlayerKey: PlayerCommand]
    private let rows: [Row]

    /// Returns the command of a key, or `nil` if there is none. If a letter with Shift has no command, the letter's own command
    /// is used.
    package func command(of key: PlayerKey) -> PlayerCommand? {
        if let command = commands[key] { return command }
        guard key.modifiers == .shift, key.name.utf8.count == 1 else { return nil }
        return commands[PlayerKey(key.name)]
    }

    package func binding(_ keys: [(PlayerKey, NamedCommand)]) -> KeyMap {
        KeyMap(name: name, rows: keys.map { Row($0, $1) } + rows)
    }

    package var keys: [PlayerKey] { Array(commands.keys) }

    /// Returns the written form of a command's first key, or `nil` if it has no key.
    package func label(of command: PlayerCommand) -> String? {
        for row in rows {
            for (key, other) in zip(row.keys, row.commands) where other == command && commands[key] == command {
                return key.label
            }
        }
        return nil
    }

    /// A row of a key map in the syntax of `keys.yaml`.
    struct Row: Hashable, Sendable {
        let entry: Entry
        let keys: [PlayerKey]
        let commands: [PlayerCommand]

        /// Parses a row such as `Left Right: step -1, step 1 # step`.
        ///
        /// The commands are assigned to the keys in turn. In a comment such as `# + - | zoom`, the keys before the bar are
        /// listed instead of the row's own keys.
        init(_ text: Substring) {
            func halves(_ text: Substring, _ separator: String) -> (Substring, Substring)? {
                text.firstRange(of: separator).map { (text[..<$0.lowerBound], text[$0.upperBound...]) }
            }
            guard let (row, comment) = halves(text, " # "), let (labels, names) = halves(row, ": ")
            else { preconditionFailure("a key map row without a command or a description: \(text)") }
            let (places, shared) = (labels.split(separator: " "), names.split(separator: ","))
            keys = places.compactMap { PlayerKey(label: String($0)) }
            commands = places.indices.compactMap { NamedCommand(String(shared[$0 % shared.count]))?.command }
            let isKnown = keys.count == places.count && commands.count == places.count
            precondition(isKnown, "an unknown key or command: \(text)")
            let (listed, meaning) = halves(comment, " | ") ?? (labels, comment)
            entry = Entry(keys: String(listed), meaning: String(meaning), topic: commands[0].topic)
        }

        init(_ key: PlayerKey, _ named: NamedCommand) {
            (keys, commands) = ([key], [named.command])
            entry = Entry(keys: key.label, meaning: named.meaning, topic: named.command.topic)
        }
    }

    /// Creates a map from its rows. If a key occurs twice, only the first row applies and is listed.
    init(name: String, rows: [Row]) {
        (self.name, self.rows) = (name, rows)
        var commands: [PlayerKey: PlayerCommand] = [:]
        var entries: [Entry] = []
        for row in rows {
            let free = row.keys.filter { commands[$0] == nil }
            commands.merge(zip(row.keys, row.commands)) { first, _ in first }
            if free.isEmpty { continue }
            let isWhole = free.count == row.keys.count
            let keys = isWhole ? row.entry.keys : free.map(\.label).joined(separator: " ")
            if let same = entries.firstIndex(where: { $0.meaning == row.entry.meaning }) {
                let entry = entries[same]
                entries[same] = Entry(keys: "\(entry.keys) \(keys)", meaning: entry.meaning, topic: entry.topic)
            } else {
                entries.append(Entry(keys: keys, meaning: row.entry.meaning, topic: row.entry.topic))
            }
        }
        (self.commands, self.entries) = (commands, entries)
    }

    package struct Section: Hashable, Sendable {
        package let title: String
        package let entries: [Entry]
    }

    package var sections: [Section] {
        Topic.allCases.compactMap { topic in
            let entries = entries.filter { $0.topic == topic }
            return entries.isEmpty ? nil : Section(title: topic.rawValue, entries: entries)
        }
    }

    /// The mouse and touch actions of the player's own window, which are the same in all maps.
    package static let pointer = Section(
        title: "Mouse",
        entries: [
            ("Click", "play, pause"), ("Drag", "scrub, also on the timeline"),
            ("Right button", "menu of all commands"), ("Double click", "actual size (100 %), fit to window"),
            ("Wheel", "zoom at the pointer; change a control's value"),
            ("Middle button, Space and drag", "move the picture"), ("Two fingers", "zoom, and move the picture"),
            ("Drop files", "play them"),
        ].map { Entry(keys: $0.0, meaning: $0.1, topic: .window) }
    )

    package enum Topic: String, CaseIterable, Sendable {
        case playing = "Playing"
        case frames = "Finding a frame"
        case view = "The picture in the window"
        case looking = "Inspecting"
        case comparing = "Comparing"
        case keeping = "Notes and saved frames"
        case sound = "Sound"
        case window = "The window"
    }

    /// Flipbook's own keys, which are common to most players.
    public static let flipbook = KeyMap(
        name: "flipbook",
        rows: """
            Space: togglePause # play, pause
            Left Right , . Shift+Left Shift+Right < >: \
            step -1, step 1, step -1, step 1, step -10, step 10, step -10, step 10 \
            # Left Right , . | step; with Shift ten frames
            Home End: goToBeginning, goToEnd # first frame, last frame
            J K L: playBackwards, stop, playForwards # backward, stop, forward; repeat to speed up
            I O [ ] \\: setInPoint, setOutPoint, setInPoint, setOutPoint, clearPoints # in point, out point, clear both
            P: togglePingPong # ping-pong
            Up Down: goFaster, goSlower # faster, slower
            """
    )

    /// The keys of RV.
    public static let rv = KeyMap(
        name: "rv",
        rows: """
            Space Down: togglePause # play, pause
            Up: reverse # reverse direction
            Left Right: step -1, step 1 # step
            Alt+Left Alt+Right: goToMark -1, goToMark 1 # previous, next mark; without marks, chapter
            Shift+Left Shift+Right: goToSequence -1, goToSequence 1 # previous, next sequence
            Shift+G Return: typeFrame # go to a frame: enter its number
            < > ( ): toggleCompared # swap A and B
            F6: cycleComparison 1 # compare: next mode
            Shift+N: typeNote # note on this frame: type, or draw with the mouse
            N: toggleWholeSteps # zoom: whole numbers, or smooth
            V Shift+V: changeGamma 1, changeGamma -1 # gamma: more, less
            F2 ~ Tab T: toggleTimeline # bar: shown, hidden; in full screen: with the pointer
            !: showOneToOne # actual size (100 %)
            Control+Q Control+W: quit # quit
            , .: playBackwards, playForwards # play backward, forward
            Home End: goToBeginning, goToEnd # first frame, last frame
            [ ] \\: setInPoint, setOutPoint, clearPoints # in point, out point, clear both
            P Shift+P: togglePingPong # ping-pong
            Shift+A: togglePacing # every frame, or on time
            2 3 4 5 6 7 8: showEnlarged 2, showEnlarged 3, showEnlarged 4, showEnlarged 5, showEnlarged 6, \
            showEnlarged 7, showEnlarged 8 # 2 to 8 | zoom to 200 % … 800 %
            C: showAllChannels # all channels
            L: showLuminance # luminance as gray
            M: toggleMark # mark this frame, or unmark it
            | PageUp PageDown Control+Right Control+Left: \
            playMarked 0, playMarked 1, playMarked -1, playMarked 1, playMarked -1 \
            # play between marks: around this frame, next, previous
            Control+Shift+V Control+V: changeVolume -1, changeVolume 1 # sound: quieter, louder
            `: toggleFullScreen # full screen
            Shift+Home: resetTone # reset exposure and gamma
            I F4 F5 F7: toggleHUD # display: one line, details and pixel values, off
            """
    )

    /// The keys of mpv.
    public static let mpv = KeyMap(
        name: "mpv",
        rows: """
            Space P Play Pause: togglePause # play, pause
            , .: step -1, step 1 # step
            Left Right Shift+Left Shift+Right: skip -5, skip 5, skip -1, skip 1 # Left Right | 5 seconds; with Shift 1
            Up Down Forward Rewind: skip 60, skip -60 # a minute
            Shift+Up Shift+Down: skip 5, skip -5 # 5 seconds
            Shift+PageUp Shift+PageDown: skip 600, skip -600 # ten minutes
            PageDown PageUp ! @: goToChapter -1, goToChapter 1 # previous, next chapter
            9 0 / * Quieter Louder: changeVolume -1, changeVolume 1 # sound: quieter, louder
            O Shift+P Delete: toggleTimeline # bar: shown, hidden; in full screen: with the pointer
            Alt++ Alt+= Alt+-: zoom 1, zoom 1, zoom -1 # Alt++ Alt+- | zoom
            Alt+Left Alt+Right Alt+Up Alt+Down: panRight 1, panRight -1, panDown 1, panDown -1 # move the picture
            Alt+Backspace: showFitted # fit to window
            Control+S: saveFrame # save the frame as PNG
            Home End: goToBeginning, goToEnd # first frame, last frame
            [ ] { } Backspace: goSlower, goFaster, goSlower, goFaster, resetSpeed # slower, faster, normal speed
            F: toggleFullScreen # full screen
            Esc: leaveFullScreen # leave full screen
            < > Return Previous Next: goToSequence -1, goToSequence 1, goToSequence 1, goToSequence -1, goToSequence 1 \
            # previous, next sequence
            3 4: changeExposure -1, changeExposure 1 # exposure: half a stop less, more
            5 6: changeGamma -1, changeGamma 1 # gamma: less, more
            W E Shift+W: showFitted, showFilled, showFilled # fit to window, or fill it
            Shift+Q Control+C Control+W Stop: quit # quit
            L: cyclePoints # in point, out point, clear both, in turn
            M Mute: toggleSound # sound on, off
            Shift+L: toggleLoop # loop, or stop at the end
            I Shift+I Shift+O: toggleHUD # display: one line, details and pixel values, off
            """
    )

    /// The keys of DJV.
    public static let djv = KeyMap(
        name: "djv",
        rows: """
            Space: togglePause # play, pause
            Left Right Shift+Left Shift+Right Control+Left Control+Right: \
            step -1, step 1, step -10, step 10, step -100, step 100 \
            # Left Right | step; with Shift ten frames, with Control a hundred
            Home End: goToBeginning, goToEnd # first frame, last frame
            J K L: playBackwards, stop, playForwards # backward, stop, forward; repeat to speed up
            Shift+J Shift+L Control+J Control+L: skip -1, skip 1, skip -10, skip 10 # a second; with Control ten
            [ ]: goToChapter -1, goToChapter 1 # previous, next chapter
            Alt+Left Alt+Right: goToMark -1, goToMark 1 # previous, next mark; without marks, chapter
            Control+F: typeFrame # go to a frame: enter its number
            F1: toggleList # strip of sequences
            , .: changeVolume -1, changeVolume 1 # sound: quieter, louder
            M: toggleSound # sound on, off
            Control+W: compareByWipe # compare: wipe
            Control+T: compareSideBySide # compare: side by side
            Control+B: toggleCompared # swap A and B
            Control+G: toggleGrid # grid between enlarged pixels
            Control+H F5 F7: toggleHUD # display: one line, details and pixel values, off
            Control+P U: toggleFullScreen # full screen
            I O Shift+I Shift+O: setInPoint, setOutPoint, clearPoints, clearPoints \
            # I O | in point, out point; with Shift clear both
            P: togglePingPong # ping-pong
            Control+PageUp Control+PageDown: goToSequence -1, goToSequence 1 # previous, next sequence
            Backspace: showFitted # fit to window
            \\: showCenter # center the picture
            0: showOneToOne # actual size (100 %)
            Control+R Control+Shift+R: reload # reload from disk
            Control+Q: quit # quit
            """
    )

    /// The keys that all maps share, unless a map uses them differently.
    private static let shared = """
        Shift+G: typeFrame # go to a frame: enter its number
        Shift+T: typeTime # go to a time: enter seconds and frames
        N: typeNote # note on this frame: type, or draw with the mouse
        Shift+N: goToNote 1 # next note
        Control+Left Control+Right: goToChapter -1, goToChapter 1 # previous, next chapter
        Shift+R: reload # reload from disk
        Shift+B: cycleBackground # background: black, white, checkerboard
        R G B A: showRed, showGreen, showBlue, showAlpha # one channel as gray
        Shift+L: showLuminance # luminance as gray
        E Shift+E: changeExposure 1, changeExposure -1 # exposure: half a stop more, less
        Y Shift+Y: changeGamma 1, changeGamma -1 # gamma: more, less
        0: resetTone # reset exposure and gamma
        X: toggleClipping # mark clipping: white in red, black in blue
        U: cycleGuides # guides: thirds, safe areas, center
        Shift+U: toggleGrid # grid between enlarged pixels
        V: toggleLayers # outlines and names of views
        1: showOneToOne # actual size (100 %)
        F: showFitted # fit to window
        W: showFilled # fill the window
        + = -: zoom 1, zoom 1, zoom -1 # + - | zoom
        Shift+W: toggleWholeSteps # zoom: whole numbers, or smooth
        F11 Shift+F: toggleFullScreen # full screen
        Z: fitWindow # window: the sequence's size
        Control+O: typePath # open a folder or file: enter its path
        H: toggleHUD # display: one line, details and pixel values, off
        T: toggleTimeline # bar: shown, hidden; in full screen: with the pointer
        PageUp PageDown: goToSequence -1, goToSequence 1 # previous, next sequence
        F8 Shift+P: toggleList # strip of sequences
        C Tab: cycleComparison 1, toggleCompared # compare: next mode; swap A and B
        { }: amplify -1, amplify 1 # difference: weaker, stronger
        ; ': shiftCompared -1, shiftCompared 1 # compare: one frame earlier, later
        Shift+M: toggleSound # sound on, off
        ( ): changeVolume -1, changeVolume 1 # sound: quieter, louder
        M: toggleHighlighted # highlighted
        S: saveFrame # save the frame as PNG
        Shift+S: saveFrameWithAlpha # save the frame with alpha
        Control+Shift+S: saveFrameWithStrokes # save the frame with its strokes
        Control+C: copyFrame # copy the frame
        Control+Shift+C: copyFrameWithStrokes # copy the frame with its strokes
        ? /: toggleHelp # ? | this help
        Q Esc: quit # quit
        """

    /// All maps, Flipbook's own first.
    package static let all = [flipbook, rv, mpv, djv]

    /// The names of the maps in ``all``, found without parsing the maps.
    package static let names = "flipbook, rv, mpv, djv"

    package init?(named name: String) {
        guard let map = Self.all.first(where: { $0.name == name }) else { return nil }
        self = map
    }

    private init(name: String, rows: String) {
        self.init(name: name, rows: "\(rows)\n\(Self.shared)".split(separator: "\n").map { Row($0) })
    }
}
