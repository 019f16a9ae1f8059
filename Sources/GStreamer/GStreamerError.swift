/// Why GStreamer would not do something.
package enum GStreamerError: Error, Hashable, Sendable {
    case initialization(String)
    case missingElement(factory: String)
    /// A plugin that has this element is installed, and was not loaded.
    case unloadableElement(factory: String)
    /// The process may use too few addresses for the plugins, of which one may have this element.
    case shortage(factory: String)
    /// The element has no such property.
    case unknownProperty(element: String, property: String)
    /// The text is no value of the property; `expected` describes the values.
    case invalidValue(element: String, property: String, value: String, expected: String)
    /// The element hands its input on, where one was wanted that a pipeline can end with.
    case notASink(factory: String)
    case cannotLink(from: String, to: String)
    case stateChange(to: String)
}
