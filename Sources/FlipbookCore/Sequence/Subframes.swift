/// Names whose frame numbers have two parts, a frame and a fraction: `walk.1.00.png`, `walk.1.25.png`, `walk.2.00.png`. The
/// parts may also be separated by `,`, `_`, `-` or a space.
struct Subframes {
    struct Number: Hashable, Comparable {
        let isNegative: Bool
        let frame: Int
        /// The digits of the fraction without trailing zeros; empty for a whole frame.
        let fraction: [UInt8]

        init(isNegative: Bool, frame: Int, fraction: some Sequence<UInt8>) {
            (self.isNegative, self.frame) = (isNegative, frame)
            let digits = Array(fraction)
            self.fraction = Array(digits[..<((digits.lastIndex(where: { $0 != UInt8(ascii: "0") }) ?? -1) + 1)])
        }

        init(_ number: Int) { self.init(isNegative: number < 0, frame: abs(number), fraction: [UInt8]()) }

        var whole: Int { isNegative ? -frame : frame }

        static func < (left: Number, right: Number) -> Bool {
            if left.isNegative != right.isNegative { return left.isNegative }
            let (near, far) = left.isNegative ? (right, left) : (left, right)
            return near.frame == far.frame
                ? near.fraction.lexicographicallyPrecedes(far.fraction) : near.frame < far.frame
        }
    }

    let strays: Set<FilePath>
    /// A Boolean value that indicates whether the numbers are fractions of a single frame.
    let isInsideOneFrame: Bool
    private let surroundings: String
    /// The width to which leading zeros pad fractions that are whole numbers, or 0 for decimal fractions.
    private let partWidth: Int

    /// The maximum number of subframes per frame. If there are more, the first number is a version or a shot number.
    private static let mostParts = 50

    /// Finds subframes: files between the frames of a sequence, files within the sequence's only frame, or numbers that sort
    /// differently as fractions. Returns `nil` if there are none.
    /// - Parameter others: The names of other sequences, grouped by sequence.
    init?(of sequence: FileSequence, among others: [[FilePath]]) {
        guard let own = sequence.files.first.map({ FrameFileName($0.name.string) }) else { return nil }
        let firsts = others.map { names in names.first.map { FrameFileName($0.string) } }
        func names(_ isWanted: (FrameFileName) -> Bool) -> [FilePath] {
            zip(others, firsts).filter { $1.map(isWanted) ?? false }.flatMap(\.0)
        }
        // For example, walk.2.50.png next to walk.2.png and walk.3.png.
        if let surroundings = own.numbered?.surroundings, sequence.frames.count > 1,
            let first = sequence.frames.first, let last = sequence.frames.last
        {
            let all = names { $0.subframe?.surroundings == surroundings }
                .compactMap { name in FrameFileName(name.string).subframe.map { (name: name, part: $0) } }
            // walk.0001-1.png is a copy, unless walk.0001-25.png exists.
            let points = Set(".,_".utf8).union(all.lazy.map(\.part).filter { $0.fraction.count > 1 }.map(\.point))
            let between = all.filter { points.contains($0.part.point) }
            if between.contains(where: { first - 1...last + 1 ~= $0.part.whole }) {
                (strays, isInsideOneFrame, self.surroundings) = (Set(between.lazy.map(\.name)), false, surroundings)
                partWidth = Fractions(between.map(\.part.fraction)).wholeWidth
                return
            }
        }
        // For example, walk.2.00.png next to walk.1.00.png and walk.1.50.png.
        guard let own = own.subframe, own.isBehindNumber || sequence.frames.count <= Self.mostParts else { return nil }
        let around = names { name in
            name.subframe.map { $0.surroundings == own.surroundings && $0.point == own.point } ?? false
                || name.numbered?.surroundings == own.surroundings
        }
        let all = (sequence.files.map(\.name) + around).compactMap { FrameFileName($0.string).subframe }
        let fractions = Fractions(all.map(\.fraction))
        let hasZero = fractions.values.contains(0)
        let isPoint = own.point == UInt8(ascii: ".") || own.point == UInt8(ascii: ",")
        // walk_1_5.png is usually the fifth frame of a walk.
        guard isPoint || own.isPadded || all.contains(where: { $0.fraction.count > 1 }) else { return nil }
        // cam_10_00.png, cam_10_20.png and cam_10_40.png are times; walk_1_00.png, walk_1_25.png and walk_1_5.png are not.
        let mayEndEarly = isPoint || hasZero && fractions.haveOtherOrder
        // walk.1.25_main.png is a subframe if walk.1.00_main.png exists; walk.1.720_main.png is a size.
        let isFound =
            own.isBehindNumber
            ? !around.isEmpty && hasZero
            : around.isEmpty
                ? fractions.haveOtherOrder && fractions.divideOne(toTheirEnd: true)
                : own.isPadded && hasZero || fractions.divideOne(toTheirEnd: !mayEndEarly)
        guard isFound else { return nil }
        (strays, isInsideOneFrame, surroundings) = (Set(around), true, own.surroundings)
        partWidth = fractions.wholeWidth
    }

    func number(of name: FilePath) -> Number? {
        let name = FrameFileName(name.string)
        if let (text, number) = name.numbered, text == surroundings { return Number(number) }
        guard let part = name.subframe, part.surroundings == surroundings else { return nil }
        // As whole numbers, 5 and 10 mean .05 and .10.
        let zeros = repeatElement(UInt8(ascii: "0"), count: max(partWidth - part.fraction.count, 0))
        return Number(isNegative: part.isNegative, frame: part.frame, fraction: zeros + part.fraction)
    }

    private struct Fractions {
        /// The values, each padded to the length of the longest one.
        let values: Set<Int>
        private let width: Int
        /// The width of whole numbers, or 0 for decimal fractions. Numbers of different widths are whole if a nonzero one ends
        /// in 0 (`.5`, `.10`, `.15`), or if at least three are equally spaced (`.5`, `.15`, `.25`).
        let wholeWidth: Int
        /// A Boolean value that indicates whether the values are unique and sort differently from the numbers, such as `.25`
        /// and `.5`.
        let haveOtherOrder: Bool

        init(_ digits: [ArraySlice<UInt8>]) {
            let zero = UInt8(ascii: "0")
            let width = digits.map(\.count).max() ?? 0
            let numbers = Set(digits.compactMap { FileNumber.value(of: $0) }).sorted()
            let distances = Set(zip(numbers.dropFirst(), numbers).map { $0 - $1 })
            let areWhole =
                digits.contains { $0.count < width }
                && (digits.contains { $0.last == zero && $0.contains { $0 != zero } }
                    || numbers.count > 2 && distances.count == 1)
            let pairs = digits.compactMap { digits in
                FileNumber.value(of: digits).flatMap { number in
                    FileNumber.value(of: digits + repeatElement(zero, count: width - digits.count))
                        .map { (number: number, value: areWhole ? number : $0) }
                }
            }
            (self.width, wholeWidth) = (width, areWhole ? width : 0)
            values = Set(pairs.lazy.map(\.value))
            let sorted = pairs.sorted { $0.number < $1.number }
            haveOtherOrder =
                values.count == numbers.count && zip(sorted, sorted.dropFirst()).contains { $0.value > $1.value }
        }

        /// Returns `true` if the values divide a whole frame evenly, such as `.5`, or `.25` and `.5`. The values `.1`, `.2`,
        /// `.3` are parts of a version instead. Thirds (`.33`, `.67`) and other rounded parts are fractions if most of them
        /// exist.
        /// - Parameter isComplete: A Boolean value that indicates whether the last part is required.
        func divideOne(toTheirEnd isComplete: Bool) -> Bool {
            guard let last = values.max(), last > 0, width < FileNumber.maximumDigits else { return false }
            let whole = (0..<width).reduce(1) { product, _ in product * 10 }
            let step = values.reduce(whole, greatestCommonDivisor)
            let parts = whole / step
            if parts <= mostParts {
                return last + step == whole || !isComplete && width > 1 && (parts <= 8 || values.contains(0))
            }
            guard width > 1 else { return false }
            return (3...mostParts).contains { parts in
                // Two thirds are .66 if truncated, or .67 if rounded.
                let places = (0..<parts).flatMap { place in
                    let rest = place * (whole % parts)
                    let cut = place * (whole / parts) + rest / parts
                    return [cut, rest % parts * 2 < parts ? cut : cut + 1]
                }
                let areMost = values.count * 2 > parts && last >= places[places.count - 2]
                return (areMost || !isComplete && parts == 3) && values.allSatisfy(places.contains)
            }
        }
    }
}
