import FlipbookImaging
import FlipbookMedia
import Glibc
import Synchronization

/// The pictures of a sequence, each paired with its counterpart if there is a comparison.
struct PairedPictures: Sendable {
    struct Compared: Sendable {
        let source: PictureSource
        let pairing: FramePairing
        let findings = ComparisonFindings()

        init(_ source: PictureSource, beside sequence: CheckedSequence) {
            self.source = source
            pairing = FramePairing(sequence.frames, source.sequence.frames)
        }
    }

    typealias Drawn = PictureSource.Drawn

    let source: PictureSource
    let compared: Compared?
    let offset: Int

    func isReady(_ position: Int) -> Bool {
        guard source.isReady(position) else { return false }
        guard let (compared, other) = other(of: position) else { return true }
        return compared.source.isReady(other)
    }

    func keptPicture(at position: Int) -> PictureSource.Drawn? {
        guard var drawn = source.keptPicture(at: position) else { return nil }
        guard let (compared, other) = other(of: position) else { return drawn }
        guard let second = compared.source.keptPicture(at: other) else { return nil }
        add(second, to: &drawn, at: position, compared)
        return drawn
    }

    func isSame(as other: PairedPictures) -> Bool {
        source === other.source && compared?.source === other.compared?.source && offset == other.offset
    }

    /// Returns the pictures at a position, without replacements for pictures that cannot be drawn.
    func ownPicture(at position: Int) async throws -> PictureSource.Drawn {
        try await drawn(at: position) { try await $0.ownPicture(at: $1) }
    }

    /// Returns the pictures at a position, with replacements for pictures that cannot be drawn.
    func picture(at position: Int) async throws -> PictureSource.Drawn {
        try await drawn(at: position) { try await $0.picture(at: $1) }
    }

    private func drawn(at position: Int, _ picture: (PictureSource, Int) async throws -> Drawn) async throws -> Drawn {
        var drawn = try await picture(source, position)
        if let (compared, other) = other(of: position) {
            add(try await picture(compared.source, other), to: &drawn, at: position, compared)
        }
        return drawn
    }

    private func other(of position: Int) -> (Compared, Int)? {
        guard let compared, let other = compared.pairing.position(of: position, offset: offset) else { return nil }
        return (compared, other)
    }

    private func add(_ second: Drawn, to drawn: inout Drawn, at position: Int, _ compared: Compared) {
        if !drawn.isSubstitute, !second.isSubstitute {
            compared.findings.note(drawn.picture, second.picture, of: compared.pairing.names[position], offset)
        }
        drawn.compared = second.picture
        drawn.isSubstitute = drawn.isSubstitute || second.isSubstitute
    }
}

/// The differences found between the shown frames and their counterparts.
final class ComparisonFindings: Sendable {
    private struct State {
        var offset = 0
        /// The results for the compared frames: `true` if the frame differs. The keys are frame numbers or positions.
        var differs: [Int: Bool] = [:]
    }

    private let state = Mutex(State())

    /// Compares the pictures of a frame once. If the offset has changed, the earlier results are discarded.
    func note(_ first: Picture, _ second: Picture, of name: Int, _ offset: Int) {
        let isKnown = state.withLock { state in
            if state.offset != offset { state = State(offset: offset) }
            return state.differs[name] != nil
        }
        if isKnown { return }
        let differs = first.withUnsafeBytes { ours in
            second.withUnsafeBytes { theirs in
                guard ours.count == theirs.count, let one = ours.baseAddress, let other = theirs.baseAddress
                else { return ours.count != theirs.count }
                return memcmp(one, other, ours.count) != 0
            }
        }
        state.withLock { if $0.offset == offset { $0.differs[name] = differs } }
    }

    var summary: (count: Int, firstDifference: Int?) {
        state.withLock { ($0.differs.count, $0.differs.lazy.filter(\.value).map(\.key).min()) }
    }
}
