/// The display order of a sequence's files, including files whose names do not match the pattern.
struct FramePlaces {
    /// The numbers of the files. A copy has the number of its original.
    private let numbers: [FilePath: Subframes.Number]
    /// The copies of frames, which follow their originals.
    private let copies: Set<FilePath>
    let rollover: (before: FrameSet, after: FrameSet)?
    let areSubframes: Bool

    init(of sequence: FileSequence, _ strays: [StrayFile]) {
        let between = strays.filter { $0.difference == .subframe }.map { [$0.name] }
        let subframes = Subframes(of: sequence, among: between)
        var numbers: [FilePath: Subframes.Number] = [:]
        for file in sequence.files {
            numbers[file.name] = subframes?.number(of: file.name) ?? Subframes.Number(file.number)
        }
        for stray in strays {
            let number =
                stray.number
                ?? stray.name.originals().lazy.compactMap { FrameFileName($0.string).number(at: .end)?.value }.first
            numbers[stray.name] = subframes?.number(of: stray.name) ?? number.map { Subframes.Number($0) }
        }
        copies = Set(strays.lazy.filter { $0.difference == .copyMark }.map(\.name))
        (self.numbers, areSubframes) = (numbers, subframes != nil)
        let all = FileSequence(pattern: sequence.pattern, files: sequence.files + strays.compactMap(\.file))
        rollover = subframes?.isInsideOneFrame == true ? nil : all.numbering.rollover
    }

    func number(of name: FilePath) -> Subframes.Number? { numbers[name] }

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

    func hints(on name: String) -> [String] {
        let subframes = areSubframes ? ["\(name): sub-frames, sorted by number"] : []
        return subframes + (rollover.map { [Self.hint(on: $0, of: name)] } ?? [])
    }

    static func hint(on rollover: (before: FrameSet, after: FrameSet), of name: String) -> String {
        let (before, after) = rollover
        return "\(name): the counter restarted after \(before.last ?? 0), so \(before) "
            + "\(before.count == 1 ? "comes" : "come") before \(after)"
    }
}
