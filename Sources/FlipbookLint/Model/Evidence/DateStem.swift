package import FlipbookCore

/// The beginning of a date that is written with separators: the year and the month in `map-2026-01-31.png`.
///
/// The last number in a name is the frame number. A sequence therefore contains the days of one month, or the seconds of one
/// minute. A missing month or minute is found by examining all sequences together.
package struct DateStem: Hashable, Sendable {
    let value: Int
    private let head: FilePath
    private let marks: [UInt8]

    package func number(with rest: Int) -> Int { value * 100 + rest }

    package func has(_ number: Int) -> Bool { number / 100 == value }

    init?(_ prefix: String) {
        var bytes = Array(prefix.utf8)[...]
        var (parts, marks): ([String], [UInt8]) = ([], [])
        while let mark = bytes.last, "-_.:T ".utf8.contains(mark), parts.last?.utf8.count ?? 2 == 2 {
            let part = Array(bytes.dropLast().reversed().prefix { $0.isDigit }.reversed())
            guard part.count == 2 || part.count == 4 else { break }
            parts.append(String(decoding: part, as: UTF8.self))
            marks.append(mark)
            bytes = bytes.dropLast(part.count + 1)
        }
        // The stem ends with the month, the hour, or the minute.
        guard parts.last?.utf8.count == 4, [2, 4, 5].contains(parts.count), let value = Int(parts.reversed().joined())
        else { return nil }
        (self.value, self.marks) = (value, marks)
        head = FilePath(String(decoding: bytes, as: UTF8.self))
    }

    fileprivate var width: Int { 4 + marks.count * 2 }

    struct Family: Hashable {
        fileprivate let head: FilePath
        fileprivate let marks: [UInt8]
        fileprivate let suffix: FilePath
    }

    func family(of pattern: FramePattern) -> Family {
        Family(head: head, marks: marks, suffix: FilePath(pattern.suffix))
    }
}

extension [SequenceEvidence] {
    /// Numbers sequences and single files by date if their names contain dates of the same kind, written with separators.
    mutating func numberByDate(besides alone: [FileSequence]) {
        var numbers: [DateStem.Family: Set<Int>] = [:]
        func add(_ own: some Sequence<Int>, of pattern: FramePattern) -> DateStem? {
            guard pattern.padding.width == 2, let stem = DateStem(pattern.prefix) else { return nil }
            numbers[stem.family(of: pattern), default: []].formUnion(own.map { stem.number(with: $0) })
            return stem
        }
        for index in indices {
            guard let pattern = self[index].pattern else { continue }
            self[index].dateStem = add(self[index].frames.lazy.compactMap(\.number), of: pattern)
        }
        let stems = Set(lazy.compactMap(\.dateStem))
        guard !stems.isEmpty else { return }
        for file in alone { _ = add(file.frames, of: file.pattern) }
        var numberings: [DateStem.Family: FrameNumbering] = [:]
        for index in indices {
            guard let stem = self[index].dateStem, let pattern = self[index].pattern else { continue }
            self[index].dateStem = nil
            let family = stem.family(of: pattern)
            let known = FrameSet((numbers[family] ?? []).sorted())
            let numbering = numberings[family] ?? FrameNumbering(of: known, width: stem.width, prefix: "")
            numberings[family] = numbering
            guard known.count > 3, numbering.isOfTime else { continue }
            let others = stems.lazy.filter { $0.family(of: pattern) == family }.map(\.value)
            self[index].numberByDate(numbering, stem, besides: Set(others))
        }
    }
}

extension SequenceEvidence {
    fileprivate mutating func numberByDate(_ numbering: FrameNumbering, _ stem: DateStem, besides stems: Set<Int>) {
        (self.numbering, dateStem) = (numbering, stem)
        let next = stems.filter { $0 > stem.value }.min() ?? .max
        missing = FrameSet(
            numbering.missing.lazy.filter { stem.value..<next ~= $0 / 100 }.map { $0 - stem.number(with: 0) }
        )
        expected = FrameSet(Set(frames.lazy.compactMap(\.number)).union(missing).sorted())
    }
}

extension FrameNumbering {
    package var isOfTime: Bool {
        switch kind {
        case .dated, .clocked: true
        case .counted, .doubling, .wrapping: false
        }
    }
}
