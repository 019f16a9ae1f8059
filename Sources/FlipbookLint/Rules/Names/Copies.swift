import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    /// Copies of frames that a file manager or a file service left beside them: `walk.0007 (1).png`,
    /// `walk.0007 copy 2.png`, `Copy of walk.0007.png`, `walk.0007.sync-conflict-20260101-101200-ABCDEFG.png`.
    package static let copy = LintRule(
        id: "name.copy",
        severity: .warning,
        evidence: .names,
        summary: "A file is named as a copy of another one that lies beside it.",
        discussion:
            "As the file managers of Linux, macOS and Windows name copies, and as Dropbox, Nextcloud and Syncthing "
            + "name files that two people changed.",
        rationale: "It is left out of the sequence; perhaps it is the newer of the two.",
        remedy: "Keep the better one of both under the frame's name.",
        passing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "copy.png", "logo (1).png"]),
            RuleExample(names: ["icon.png", "icon 2.png", "icon 3.png", "icon 4.png"]),
            RuleExample(names: ["level_3.png", "level_3-1.png"]),
        ],
        failing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.2 (1).png"]),
            RuleExample(names: ["logo.png", "logo copy.png"]),
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.2 - Copy (2).png", "Copy of walk.1.png"]),
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.2 2.png", "walk.1 (another copy).png"]),
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.2 (Ann's conflicted copy 2026-01-02).png"]),
            RuleExample(names: [
                "walk.0001.png", "walk.0002.png", "walk.0002~.png", "walk.0001-1.png", "walk.0001 .png",
            ]),
        ],
        judge: .wholeFolder { folder in
            let candidates = folder.subjects.flatMap { subject -> [(frame: FrameEvidence, originals: [FilePath])] in
                // The names of a sequence are copies together or not at all, and numbers such as 2 count more than two.
                let frames = subject.frames[...]
                guard subject.kind == .stills || frames.first.map({ !originals(of: $0).isEmpty }) ?? false else {
                    return []
                }
                return frames.compactMap { frame in
                    let originals = originals(of: frame, countsNumbers: subject.kind == .stills || frames.count < 3)
                    return originals.isEmpty ? nil : (frame, originals)
                }
            }
            guard !candidates.isEmpty else { return nil }
            let names = Set(folder.subjects.lazy.flatMap(\.frames).map { FilePath($0.path.lastComponent) })
            let copies = candidates.compactMap { frame, originals in
                originals.first(where: names.contains).map { (frame: frame, original: $0) }
            }
            guard let first = copies.first else { return nil }
            return Verdict(
                on: copies.map(\.frame),
                message: copies.count == 1
                    ? "looks like a copy of \(first.original), and belongs to no sequence."
                    : "\(copies.count) files look like copies of others, such as \(first.frame.name) of \(first.original).",
                fix: "Keep the better one of both under the frame's name, and remove the other."
            )
        }
    )
}

/// What a copy is called in the languages of file managers.
private let words = ["copy", "kopie", "copie", "copia", "kopia", "kopi"]

/// The names of which a file may be a copy; none for a name that is no copy's.
private func originals(of frame: FrameEvidence, countsNumbers: Bool = true) -> [FilePath] {
    let name = frame.path.lastComponent
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return [] }
    let (stem, suffix) = (name[..<dot], name[dot...])
    // Most names have none of the marks, and are done with at once.
    guard
        stem.utf8.contains(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "(") })
            || words.contains(where: { stem.utf8.count > $0.utf8.count && stem.lowercased().hasSuffix($0) })
            || stem.contains("conflict") || stem.utf8.last == UInt8(ascii: "~") || isNumberedAgain(stem)
    else { return [] }
    return stems(of: stem, countsNumbers: countsNumbers).map { FilePath(String($0) + suffix) }
}

/// The names without what a copy adds to them.
private func stems(of stem: Substring, countsNumbers: Bool) -> [Substring] {
    if let rest = withoutBeginning(stem) ?? withoutConflict(stem) { return [rest] }
    // "name~", "name ".
    if stem.hasSuffix("~") || stem.hasSuffix(" ") { return [stem.dropLast()] }
    // "name.0003-1".
    if isNumberedAgain(stem) { return countsNumbers ? [stem.dropLast(2)] : [] }
    // "name (1)", "name (another copy)", "name - Copy (2)".
    if stem.hasSuffix(")"), let open = stem.lastIndex(of: "(") {
        let inner = stem[stem.index(after: open)...].dropLast().lowercased()
        let isNumber = (1...2).contains(inner.utf8.count) && Int(inner) != nil
        guard isNumber || words.contains(where: inner.contains) || inner.contains("conflict") else { return [] }
        let rest = stem[..<open].trimmingSpace
        return [withoutWord(rest) ?? rest]
    }
    if let rest = withoutWord(stem) { return [rest] }
    // "name copy 2", "name 2".
    guard let space = stem.lastIndex(of: " "), let number = Int(stem[stem.index(after: space)...]), 2...99 ~= number
    else {
        return []
    }
    let rest = stem[..<space]
    return [withoutWord(rest)].compactMap { $0 } + (countsNumbers && number < 10 ? [rest] : [])
}

/// Whether one more digit stands behind a number of three digits or more, as a download that met the name adds it.
private func isNumberedAgain(_ stem: Substring) -> Bool {
    let end = Array(stem.utf8.suffix(5))
    return end.count == 5 && end[3] == UInt8(ascii: "-") && end[4] != UInt8(ascii: "0")
        && [0, 1, 2, 4].allSatisfy { end[$0].isDigit }
}

/// A name without "Copy of " or "Copy (2) of " in front of it.
private func withoutBeginning(_ stem: Substring) -> Substring? {
    for word in ["copy", "kopie", "copie", "copia"] where stem.lowercased().hasPrefix(word + " ") {
        var rest = stem.dropFirst(word.count + 1)
        if rest.hasPrefix("("), let close = rest.firstIndex(of: ")") {
            rest = rest[rest.index(after: close)...].drop { $0 == " " }
        }
        for link in ["of ", "von ", "de ", "di "] where rest.hasPrefix(link) { return rest.dropFirst(link.count) }
    }
    return nil
}

/// A name without ".sync-conflict-20260101-101200-ABCDEFG" or "_conflict-20260101" at its end.
private func withoutConflict(_ stem: Substring) -> Substring? {
    for mark in [".sync-conflict-", "_conflict-", "-conflict-", ".conflict-"] {
        let parts = stem.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, let first = parts[1].first, first.isNumber { return parts[0] }
    }
    return nil
}

/// A name without " copy", " - Copy" or "_copy" at its end.
private func withoutWord(_ stem: Substring) -> Substring? {
    let small = stem.lowercased()
    for word in words where small.hasSuffix(word) {
        let rest = stem.dropLast(word.count)
        for mark in [" - ", " ", "_", "-"] where rest.hasSuffix(mark) { return rest.dropLast(mark.count) }
    }
    return nil
}

extension Substring {
    /// The text without a space at its end.
    fileprivate var trimmingSpace: Substring { hasSuffix(" ") ? dropLast() : self }
}
