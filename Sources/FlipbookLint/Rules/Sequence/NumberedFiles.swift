import FlipbookCore
import FlipbookFiles
package import FlipbookLintModel

/// Files with numbers in their names, grouped into rows that may be sequences.
struct NumberedFiles {
    static let fewest = 3
    /// The minimum number of files for a row that has gaps or a step.
    private static let fewestWithGaps = 6

    struct Key: Hashable {
        let prefix: FilePath
        /// The text after the number, or `nil` if it differs from file to file.
        let suffix: FilePath?
        let size: PixelSize
    }

    /// Files with a number at the same position in their names.
    struct Row {
        let key: Key
        fileprivate(set) var frames: [FrameEvidence] = []
        fileprivate var digits: [String] = []
        /// The distinct texts after the numbers, with every number replaced by 0.
        fileprivate var shapes: Set<FilePath> = []
        /// The width of the zero padding, or 1 if there is no padding.
        fileprivate(set) var zeroPadding = 1
        fileprivate(set) var numbering: FrameNumbering
        var areSortedAsText: Bool { Set(digits.map(\.utf8.count)).count == 1 }

        fileprivate var verdict: Verdict {
            let absent = numbering.missing
            let loss = absent.isEmpty ? "" : "; \(numbering.words(for: absent)) would be missing"
            guard let suffix = key.suffix else {
                let place = key.prefix.string.isEmpty ? "at the beginning" : "after \(key.prefix)"
                let way = areSortedAsText ? "a shell does" : "'ls -v' does"
                let words = "\(key.prefix)*.\(frames[0].path.lastComponent.lowercasedExtension)"
                let message = "\(frames.text) are numbered \(place), not at the end, so no pattern matches them\(loss)."
                let fix: Explanation = "Put the frame number last, or list the files in order, as \(way) for \(words)."
                return Verdict(on: frames, message: message, fix: fix, measured: "\(frames.count)")
            }
            let folder = FilePath(frames[0].path.directory).string
            let pattern = FramePattern(
                directory: folder.utf8.elementsEqual(".".utf8) ? "" : folder + "/",
                prefix: key.prefix.string,
                padding: FramePadding(width: zeroPadding),
                suffix: suffix.string
            ).description
            let message =
                "\(frames.text) would form \(FilePath(pattern).lastComponent), but the frame number is not last\(loss)."
            let fix: Explanation = "Put the frame number last, or specify the pattern \(pattern.quotedForShell)."
            return Verdict(on: frames, message: message, fix: fix, measured: "\(frames.count)")
        }
    }

    /// The rows that are numbered like a sequence. Rows with a pattern come first.
    let rows: [Row]

    init(_ frames: [FrameEvidence], besides taken: Set<FilePath>) {
        var keys: [Key] = []
        var rows: [Key: Row] = [:]
        func add(_ frame: FrameEvidence, _ key: Key, _ number: NumberInName) {
            if rows[key] == nil {
                keys.append(key)
                rows[key] = Row(key: key, numbering: FrameNumbering(of: FrameSet(), width: 1, prefix: ""))
            }
            // If a name has two numbers after the same prefix, only the first one is used.
            guard rows[key]?.frames.last?.path != frame.path else { return }
            rows[key]?.frames.append(frame)
            rows[key]?.digits.append(number.digits)
            if key.suffix == nil { rows[key]?.shapes.insert(FilePath(number.shapeBehind)) }
        }
        for frame in frames {
            guard let size = frame.size else { continue }
            let numbers = NumberInName.all(in: frame.path.lastComponent)
            for (place, number) in numbers.enumerated() {
                let prefix = FilePath(number.before)
                // The last number in a name has already been tried.
                let isLast = place == numbers.count - 1
                if isLast && number.after.utf8.first.map(".~@".utf8.contains) ?? true || taken.contains(prefix) {
                    continue
                }
                add(frame, Key(prefix: prefix, suffix: nil, size: size), number)
                if !isLast { add(frame, Key(prefix: prefix, suffix: FilePath(number.after), size: size), number) }
            }
        }
        let judged = keys.compactMap { key in rows[key].flatMap(Self.judged) }
        let bound = judged.filter { $0.key.suffix != nil }
        var reported = Set(bound.lazy.flatMap(\.frames).map(\.path))
        var loose: [Row] = []
        for row in judged where row.key.suffix == nil && !row.frames.contains(where: { reported.contains($0.path) }) {
            reported.formUnion(row.frames.lazy.map(\.path))
            loose.append(row)
        }
        self.rows = bound + loose
    }

    /// Returns the row with its numbering, or `nil` if it is not numbered like a sequence.
    private static func judged(_ row: Row) -> Row? {
        let count = row.frames.count
        guard count >= fewest else { return nil }
        let numbers = Set(row.digits.compactMap { Int($0) }).sorted()
        guard numbers.count == count else { return nil }
        var row = row
        let lengths = Set(row.digits.map(\.utf8.count))
        let padded = Set(row.digits.filter { $0.hasPrefix("0") && $0.utf8.count > 1 }.map(\.utf8.count))
        if let width = padded.first {
            guard padded.count == 1, lengths.allSatisfy({ $0 >= width }) else { return nil }
            row.zeroPadding = width
        }
        let width = lengths.count == 1 ? lengths.first ?? 1 : row.zeroPadding
        row.numbering = FrameNumbering(of: FrameSet(numbers), width: width, prefix: row.key.prefix.string)
        let numbering = row.numbering
        guard numbering.kind != .doubling else { return nil }
        let isEven = numbering.missing.isEmpty && numbering.holes.isEmpty && (numbering.step == 1 || numbering.isOfTime)
        // If the files have only a number in common, zero padding or the same text after the number must confirm that they
        // belong together.
        let isMeant =
            row.key.suffix != nil || padded.count == 1 || numbering.isOfTime
            || row.shapes.count == 1 && count >= fewestWithGaps
        guard isMeant else { return nil }
        return isEven || count >= fewestWithGaps && numbering.missing.count * 4 <= count ? row : nil
    }
}

private struct NumberInName {
    let before, digits, after: String

    /// The text after the number, with each number in it replaced by 0.
    var shapeBehind: String {
        let zero = UInt8(ascii: "0")
        let bytes = after.utf8.map { $0.isDigit ? zero : $0 }
        return String(decoding: zip(bytes, [0] + bytes).filter { $0 != zero || $1 != zero }.map(\.0), as: UTF8.self)
    }

    /// Returns the numbers in a name, each with up to 18 digits.
    static func all(in name: String) -> [NumberInName] {
        var result: [NumberInName] = []
        let bytes = Array(name.utf8)
        let end = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.count
        var index = 0
        while index < end, result.count < 16 {
            guard bytes[index].isDigit else {
                index += 1
                continue
            }
            let start = index
            while index < end, bytes[index].isDigit { index += 1 }
            // The 2 in @2x is a scale factor at any position.
            let isScale =
                index - start == 1 && start > 0 && bytes[start - 1] == UInt8(ascii: "@") && index < end
                && bytes[index] == UInt8(ascii: "x")
            guard index - start <= 18, !isScale else { continue }
            result.append(
                NumberInName(
                    before: String(decoding: bytes[..<start], as: UTF8.self),
                    digits: String(decoding: bytes[start..<index], as: UTF8.self),
                    after: String(decoding: bytes[index...], as: UTF8.self)
                )
            )
        }
        return result
    }
}

extension LintRule {
    package static let ambiguousNumber = LintRule(
        .init("seq.ambiguous-number", .info, evidence: .headers),
        summary: "Files form a sequence if an earlier number in their names is the frame number, but not if the last "
            + "number is.",
        notes: "Requires three files of the same size with consecutive numbers, or six with a step or a few gaps. If "
            + "nothing else differs, the finding includes the pattern. For names such as epoch_000_loss_0.83.png, list "
            + "the files.",
        why: "Most programs use the last number in a name as the frame number, so these files look like stills.",
        remedy: "Put the frame number last, specify the pattern, or list the files in order.",
        passing: [
            ["walk_v2_1.png", "walk_v2_2.png", "walk_v2_3.png"],
            [.init("icon1_16.png", 16, 16), .init("icon2_32.png", 32, 32), .init("icon3_64.png", 64, 64)],
            ["level1-boss.png", "level2-forest.png", "level3-sea.png", "level7-end.png"],
        ],
        failing: [
            ["walk1_v2.png", "walk2_v2.png", "walk3_v2.png"],
            RuleExample(names: (8...11).map { "img_\($0 < 10 ? "00" : "0")\($0)_DAPI_000.png" }),
            ["epoch_000_loss_0.83.png", "epoch_001_loss_0.79.png", "epoch_002_loss_0.77.png"],
            ["_0000_Layer-13.png", "_0001_Background-2.png", "_0002_Layer-11.png"],
            RuleExample(names: [1000, 1015, 1030, 1045, 1100, 1115].map { "20260101\($0)_GOES16_ch13.png" }),
            RuleExample(names: (0...11).filter { $0 != 7 }.map { "epoch_\($0)_loss_0.\(91 - $0).png" }),
        ],
        judge: .folder { folder in
            guard let stills = folder.stills, stills.frames.count >= NumberedFiles.fewest else { return [] }
            let taken = Set(folder.sequences.lazy.compactMap(\.pattern).map { FilePath($0.prefix) })
            // scale.suffix-typo reports numbers that are meant as scale factors.
            let misspelled = Set(folder.scaleTypos.map(\.frame.path))
            let files = NumberedFiles(stills.frames.filter { !misspelled.contains($0.path) }, besides: taken)
            return files.rows.map(\.verdict)
        }
    )
}
