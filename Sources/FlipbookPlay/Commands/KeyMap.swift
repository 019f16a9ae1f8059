import FlipbookScene

/// A mapping of keys to commands: Flipbook's own, or another player's.
public struct KeyMap: Hashable, Sendable {
    /// Keys with the same meaning, in their written form.
    package struct Entry: Hashable, Sendable {
        package let keys: String
        package let meaning: String
        let topic: Topic
    }

    /// The map's name, as in `--keys`.
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
            guard let (row, comment) = halves(text, " # "), let (labels, names) = halves(row, ": ") else {
                preconditionFailure("a key map row without a command or a description: \(text)")
            }
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
}
