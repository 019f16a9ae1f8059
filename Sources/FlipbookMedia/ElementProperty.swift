/// A property of a GStreamer element.
public struct ElementProperty: Sendable, Hashable, Codable {
    /// The property's name, such as `bframes`.
    public let name: String
    /// The value in the syntax of `gst-launch-1.0`.
    public let value: String

    /// Creates a property.
    public init(name: String, value: String) { (self.name, self.value) = (name, value) }

    /// Parses `NAME=VALUE`, or returns `nil` if there is no name or equals sign. The value may be empty or contain equals
    /// signs.
    public init?(parsing text: some StringProtocol) {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
        self.init(name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
    }
}
