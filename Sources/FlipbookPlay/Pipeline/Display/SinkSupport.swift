import GStreamer

/// A video sink that frames can be shown on, and whether it works here.
package struct SinkSupport: Hashable, Sendable {
    package let element: String
    /// A Boolean value that indicates whether a plugin that is installed has it.
    package let isInstalled: Bool
    /// Why it cannot open a window here, or `nil` if it can, or if only the sink itself knows.
    package let obstacle: String?

    /// The usual sinks, the one that chooses among the others first.
    package static func all() throws(PlaybackError) -> [SinkSupport] {
        do throws(GStreamerError) {
            let elements = ["autovideosink", "glimagesink", "waylandsink", "xvimagesink", "ximagesink"]
            return try elements.map { element throws(GStreamerError) in
                let obstacle = Display.current.obstacle(to: MediaSink(element: element))
                return SinkSupport(element: element, isInstalled: try Element.isAvailable(element), obstacle: obstacle)
            }
        } catch {
            throw PlaybackError(error)
        }
    }
}
