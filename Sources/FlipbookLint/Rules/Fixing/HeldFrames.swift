import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    /// A passing run means that all frames were rendered, so a filled gap stays an error until the real frame replaces the
    /// copy.
    package static let inventedFrame = LintRule(
        .init("fix.held-frame", .error, evidence: .names),
        summary: "A frame was made by a fix: it is a copy of another frame, or it was cropped, padded or scaled up.",
        notes: "Fixes that are not safe list such frames in \(InventedFrames.fileName) beside them. The frames are "
            + "recognized by their contents if files are renamed, and by their pixels if they are compressed again. A "
            + "frame that is rendered again no longer matches. Keep the list with the frames: nothing else tells them "
            + "from real ones. The rule always runs, as an error, and no baseline accepts its findings.",
        why: "The sequence looks complete, but shows a moment twice or a cropped picture.",
        remedy: "Render the frame, or accept it in .flipbook.yaml with a suppression that says why.",
        failing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"]) {
                $0.origins = ["walk.2.png": "a copy of walk.1.png"]
            }
        ],
        judge: .sequence { sequence in
            FrameGroups(sequence.frames, by: \.origin).all.map { origin, frames in
                let message = "is \(origin), made by a fix."
                return frames.verdict(one: message, many: "are each \(origin), made by a fix.", measured: .init(origin))
            }
        }
    )

    package static let unreadableList = LintRule(
        .init("fix.unreadable-list", .error, evidence: .names),
        summary: "The list of frames made by a fix exists but cannot be read.",
        notes: "The list is \(InventedFrames.fileName), beside the frames. Its layout does not matter; a merge "
            + "conflict or a missing end does. Until the list is repaired, fixes leave the folder alone.",
        why: "Frames made by a fix pass for frames made by a renderer.",
        remedy: "Restore the list from a copy, or delete it if no frame of the folder was made by a fix.",
        failing: [RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"]) { $0.listDamage = "is damaged" }],
        judge: .folder { folder in
            folder.unreadableLists.map {
                Verdict(message: "\($0.path) \($0.reason), so frames made by a fix are unknown.")
            }
        }
    )
}
