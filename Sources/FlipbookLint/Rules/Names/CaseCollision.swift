import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    /// Names that are one name to a file system that does not tell large letters from small ones.
    package static let caseCollision = LintRule(
        id: "name.case-collision",
        severity: .warning,
        evidence: .names,
        summary: "Two names differ in the size of letters only, or in how an accent is written.",
        rationale:
            "On a Mac and under Windows they are one file: unpacked or checked out there, one replaces the other.",
        remedy: "Rename one of them, or remove what is there twice.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png", "run.1.png", "run.2.png"])],
        failing: [
            RuleExample(names: ["Logo.png", "logo.png"]),
            RuleExample(names: ["e\u{301}t\u{E9}.png", "\u{E9}t\u{E9}.png"]),
        ],
        judge: .wholeFolder { folder in
            guard folder.mayCollide else { return nil }
            // Strings are the same where they look the same, even with different bytes.
            var groups = FrameGroups<String>()
            for frame in folder.subjects.lazy.flatMap(\.frames) {
                groups.append(frame, to: frame.path.lastComponent.lowercased())
            }
            let pairs = groups.all.map(\.frames).filter { frames in
                frames.count > 1 && Set(frames.lazy.map(\.path.lastComponent).map { FilePath($0) }).count > 1
            }
            guard let first = pairs.first else { return nil }
            let names = first.map { spelled($0, among: first) }.joined(separator: " and ")
            return Verdict(
                on: pairs.flatMap { $0 },
                message: pairs.count == 1
                    ? "\(names) are one name on a Mac and under Windows."
                    : "\(pairs.count) pairs of names, such as \(names), are one name each on a Mac and under Windows.",
                fix: "Rename one of \(pairs.count == 1 ? "them" : "each pair"), or remove what is there twice."
            )
        }
    )
}

/// A name, and with what it is written where it looks the same as another: `été.png (U+0301 U+00E9)`.
private func spelled(_ frame: FrameEvidence, among twins: [FrameEvidence]) -> String {
    let name = frame.path.lastComponent
    // Strings are equal where they look the same.
    guard twins.count(where: { $0.path.lastComponent == name }) > 1 else { return frame.name }
    let marks = name.unicodeScalars.filter { !$0.isASCII }.prefix(4).map {
        "U+" + $0.value.digits(4, radix: 16, uppercase: true)
    }
    return "\(frame.name) (\(marks.joined(separator: " ")))"
}

extension FolderEvidence {
    /// Whether two names may be the same but for their case: `false` at once for the many folders where none are.
    fileprivate var mayCollide: Bool {
        // Names of one pattern differ in their digits. Two patterns share a name at most where they share a shape.
        var shapes: Set<UInt64> = []
        var areApart = true
        for pattern in subjects.lazy.compactMap(\.pattern) {
            let shape = FilePath(pattern.prefix + pattern.suffix).withBytes { digest(of: $0, isShape: true) }
            guard let shape else { return true }
            if !shapes.insert(shape).inserted { areApart = false }
        }
        var seen: Set<UInt64> = []
        /// Returns `true` if a name is like one before it, or has the shape of a pattern.
        func mayCollide(_ sequence: SequenceEvidence) -> Bool {
            sequence.frames.indices.contains { index in
                sequence.frames[index].path.withNameBytes { name in
                    guard let code = digest(of: name, isShape: false) else { return true }
                    if !seen.insert(code).inserted { return true }
                    guard areApart, !shapes.isEmpty else { return false }
                    return digest(of: name, isShape: true).map(shapes.contains) ?? true
                }
            }
        }
        return subjects.contains { (!areApart || $0.pattern == nil) && mayCollide($0) }
    }
}

/// FNV-1a of the small letters, `nil` where there is more than ASCII; two that are alike by chance cost a closer
/// look.
/// - Parameter isShape: whether it leaves out what a number and a scale factor (`-1@2x`) are written with.
private func digest(of name: UnsafeBufferPointer<UInt8>, isShape: Bool) -> UInt64? {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name {
        guard byte < 0x80 else { return nil }
        let small = 0x41...0x5A ~= byte ? byte | 0x20 : byte
        switch small {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "x"):
            if isShape { continue }
        default: break
        }
        hash = (hash ^ UInt64(small)) &* 0x100_0000_01B3
    }
    return hash
}
