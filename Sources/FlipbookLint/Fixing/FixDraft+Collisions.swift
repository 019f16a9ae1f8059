import FlipbookCore
import FlipbookLintModel

extension FixDraft {
    /// Takes back new names until none is that of another file. A sequence that is renumbered is renamed as a whole
    /// or not at all.
    mutating func settle() {
        let order = frames.map { FilePath($0.path.lastComponent) }
        let linked = linkedNames
        for name in order where linked.contains(name) && names[name].map({ $0.text != name }) ?? false {
            takeBack(name, because: "a link in the folder leads to it")
        }
        while true {
            var owners: [FilePath: FilePath] = [:]
            // Whoever keeps a name has the first right to it.
            for name in inventory.names.keys where names[name]?.text ?? name == name { owners[name] = name }
            var collisions: [(name: FilePath, with: FilePath)] = []
            for name in order {
                guard let target = names[name]?.text, target != name else { continue }
                if let owner = owners[target] {
                    collisions.append((name, owner))
                } else {
                    owners[target] = name
                }
            }
            guard !collisions.isEmpty else { return }
            for (name, owner) in collisions {
                guard let target = names[name]?.text, target != name else { continue }
                takeBack(
                    name,
                    because: "\(target) is the name of \(owner == target ? "another file" : "\(owner), too")"
                )
            }
        }
    }

    /// The names that links of the folder hold.
    private var linkedNames: Set<FilePath> {
        Set(
            inventory.names.values.compactMap { kind -> FilePath? in
                guard case .link(_, let path) = kind, !path.utf8.contains(UInt8(ascii: "/")) else { return nil }
                return FilePath(path)
            }
        )
    }

    /// Leaves a file its name, and with it all files of a sequence that is renumbered.
    private mutating func takeBack(_ name: FilePath, because reason: String) {
        for rule in reasons[name] ?? [] { refuse(rule, name.description, reason) }
        guard let member = member(name) else { return }
        var files = [member]
        if numbering[FilePath(member.sequence.name)] != nil {
            let family = family(of: member.sequence)
            for sequence in family { numbering[FilePath(sequence.name)] = nil }
            let names = Set(family.map { FilePath($0.name) })
            files += members.filter { names.contains(FilePath($0.sequence.name)) }
        }
        for (frame, sequence) in files {
            let name = FilePath(frame.path.lastComponent)
            names[name] = FrameNameParts(frame, pattern: sequence.pattern)
            reasons[name] = nil
        }
    }
}
