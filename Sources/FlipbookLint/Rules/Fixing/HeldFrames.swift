import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    /// A run without errors means that all frames were rendered, so a filled gap stays an error until the real frame replaces
    /// the copy.
    package static let inventedFrame = LintRule(
        .init("fix.held-frame", .error, evidence: .names),
        summary: "A fix made this frame: a copy, a renamed file, or a cropped, padded or enlarged picture.",
        notes: "Unsafe fixes list such frames in \(InventedFrames.fileName) in the same folder. A renamed frame is "
            + "recognized by its contents, and a recompressed frame by its pixels. A frame that is rendered again is "
            + "no longer reported. Keep the list with the frames, since nothing else identifies frames created by "
            + "fixes. This rule always runs, its findings are always errors, and no baseline accepts them.",
        why: "The sequence looks complete, but repeats a frame or shows a changed and possibly wrong picture.",
        remedy: "Render the frame or, if it is right, accept it in .flipbook.yaml with a suppression and a reason.",
        failing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"]) {
                $0.origins = ["walk.2.png": "a copy of walk.1.png"]
            }
        ],
        judge: .sequence { sequence in
            FrameGroups(sequence.frames, by: \.origin).all.map { origin, frames in
                let words = origin.hasPrefix("a copy ") ? "is \(origin), made by a fix." : "was \(origin) by a fix."
                let many = words.inPlural.replacing("a copy", with: "copies", maxReplacements: 1)
                return frames.verdict(one: words, many: many, measured: .init(origin))
            }
        }
    )

    package static let unreadableList = LintRule(
        .init("fix.unreadable-list", .error, evidence: .names),
        summary: "The list of frames created by fixes cannot be read.",
        notes: "The list is \(InventedFrames.fileName) in the frames' folder. It may contain a merge conflict, or its "
            + "end may be missing. Until the list is repaired, fixes skip the folder.",
        why: "Frames created by fixes cannot be distinguished from rendered ones.",
        remedy: "Restore the list from a copy, or delete it if no frame in the folder was made by a fix.",
        failing: [RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"]) { $0.listDamage = "is damaged" }],
        judge: .folder { folder in
            folder.unreadableLists.map {
                Verdict(message: "\($0.path) \($0.reason), so frames made by a fix cannot be identified.")
            }
        }
    )
}
