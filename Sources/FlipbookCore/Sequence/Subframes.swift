/// Names with frame numbers of two parts, a frame and a fraction of it: `walk.1.00.png`, `walk.1.25.png`, `walk.2.00.png`.
struct Subframes {
    /// The names of the sequence and ``strays``, in the order of their numbers.
    let names: [FilePath]
    /// Those that are not of the sequence.
    let strays: Set<FilePath>

    /// The most frames of a sequence inside one frame. More are a sequence, behind the number of a version or of a shot.
    private static let mostInFrame = 16

    /// A frame number of two parts.
    private struct Number {
        let frame: Int
        /// The digits of the fraction, in which zeros at the end count nothing; empty without one.
        let fraction: [UInt8]

        /// Reads the number between the first and the last part of a name.
        init?(_ name: FilePath, after prefix: ArraySlice<UInt8>, before suffix: String) {
            let bytes = Array(name.string.utf8)
            guard bytes.count > prefix.count + suffix.utf8.count, bytes.starts(with: prefix),
                bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
            else { return nil }
            let parts = bytes[prefix.count..<(bytes.count - suffix.utf8.count)]
                .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard parts.count <= 2, let frame = FileNumber.value(of: parts[0]) else { return nil }
            if parts.count == 2, FileNumber.value(of: parts[1]) == nil { return nil }
            (self.frame, fraction) = (frame, parts.count == 2 ? Array(parts[1]) : [])
        }

        func isBefore(_ other: Number) -> Bool {
            frame == other.frame ? fraction.lexicographicallyPrecedes(other.fraction) : frame < other.frame
        }
    }

    /// Finds the frames between those of a sequence, and those around a sequence that is one frame; `nil` where there are none.
    init?(of sequence: FileSequence, among others: [FilePath]) {
        let (prefix, suffix) = (Array(sequence.pattern.prefix.utf8)[...], sequence.pattern.suffix)
        // walk.2.50.png beside walk.2.png.
        let between = others.filter { Number($0, after: prefix, before: suffix)?.fraction.isEmpty == false }
        if !between.isEmpty {
            self.init(sequence, strays: between, after: prefix)
            return
        }
        // walk.2.00.png beside walk.1.00.png and walk.1.50.png.
        guard prefix.last == UInt8(ascii: "."), sequence.frames.count <= Self.mostInFrame else { return nil }
        let start = prefix.dropLast().reversed().drop { $0.isDigit }.count
        guard start < prefix.count - 1 else { return nil }
        let around = others.filter { Number($0, after: prefix[..<start], before: suffix) != nil }
        guard !around.isEmpty, Self.isOneFrame(sequence, after: prefix[..<start]) else { return nil }
        self.init(sequence, strays: around, after: prefix[..<start])
    }

    private init?(_ sequence: FileSequence, strays: [FilePath], after prefix: ArraySlice<UInt8>) {
        let all = sequence.files.map(\.name) + strays
        let numbered = all.compactMap { name in
            Number(name, after: prefix, before: sequence.pattern.suffix).map { (name, $0) }
        }
        guard numbered.count == all.count else { return nil }
        names = numbered.sorted { $0.1.isBefore($1.1) }.map(\.0)
        self.strays = Set(strays)
    }

    /// Whether the numbers of a sequence are fractions of one frame, which divide it by ``mostInFrame`` at most.
    private static func isOneFrame(_ sequence: FileSequence, after prefix: ArraySlice<UInt8>) -> Bool {
        let fractions = sequence.files.compactMap {
            Number($0.name, after: prefix, before: sequence.pattern.suffix)?.fraction
        }
        let width = fractions.map(\.count).max() ?? 0
        let values = fractions.compactMap { digits in
            FileNumber.value(of: digits + repeatElement(UInt8(ascii: "0"), count: width - digits.count))
        }.sorted()
        let distance = zip(values.dropFirst(), values).map { $0 - $1 }.min() ?? 0
        let whole = (0..<width).reduce(1) { product, _ in product * 10 }
        return distance > 0 && distance >= whole / mostInFrame
    }
}
