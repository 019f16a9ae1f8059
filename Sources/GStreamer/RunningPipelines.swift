internal import Synchronization

/// The pipelines of the process, for a program that wants to know what stands in the way when nothing moves.
package enum RunningPipelines {
    private struct Entry {
        weak var pipeline: Pipeline?
    }

    private static let entries = Mutex<[Entry]>([])

    static func add(_ pipeline: Pipeline) {
        entries.withLock { entries in
            entries.removeAll { $0.pipeline == nil }
            entries.append(Entry(pipeline: pipeline))
        }
    }

    /// The element of a pipeline that takes nothing; `nil` where none is known.
    package static var obstacle: String? {
        entries.withLock { $0.compactMap(\.pipeline) }.compactMap(\.obstacle).first
    }
}
