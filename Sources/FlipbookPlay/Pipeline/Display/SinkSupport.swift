import GStreamer

package struct SinkSupport: Hashable, Sendable {
    package let element: String
    package let isInstalled: Bool
    /// The reason why the sink cannot open a window, or `nil` if there is none or only the sink can tell.
    package let obstacle: String?

    /// The usual sinks, the automatic sink first.
    package static func all() throws(PlaybackError) -> [SinkSupport] {
        do throws(GStreamerError) {
            let elements = ["autovideosink", "glimagesink", "waylandsink", "xvimagesink", "ximagesink"]
            return try elements.map { element throws(GStreamerError) in
                let obstacle = Display.current.obstacle(to: MediaSink(element: element))
                return SinkSupport(element: element, isInstalled: try Element.isAvailable(element), obstacle: obstacle)
            }
        } catch { throw PlaybackError(error) }
    }
}
