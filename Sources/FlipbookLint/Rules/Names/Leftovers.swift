import FlipbookCore
import FlipbookFiles
package import FlipbookLintModel

extension LintRule {
    package static let leftover = LintRule(
        .init("name.leftover", .warning, evidence: .names),
        summary: "A file beside the frames is what a program left behind while it wrote or edited one.",
        notes: "Names of images with .tmp, .part, .partial, .swp, .bak, .lock, .placeholder and the like at their end, "
            + "~, #, or ._ in front of them.",
        why: "The frame that it belongs to may be missing or half written, and the file travels with the folder.",
        remedy: "See whether the frame is whole, and remove what was left behind.",
        passing: [["walk.1.png", "walk.2.png", "notes.tmp", "partial.png", "walk.1.png.md5"]],
        failing: [
            ["walk.1.png", "walk.2.png", "walk.2.png.tmp"],
            ["walk.1.png", "walk.2.png", ".walk.3.png.swp", "walk.4.png~", "._walk.2.png"],
            ["walk.1.png", "walk.2.png", "walk.3.partial.png"],
        ],
        judge: .wholeFolder { folder in
            let stills = folder.stills?.frames.map { FilePath($0.path.lastComponent) } ?? []
            let found = (folder.otherNames + folder.hiddenNames + stills).compactMap { name in
                Leftovers.frame(of: name.string).map { (name: name, frame: FilePath($0)) }
            }
            guard let first = found.first else { return nil }
            let there = Set(folder.subjects.lazy.flatMap(\.frames).map { FilePath($0.path.lastComponent) })
            let absent = found.map(\.frame).filter { !there.contains($0) }
            let loss =
                absent.first.map {
                    "; \($0)\(absent.count == 1 ? " is" : " and \(absent.count - 1) more are") not there"
                } ?? ""
            return Verdict(
                on: found.map { FrameEvidence(path: folder.givenPath.appending($0.name.string), number: nil) },
                message: found.count == 1
                    ? "a program left it behind while it wrote or edited \(first.frame)\(loss)."
                    : "\(found.count) files are what programs left behind, such as \(first.name)\(loss).",
                fix: absent.isEmpty
                    ? nil : "Render what is not there, unless a leftover is the picture; then remove the leftovers.",
                measured: .init(found.count.of("file"))
            )
        }
    )

    package static let deviceFrames = LintRule(
        .init("name.device-frames", .info, evidence: .names),
        summary: "Frames for one kind of device (~iphone, ~ipad) were not judged.",
        why: "They take the place of the others on that device only, and what is wrong with them shows nowhere else.",
        remedy: "Lint once more with \(remedy: .set(.idiom, to: "phone")), or \(remedy: .set(.idiom, to: "pad")).",
        passing: [["walk.1.png", "walk.2.png", "icon~ipad.png"]],
        failing: [["walk.1.png", "walk.2.png", "walk.1~ipad.png", "walk.2~ipad.png"]],
        judge: .wholeFolder { folder in
            let found = UserInterfaceIdiom.allCases.compactMap { idiom in
                folder.deviceFrames[idiom].map { (idiom: idiom, count: $0) }
            }
            guard !found.isEmpty else { return nil }
            let counts = found.map { "\($0.count.of("frame")) for \($0.idiom.suffix)" }.joined(separator: " and ")
            let ways: [Explanation] = found.map { "\(remedy: .set(.idiom, to: $0.idiom.rawValue))" }
            return Verdict(
                message: "\(counts) were not judged.",
                fix: "Lint once more with \(ways.joined(separator: ", and with ")).",
                measured: .init(counts)
            )
        }
    )

    package static let unfinishedExport = LintRule(
        .init("name.unfinished-export", .warning, evidence: .names),
        summary: "An export into the folder did not end, or is still at work.",
        notes: "What it writes lies under a hidden name (.flipbook-host-4711-x.partial) until it is complete. One that "
            + "was killed leaves it there; the next export into the folder, on the same machine, takes it away.",
        why: "It takes room. Where an export of numbered images was killed while these got their names, some frames "
            + "may be new and others old.",
        remedy: "Export into the folder again, on the machine named in the file name, which finishes or undoes what "
            + "was begun. Do not delete what is left: where frames were being replaced, the old ones may have no other name.",
        failing: [
            RuleExample(names: ["walk.1.png", "walk.2.png"]) {
                $0.unfinishedExports = [".flipbook-host-4711-x.partial"]
            }
        ],
        judge: .wholeFolder { folder in
            guard !folder.unfinishedExports.isEmpty else { return nil }
            let names = folder.unfinishedExports.map { "\(FilePath($0))" }.listed(atMost: 1)
            return Verdict(
                message: "an export into this folder did not end, or is still at work (\(names))."
            )
        }
    )

    package static let unfinishedFix = LintRule(
        .init("name.unfinished-fix", .error, evidence: .names),
        summary: "A fix of the folder, or the undoing of one, did not end.",
        notes: "Its journal lies in a hidden folder (.flipbook-fix-1). A fix that is still at work looks the same.",
        why: "Some frames may have their new names and others their old ones, so what else is found may be the "
            + "fault of that.",
        remedy: "Put the folder back with \(remedy: .undoFix), and fix it again.",
        failing: [RuleExample(names: ["walk.1.png", "walk.2.png"]) { $0.hasUnfinishedFix = true }],
        judge: .wholeFolder { folder in
            guard folder.hasUnfinishedFix else { return nil }
            return Verdict(
                message: "a fix of this folder, or its undoing, did not end; some frames may have their new names, and "
                    + "others not."
            )
        }
    )
}
