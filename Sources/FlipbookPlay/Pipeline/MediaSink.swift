public import FlipbookMedia
import GStreamer

/// A GStreamer sink for video or sound, with its properties.
public struct MediaSink: Sendable, Hashable {
    /// The element's name, such as `ximagesink`.
    public let element: String
    /// The properties, set in this order.
    public let properties: [ElementProperty]

    /// Creates a sink.
    public init(element: String, properties: [ElementProperty] = []) {
        (self.element, self.properties) = (element, properties)
    }

    /// Creates a sink from command-line syntax, such as `ximagesink` or `fakesink,sync=true`.
    ///
    /// Returns `nil` if the name is empty or a property has no `=`.
    public init?(parsing text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let properties = parts.dropFirst().compactMap { ElementProperty(parsing: $0) }
        guard !parts[0].isEmpty, properties.count == parts.count - 1 else { return nil }
        self.init(element: String(parts[0]), properties: properties)
    }
}

extension Element {
    /// Sets properties that the element has and the user did not set.
    func set(_ values: KeyValuePairs<String, String>, unlessIn given: [ElementProperty]) throws(GStreamerError) {
        for (name, value) in values where hasProperty(name) && !given.contains(where: { $0.name == name }) {
            try set(name, parsing: value)
        }
    }
}

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
