import FlipbookCore
package import FlipbookLintModel

/// Names that something cannot read, or reads in another way.
extension LintRule {
    /// File names that are not UTF-8.
    package static let undecodableName = LintRule(
        id: "name.not-utf8",
        severity: .warning,
        evidence: .names,
        summary: "A file's name is not UTF-8.",
        rationale: "Its bytes mean different letters on different systems; Flipbook leaves such files out.",
        remedy: "Rename the file, for example with convmv.",
        passing: [RuleExample(names: ["gr\u{FC}n.1.png", "gr\u{FC}n.2.png"])],
        failing: [
            RuleExample(names: ["a.1.png", "a.2.png"], undecodableNames: 1),
            RuleExample(names: [], undecodableNames: 3),
        ],
        judge: .wholeFolder { folder in
            let count = folder.undecodableNames
            guard count > 0 else { return nil }
            return Verdict(
                message: count == 1
                    ? "1 name is not UTF-8; the file was not checked."
                    : "\(count) names are not UTF-8; the files were not checked.",
                fix: count == 1 ? "Rename the file." : "Rename the files.",
                measured: count.of("name")
            )
        }
    )

    /// Names that break a terminal, a shell or another system.
    package static let unsafeName = LintRule(
        id: "name.unsafe",
        severity: .warning,
        evidence: .names,
        summary: "A name holds characters that a terminal obeys or another system cannot store.",
        discussion: "Control characters, marks that turn the direction of writing, a line break; and what Windows "
            + "refuses: \\ : * ? \" < > | and a dot or space at the end.",
        rationale:
            "Such a name shows as something else than it is, ends a line of a list, or is lost when the folder "
            + "is copied.",
        remedy: "Rename the file.",
        passing: [RuleExample(names: ["gr\u{FC}n 1.png", "gr\u{FC}n 2.png"])],
        failing: [
            RuleExample(names: ["a\u{1B}[31m.1.png", "a\u{1B}[31m.2.png"]),
            RuleExample(names: ["12:30.png"]),
        ],
        judge: .wholeFolder { folder in
            let groups = folder.subjects.map(\.unsafeFrames).filter { !$0.isEmpty }
            let frames = groups.flatMap { $0 }
            guard let first = frames.first else { return nil }
            // One name of each sequence, since all names of a sequence are unsafe for one reason.
            let examples = groups.count == 1 ? [first.name] : groups.compactMap(\.first?.name)
            return Verdict(
                on: frames,
                message: frames.count == 1
                    ? "the name holds characters that terminals obey or other systems refuse."
                    : "\(frames.count) names, such as \(examples.firstFew), hold characters that terminals obey or other systems "
                        + "refuse.",
                fix: frames.count == 1 ? "Rename the file." : "Rename the files."
            )
        }
    )

    /// Copies of frames that a file manager left beside them: `walk.0007 (1).png`, `walk.0007 copy.png`.
    package static let copy = LintRule(
        id: "name.copy",
        severity: .warning,
        evidence: .names,
        summary: "A file is named as a copy of another one that lies beside it.",
        rationale: "It is left out of the sequence; perhaps it is the newer of the two.",
        remedy: "Keep the better one of both under the frame's name.",
        passing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "copy.png", "logo (1).png"])
        ],
        failing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.2 (1).png"]),
            RuleExample(names: ["logo.png", "logo copy.png"]),
        ],
        judge: .wholeFolder { folder in
            let candidates = (folder.stills?.frames ?? []).compactMap { frame in
                original(of: frame.path.lastComponent).map { (frame: frame, original: FilePath($0)) }
            }
            guard !candidates.isEmpty else { return nil }
            let names = Set(folder.subjects.lazy.flatMap(\.frames).map { FilePath($0.path.lastComponent) })
            let copies = candidates.filter { names.contains($0.original) }
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

extension SequenceEvidence {
    /// The files whose names are unsafe. Those of a pattern all are, or none is.
    fileprivate var unsafeFrames: [FrameEvidence] {
        if let pattern { return isUnsafe(pattern.prefix + "0" + pattern.suffix) ? frames : [] }
        return frames.filter { isUnsafe($0.path.lastComponent) }
    }
}

private func isUnsafe(_ name: String) -> Bool {
    let bytes = name.utf8
    let refused = "\\:*?\"<>|".utf8
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || refused.contains($0) }) { return true }
    if let last = bytes.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") { return true }
    // Beyond ASCII, what is escaped when it is printed.
    guard bytes.contains(where: { $0 >= 0x80 }) else { return false }
    return !name.escapingControlCharacters.utf8.elementsEqual(bytes)
}

/// The name that a file manager made a copy's name from; `nil` for a name that is none.
private func original(of name: String) -> String? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let (stem, suffix) = (name[..<dot], String(name[dot...]))
    for mark in [" copy", " - Copy", " Copy", "_copy", "-copy"] where stem.hasSuffix(mark) {
        return stem.dropLast(mark.count) + suffix
    }
    // "name (1)": a number in brackets after a space.
    guard stem.hasSuffix(")"), let open = stem.range(ofLast: " (") else { return nil }
    let digits = stem[open.upperBound...].dropLast()
    return (1...2).contains(digits.utf8.count) && Int(digits) != nil ? stem[..<open.lowerBound] + suffix : nil
}

extension Substring {
    /// Where two characters occur for the last time.
    fileprivate func range(ofLast pair: String) -> Range<Index>? {
        let (bytes, pair) = (utf8, Array(pair.utf8))
        guard let end = bytes.lastIndex(of: pair[1]), end > bytes.startIndex else { return nil }
        let start = bytes.index(before: end)
        return bytes[start] == pair[0] ? start..<bytes.index(after: end) : nil
    }
}
