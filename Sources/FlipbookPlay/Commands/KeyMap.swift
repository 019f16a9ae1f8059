import FlipbookScene

/// The meanings of keys: our own, and the habits of other players.
public struct KeyMap: Hashable, Sendable {
    /// Keys with one meaning, as people write them.
    package struct Entry: Hashable, Sendable {
        package let keys: String
        package let meaning: String
        let topic: Topic
    }

    /// The map's name, as `--keys` has it.
    public let name: String
    /// The table for people, in the order of a help page.
    package let entries: [Entry]
    private let commands: [PlayerKey: PlayerCommand]
    private let rows: [Row]

    /// The command that a key means, or `nil` if it means none; a prompt is the text that is typed from then on. A letter with
    /// Shift means what it means without, unless it has a meaning of its own.
    package func command(of key: PlayerKey) -> PlayerCommand? {
        if let command = commands[key] { return command }
        guard key.modifiers == .shift, key.name.utf8.count == 1 else { return nil }
        return commands[PlayerKey(key.name)]
    }

    /// The map with other meanings for some keys, which count before its own.
    package func binding(_ keys: [(PlayerKey, NamedCommand)]) -> KeyMap {
        KeyMap(name: name, rows: keys.map { Row($0, $1) } + rows)
    }

    package var keys: [PlayerKey] { Array(commands.keys) }

    /// The first key that means a command, as people write it, or `nil` if none does.
    package func label(of command: PlayerCommand) -> String? {
        for row in rows {
            for (key, other) in zip(row.keys, row.commands) where other == command && commands[key] == command {
                return key.label
            }
        }
        return nil
    }

    /// A row of a key map: keys and commands in the words of `keys.yaml`, and what they do.
    struct Row: Hashable, Sendable {
        let entry: Entry
        let keys: [PlayerKey]
        let commands: [PlayerCommand]

        /// The row that `Left Right: step -1, step 1 # step` writes.
        ///
        /// Several keys share the commands by turns. `# + - | zoom` lists other keys than the row has.
        init(_ text: Substring) {
            func halves(_ text: Substring, _ separator: String) -> (Substring, Substring)? {
                text.firstRange(of: separator).map { (text[..<$0.lowerBound], text[$0.upperBound...]) }
            }
            guard let (row, comment) = halves(text, " # "), let (labels, names) = halves(row, ": ") else {
                preconditionFailure("a row of a key map without its command or what it does: \(text)")
            }
            let (places, shared) = (labels.split(separator: " "), names.split(separator: ","))
            keys = places.compactMap { PlayerKey(label: String($0)) }
            commands = places.indices.compactMap { NamedCommand(String(shared[$0 % shared.count]))?.command }
            precondition(
                keys.count == places.count && commands.count == places.count,
                "an unknown key or command: \(text)"
            )
            let (listed, meaning) = halves(comment, " | ") ?? (labels, comment)
            entry = Entry(keys: String(listed), meaning: String(meaning), topic: commands[0].topic)
        }

        init(_ key: PlayerKey, _ named: NamedCommand) {
            (keys, commands) = ([key], [named.command])
            entry = Entry(keys: key.label, meaning: named.meaning, topic: named.command.topic)
        }
    }

    /// A map from its rows; of two meanings of a key the first counts, and only that is listed.
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
}

extension KeyMap {
    /// Keys that belong together, under a title.
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

    /// The meanings of the mouse and fingers in a window of the player's own, with all maps.
    package static let pointer = Section(
        title: "Mouse",
        entries: [
            ("Click", "play, pause"), ("Drag", "scrub; along the timeline, too"),
            ("Right button", "menu of all commands"), ("Double click", "actual size (100 %), fit to window"),
            ("Wheel", "zoom about the pointer; over a control, its value"),
            ("Middle button, Space and drag", "move the picture"), ("Two fingers", "zoom, and move the picture"),
            ("Files dropped", "play them"),
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
}
