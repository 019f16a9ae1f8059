/// One property of a GStreamer element, as it is asked for by name.
public struct ElementProperty: Sendable, Hashable, Codable {
    /// The property's name, such as `bframes`.
    public let name: String
    /// Its value as `gst-launch-1.0` reads it.
    public let value: String

    /// A property and its value.
    public init(name: String, value: String) { (self.name, self.value) = (name, value) }

    /// A property as the command line has it: `NAME=VALUE`.
    ///
    /// Returns `nil` without a name or an equals sign. The value may be empty, or contain further ones.
    public init?(parsing text: some StringProtocol) {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
        self.init(name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
    }
}
