public import FlipbookMedia
import GStreamer

/// A GStreamer element that shows video or plays sound, and its properties.
public struct MediaSink: Sendable, Hashable {
    /// The element's name, such as `ximagesink`.
    public let element: String
    /// Properties that are set, in this order.
    public let properties: [ElementProperty]

    /// A sink and its properties.
    public init(element: String, properties: [ElementProperty] = []) {
        self.element = element
        self.properties = properties
    }

    /// A sink as the command line names it: `ximagesink` or `fakesink,sync=true`.
    ///
    /// Returns `nil` when the name is empty or a property has no `=`.
    public init?(parsing text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let properties = parts.dropFirst().compactMap { ElementProperty(parsing: $0) }
        guard !parts[0].isEmpty, properties.count == parts.count - 1 else { return nil }
        self.init(element: String(parts[0]), properties: properties)
    }
}

extension Element {
    /// Sets those of some properties that the element has, and that its user has not set.
    func set(
        _ values: KeyValuePairs<String, String>,
        unlessIn given: [ElementProperty]
    ) throws(GStreamerError) {
        for (name, value) in values where hasProperty(name) && !given.contains(where: { $0.name == name }) {
            try set(name, parsing: value)
        }
    }
}
