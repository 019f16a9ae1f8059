import FlipbookCore
import FlipbookImaging
import FlipbookLintModel

extension FixDraft {
    /// Gives files new names: spelling, extension, number, padding; then takes back what would collide.
    mutating func rename() {
        respell()
        setExtensions()
        let widths = widths()
        renumber()
        pad(to: widths)
        for frame in frames { check(frame) }
        settle()
    }

    /// Spells names as most files of the sequence are: `Walk.3.png` and `walk.3.PNG` as `walk.3.png`.
    private mutating func respell() {
        var spellings: [FilePath: (usual: FramePattern, odd: FramePattern, frame: FrameEvidence)] = [:]
        for namesakes in evidence.namesakes {
            for odd in namesakes.odd {
                for frame in odd.frames { spellings[frame.path] = (namesakes.usual.pattern, odd.pattern, frame) }
            }
        }
        for rule in [RuleID.mixedCase, RuleID.mixedExtension] {
            for finding in findings(of: rule) {
                for file in finding.files {
                    let name = FilePath(file.lastComponent)
                    // A file that is alone with its spelling is a still elsewhere; here it has its number.
                    guard let (usual, odd, frame) = spellings[file], names[name] != nil,
                        var new = FrameNameParts(frame, pattern: odd)
                    else { continue }
                    new.prefix = FilePath(usual.prefix)
                    new.suffix = FilePath(usual.suffix)
                    new.width = usual.padding.width
                    names[name] = new
                    note(rule, name)
                }
            }
        }
    }

    /// Gives files the extension of their format; those of a sequence all together or not at all, since a frame
    /// under another extension is no longer one of it.
    private mutating func setExtensions() {
        var uniform: [FilePath: Bool] = [:]
        for (frame, sequence) in members where found(RuleID.formatByExtension, frame.path) {
            let name = FilePath(frame.path.lastComponent)
            guard let format = frame.header?.format, names[name] != nil else { continue }
            let key = FilePath(sequence.name)
            let isAlone = sequence.kind == .stills
            let goes = isAlone ? true : uniform[key] ?? isMisnamedThroughout(family(of: sequence), as: format)
            uniform[key] = goes
            guard goes else {
                let word = name.string.lowercasedExtension.uppercased()
                let reason = "under another extension it leaves its sequence; convert it to \(word)"
                refuse(RuleID.formatByExtension, name.description, reason)
                continue
            }
            names[name]?.setExtension(format.extensions[0])
            note(RuleID.formatByExtension, name)
        }
    }

    /// Whether all frames are of one format and their extension says another.
    private func isMisnamedThroughout(_ family: [SequenceEvidence], as format: ImageFormat) -> Bool {
        family.lazy.flatMap(\.frames).allSatisfy {
            $0.header?.format == format && found(RuleID.formatByExtension, $0.path)
        }
    }

    /// Why the numbers of a stem are padded, and to how many characters.
    private typealias Widths = [FrameNameParts.Stem: (width: Int, rules: [RuleID])]

    private func widths() -> Widths {
        var result: Widths = [:]
        for family in families {
            guard let pattern = family.first?.pattern else { continue }
            let stem = FrameNameParts.Stem(prefix: FilePath(pattern.prefix), suffix: FilePath(pattern.suffix))
            var width = family.compactMap { $0.pattern?.padding.width }.max() ?? 1
            let longest = family.lazy.flatMap(\.frames).compactMap(\.number).map { String($0).utf8.count }.max() ?? 1
            var rules: [RuleID] = []
            if family.contains(where: { $0.frames.contains { found(RuleID.mixedPadding, $0.path) } }) {
                // As the finding says: what is odd gets the padding of the others.
                width = family.usual?.pattern?.padding.width ?? width
                rules.append(RuleID.mixedPadding)
            }
            for rule in [RuleID.digitBoundary, RuleID.lexicographicOrder] where found(rule, in: family) {
                width = max(width, longest)
                rules.append(rule)
            }
            // Zeros and no zeros contradict each other; whoever wants both gets them.
            if rules.isEmpty, found(RuleID.zeroPadded, in: family) { (width, rules) = (1, [RuleID.zeroPadded]) }
            if !rules.isEmpty { result[stem] = (width, rules) }
        }
        return result
    }

    private mutating func pad(to widths: Widths) {
        // Of two files with one number nobody knows which is to go, and padded alike they would be one.
        let repeated = Set(families.flatMap(\.repeatedFrames).map(\.path))
        for frame in frames where !repeated.contains(frame.path) {
            let name = FilePath(frame.path.lastComponent)
            guard let stem = names[name]?.stem, let before = names[name]?.text, let (width, rules) = widths[stem] else {
                continue
            }
            names[name]?.width = width
            if names[name]?.text != before { for rule in rules { note(rule, name) } }
        }
    }

    /// Numbers that leave their step keep it, and those that begin late begin with 1.
    private mutating func renumber() {
        for family in families {
            let members = family.flatMap(\.frames)
            let numbers = Set(members.compactMap(\.number)).sorted()
            guard let first = numbers.first else { continue }
            var positions: [Int: Int] = [:]
            var rules: [RuleID] = []
            if found(RuleID.irregularStep, in: family), family.count == 1,
                let step = family[0].irregularity?.step
            {
                // The end fits an Int: eighteen digits, and fewer frames than memory holds.
                let (length, overflow) = step.multipliedReportingOverflow(by: numbers.count - 1)
                guard !overflow, length < .max / 4, String(first + length).utf8.count <= 18 else { continue }
                for (index, number) in numbers.enumerated() { positions[number] = first + index * step }
                rules.append(RuleID.irregularStep)
            }
            let begins = found(RuleID.startIndex, in: family) && !(0...1).contains(first)
            if begins { rules.append(RuleID.startIndex) }
            guard !rules.isEmpty else { continue }
            let shift = begins ? 1 - first : 0
            let place = { (number: Int) in (positions[number] ?? number) + shift }
            // Numbers without zeros in front get none by becoming shorter.
            let isPlain = begins && !family.contains(where: \.isZeroPadded)
            for sequence in family { numbering[FilePath(sequence.name)] = place }
            for member in members {
                let name = FilePath(member.path.lastComponent)
                guard let number = names[name]?.number, place(number) != number else { continue }
                names[name]?.number = place(number)
                if isPlain { names[name]?.width = 1 }
                for rule in rules { note(rule, name) }
            }
        }
    }

    /// Says of a name that cannot be changed that it was to be.
    private mutating func check(_ frame: FrameEvidence) {
        let name = FilePath(frame.path.lastComponent)
        guard names[name] == nil else { return }
        for rule in [RuleID.formatByExtension, RuleID.mixedPadding, RuleID.mixedCase, RuleID.mixedExtension]
        where found(rule, frame.path) {
            let isFile = inventory.stamp(of: name) != nil
            let reason = isFile ? "a manifest names it; rename it there, too" : "it is no plain file"
            refuse(rule, name.description, reason)
        }
    }
}
