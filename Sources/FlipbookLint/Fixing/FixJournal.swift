package import FlipbookCore
import FlipbookLintModel

/// What a fix in place does, move by move, written down before the first one.
///
/// New pictures and held frames wait in a folder of the fix's own, and pictures
/// that are replaced go there, so every change is a file that moves to a name
/// that is free. Undoing is moving back.
package struct FixJournal: Hashable, Sendable {
    /// Where a file is: under a name in the folder that is fixed, or in the fix's own folder.
    enum Place: Hashable, Sendable {
        case folder(FilePath)
        case work(FilePath)

        /// Whether it is in the folder that is fixed.
        var isInFolder: Bool { if case .folder = self { true } else { false } }

        /// Whether this is the list of invented frames, as it is used.
        var isList: Bool { self == .folder(FilePath(InventedFrames.fileName)) }

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
        /// By what the file is known again, also in a copy of the folder.
        let digest: FileDigest

        /// Whether the file is a frame that the fix made.
        var makesFrame: Bool { if case .work(let name) = from { name.string.hasPrefix("held-") } else { false } }
    }

    /// The moves in the order in which they are made.
    let moves: [Move]
    /// The names that it moves files from and to.
    package var names: [FilePath] { moves.flatMap { [$0.from.name, $0.to.name] } }

    /// What a fix of some operations does.
    /// - Parameters:
    ///   - digests: the digests of the files that are there, by name.
    ///   - staged: the digests of the new files that wait in the fix's own folder, one for each redrawing and each
    ///     held frame, in the operations' order.
    ///   - list: the digests of the list of invented frames, of the one that is there and of the new one; `nil` where
    ///     it stays as it is.
    init(
        _ operations: [FixOperation],
        digests: [FilePath: FileDigest],
        staged: [FileDigest],
        list: (old: FileDigest?, new: FileDigest)? = nil
    ) {
        var digests = digests
        var waiting = staged[...]
        var moves: [Move] = []
        // First of all: a run that is killed leaves no invented frame that is not in the list.
        if let list {
            let name = Place.folder(FilePath(InventedFrames.fileName))
            if let old = list.old { moves.append(Move(from: name, to: .work(Self.oldList), digest: old)) }
            moves.append(Move(from: .work(Self.newList), to: name, digest: list.new))
        }
        for (index, operation) in operations.filter(\.isRedrawing).enumerated() {
            guard let old = digests[operation.source], let new = waiting.popFirst() else { continue }
            let name = Place.folder(operation.source)
            moves.append(Move(from: name, to: .work(Self.oldName(index)), digest: old))
            moves.append(Move(from: .work(Self.newName(index)), to: name, digest: new))
            digests[operation.source] = new
        }
        moves += Self.renames(operations.filter { $0.change == .rename }, digests)
        for (index, operation) in operations.filter({ $0.isHold }).enumerated() {
            guard let new = waiting.popFirst() else { continue }
            moves.append(Move(from: .work(Self.heldName(index)), to: .folder(operation.target), digest: new))
        }
        self.moves = moves
    }

    /// The renames in an order in which each target is free; a circle goes through the fix's own folder.
    private static func renames(_ operations: [FixOperation], _ digests: [FilePath: FileDigest]) -> [Move] {
        let bySource = Dictionary(operations.map { ($0.source, $0) }) { first, _ in first }
        var done: Set<FilePath> = []
        var moves: [Move] = []
        func move(_ from: Place, _ to: Place, _ operation: FixOperation) {
            if let digest = digests[operation.source] { moves.append(Move(from: from, to: to, digest: digest)) }
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

    /// Whether all files only change their names, so that undoing takes none away.
    var onlyRenames: Bool {
        moves.allSatisfy { move in
            guard case .work(let name) = move.from else { return true }
            return !["new-", "held-"].contains { name.string.hasPrefix($0) }
        }
    }

    /// What a new picture is called in the fix's own folder.
    static func newName(_ index: Int) -> FilePath { FilePath("new-\(index)") }
    /// What a held frame is called there.
    static func heldName(_ index: Int) -> FilePath { FilePath("held-\(index)") }
    /// What a picture that was replaced is called there.
    static func oldName(_ index: Int) -> FilePath { FilePath("old-\(index)") }
    /// What the list of invented frames is called there before it takes its place.
    static let newList = FilePath("new-list")
    /// What the list that was replaced is called there.
    static let oldList = FilePath("old-list")
}

extension FixJournal {
    /// How many of the moves were made, judged by where the files are; `nil` where a file is not what the journal says.
    /// - Parameter actual: what lies at each of ``places``; a place where nothing lies is left out.
    func progress(_ actual: [Place: FileDigest]) -> Int? {
        var state = start
        func differs(_ place: Place) -> Bool { actual[place] != (state[place] ?? nil) }
        var differences = state.keys.count(where: differs)
        var found = differences == 0 ? 0 : nil
        for (index, move) in moves.enumerated() {
            differences -= (differs(move.from) ? 1 : 0) + (differs(move.to) ? 1 : 0)
            state[move.to] = .some(move.digest)
            state[move.from] = .some(nil)
            differences += (differs(move.from) ? 1 : 0) + (differs(move.to) ? 1 : 0)
            if differences == 0 { found = index + 1 }
        }
        return found
    }

    /// The first place of the folder where something else lies than after all moves; for a message.
    func firstDifference(_ actual: [Place: FileDigest]) -> FilePath? {
        var state = start
        for move in moves {
            state[move.to] = .some(move.digest)
            state[move.from] = .some(nil)
        }
        return moves.lazy.flatMap { [$0.from, $0.to] }.first { actual[$0] != (state[$0] ?? nil) }?.name
    }

    /// Every place that a file leaves or takes.
    var places: [Place] { Array(start.keys) }

    /// What lies at each place before the first move.
    private var start: [Place: FileDigest?] {
        var state: [Place: FileDigest?] = [:]
        for move in moves {
            if state[move.from] == nil { state[move.from] = .some(move.digest) }
            if state[move.to] == nil { state[move.to] = .some(nil) }
        }
        return state
    }
}
