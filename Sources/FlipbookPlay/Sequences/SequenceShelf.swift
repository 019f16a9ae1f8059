package import FlipbookCore
import FlipbookFiles
package import FlipbookMedia
import FlipbookRender
import FlipbookScene
internal import Synchronization

/// The sequences that are played one after the other, with a small picture of each once that is there.
package final class SequenceShelf: Sendable {
    package struct Entry: Sendable {
        package let title: String
        /// The text that no other sequence has.
        package let key: String
        /// Finds its frames, and how they are drawn.
        package let find: @Sendable () async throws -> (frames: FrameList, settings: SequenceSettings)

        package init(
            title: String,
            key: String,
            find: @escaping @Sendable () async throws -> (frames: FrameList, settings: SequenceSettings)
        ) {
            (self.title, self.key, self.find) = (title, key, find)
        }
    }

    private struct State {
        var entries: [Entry] = []
        /// The pictures by the sequences' keys, or `nil` for a sequence that has none.
        var pictures: [String: FrameThumbnail?] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Has these sequences from now on; pictures that are there stay. Returns whether they are others than before.
    package func list(_ entries: [Entry]) -> Bool {
        state.withLock { state in
            defer { state.entries = entries }
            return state.entries.map(\.key) != entries.map(\.key)
        }
    }

    var titles: [String] { state.withLock { $0.entries.map(\.title) } }

    /// The small picture of the sequence at a place, or `nil` if it is not there yet, or cannot be made.
    func picture(at place: Int) -> FrameThumbnail? {
        state.withLock { state in
            state.entries.indices.contains(place) ? state.pictures[state.entries[place].key] ?? nil : nil
        }
    }

    /// Makes the picture of the sequence at a place, where it was not tried before. Returns whether there is one more.
    func prepare(_ place: Int, fitting room: PixelSize) async -> Bool {
        let entry = state.withLock { state -> Entry? in
            guard state.entries.indices.contains(place) else { return nil }
            let entry = state.entries[place]
            return state.pictures[entry.key] == nil ? entry : nil
        }
        guard let entry else { return false }
        let picture = await Self.picture(of: entry, fitting: room)
        if Task.isCancelled { return false }
        state.withLock { $0.pictures[entry.key] = .some(picture) }
        return picture != nil
    }

    /// The frame in the middle of a sequence, small, or `nil` if it cannot be drawn, as the player says when it comes to it.
    private static func picture(of entry: Entry, fitting room: PixelSize) async -> FrameThumbnail? {
        do {
            let (list, settings) = try await entry.find()
            guard !list.frames.isEmpty else { return nil }
            var own = settings
            (own.frameRate, own.animationDuration, own.memory) = (nil, .zero, MemoryBudget(byteCount: 0))
            let frame = list.frames[list.frames.count / 2].withoutDuration
            let sequence = try await CheckedSequence.playable(FrameList(name: list.name, frames: [frame]), own)
            return try await PictureSource(sequence, memory: own.memory, undecodable: UndecodableFrames { _ in })
                .thumbnail(at: 0, fitting: room)
        } catch {
            return nil
        }
    }
}
