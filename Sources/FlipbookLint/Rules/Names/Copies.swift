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
        rationale: "It is left out of the sequence; it may be the newer of the two, or another picture of a burst.",
        remedy: "If they differ, rename them; remove only identical ones.",
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
                guard subject.kind == .stills || frames.first.map({ !$0.path.originals().isEmpty }) ?? false else {
                    return []
                }
                return frames.compactMap { frame in
                    let originals = frame.path.originals(countsNumbers: subject.kind == .stills || frames.count < 3)
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
                fix: "If they differ (a burst), rename them; remove only identical ones."
            )
        }
    )
}
