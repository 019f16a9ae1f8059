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
    private let lines: [Line]

    /// What the key means; `nil` for nothing. A letter with Shift means what it means without, unless it has a meaning of its own.
    package func action(of key: PlayerKey) -> Action? {
        if let action = actions[key] { return action }
        guard key.modifiers == .shift, key.name.utf8.count == 1 else { return nil }
        return actions[PlayerKey(key.name)]
    }

    /// The map with other meanings for some keys, which count before its own.
    package func binding(_ keys: [(PlayerKey, NamedCommand)]) -> KeyMap {
        KeyMap(name: name, lines: keys.map { Line($0.label, $1.meaning, [($0, $1.command)]) } + lines)
    }

    /// All keys that mean something.
    package var keys: [PlayerKey] { Array(actions.keys) }

    /// A line of a key map: the keys as people write them, what they do, and the keys with their actions.
    struct Line: Hashable, Sendable {
        /// A key and what it means.
        struct Binding: Hashable, Sendable {
            let key: PlayerKey
            let action: Action
        }

        let entry: Entry
        let bindings: [Binding]

        init(_ keys: String, _ meaning: String, _ actions: [(PlayerKey, PlayerCommand)]) {
            self.init(keys, meaning, actions.map { Binding(key: $0.0, action: .command($0.1)) })
        }

        /// A line of a key after which something is typed.
        init(_ keys: String, _ meaning: String, typing purpose: PlayerPrompt.Purpose, _ typed: [PlayerKey]) {
            self.init(keys, meaning, typed.map { Binding(key: $0, action: .type(purpose)) })
        }

        private init(_ keys: String, _ meaning: String, _ bindings: [Binding]) {
            self.bindings = bindings
            entry = Entry(keys: keys, meaning: meaning, topic: bindings.first?.action.topic ?? .window)
        }
    }

    /// A map from its lines; of two meanings of a key the first counts, and only that is listed.
    init(name: String, lines: [Line]) {
        (self.name, self.lines) = (name, lines)
        var actions: [PlayerKey: Action] = [:]
        var entries: [Entry] = []
        for line in lines {
            let free = line.bindings.filter { actions[$0.key] == nil }
            for binding in free { actions[binding.key] = binding.action }
            if free.isEmpty { continue }
            let isWhole = free.count == line.bindings.count
            let keys = isWhole ? line.entry.keys : free.map(\.key.label).joined(separator: " ")
            if let same = entries.firstIndex(where: { $0.meaning == line.entry.meaning }) {
                let entry = entries[same]
                entries[same] = Entry(keys: "\(entry.keys) \(keys)", meaning: entry.meaning, topic: entry.topic)
            } else {
                entries.append(Entry(keys: keys, meaning: line.entry.meaning, topic: line.entry.topic))
            }
        }
        (self.actions, self.entries) = (actions, entries)
    }
}
