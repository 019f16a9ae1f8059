/// Which keys mean what: our own, and the habits of other players.
public struct KeyMap: Hashable, Sendable {
    /// What a key can mean: a command, or typing something.
    package enum Action: Hashable, Sendable {
        /// A command.
        case command(PlayerCommand)
        /// Type a text until Return.
        case type(PlayerPrompt.Purpose)
    }

    /// Keys that mean the same, and what they mean, for people.
    package struct Entry: Hashable, Sendable {
        /// The keys as people write them.
        package let keys: String
        /// What they do, a few words.
        package let meaning: String
        /// What that is about.
        let topic: Topic
    }

    /// The map's name, as `--keys` has it.
    public let name: String
    /// The table for people, in the order of a help page.
    package let entries: [Entry]
    private let actions: [PlayerKey: Action]
    private let rows: [Row]

    /// What the key means; `nil` for nothing. A letter with Shift means what it means without, unless it has a meaning of its own.
    package func action(of key: PlayerKey) -> Action? {
        if let action = actions[key] { return action }
        guard key.modifiers == .shift, key.name.utf8.count == 1 else { return nil }
        return actions[PlayerKey(key.name)]
    }

    /// The map with other meanings for some keys, which count before its own.
    package func binding(_ keys: [(PlayerKey, NamedCommand)]) -> KeyMap {
        KeyMap(name: name, rows: keys.map { Row($0, $1) } + rows)
    }

    /// All keys that mean something.
    package var keys: [PlayerKey] { Array(actions.keys) }

    /// A row of a key map: keys and commands in the words of `keys.yaml`, and what they do.
    struct Row: Hashable, Sendable {
        /// A key and what it means.
        struct Binding: Hashable, Sendable {
            let key: PlayerKey
            let action: Action
        }

        let entry: Entry
        let bindings: [Binding]

        /// The row that `Left Right: step -1, step 1 # step` writes.
        ///
        /// Several keys share the commands by turns. `# + - | zoom` lists other keys than the row has.
        init(_ text: Substring) {
            func halves(_ text: Substring, _ separator: String) -> (Substring, Substring)? {
                text.firstRange(of: separator).map { (text[..<$0.lowerBound], text[$0.upperBound...]) }
            }
            guard let (row, comment) = halves(text, " # "), let (keys, commands) = halves(row, ": ") else {
                preconditionFailure("a row of a key map without its command or what it does: \(text)")
            }
            let actions = commands.split(separator: ",").map { Action(String($0)) }
            bindings = keys.split(separator: " ").enumerated().map { index, label in
                guard let key = PlayerKey(label: String(label)), let action = actions[index % actions.count] else {
                    preconditionFailure("a row of a key map with another key or command: \(text)")
                }
                return Binding(key: key, action: action)
            }
            let (listed, meaning) = halves(comment, " | ") ?? (keys, comment)
            entry = Entry(keys: String(listed), meaning: String(meaning), topic: bindings[0].action.topic)
        }

        /// A key with a command of the user's.
        init(_ key: PlayerKey, _ named: NamedCommand) {
            bindings = [Binding(key: key, action: .command(named.command))]
            entry = Entry(keys: key.label, meaning: named.meaning, topic: named.command.topic)
        }
    }

    /// A map from its rows; of two meanings of a key the first counts, and only that is listed.
    init(name: String, rows: [Row]) {
        (self.name, self.rows) = (name, rows)
        var actions: [PlayerKey: Action] = [:]
        var entries: [Entry] = []
        for row in rows {
            let free = row.bindings.filter { actions[$0.key] == nil }
            for binding in free { actions[binding.key] = binding.action }
            if free.isEmpty { continue }
            let isWhole = free.count == row.bindings.count
            let keys = isWhole ? row.entry.keys : free.map(\.key.label).joined(separator: " ")
            if let same = entries.firstIndex(where: { $0.meaning == row.entry.meaning }) {
                let entry = entries[same]
                entries[same] = Entry(keys: "\(entry.keys) \(keys)", meaning: entry.meaning, topic: entry.topic)
            } else {
                entries.append(Entry(keys: keys, meaning: row.entry.meaning, topic: row.entry.topic))
            }
        }
        (self.actions, self.entries) = (actions, entries)
    }
}
