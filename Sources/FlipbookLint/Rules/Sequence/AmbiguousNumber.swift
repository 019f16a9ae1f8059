import FlipbookCore
import FlipbookFiles
package import FlipbookLintModel

extension LintRule {
    /// Files that are a sequence by another number in their names than the last: `walk1_v2.png`, `walk2_v2.png`.
    package static let ambiguousNumber = LintRule(
        id: "seq.ambiguous-number",
        severity: .info,
        evidence: .headers,
        summary:
            "Files would be a sequence by another number in their names than the last one, and are none by that.",
        discussion:
            "At least three files of one size whose numbers follow one another, or six with a step, or of which few are "
            + "missing. Where nothing else differs a pattern leads to them, and is reported; else, as in "
            + "epoch_000_loss_0.83.png, the files have to be given one by one.",
        rationale:
            "Flipbook, as most programs do, takes the last number of a name for the frame's; these files look "
            + "like stills to it.",
        remedy: "Put the frame number last, give the pattern, or give the files in their order.",
        passing: [
            RuleExample(names: ["walk_v2_1.png", "walk_v2_2.png", "walk_v2_3.png"]),
            RuleExample([
                RuleExample.File("icon1_16.png", 16, 16), RuleExample.File("icon2_32.png", 32, 32),
                RuleExample.File("icon3_64.png", 64, 64),
            ]),
            RuleExample(names: ["level1-boss.png", "level2-forest.png", "level3-sea.png", "level7-end.png"]),
        ],
        failing: [
            RuleExample(names: ["walk1_v2.png", "walk2_v2.png", "walk3_v2.png"]),
            RuleExample(names: (8...11).map { "img_\($0 < 10 ? "00" : "0")\($0)_DAPI_000.png" }),
            RuleExample(names: ["epoch_000_loss_0.83.png", "epoch_001_loss_0.79.png", "epoch_002_loss_0.77.png"]),
            RuleExample(names: ["_0000_Layer-13.png", "_0001_Background-2.png", "_0002_Layer-11.png"]),
            RuleExample(names: [1000, 1015, 1030, 1045, 1100, 1115].map { "20260101\($0)_GOES16_ch13.png" }),
            RuleExample(names: (0...11).filter { $0 != 7 }.map { "epoch_\($0)_loss_0.\(91 - $0).png" }),
        ],
        judge: .folder { folder in
            guard let stills = folder.stills, stills.frames.count >= NumberedFiles.fewest else { return [] }
            let taken = Set(folder.sequences.lazy.compactMap(\.pattern).map { FilePath($0.prefix) })
            // What is meant as a scale factor is scale.suffix-typo's.
            let misspelled = Set(folder.scaleTypos.map(\.frame.path))
            let files = NumberedFiles(
                stills.frames.filter { !misspelled.contains($0.path) },
                besides: taken
            )
            return files.rows.map(\.verdict)
        }
    )
}

extension NumberedFiles.Row {
    /// The verdicts on the files.
    fileprivate var verdict: Verdict {
        let absent = numbering.missing
        let isOne = absent.count == 1
        let loss = absent.isEmpty ? "" : "; \(numbering.words(for: absent)) \(isOne ? "is" : "are") missing then"
        guard let suffix = key.suffix else {
            let place = key.prefix.string.isEmpty ? "at their beginning" : "behind \(key.prefix)"
            // A shell sorts by letters.
            let way = areSortedAsText ? "a shell does" : "'ls -v' does"
            let words = "\(key.prefix)*.\(frames[0].path.lastComponent.lowercasedExtension)"
            return Verdict(
                on: frames,
                message:
                    "\(frames.text) are numbered \(place), but the last number of a name "
                    + "counts, and no pattern has them\(loss).",
                fix: "Put the frame number last, or give the files in their order, as \(way) for \(words).",
                measured: "\(frames.count)"
            )
        }
        let pattern = FramePattern(
            directory: FilePath(frames[0].path.directory).prefixInPattern,
            prefix: key.prefix.string,
            padding: FramePadding(width: zeroPadding),
            suffix: suffix.string
        ).description
        return Verdict(
            on: frames,
            message:
                "\(frames.text) would be the sequence \(FilePath(pattern).lastComponent), but the last "
                + "number of a name counts\(loss).",
            fix: "Put the frame number last, or give the pattern \(pattern.quotedForShell).",
            measured: "\(frames.count)"
        )
    }
}

extension FilePath {
    /// The folder as a pattern begins with it.
    fileprivate var prefixInPattern: String { string.utf8.elementsEqual(".".utf8) ? "" : string + "/" }
}
