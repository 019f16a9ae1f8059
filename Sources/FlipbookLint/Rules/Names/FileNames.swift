import FlipbookCore
import FlipbookFiles
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
            let examples = folder.undecodableExamples
            let list =
                examples.isEmpty ? "" : ": " + examples.joined(separator: ", ") + (count > examples.count ? ", …" : "")
            return Verdict(
                message: count == 1
                    ? "1 name is not UTF-8\(list); the file was not checked."
                    : "\(count) names are not UTF-8\(list); the files were not checked.",
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
            + "refuses: \\ : * ? \" < > |, a dot or space at the end, and the names of devices such as aux.png.",
        rationale:
            "Such a name shows as something else than it is, ends a line of a list, or is lost when the folder "
            + "is copied.",
        remedy: "Rename the file.",
        passing: [RuleExample(names: ["gr\u{FC}n 1.png", "gr\u{FC}n 2.png", "auxiliary.png"])],
        failing: [
            RuleExample(names: ["a\u{1B}[31m.1.png", "a\u{1B}[31m.2.png"]),
            RuleExample(names: ["12:30.png"]),
            RuleExample(names: ["aux.png"]),
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png "]),
        ],
        judge: .wholeFolder { folder in
            // One name of each sequence, since all names of a sequence are unsafe for one reason.
            let groups = folder.subjects.flatMap { subject in
                subject.kind == .stills ? subject.unsafeFrames.map { [$0] } : [subject.unsafeFrames]
            }.filter { !$0.isEmpty }
            let spaced = folder.namesThatEndInSpace
            guard !groups.isEmpty || !spaced.isEmpty,
                let reason = unsafety(of: groups.first?.first?.path.lastComponent ?? spaced[0].string)
            else { return nil }
            let count = groups.reduce(spaced.count) { $0 + $1.count }
            let reasons =
                groups.map { group in (group[0].name, unsafety(of: group[0].path.lastComponent) ?? "") }
                + spaced.map { ($0.description, unsafety(of: $0.string) ?? "") }
            let list = reasons.prefix(5).map { "\($0) \($1)" }.joined(separator: "; ")
            let more = reasons.count > 5 ? "; and \(reasons.count - 5) more" : ""
            return Verdict(
                on: groups.flatMap { $0 }
                    + spaced.map { FrameEvidence(path: folder.givenPath.appending($0.string), number: nil) },
                message: count == 1
                    ? "the name \(reason)." : "\(count) names cannot be used everywhere: \(list)\(more).",
                fix: count == 1 ? "Rename the file." : "Rename the files."
            )
        }
    )
}

extension FolderEvidence {
    /// The names that would be an image's but for a space or a dot at their end.
    fileprivate var namesThatEndInSpace: [FilePath] {
        otherNames.filter { name in
            guard let last = name.string.utf8.last, [UInt8(ascii: " "), UInt8(ascii: ".")].contains(last) else {
                return false
            }
            let kept = name.string.utf8.reversed().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ".") }
            return Self.imageExtensions.contains(String(decoding: kept.reversed(), as: UTF8.self).lowercasedExtension)
        }
    }
}

extension SequenceEvidence {
    /// The files whose names are unsafe. Those of a pattern all are, or none is.
    fileprivate var unsafeFrames: [FrameEvidence] {
        if let pattern { return unsafety(of: pattern.prefix + "0" + pattern.suffix) == nil ? [] : frames }
        return frames.filter { unsafety(of: $0.path.lastComponent) != nil }
    }
}

/// The fault of a name, with its verb: `holds ":", which Windows refuses`.
private func unsafety(of name: String) -> String? {
    let bytes = name.utf8
    if let byte = bytes.first(where: { $0 < 0x20 || $0 == 0x7F }) {
        return "holds the control character \(codePoint(UInt32(byte)))"
    }
    if let byte = bytes.first(where: { "\\:*?\"<>|".utf8.contains($0) }) {
        return "holds \(Character(UnicodeScalar(byte))), which Windows refuses"
    }
    if bytes.last == UInt8(ascii: ".") { return "ends with a dot, which Windows drops" }
    if bytes.last == UInt8(ascii: " ") { return "ends with a space, which Windows drops" }
    let stem = name.prefix { $0 != "." }.lowercased()
    if devices.contains(stem) { return "begins with \(stem), which is a device under Windows" }
    // Beyond ASCII, what is escaped when it is printed.
    guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
    let odd = name.unicodeScalars.first { !String($0).escapingControlCharacters.utf8.elementsEqual(String($0).utf8) }
    return odd.map { "holds \(codePoint($0.value)), which is not seen and may turn the direction of writing" }
}

private func codePoint(_ value: UInt32) -> String { "U+" + value.digits(4, radix: 16, uppercase: true) }

/// The names that Windows keeps for devices, with any extension.
private let devices: Set<String> = Set(
    ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] }
)
