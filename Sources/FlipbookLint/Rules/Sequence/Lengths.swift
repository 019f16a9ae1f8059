import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    package static let shortHead = short("seq.short-head", "beginning", "began late", there: 3...6) { $0.missingHead }

    package static let shortTail = short("seq.short-tail", "end", "stopped early", there: 1...4) { $0.missingTail }

    private static func short(
        _ id: RuleID,
        _ end: String,
        _ cause: String,
        there: ClosedRange<Int>,
        absent: @escaping @Sendable (SequenceEvidence) -> FrameSet
    ) -> LintRule {
        LintRule(
            .init(id, .error, evidence: .names),
            summary: "Frames are missing at the \(end).",
            notes: "Requires an expected range in the configuration, or \(setting: .expectedFrames).",
            why: "A render that \(cause) leaves no gap, but the shot is too short.",
            remedy: "Render the missing frames, or correct the expected range.",
            passing: [RuleExample(names: (1...4).map { "a\($0).png" }) { $0.expected = FrameSet(1...4) }],
            failing: [RuleExample(names: there.map { "a\($0).png" }) { $0.expected = FrameSet(1...6) }],
            judge: .wholeSequence { sequence in
                let absent = absent(sequence)
                guard let demanded = sequence.demanded, let own = sequence.extent, !absent.isEmpty else { return nil }
                let (range, are) = ("\(own.lowerBound)-\(own.upperBound)", absent.count == 1 ? "is" : "are")
                let message = "\(absent.asFrames) \(are) missing at the \(end): only \(range) of \(demanded) exist."
                return Verdict(numbers: absent, message: message, measured: .init(range, expected: "\(demanded)"))
            }
        )
    }

    package static let companionLength = LintRule(
        .init("seq.companion-length", .warning, evidence: .names),
        summary: "A pass of a shot begins later or ends earlier than another pass.",
        notes: "Sequences are passes of one shot if their names or folders differ in a word such as beauty, matte, "
            + "depth or left, or in any word if at least four other sequences have the same range. The two passes must "
            + "begin or end with the same number, and the shorter one must have at least three quarters of the frames. "
            + "Sequences with an expected range in the configuration are not compared.",
        why: "Passes are combined frame by frame. If a pass lacks a frame, the combined picture is incomplete.",
        remedy: "Render the missing frames, or set the intended range in the configuration, with the key 'expect'.",
        passing: [
            RuleExample(names: names("beauty", 1...20) + names("matte", 1...20)),
            RuleExample(names: names("walk", 1...20) + names("run", 1...17)),
            RuleExample(names: names("beauty", 1...20) + names("matte", 1...8)),
        ],
        failing: [
            RuleExample(names: names("sh010_beauty", 1...20) + names("sh010_matte", 1...17)),
            RuleExample(
                names: ["cloth", "sky", "sea", "hill"].flatMap { names("aov_\($0)", 1...30) }
                    + names("aov_sand", 1...28)
            ),
        ],
        judge: .folder { folder in
            let passes = Passes(folder.sequences + folder.neighbors)
            return folder.sequences.compactMap { sequence in
                sequence.demanded == nil ? passes.companion(of: sequence).flatMap(sequence.difference) : nil
            }
        }
    )

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
                    case 0: "contains no files."
                    case 1: "the only file here, \(others[0]), is not an image."
                    default: "none of the \(others.count) files here is an image."
                    }
                }
            let fix: Explanation =
                folder.isTree || folder.folderNames.isEmpty
                ? "Specify a folder of images or a pattern such as walk.####.png."
                : "Add -r to search them, or specify one of them."
            return Verdict(message: "\(message)", fix: fix, measured: "0 images")
        }
    )

    package static let singleFrame = LintRule(
        .init("seq.single-frame", .info, evidence: .names),
        summary: "A sequence has only one frame.",
        notes: "Applies if a pattern or a manifest matches only one frame. A single numbered picture is a still.",
        why: "Nothing moves. The usual cause is a pattern that does not match the other frames.",
        remedy: "Check the pattern, or show the picture as a still.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"], pattern: "walk.@.png"), ["walk.1.png"]],
        failing: [RuleExample(names: ["walk.0001.png", "walk_0002.png"], pattern: "walk.####.png")],
        judge: .wholeFolder { folder in
            // Another rule reports a single frame next to sequences with similar names.
            guard folder.sequences.count == 1, folder.manifest?.missing.isEmpty ?? true,
                let sequence = folder.sequences.first, sequence.frameCount == 1, sequence.missing.isEmpty
            else { return nil }
            let message = "is the only frame, so nothing moves."
            return Verdict(on: sequence.frames, of: sequence.name, message: message, measured: "1 frame")
        }
    )
}

private func names(_ pass: String, _ numbers: ClosedRange<Int>) -> [String] {
    numbers.map { "\(pass).00\($0 < 10 ? "0" : "")\($0).png" }
}

extension SequenceEvidence {
    fileprivate var extent: ClosedRange<Int>? {
        guard let first = frames.first?.number, let last = frames.last?.number, first <= last else { return nil }
        return first...last
    }

    /// Returns this pass's name for a comparison with another pass. The result includes the folder if both names are the same.
    private func name(besides other: SequenceEvidence) -> String {
        let (own, others) = (FilePath(name), FilePath(other.name))
        guard FilePath(own.lastComponent) == FilePath(others.lastComponent) else { return own.lastComponent }
        return own.components.suffix(2).joined(separator: "/")
    }

    fileprivate func difference(to other: SequenceEvidence) -> Verdict? {
        guard let own = extent, let whole = other.extent, let step = numbering?.step else { return nil }
        let isHead = whole.lowerBound < own.lowerBound
        let absent = FrameSet(
            isHead
                ? FrameRange(whole.lowerBound, through: own.lowerBound - 1, by: step)
                : FrameRange(own.upperBound + step, through: whole.upperBound, by: step)
        )
        let (end, there) = isHead ? (own.lowerBound, whole.lowerBound) : (own.upperBound, whole.upperBound)
        let verb = isHead ? "begins" : "ends"
        return Verdict(
            numbers: absent,
            of: name,
            message: "\(verb) at \(end); \(other.name(besides: self)), a pass of the same shot, \(verb) at \(there).",
            fix: "Render \(absent.asFrames), or set the intended range in the configuration, with the key 'expect'.",
            measured: .init("\(own.lowerBound)-\(own.upperBound)", expected: "\(whole.lowerBound)-\(whole.upperBound)")
        )
    }
}

/// Sequences grouped by the words in their names, with wildcards for pass names.
private struct Passes {
    private var groups: [[String]: [SequenceEvidence]] = [:]

    init(_ sequences: [SequenceEvidence]) {
        for same in sequences.grouped(by: { FilePath($0.name) }) {
            for key in keys(of: same[0]) { groups[key, default: []].append(same[0]) }
        }
    }

    /// Returns the longest other pass of the same shot, if it is longer and begins or ends at the same number.
    func companion(of sequence: SequenceEvidence) -> SequenceEvidence? {
        guard let own = sequence.extent else { return nil }
        var best: SequenceEvidence?
        for key in keys(of: sequence) {
            let others = (groups[key] ?? []).filter { $0.name != sequence.name }
            // A wildcard for an arbitrary word counts only if several long sequences with the same range match.
            let isCommon = key.contains("")
            guard let longest = others.max(by: { $0.extent?.count ?? 0 < $1.extent?.count ?? 0 }),
                let whole = longest.extent,
                !isCommon || others.count > 3 && whole.count >= 24 && others.allSatisfy({ $0.extent == whole })
            else { continue }
            let sharesEnd = whole.lowerBound == own.lowerBound || whole.upperBound == own.upperBound
            guard sharesEnd, whole.count > own.count, whole.count >= 10, own.count * 4 >= whole.count * 3,
                longest.numbering?.step == sequence.numbering?.step
            else { continue }
            if whole.count > best?.extent?.count ?? 0 { best = longest }
        }
        return best
    }

    /// Returns the words in the names of a sequence and its folder: once with wildcards for pass names, and once for each word
    /// with a wildcard in its place.
    private func keys(of sequence: SequenceEvidence) -> [[String]] {
        guard let pattern = sequence.pattern, sequence.isAnimation, let extent = sequence.extent,
            extent.count >= 8
        else { return [] }
        let folder = FilePath(FilePath(pattern.directory + "x").directory).lastComponent
        let name = words(pattern.prefix)
        let end = words(pattern.suffix)
        let parts = words(folder) + ["/"] + name + ["#"] + end
        let open = parts.map { passes.contains($0) ? "*" : $0 }
        return (open == parts ? [] : [open])
            + name.indices.map { index in [folder, "/"] + changing(name) { $0[index] = "" } + ["#"] + end }
    }

    private func words(_ text: String) -> [String] { text.lowercased().split { "._- ".contains($0) }.map(String.init) }
}

private let passes: Set<String> = [
    "albedo", "alpha", "ao", "background", "beauty", "bg", "color", "colour", "comp", "crypto", "cryptomatte", "depth",
    "diff", "diffuse", "emission", "fg", "fill", "foreground", "id", "key", "l", "left", "mask", "matte", "motion", "n",
    "normal", "normals", "objectid", "occlusion", "p", "position", "r", "reflection", "refl", "refr", "refraction",
    "rgb", "rgba", "right", "shadow", "spec", "specular", "sss", "uv", "vector", "velocity", "z", "zdepth",
]
