package import FlipbookCore
import FlipbookFiles
package import FlipbookMedia
import FlipbookRender
import FlipbookScene
internal import Synchronization

/// The list of sequences to play, with a thumbnail of each.
package final class SequenceShelf: Sendable {
    package struct Entry: Sendable {
        package let title, key: String
        package let find: @Sendable () async throws -> (frames: FrameList, settings: SequenceSettings)

        package init(
            title: String,
            key: String,
            find: @escaping @Sendable () async throws -> (frames: FrameList, settings: SequenceSettings)
        ) { (self.title, self.key, self.find) = (title, key, find) }
    }

    private struct State {
        var entries: [Entry] = []
        /// The thumbnails, by key. The value is `nil` for a sequence without a thumbnail.
        var pictures: [String: FrameThumbnail?] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Sets the entries, keeping existing thumbnails. Returns whether they changed.
    package func list(_ entries: [Entry]) -> Bool {
        state.withLock { exchange(&$0.entries, with: entries) }.map(\.key) != entries.map(\.key)
    }

    var titles: [String] { state.withLock { $0.entries.map(\.title) } }

    /// Returns the thumbnail at a position, or `nil` if it does not exist yet or cannot be made.
    func picture(at place: Int) -> FrameThumbnail? {
        state.withLock { state in
            state.entries.indices.contains(place) ? state.pictures[state.entries[place].key] ?? nil : nil
        }
    }

    /// Makes the thumbnail at a position unless that was tried before. Returns whether there is a new one.
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

    /// Returns a thumbnail of the middle frame, or `nil` if it cannot be drawn. The player reports such an error.
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
        } catch { return nil }
    }
}
