package enum GStreamerError: Error, Hashable, Sendable {
    case initialization(String)
    case missingElement(factory: String)
    case unloadableElement(factory: String)
    /// The process has too little address space to load all plugins. A plugin that was not loaded might contain this element.
    case shortage(factory: String)
    case unknownProperty(element: String, property: String)
    /// The property does not accept the value; `expected` describes the values that it accepts.
    case invalidValue(element: String, property: String, value: String, expected: String)
    /// A pipeline cannot end with this element, since the element passes its input on.
    case notASink(factory: String)
    case cannotLink(from: String, to: String)
    case stateChange(to: String)
}
