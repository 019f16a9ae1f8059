extension FilePath {
    /// The files whose copy this one is by its name, as the file managers of Linux, macOS and Windows name copies, and as
    /// Dropbox, Nextcloud and Syncthing name files that two people changed: `walk.png` for `walk (1).png` and `Copy of walk.png`; none
    /// for most names.
    /// - Parameter countsNumbers: Whether a number without a word is a mark: `walk 2.png`.
    package func originals(countsNumbers: Bool = true) -> [FilePath] {
        let name = lastComponent
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return [] }
        let (stem, suffix) = (name[..<dot], name[dot...])
        // Most names have none of the marks, and are done with at once.
        guard
            stem.utf8.contains(where: { " ([~".utf8.contains($0) })
                || words.contains(where: { stem.utf8.count > $0.utf8.count && stem.lowercased().hasSuffix($0) })
                || stem.contains("conflict") || isNumberedAgain(stem)
        else { return [] }
        var all = stems(of: stem, countsNumbers: countsNumbers)
        // "name (1) (1)" is a copy of a copy.
        all += all.flatMap { stems(of: $0, countsNumbers: countsNumbers) }
        return all.map { FilePath(String($0) + suffix) }
    }
}

/// The word for a copy in the languages of file managers.
private let words = ["copy", "kopie", "copie", "copia", "kopia", "kopi", "копия", "コピー", "副本", "복사본"]

/// The names without what a copy adds to them.
private func stems(of stem: Substring, countsNumbers: Bool) -> [Substring] {
    if let rest = withoutBeginning(stem) ?? withoutConflict(stem) { return [rest] }
    // "name~", "name ".
    if stem.hasSuffix("~") || stem.hasSuffix(" ") { return [stem.dropLast()] }
    // "name.0003-1".
    if isNumberedAgain(stem) { return countsNumbers ? [stem.dropLast(2)] : [] }
    // "name~1".
    if let tilde = stem.lastIndex(of: "~"), (1...2).contains(stem[tilde...].dropFirst().utf8.count),
        Int(stem[tilde...].dropFirst()) != nil
    {
        return countsNumbers ? [stem[..<tilde]] : []
    }
    // "name (1)", "name (another copy)", "name - Copy (2)", "name [1]".
    if let open = stem.hasSuffix(")") ? stem.lastIndex(of: "(") : stem.hasSuffix("]") ? stem.lastIndex(of: "[") : nil {
        let inner = stem[stem.index(after: open)...].dropLast().lowercased()
        let isNumber = (1...2).contains(inner.utf8.count) && Int(inner) != nil
        guard isNumber || words.contains(where: inner.contains) || inner.contains("conflict") else { return [] }
        let rest = stem[..<open].hasSuffix(" ") ? stem[..<open].dropLast() : stem[..<open]
        return [withoutWord(rest) ?? rest]
    }
    if let rest = withoutWord(stem) { return [rest] }
    // "name copy 2", "name 2".
    guard let space = stem.lastIndex(of: " "), let number = Int(stem[stem.index(after: space)...]), 2...99 ~= number
    else { return [] }
    let rest = stem[..<space]
    return [withoutWord(rest)].compactMap { $0 } + (countsNumbers && number < 10 ? [rest] : [])
}

/// Returns `true` if one more digit stands behind a number of three digits or more, as a download that met the name adds it.
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

/// A name without " copy", " - Copy", ".copy" or "_copy" at its end.
private func withoutWord(_ stem: Substring) -> Substring? {
    let small = stem.lowercased()
    for word in words where small.hasSuffix(word) {
        let rest = stem.dropLast(word.count)
        for mark in [" - ", " – ", " — ", " ", "_", "-", "."] where rest.hasSuffix(mark) {
            return rest.dropLast(mark.count)
        }
    }
    return nil
}
