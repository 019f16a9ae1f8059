/// The places of a sequence's files, and of those that belong to it by other names, in the order in which they are shown.
struct FramePlaces {
    /// The numbers of the files; a copy has that of its original.
    private let numbers: [FilePath: Subframes.Number]
    /// The files that are copies of frames, and stand behind them.
    private let copies: Set<FilePath>
    /// The frames before and after the counter started again, or `nil` if it did not.
    let rollover: (before: FrameSet, after: FrameSet)?
    /// A Boolean value that indicates sub-frames among the files.
    let areSubframes: Bool

    init(of sequence: FileSequence, _ strays: [StrayFile]) {
        let between = strays.filter { $0.difference == .subframe }.map { [$0.name] }
        let subframes = Subframes(of: sequence, among: between)
        var numbers: [FilePath: Subframes.Number] = [:]
        for file in sequence.files {
            numbers[file.name] = subframes?.number(of: file.name) ?? Subframes.Number(file.number)
        }
        for stray in strays {
            numbers[stray.name] =
                subframes?.number(of: stray.name) ?? (stray.number ?? stray.originalNumber).map { Subframes.Number($0) }
        }
        copies = Set(strays.lazy.filter { $0.difference == .copyMark }.map(\.name))
        (self.numbers, areSubframes) = (numbers, subframes != nil)
        let all = FileSequence(pattern: sequence.pattern, files: sequence.files + strays.compactMap(\.file))
        rollover = subframes?.isInsideOneFrame == true ? nil : all.numbering.rollover
    }

    /// The place of a file by its name, or `nil` if it has none.
    func number(of name: FilePath) -> Subframes.Number? { numbers[name] }

    /// Sorts files by their places, those of one place by their names. They all have places.
    func sorted(_ names: [FilePath]) -> [FilePath] {
        let restart = rollover?.before.first ?? .min
        let places = names.map { name in
            let number = numbers[name] ?? Subframes.Number(0)
            return (name: name, isLate: number.whole < restart, number: number, isCopy: copies.contains(name))
        }
        return places.sorted { left, right in
            if left.isLate != right.isLate { return right.isLate }
            if left.number != right.number { return left.number < right.number }
            return left.isCopy == right.isCopy ? left.name.naturallyPrecedes(right.name) : right.isCopy
        }.map(\.name)
    }

    /// The sentences on an order that the names alone do not tell.
    func hints(on name: String) -> [String] {
        let subframes = areSubframes ? ["\(name): sub-frames, in the order of their numbers"] : []
        return subframes + (rollover.map { [Self.hint(on: $0, of: name)] } ?? [])
    }

    /// The sentence on a counter that started again.
    static func hint(on rollover: (before: FrameSet, after: FrameSet), of name: String) -> String {
        let (before, after) = rollover
        return "\(name): the counter started again after \(before.last ?? 0), so \(before) "
            + "\(before.count == 1 ? "comes" : "come") before \(after)"
    }
}

extension StrayFile {
    /// The number of the file whose copy this one is.
    fileprivate var originalNumber: Int? {
        name.originals().lazy.compactMap { FrameFileName($0.string).number(at: .end)?.value }.first
    }
}
