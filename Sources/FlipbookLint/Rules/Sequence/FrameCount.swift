import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    package static let empty = LintRule(
        .init("seq.empty", .error, evidence: .names),
        summary: "The folder holds no image.",
        why: "There is nothing to show; often a render wrote nothing, or the path is wrong.",
        remedy: "Give a folder of images, a pattern such as walk.####.png, or -r for the folders inside.",
        passing: [["logo.png"], ["a.1.png", "a.2.png", "notes.txt"]],
        failing: [[], ["notes.txt", ".hidden.png"]],
        judge: .wholeFolder { folder in
            guard folder.sequences.isEmpty, folder.stills == nil, folder.undecodableNames == 0,
                folder.localizations.isEmpty, folder.extent == .folder
            else { return nil }
            return Verdict(
                message: folder.isTree
                    ? "there is no image here, nor in the folders inside."
                    : folder.otherNames.isEmpty
                        ? "there is no file here; folders inside are not searched."
                        : "no image among \(folder.otherNames.count.of("file")).",
                fix: folder.isTree
                    ? "Give a folder with images in it, or a pattern such as walk.####.png."
                    : "Give a folder of images, a pattern such as walk.####.png, or -r for the folders inside.",
                measured: "0 images"
            )
        }
    )

    package static let singleFrame = LintRule(
        .init("seq.single-frame", .info, evidence: .names),
        summary: "A sequence has one frame.",
        notes: "Reported where a pattern or a manifest leads to one frame. A numbered picture that lies alone in a "
            + "folder is a still.",
        why: "It animates, but nothing changes; often the pattern misses the other frames.",
        remedy: "Check the pattern, or show the picture as a still.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"], pattern: "walk.@.png"), ["walk.1.png"]],
        failing: [RuleExample(names: ["walk.0001.png", "walk_0002.png"], pattern: "walk.####.png")],
        judge: .wholeFolder { folder in
            // One frame beside others of the same name is another rule's finding.
            guard folder.sequences.count == 1, folder.manifest?.missing.isEmpty ?? true,
                let sequence = folder.sequences.first, sequence.frameCount == 1, sequence.missing.isEmpty
            else { return nil }
            return Verdict(
                on: sequence.frames,
                of: sequence.name,
                message: "the only frame; nothing will move.",
                measured: "1 frame"
            )
        }
    )
}
