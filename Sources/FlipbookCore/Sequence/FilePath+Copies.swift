extension FilePath {
    /// Returns the files that this one is a copy of, judging by its name: `walk.png` for `walk (1).png` and `Copy of walk.png`.
    /// The patterns are those of file managers on Linux, macOS and Windows, and of conflicted copies in Dropbox, Nextcloud and
    /// Syncthing.
    /// - Parameter countsNumbers: A Boolean value that indicates whether a number alone marks a copy: `walk 2.png`.
    package func originals(countsNumbers: Bool = true) -> [FilePath] {
        let name = lastComponent
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return [] }
        let (stem, suffix) = (name[..<dot], name[dot...])
        // Fast path: most names contain none of these marks.
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

private let words = ["copy", "kopie", "copie", "copia", "kopia", "kopi", "копия", "コピー", "副本", "복사본"]

private func stems(of stem: Substring, countsNumbers: Bool) -> [Substring] {
    if let rest = withoutBeginning(stem) ?? withoutConflict(stem) { return [rest] }
    // Names such as "name~" and "name ".
    if stem.hasSuffix("~") || stem.hasSuffix(" ") { return [stem.dropLast()] }
    // Names such as "name.0003-1".
    if isNumberedAgain(stem) { return countsNumbers ? [stem.dropLast(2)] : [] }
    // Names such as "name~1".
    if let tilde = stem.lastIndex(of: "~"), (1...2).contains(stem[tilde...].dropFirst().utf8.count),
        Int(stem[tilde...].dropFirst()) != nil
    {
        return countsNumbers ? [stem[..<tilde]] : []
    }
    // Names such as "name (1)", "name (another copy)", "name - Copy (2)" and "name [1]".
    if let open = stem.hasSuffix(")") ? stem.lastIndex(of: "(") : stem.hasSuffix("]") ? stem.lastIndex(of: "[") : nil {
        let inner = stem[stem.index(after: open)...].dropLast().lowercased()
        let isNumber = (1...2).contains(inner.utf8.count) && Int(inner) != nil
        guard isNumber || words.contains(where: inner.contains) || inner.contains("conflict") else { return [] }
        let rest = stem[..<open].hasSuffix(" ") ? stem[..<open].dropLast() : stem[..<open]
        return [withoutWord(rest) ?? rest]
    }
    if let rest = withoutWord(stem) { return [rest] }
    // Names such as "name copy 2" and "name 2".
    guard let space = stem.lastIndex(of: " "), let number = Int(stem[stem.index(after: space)...]), 2...99 ~= number
    else { return [] }
    let rest = stem[..<space]
    return [withoutWord(rest)].compactMap { $0 } + (countsNumbers && number < 10 ? [rest] : [])
}

/// Returns `true` if a hyphen and a digit follow at least three digits. Browsers name repeated downloads this way.
private func isNumberedAgain(_ stem: Substring) -> Bool {
    let end = Array(stem.utf8.suffix(5))
    return end.count == 5 && end[3] == UInt8(ascii: "-") && end[4] != UInt8(ascii: "0")
        && [0, 1, 2, 4].allSatisfy { end[$0].isDigit }
}

/// Returns a name without a leading "Copy of " or "Copy (2) of ".
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

/// Returns a name without a trailing ".sync-conflict-20260101-101200-ABCDEFG" or "_conflict-20260101".
private func withoutConflict(_ stem: Substring) -> Substring? {
    for mark in [".sync-conflict-", "_conflict-", "-conflict-", ".conflict-"] {
        let parts = stem.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, let first = parts[1].first, first.isNumber { return parts[0] }
    }
    return nil
}

/// Returns a name without a trailing " copy", " - Copy", ".copy" or "_copy".
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
