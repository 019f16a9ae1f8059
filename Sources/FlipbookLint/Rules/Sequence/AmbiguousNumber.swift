import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    /// Files that are a sequence by another number in their names than the last: `walk1_v2.png`, `walk2_v2.png`.
    package static let ambiguousNumber = LintRule(
        id: "seq.ambiguous-number",
        severity: .info,
        evidence: .headers,
        summary:
            "Files would be a sequence by another number in their names than the last one, and are none by that.",
        discussion: "At least three files of one size, whose numbers follow one another without a gap.",
        rationale:
            "Flipbook, as most programs do, takes the last number of a name for the frame's; these files look "
            + "like stills to it.",
        remedy: "Put the frame number last, or name the files with a pattern.",
        passing: [
            RuleExample(names: ["walk_v2_1.png", "walk_v2_2.png", "walk_v2_3.png"]),
            RuleExample([
                RuleExample.File("icon1_16.png", 16, 16), RuleExample.File("icon2_32.png", 32, 32),
                RuleExample.File("icon3_64.png", 64, 64),
            ]),
        ],
        failing: [RuleExample(names: ["walk1_v2.png", "walk2_v2.png", "walk3_v2.png"])],
        judge: .folder { folder in
            guard let stills = folder.stills, stills.frames.count >= fewest else { return [] }
            struct Key: Hashable {
                let prefix: FilePath
                let suffix: FilePath
                let size: PixelSize
                let width: Int
            }
            var groups = FrameGroups<Key>()
            var numbers: [FilePath: [Key: Int]] = [:]
            // What is meant as a scale factor is scale.suffix-typo's.
            let misspelled = Set(folder.scaleTypos.map(\.frame.path))
            for frame in stills.frames where !misspelled.contains(frame.path) {
                guard let size = frame.size else { continue }
                // The last number is the one that makes no sequence.
                for part in numberParts(of: frame.path.lastComponent).dropLast() {
                    let isPadded = part.digits.utf8.first == UInt8(ascii: "0")
                    let key = Key(
                        prefix: FilePath(part.before),
                        suffix: FilePath(part.after),
                        size: size,
                        width: isPadded ? part.digits.utf8.count : 0
                    )
                    groups.append(frame, to: key)
                    numbers[frame.path, default: [:]][key] = Int(part.digits)
                }
            }
            return groups.all.compactMap { key, frames in
                let found = FrameSet(Set(frames.compactMap { numbers[$0.path]?[key] }).sorted())
                guard frames.count >= fewest, found.count == frames.count, let first = found.first,
                    let last = found.last, last - first == found.count - 1
                else { return nil }
                let pattern = FilePath("\(key.prefix.string)@\(key.suffix.string)").description
                return Verdict(
                    on: frames,
                    message:
                        "\(Culprits(frames).text) would be the sequence \(pattern), but the last number of a name counts.",
                    fix: "Put the frame number last, or name the files with a pattern.",
                    measured: "\(found)"
                )
            }
        }
    )
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
