import FlipbookCore
import FlipbookImaging
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
            "At least three files of one size, whose numbers follow one another without a gap. Where nothing else differs a "
            + "pattern leads to them, and is reported; else, as in epoch_000_loss_0.83.png, the files have to be given one by one.",
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
        ],
        failing: [
            RuleExample(names: ["walk1_v2.png", "walk2_v2.png", "walk3_v2.png"]),
            RuleExample(names: (8...11).map { "img_\($0 < 10 ? "00" : "0")\($0)_DAPI_000.png" }),
            RuleExample(names: ["epoch_000_loss_0.83.png", "epoch_001_loss_0.79.png", "epoch_002_loss_0.77.png"]),
            RuleExample(names: ["_0000_Layer-13.png", "_0001_Background-2.png", "_0002_Layer-11.png"]),
        ],
        judge: .folder { folder in
            guard let stills = folder.stills, stills.frames.count >= fewest else { return [] }
            struct Key: Hashable {
                let prefix: FilePath
                let suffix: FilePath
                let size: PixelSize
            }
            var groups = FrameGroups<Key>()
            // What stands behind the number may differ from file to file, and then no pattern has the files.
            var loose = FrameGroups<Key>()
            var digits: [FilePath: [Key: String]] = [:]
            let taken = Set(folder.sequences.lazy.compactMap(\.pattern).map { FilePath($0.prefix) })
            // What is meant as a scale factor is scale.suffix-typo's.
            let misspelled = Set(folder.scaleTypos.map(\.frame.path))
            for frame in stills.frames where !misspelled.contains(frame.path) {
                guard let size = frame.size else { continue }
                let parts = numberParts(of: frame.path.lastComponent)
                for (place, part) in parts.enumerated() {
                    let prefix = FilePath(part.before)
                    // The last number of a name is the one that makes no sequence by itself, and a name that begins as a
                    // frame's is derived from it.
                    let isLast = place == parts.count - 1
                    if isLast && part.after.utf8.first.map(".~@".utf8.contains) ?? true || taken.contains(prefix) {
                        continue
                    }
                    let open = Key(prefix: prefix, suffix: FilePath("*"), size: size)
                    if digits[frame.path]?[open] == nil {
                        digits[frame.path, default: [:]][open] = part.digits
                        loose.append(frame, to: open)
                    }
                    if isLast { continue }
                    let key = Key(prefix: prefix, suffix: FilePath(part.after), size: size)
                    digits[frame.path, default: [:]][key] = part.digits
                    groups.append(frame, to: key)
                }
            }
            /// How many digits the numbers have with zeros in front, where they follow one another.
            func width(of frames: [FrameEvidence], by key: Key) -> Int? {
                let texts = frames.compactMap { digits[$0.path]?[key] }
                let found = FrameSet(Set(texts.compactMap { Int($0) }).sorted())
                guard frames.count >= fewest, found.count == frames.count, let first = found.first,
                    let last = found.last, last - first == found.count - 1
                else { return nil }
                let padded = Set(texts.filter { $0.hasPrefix("0") && $0.utf8.count > 1 }.map(\.utf8.count))
                guard let width = padded.first else { return 1 }
                return padded.count == 1 && texts.allSatisfy { $0.utf8.count >= width } ? width : nil
            }
            let rows = groups.all.compactMap { key, frames in width(of: frames, by: key).map { (key, frames, $0) } }
            let told = Set(rows.lazy.flatMap(\.1).map(\.path))
            let looseRows = loose.all.filter { key, frames in
                width(of: frames, by: key) ?? 1 > 1 && !frames.contains { told.contains($0.path) }
            }
            return rows.map { key, frames, width in
                let pattern = FramePattern(
                    directory: FilePath(frames[0].path.directory).prefixInPattern,
                    prefix: key.prefix.string,
                    padding: FramePadding(width: width),
                    suffix: key.suffix.string
                ).description
                return Verdict(
                    on: frames,
                    message:
                        "\(Culprits(frames).text) would be the sequence \(FilePath(pattern).lastComponent), but the last "
                        + "number of a name counts.",
                    fix: "Put the frame number last, or give the pattern \(pattern.quotedForShell).",
                    measured: "\(frames.count)"
                )
            }
                + looseRows.map { key, frames in
                    let isAtStart = key.prefix.string.isEmpty
                    let place = isAtStart ? "at their beginning" : "behind \(key.prefix)"
                    let words = "\(key.prefix)*.\(frames[0].path.lastComponent.lowercasedExtension)"
                    return Verdict(
                        on: frames,
                        message:
                            "\(Culprits(frames).text) are numbered \(place), but the last number of a name "
                            + "counts, and no pattern has them.",
                        fix:
                            "Put the frame number last, or give the files in their order, as a shell does for \(words).",
                        measured: "\(frames.count)"
                    )
                }
        }
    )
}

extension FilePath {
    /// The folder as a pattern begins with it.
    fileprivate var prefixInPattern: String { string.utf8.elementsEqual(".".utf8) ? "" : string + "/" }
}

/// The fewest files that are worth a word.
private let fewest = 3

/// The numbers in a name of up to nine digits, each with what stands before and after it.
private func numberParts(of name: String) -> [(before: String, digits: String, after: String)] {
    var result: [(before: String, digits: String, after: String)] = []
    let bytes = Array(name.utf8)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let end = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.count
    var index = 0
    while index < end, result.count < 16 {
        guard digits.contains(bytes[index]) else {
            index += 1
            continue
        }
        let start = index
        while index < end, digits.contains(bytes[index]) { index += 1 }
        // The 2 of @2x counts nothing, wherever it stands.
        let isScale =
            index - start == 1 && start > 0 && bytes[start - 1] == UInt8(ascii: "@") && index < end
            && bytes[index] == UInt8(ascii: "x")
        guard index - start <= 9, !isScale else { continue }
        result.append(
            (
                String(decoding: bytes[..<start], as: UTF8.self),
                String(decoding: bytes[start..<index], as: UTF8.self),
                String(decoding: bytes[index...], as: UTF8.self)
            )
        )
    }
    return result
}
