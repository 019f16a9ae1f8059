import FlipbookCore
import FlipbookFiles
import FlipbookLintModel

/// The current and the planned names of a folder's files while a fix is planned.
///
/// Renames are planned in rounds, since new names may reveal further faults. A round renames a file at most once, and no later
/// round gives it a name that it had before, so that contradictory rules cannot cause an endless loop.
struct NameDraft {
    let inventory: FixInventory
    private let linked: Set<FilePath>
    private let texts: NamingTexts
    private(set) var newNames: [FilePath: FilePath] = [:]
    private var originals: [FilePath: FilePath] = [:]
    private(set) var rules: [FilePath: [RuleID]] = [:]
    private var history: [FilePath: Set<FilePath>] = [:]
    private var banned: Set<RuleID> = []
    private(set) var refusals: [FixPlan.Refusal] = []

    init(_ inventory: FixInventory, of folder: FilePath) {
        self.inventory = inventory
        texts = NamingTexts(inventory, of: folder)
        linked = Set(
            inventory.names.values.compactMap { kind -> FilePath? in
                guard case .link(_, let path) = kind else { return nil }
                let target = FilePath(path)
                // A link's target can be written in many ways: a.png, ./a.png, ../walk/a.png, /shots/walk/a.png.
                return FixFiles.leads(target, into: folder) ? FilePath(target.lastComponent) : nil
            }
        )
    }

    func original(of name: FilePath) -> FilePath { originals[name] ?? name }

    private struct Group {
        let rule: RuleID
        let renamings: [(original: FilePath, name: FilePath)]
    }

    /// Plans renames. Spelling is corrected before files are renumbered.
    mutating func planRenames(of findings: [Finding]) -> Bool {
        let operations = findings.filter { !banned.contains($0.rule) }.flatMap { finding in
            finding.fix.operations.map { (rule: finding.rule, operation: $0) }
        }
        let spellings = operations.compactMap { rule, operation -> (RuleID, [Fix.Renaming])? in
            if case .rename(let renamings) = operation { (rule, renamings) } else { nil }
        }
        if plan(spellings) { return true }
        return plan(
            operations.compactMap { rule, operation in
                if case .renumber(let renamings) = operation { (rule, renamings) } else { nil }
            }
        )
    }

    private mutating func plan(_ wanted: [(rule: RuleID, renamings: [Fix.Renaming])]) -> Bool {
        var groups: [Group] = []
        var touched: Set<FilePath> = []
        for (rule, renamings) in wanted where !banned.contains(rule) {
            let renamings = renamings.map { (original(of: FilePath($0.file.lastComponent)), FilePath($0.name)) }
            let group = Group(rule: rule, renamings: renamings)
            // A file that another rule renames in this round is judged again under its new name.
            guard group.renamings.allSatisfy({ !touched.contains($0.original) }) else { continue }
            if let other = contradicted(by: group) {
                takeBack([rule, other], group)
                return true
            }
            if let (name, reason) = obstacle(to: group) {
                refuse(rule, name.description, reason)
                continue
            }
            touched.formUnion(group.renamings.map(\.original))
            groups.append(group)
        }
        groups = settled(groups)
        // All old names are released first, since a file may take the old name of another file.
        for (original, _) in groups.flatMap(\.renamings) { originals[newNames[original] ?? original] = nil }
        for group in groups {
            for (original, name) in group.renamings {
                history[original, default: [original]].insert(name)
                newNames[original] = name
                if !(rules[original]?.contains(group.rule) ?? false) { rules[original, default: []].append(group.rule) }
            }
            for (original, name) in group.renamings { originals[name] = original }
        }
        return !groups.isEmpty
    }

    private func obstacle(to group: Group) -> (FilePath, String)? {
        for (original, name) in group.renamings {
            if inventory.stamp(of: original) == nil { return (original, "it is not a regular file") }
            if linked.contains(original) { return (original, "a link in the folder points to it") }
            if !name.isPlainName { return (original, "'\(name)' is not a file name") }
            if let text = texts.text(naming: original, andNot: name) {
                return (original, "\(text) refers to it; rename it there, too")
            }
        }
        return nil
    }

    private mutating func settled(_ groups: [Group]) -> [Group] {
        var groups = groups
        while true {
            let moving = Set(groups.flatMap { $0.renamings.map(\.original) })
            var owners: [FilePath: FilePath] = [:]
            for original in inventory.names.keys where !moving.contains(original) {
                owners[newNames[original] ?? original] = original
            }
            var kept: [Group] = []
            for group in groups {
                let taken = group.renamings.first { (owners[$0.name] ?? $0.original) != $0.original }
                if let taken, let owner = owners[taken.name] {
                    let other = owner == taken.name ? "another file already has" : "\(owner) would also get"
                    refuse(group.rule, taken.original.description, "\(other) the name \(taken.name)")
                } else {
                    for (original, name) in group.renamings { owners[name] = original }
                    kept.append(group)
                }
            }
            if kept.count == groups.count { return groups }
            groups = kept
        }
    }

    private func contradicted(by group: Group) -> RuleID? {
        for (original, name) in group.renamings where history[original]?.contains(name) ?? false {
            return rules[original]?.last
        }
        return nil
    }

    /// Restores the names of files on which two rules disagree.
    private mutating func takeBack(_ contrary: [RuleID], _ group: Group) {
        banned.formUnion(contrary)
        let subject = group.renamings.first?.original.description ?? ""
        for (rule, other) in [(contrary[0], contrary[1]), (contrary[1], contrary[0])] {
            refuse(rule, subject, "\(other) requires the opposite; select only one of the two")
        }
        for (original, reasons) in rules where !banned.isDisjoint(with: reasons) {
            if let name = newNames[original] { originals[name] = nil }
            newNames[original] = nil
            rules[original] = nil
            history[original] = nil
        }
    }

    private mutating func refuse(_ rule: RuleID, _ subject: String, _ reason: String) {
        refusals.append(FixPlan.Refusal(rule: rule, subject: subject, reason: "\(reason)"))
    }
}

/// The text files that may refer to a folder's files: manifests, atlases, and lists in the folder or its parent.
///
/// A file that a text file refers to is not renamed, since the reference would break. The format does not matter: a word refers
/// to a file if its last component is the file's name, or a pattern that matches it.
struct NamingTexts {
    private struct Text {
        let name: FilePath
        private(set) var names: Set<FilePath> = []
        private(set) var patterns: [FramePattern] = []

        private static let ends = Set(" \t\r\n\"',[]".utf8)
        private static let longEnds = Set("\r\n\"'".utf8)

        init(_ name: FilePath, _ bytes: [UInt8], of child: FilePath?) {
            self.name = name
            // A name that contains spaces is in quotes, or extends to the end of the line.
            for word in bytes.split(whereSeparator: Self.ends.contains)
                + bytes.split(whereSeparator: Self.longEnds.contains)
            {
                let lead = word.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
                guard let text = String(validating: word.dropFirst(lead.count), as: UTF8.self), !text.isEmpty
                else { continue }
                let path = FilePath(text)
                if let child, FilePath(FilePath(path.directory).lastComponent) != child { continue }
                names.insert(FilePath(path.lastComponent))
                guard path.lastComponent.utf8.contains(where: Set("#@%$<{".utf8).contains) else { continue }
                // Text with these characters is not necessarily a pattern.
                if let pattern = try? FramePattern(parsing: path.lastComponent) { patterns.append(pattern) }
            }
        }
    }

    private var texts: [Text] = []

    private static let extensions: Set<String> = ["ffconcat", "json", "otio", "yaml", "yml"]
    /// The maximum number of bytes to read from a folder's text files. The longest files are skipped.
    private static let largestByteCount: Int64 = 1 << 24

    init(_ inventory: FixInventory, of folder: FilePath) {
        add(Array(inventory.names.keys), in: folder)
        guard let real = folder.resolved, real.string != "/" else { return }
        let parent = FilePath(real.directory)
        let names = (try? FolderListing(parent).names) ?? []
        add(names.map { FilePath($0) }, in: parent, of: FilePath(real.lastComponent))
    }

    /// Returns a text file that contains a file's current name, but not its new name, or `nil` if there is none.
    func text(naming file: FilePath, andNot newName: FilePath) -> FilePath? {
        texts.first { text in
            text.names.contains(file)
                || text.patterns.contains { $0.match(file.string) != nil && $0.match(newName.string) == nil }
        }?.name
    }

    private mutating func add(_ names: [FilePath], in folder: FilePath, of child: FilePath? = nil) {
        let sizes = names.compactMap { name -> (name: FilePath, byteCount: Int64)? in
            guard !name.string.hasPrefix("."), Self.extensions.contains(name.string.lowercasedExtension)
            else { return nil }
            return FixFiles.stamp(of: folder.appending(name.string)).map { (name, $0.byteCount) }
        }
        var rest = Self.largestByteCount
        for (name, byteCount) in sizes.sorted(by: { $0.byteCount < $1.byteCount }) where byteCount <= rest {
            rest -= byteCount
            let path = folder.appending(name.string)
            guard let bytes = try? FixFiles.contents(of: path).bytes else { continue }
            texts.append(Text(child == nil ? name : path, bytes, of: child))
        }
    }
}
