import FlipbookCore
import FlipbookFiles
package import FlipbookLintModel

extension LintRule {
    package static let leftover = LintRule(
        .init("name.leftover", .warning, evidence: .names),
        summary: "A program that was writing or editing a frame left a file behind.",
        notes: "Finds images whose names end in .tmp, .part, .swp, .bak, .lock or the like, or are marked with ~, # or "
            + "._",
        why: "The frame may be missing or incomplete, and the leftover is copied together with the folder.",
        remedy: "Check that the frame is complete, and remove the leftover file.",
        passing: [["walk.1.png", "walk.2.png", "notes.tmp", "partial.png", "walk.1.png.md5"]],
        failing: [
            ["walk.1.png", "walk.2.png", "walk.2.png.tmp"],
            ["walk.1.png", "walk.2.png", ".walk.3.png.swp", "walk.4.png~", "._walk.2.png"],
            ["walk.1.png", "walk.2.png", "walk.3.partial.png"],
        ],
        judge: .wholeFolder { folder in
            let found = folder.leftovers
            guard let first = found.first else { return nil }
            let frames = folder.subjects.lazy.flatMap(\.frames)
            let isInvented = Dictionary(frames.map { (FilePath($0.path.lastComponent), $0.origin != nil) }) { $0 && $1 }
            // A frame created by a fix does not replace the real frame, which may be the leftover.
            let absent = found.filter { isInvented[$0.frame] ?? true }
            let rest = absent.count == 1 ? "is" : "and \(absent.count - 1) more are"
            let loss = absent.first.map { _, frame in
                "; \(frame) \(rest) \(isInvented[frame] == nil ? "missing" : "not the original, but made by a fix")"
            }
            return Verdict(
                on: found.map { FrameEvidence(path: folder.givenPath.appending($0.name.string), number: nil) },
                message: found.count == 1
                    ? "a program left it behind while writing or editing \(first.frame)\(loss ?? "")."
                    : "programs left \(found.count) files behind, such as \(first.name)\(loss ?? "").",
                fix: absent.first.map { name, frame -> Explanation in
                    "If \(name) is the complete picture, rename it to \(frame). Otherwise, render the frame, and "
                        + "remove the leftover.\(absent.count == 1 ? "" : " Check the others in the same way.")"
                },
                measured: .init(found.count.of("file"))
            )
        }
    )

    package static let deviceFrames = LintRule(
        .init("name.device-frames", .info, evidence: .names),
        summary: "Frames for one kind of device (~iphone, ~ipad) were not checked.",
        why: "Frames for a device replace the others on that device only, so faults in them are not visible elsewhere.",
        remedy: "Lint again with \(remedy: .set(.idiom, to: "phone")), or \(remedy: .set(.idiom, to: "pad")).",
        passing: [["walk.1.png", "walk.2.png", "icon~ipad.png"]],
        failing: [["walk.1.png", "walk.2.png", "walk.1~ipad.png", "walk.2~ipad.png"]],
        judge: .wholeFolder { folder in
            let found = UserInterfaceIdiom.allCases.compactMap { idiom in
                folder.deviceFrames[idiom].map { (idiom: idiom, count: $0) }
            }
            guard !found.isEmpty else { return nil }
            let counts = found.map { "\($0.count.of("frame")) for \($0.idiom.suffix)" }.joined(separator: " and ")
            let ways: [Explanation] = found.map { "\(remedy: .set(.idiom, to: $0.idiom.rawValue))" }
            let fix: Explanation = "Lint again with \(ways.joined(separator: ", and with "))."
            return Verdict(message: "\(counts) were not checked.", fix: fix, measured: .init(counts))
        }
    )

    package static let unfinishedExport = LintRule(
        .init("name.unfinished-export", .warning, evidence: .names),
        summary: "An export into the folder did not finish, or is still running.",
        notes: "Until an export is complete, its output has a hidden name (.flipbook-host-4711-x.partial). If the "
            + "export is killed, the output remains until the next export into the folder on the same machine.",
        why: "The output takes up space. If an export was killed while renaming, some images may be new and others "
            + "old.",
        remedy: "Export into the folder again, on the machine whose name is in the file name. This completes or undoes "
            + "the export. Do not delete the leftover files, since they may be the only copies of old frames.",
        failing: [
            RuleExample(names: ["walk.1.png", "walk.2.png"]) {
                $0.unfinishedExports = [".flipbook-host-4711-x.partial"]
            }
        ],
        judge: .wholeFolder { folder in
            guard !folder.unfinishedExports.isEmpty else { return nil }
            let names = folder.unfinishedExports.map { "\(FilePath($0))" }.listed(atMost: 1)
            return Verdict(message: "an export into this folder did not finish, or is still running (\(names)).")
        }
    )

    package static let unfinishedFix = LintRule(
        .init("name.unfinished-fix", .error, evidence: .names),
        summary: "An earlier fix or undo in the folder did not finish.",
        notes: "Its journal is in a hidden folder (.flipbook-fix-1). A fix that is still running is also reported.",
        why: "Some frames may have new names and others old ones, which may cause other findings.",
        remedy: "Restore the folder with \(remedy: .undoFix), and fix it again.",
        failing: [RuleExample(names: ["walk.1.png", "walk.2.png"]) { $0.hasUnfinishedFix = true }],
        judge: .wholeFolder { folder in
            guard folder.hasUnfinishedFix else { return nil }
            return Verdict(message: "a fix or an undo in this folder did not finish; some frames may have new names.")
        }
    )
}
