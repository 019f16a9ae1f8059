import FlipbookCore
package import FlipbookLintModel

/// What the linter left out, or a fix left behind.
extension LintRule {
    /// Frames that are drawn for one kind of device, where nobody asked for that device.
    package static let deviceFrames = LintRule(
        id: "name.device-frames",
        severity: .info,
        evidence: .names,
        summary: "Frames for one kind of device (~iphone, ~ipad) were not judged.",
        rationale:
            "They take the place of the others on that device only, and what is wrong with them shows nowhere else.",
        remedy: "Lint once more with --idiom phone, or --idiom pad.",
        passing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "icon~ipad.png"])
        ],
        failing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.1~ipad.png", "walk.2~ipad.png"])
        ],
        judge: .wholeFolder { folder in
            let found = UserInterfaceIdiom.allCases.compactMap { idiom in
                folder.deviceFrames[idiom].map { (idiom: idiom, count: $0) }
            }
            guard !found.isEmpty else { return nil }
            let counts = found.map { "\($0.count.of("frame")) for \($0.idiom.suffix)" }.joined(separator: " and ")
            let options = found.map { "--idiom \($0.idiom.rawValue)" }.joined(separator: ", and with ")
            return Verdict(
                message: "\(counts) were not judged.",
                fix: "Lint once more with \(options).",
                measured: counts
            )
        }
    )

    /// A folder in which an export is at work, or one was killed.
    package static let unfinishedExport = LintRule(
        id: "name.unfinished-export",
        severity: .warning,
        evidence: .names,
        summary: "An export into the folder did not end, or is still at work.",
        discussion:
            "What it writes lies under a hidden name (.flipbook-host-4711-x.partial) until it is complete. One that was "
            + "killed leaves it there; the next export into the folder, on the same machine, takes it away.",
        rationale:
            "It takes room. Where an export of numbered images was killed while these got their names, some frames may be "
            + "new and others old.",
        remedy: "Export into the folder again, which finishes or undoes what was begun; or delete what is left.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample(names: ["walk.1.png", "walk.2.png"], unfinishedExports: [".flipbook-host-4711-x.partial"])
        ],
        judge: .wholeFolder { folder in
            guard let first = folder.unfinishedExports.first else { return nil }
            let rest = folder.unfinishedExports.count - 1
            let names = "\(FilePath(first))" + (rest > 0 ? " and \(rest) more" : "")
            return Verdict(
                message: "an export into this folder did not end, or is still at work (\(names)).",
                fix: "Export into the folder again: that takes away what is left, and finishes what was complete."
            )
        }
    )

    /// A folder in which a fix, or the undoing of one, was interrupted.
    package static let unfinishedFix = LintRule(
        id: "name.unfinished-fix",
        severity: .error,
        evidence: .names,
        summary: "A fix of the folder, or the undoing of one, did not end.",
        discussion:
            "Its journal lies in a hidden folder (.flipbook-fix-1). A fix that is still at work looks the same.",
        rationale:
            "Some frames may have their new names and others their old ones, so what else is found may be the "
            + "fault of that.",
        remedy: "Put the folder back with flipbook undo, and fix it again.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [RuleExample(names: ["walk.1.png", "walk.2.png"], hasUnfinishedFix: true)],
        judge: .wholeFolder { folder in
            guard folder.hasUnfinishedFix else { return nil }
            return Verdict(
                message:
                    "a fix of this folder, or its undoing, did not end; some frames may have their new names, and others "
                    + "not.",
                fix:
                    "Put it back with 'flipbook undo \(folder.givenPath.string.quotedForShell)', and then fix it again."
            )
        }
    )
}
