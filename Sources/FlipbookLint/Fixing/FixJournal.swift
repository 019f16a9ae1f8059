import FlipbookCore
import FlipbookLintModel

/// What a fix in place does, move by move, written down before the first one.
///
/// New pictures and held frames wait in a folder of the fix's own, and pictures
/// that are replaced go there, so every change is a file that moves to a name
/// that is free. Undoing is moving back.
struct FixJournal: Hashable, Sendable {
    /// Where a file is: under a name in the folder that is fixed, or in the fix's own folder.
    enum Place: Hashable, Sendable {
        case folder(FilePath)
        case work(FilePath)

        /// The name.
        var name: FilePath {
            switch self {
            case .folder(let name), .work(let name): name
            }
        }
    }

    /// One file that moves.
    struct Move: Hashable, Sendable {
        let from: Place
        let to: Place
        /// By what the file is known again.
        let stamp: FileStamp
    }

    /// The moves in the order in which they are made.
    let moves: [Move]
    /// Whether the fix goes on with the one before it, so that both are undone together.
    var continuesEarlier = false

    /// What a fix of some operations does.
    /// - Parameters:
    ///   - stamps: the stamps of the files that are there, by name.
    ///   - staged: the stamps of the new files that wait in the fix's own folder, one for each redrawing and each
    ///     held frame, in the operations' order.
    init(_ operations: [FixOperation], stamps: [FilePath: FileStamp], staged: [FileStamp]) {
        var stamps = stamps
        var waiting = staged[...]
        var moves: [Move] = []
        for (index, operation) in operations.filter(\.isRedrawing).enumerated() {
            guard let old = stamps[operation.source], let new = waiting.popFirst() else { continue }
            let name = Place.folder(operation.source)
            moves.append(Move(from: name, to: .work(Self.oldName(index)), stamp: old))
            moves.append(Move(from: .work(Self.newName(index)), to: name, stamp: new))
            stamps[operation.source] = new
        }
        moves += Self.renames(operations.filter { $0.change == .rename }, stamps)
        for (index, operation) in operations.filter({ $0.isHold }).enumerated() {
            guard let new = waiting.popFirst() else { continue }
            moves.append(Move(from: .work(Self.heldName(index)), to: .folder(operation.target), stamp: new))
        }
        self.moves = moves
    }

    /// The renames in an order in which each target is free; a circle goes through the fix's own folder.
    private static func renames(_ operations: [FixOperation], _ stamps: [FilePath: FileStamp]) -> [Move] {
        let bySource = Dictionary(operations.map { ($0.source, $0) }) { first, _ in first }
        var done: Set<FilePath> = []
        var moves: [Move] = []
        func move(_ from: Place, _ to: Place, _ operation: FixOperation) {
            if let stamp = stamps[operation.source] { moves.append(Move(from: from, to: to, stamp: stamp)) }
        }
        for operation in operations where done.insert(operation.source).inserted {
            var chain = [operation]
            while let next = bySource[chain[chain.count - 1].target], done.insert(next.source).inserted {
                chain.append(next)
            }
            let last = chain[chain.count - 1]
            if last.target == operation.source {
                let aside = Place.work(FilePath("moved-\(moves.count)"))
                move(.folder(last.source), aside, last)
                for link in chain.dropLast().reversed() { move(.folder(link.source), .folder(link.target), link) }
                move(aside, .folder(last.target), last)
            } else {
                for link in chain.reversed() { move(.folder(link.source), .folder(link.target), link) }
            }
        }
        return moves
    }

    /// What a new picture is called in the fix's own folder.
    static func newName(_ index: Int) -> FilePath { FilePath("new-\(index)") }
    /// What a held frame is called there.
    static func heldName(_ index: Int) -> FilePath { FilePath("held-\(index)") }
    /// What a picture that was replaced is called there.
    static func oldName(_ index: Int) -> FilePath { FilePath("old-\(index)") }
}

extension FixJournal {
    /// How many of the moves were made, told by where the files are; `nil` where a file is not what the journal says.
    /// - Parameter stamp: what lies at a place; `nil` for nothing.
    func progress(_ stamp: (Place) -> FileStamp?) -> Int? {
        var state = start
        let actual = Dictionary(uniqueKeysWithValues: state.keys.map { ($0, stamp($0)) })
        func differs(_ place: Place) -> Bool { (actual[place] ?? nil) != (state[place] ?? nil) }
        var differences = state.keys.count(where: differs)
        var found = differences == 0 ? 0 : nil
        for (index, move) in moves.enumerated() {
            differences -= (differs(move.from) ? 1 : 0) + (differs(move.to) ? 1 : 0)
            state[move.to] = .some(move.stamp)
            state[move.from] = .some(nil)
            differences += (differs(move.from) ? 1 : 0) + (differs(move.to) ? 1 : 0)
            if differences == 0 { found = index + 1 }
        }
        return found
    }

    /// The first place of the folder where something else lies than after all moves; for a message.
    func firstDifference(_ stamp: (Place) -> FileStamp?) -> FilePath? {
        var state = start
        for move in moves {
            state[move.to] = .some(move.stamp)
            state[move.from] = .some(nil)
        }
        let places = moves.flatMap { [$0.from, $0.to] }
        return places.first { stamp($0) != (state[$0] ?? nil) }?.name
    }

    /// What lies at each place before the first move.
    private var start: [Place: FileStamp?] {
        var state: [Place: FileStamp?] = [:]
        for move in moves {
            if state[move.from] == nil { state[move.from] = .some(move.stamp) }
            if state[move.to] == nil { state[move.to] = .some(nil) }
        }
        return state
    }
}
