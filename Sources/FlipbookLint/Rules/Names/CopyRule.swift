import FlipbookCore

/// Copies of frames that a file manager left beside them: `walk.0007 (1).png`, `walk.0007 copy.png`.
public struct CopyRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
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
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all copies in a folder.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        guard let stills = folder.stills else { return [] }
        var originals: [FilePath: FilePath] = [:]
        let candidates = stills.frames.filter { frame in
            let name = frame.path.lastComponent
            guard let original = Self.original(of: name) else { return false }
            originals[frame.path] = FilePath(original)
            return true
        }
        guard !candidates.isEmpty else { return [] }
        let names = Set(folder.subjects.lazy.flatMap(\.frames).map { FilePath($0.path.lastComponent) })
        let copies = candidates.filter { originals[$0.path].map(names.contains) ?? false }
        guard let first = copies.first, let original = originals[first.path] else { return [] }
        return [
            finding(
                in: folder.name,
                culprits: Culprits(copies),
                message: copies.count == 1
                    ? "looks like a copy of \(original), and belongs to no sequence."
                    : "\(copies.count) files look like copies of others, such as "
                        + "\(FilePath(first.path.lastComponent)) of \(original).",
                fix: "Keep the better one of both under the frame's name, and remove the other."
            )
        ]
    }

    /// The name that a file manager made a copy's name from; `nil` for a name that is none.
    private static func original(of name: String) -> String? {
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
