import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    /// A run that is green says that a renderer made each frame. So a gap that was filled stays an error until the real
    /// frame takes the place of the copy.
    package static let inventedFrame = LintRule(
        .init("fix.held-frame", .error, evidence: .names),
        summary: "A frame was made by a fix: a copy of another, or one that was cropped, padded or scaled up.",
        notes:
            "A fix that is not safe writes such frames down in \(InventedFrames.fileName) beside them. They are known "
            + "again by their contents, also when all files of the folder get other names, and by their pixels, when they "
            + "are compressed again. A frame that is rendered again is no longer the one that is written down. Keep the list "
            + "with the frames: without it nothing tells them from real ones. No selection leaves the rule out, no "
            + "severity makes it less than an error, and no baseline accepts what it finds.",
        why: "The sequence looks complete, and shows a moment twice or a picture cut.",
        remedy: "Render the frame, or accept it in .flipbook.yaml with a suppression that says why.",
        failing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"]) {
                $0.origins = ["walk.2.png": "a copy of walk.1.png"]
            }
        ],
        judge: .sequence { sequence in
            FrameGroups(sequence.frames, by: \.origin).all.map { origin, frames in
                frames.verdict(
                    one: "is \(origin), made by a fix.",
                    many: "are each \(origin), made by a fix.",
                    measured: .init(origin)
                )
            }
        }
    )
    package static let unreadableList = LintRule(
        .init("fix.unreadable-list", .error, evidence: .names),
        summary: "The list of the frames that a fix made is there and cannot be read.",
        notes:
            "The list is \(InventedFrames.fileName), beside the frames. How it is laid out does not matter; a conflict "
            + "of a merge or a cut end does. Until it is whole again, fixes leave the folder alone.",
        why: "Frames that a fix made pass for frames that a renderer made.",
        remedy: "Restore the list from a copy, or delete it where no frame of the folder was made by a fix.",
        failing: [RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"]) { $0.listDamage = "is damaged" }],
        judge: .folder { folder in
            folder.unreadableLists.map { list in
                Verdict(
                    message: "\(list.path) \(list.reason), so nothing tells which frames a fix made."
                )
            }
        }
    )
}
