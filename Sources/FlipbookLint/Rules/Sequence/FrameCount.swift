import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    package static let empty = LintRule(
        .init("seq.empty", .error, evidence: .names),
        summary: "The folder contains no images.",
        why: "There is nothing to show. The usual cause is a render that wrote nothing, or a wrong path.",
        remedy: "Specify a folder of images or a pattern such as walk.####.png, or add -r to include subfolders.",
        passing: [["logo.png"], ["a.1.png", "a.2.png", "notes.txt"]],
        failing: [[], ["notes.txt", ".hidden.png"]],
        judge: .wholeFolder { folder in
            guard folder.sequences.isEmpty, folder.stills == nil, folder.undecodableNames == 0,
                folder.localizations.isEmpty, folder.extent == .folder
            else { return nil }
            let (others, folders) = (folder.otherNames, folder.folderNames)
            let message =
                if folder.isTree {
                    "no images here or in subfolders."
                } else if !folders.isEmpty {
                    "no images here, but \(folders.count.of("subfolder")): "
                        + "\(folders.map { "\($0)/" }.listed(atMost: 3))."
                } else {
                    switch others.count {
                    case 0: "no files here."
                    case 1: "the only file here, \(others[0]), is not an image."
                    default: "none of the \(others.count) files here is an image."
                    }
                }
            return Verdict(
                message: "\(message)",
                fix: folder.isTree || folder.folderNames.isEmpty
                    ? "Specify a folder of images or a pattern such as walk.####.png."
                    : "Add -r to search them, or specify one of them.",
                measured: "0 images"
            )
        }
    )

    package static let singleFrame = LintRule(
        .init("seq.single-frame", .info, evidence: .names),
        summary: "A sequence has only one frame.",
        notes: "Reported if a pattern or a manifest matches only one frame. A single numbered picture is a still.",
        why: "Nothing moves. The usual cause is a pattern that does not match the other frames.",
        remedy: "Check the pattern, or show the picture as a still.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"], pattern: "walk.@.png"), ["walk.1.png"]],
        failing: [RuleExample(names: ["walk.0001.png", "walk_0002.png"], pattern: "walk.####.png")],
        judge: .wholeFolder { folder in
            // Another rule reports a single frame next to sequences with a similar name.
            guard folder.sequences.count == 1, folder.manifest?.missing.isEmpty ?? true,
                let sequence = folder.sequences.first, sequence.frameCount == 1, sequence.missing.isEmpty
            else { return nil }
            let message = "is the only frame, so nothing moves."
            return Verdict(on: sequence.frames, of: sequence.name, message: message, measured: "1 frame")
        }
    )
}
