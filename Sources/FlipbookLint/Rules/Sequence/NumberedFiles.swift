import FlipbookCore
import FlipbookFiles
package import FlipbookLintModel

/// Files that are numbered somewhere in their names, in rows that may be sequences.
struct NumberedFiles {
    /// The fewest files that are worth a word.
    static let fewest = 3
    /// The fewest of which some may be missing, or that go by a step.
    private static let fewestWithGaps = 6

    /// The common parts of the files of a row.
    struct Key: Hashable {
        /// The text before the number.
        let prefix: FilePath
        /// The text behind it, or `nil` if that differs from file to file.
        let suffix: FilePath?
        let size: PixelSize
    }

    /// Files that are numbered at the same place.
    struct Row {
        let key: Key
        /// The files, and the digits of each.
        fileprivate(set) var frames: [FrameEvidence] = []
        fileprivate var digits: [String] = []
        /// The text behind the numbers, every digit as a 0.
        fileprivate var shapes: Set<FilePath> = []
        /// The number of digits that the numbers have with zeros in front; 1 without.
        fileprivate(set) var zeroPadding = 1
        fileprivate(set) var numbering: FrameNumbering
        var areSortedAsText: Bool { Set(digits.map(\.utf8.count)).count == 1 }
    }

    /// The rows whose numbers are those of a sequence: first those that a pattern has.
    let rows: [Row]

    /// Finds the rows among files.
    /// - Parameter taken: what stands before the numbers of sequences. A name that begins so is derived from a frame's.
    init(_ frames: [FrameEvidence], besides taken: Set<FilePath>) {
        var keys: [Key] = []
        var rows: [Key: Row] = [:]
        func add(_ frame: FrameEvidence, _ key: Key, _ number: NumberInName) {
            if rows[key] == nil {
                keys.append(key)
                rows[key] = Row(key: key, numbering: FrameNumbering(of: FrameSet(), width: 1, prefix: ""))
            }
            // Of two numbers behind the same beginning the first one counts.
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
                // The last number of a name is the one that makes no sequence by itself.
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

    /// The row with what its numbers are, or `nil` if they are not those of a sequence.
    private static func judged(_ row: Row) -> Row? {
        let count = row.frames.count
        guard count >= fewest else { return nil }
        let numbers = Set(row.digits.compactMap { Int($0) }).sorted()
        guard numbers.count == count else { return nil }
        var row = row
        let lengths = Set(row.digits.map(\.utf8.count))
        let padded = Set(
            row.digits.lazy.filter { $0.utf8.first == UInt8(ascii: "0") && $0.utf8.count > 1 }.map(\.utf8.count)
        )
        if let width = padded.first {
            guard padded.count == 1, lengths.allSatisfy({ $0 >= width }) else { return nil }
            row.zeroPadding = width
        }
        let width = lengths.count == 1 ? lengths.first ?? 1 : row.zeroPadding
        row.numbering = FrameNumbering(of: FrameSet(numbers), width: width, prefix: row.key.prefix.string)
        let numbering = row.numbering
        guard numbering.kind != .doubling else { return nil }
        let isEven = numbering.missing.isEmpty && numbering.holes.isEmpty && (numbering.step == 1 || numbering.isOfTime)
        // Where nothing but a number binds the files together, zeros or a constant rest have to say that it counts.
        let isMeant =
            row.key.suffix != nil || padded.count == 1 || numbering.isOfTime
            || row.shapes.count == 1 && count >= fewestWithGaps
        guard isMeant else { return nil }
        return isEven || count >= fewestWithGaps && numbering.missing.count * 4 <= count ? row : nil
    }
}

/// A number in a name, with what stands before and behind it.
private struct NumberInName {
    let before: String
    let digits: String
    let after: String

    /// The text behind the number, each number in it as one 0.
    var shapeBehind: String {
        var bytes: [UInt8] = []
        for byte in after.utf8 {
            if !byte.isDigit {
                bytes.append(byte)
            } else if bytes.last != UInt8(ascii: "0") {
                bytes.append(UInt8(ascii: "0"))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The numbers of a name of up to eighteen digits.
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
            // The 2 of @2x counts nothing, wherever it stands.
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
        summary: "Files would be a sequence by another number in their names than the last one, and are none by that.",
        notes: "At least three files of one size whose numbers follow one another, or six with a step, or of which few "
            + "are missing. Where nothing else differs a pattern leads to them, and is reported; else, as in "
            + "epoch_000_loss_0.83.png, the files have to be given one by one.",
        why: "Flipbook, as most programs do, takes the last number of a name for the frame's; these files look "
            + "like stills to it.",
        remedy: "Put the frame number last, give the pattern, or give the files in their order.",
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
            // A number that is meant as a scale factor is scale.suffix-typo's.
            let misspelled = Set(folder.scaleTypos.map(\.frame.path))
            let files = NumberedFiles(stills.frames.filter { !misspelled.contains($0.path) }, besides: taken)
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
                message: "\(frames.text) are numbered \(place), but the last number of a name "
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
            message: "\(frames.text) would be the sequence \(FilePath(pattern).lastComponent), but the last "
                + "number of a name counts\(loss).",
            fix: "Put the frame number last, or give the pattern \(pattern.quotedForShell).",
            measured: "\(frames.count)"
        )
    }
}

extension FilePath {
    fileprivate var prefixInPattern: String { string.utf8.elementsEqual(".".utf8) ? "" : string + "/" }
}
