/// A pipeline as a value: which elements, with which properties, linked in which way. It can be compared, printed as
/// `gst-launch-1.0` reads it, and made with ``Pipeline/init(_:fedBy:)``.
package struct ElementGraph: Hashable, Sendable {
    package struct Property: Hashable, Sendable {
        package let name: String
        /// Its value, as `gst-launch-1.0` reads it.
        package let value: String
        /// A Boolean value that tells whether the value is a text that is taken as it is, such as a file's name.
        let isVerbatim: Bool

        package init(_ name: String, _ value: String, isVerbatim: Bool = false) {
            (self.name, self.value, self.isVerbatim) = (name, value, isVerbatim)
        }

        /// A property that a number sets; a flag is set to whether it is not 0.
        package init(_ name: String, _ value: Int) { self.init(name, String(value)) }
    }

    package struct Node: Hashable, Sendable {
        /// The name of the factory that makes it, such as `x264enc`.
        package let factory: String
        /// The properties, in the order in which they are set.
        package var properties: [Property]

        package init(_ factory: String, _ properties: [Property] = []) {
            (self.factory, self.properties) = (factory, properties)
        }
    }

    /// Elements in a row.
    package var chain: [Node]
    /// Others in a row, the last of which feeds the last element but one of the chain, too, as sound comes to a muxer.
    package let side: [Node]
    package var nodes: [Node] { chain + side }

    package init(chain: [Node], side: [Node] = []) { (self.chain, self.side) = (chain, side) }

    /// The graph as `gst-launch-1.0` reads it behind its own name; a shell reads every word as one.
    package var launchLine: String {
        // The element where the two rows meet is written by its name behind the second one.
        let joint = side.isEmpty ? nil : chain.count - 2
        let row = chain.enumerated().map { place, node in node.launchWords(name: place == joint ? "e\(place)" : nil) }
            .joined(separator: " ! ")
        guard let joint else { return row }
        return row + " " + (side.map { $0.launchWords() } + ["e\(joint)."]).joined(separator: " ! ")
    }
}

extension ElementGraph.Node {
    /// The factory, the element's name where it needs one, and the properties.
    fileprivate func launchWords(name: String? = nil) -> String {
        let words = properties.map { "\($0.name)=\($0.value.quotedForLaunch)" }
        return ([factory] + (name.map { ["name=\($0)"] } ?? []) + words).joined(separator: " ")
    }

    fileprivate func element() throws(GStreamerError) -> Element {
        let element = try Element(factory)
        for property in properties {
            try element.set(property.name, parsing: property.value, isVerbatim: property.isVerbatim)
        }
        return element
    }
}

extension Pipeline {
    /// The pipeline that a graph describes; `source` feeds its first element, and its last one feeds `sink`, where there is one.
    /// - Parameter sound: The source of the elements beside the chain, where there are some.
    /// - Throws: ``GStreamerError`` when an element is missing, refuses a property, or cannot be linked.
    package convenience init(
        _ graph: ElementGraph,
        fedBy source: AppSource,
        into sink: AppSink? = nil,
        hearing sound: AppSource? = nil
    ) throws(GStreamerError) {
        let chain = try graph.chain.map { (node) throws(GStreamerError) in try node.element() }
        let side = try graph.side.map { (node) throws(GStreamerError) in try node.element() }
        let row = [source.element] + chain + [sink?.element].compactMap(\.self)
        let others = side.isEmpty ? [] : [sound?.element].compactMap(\.self) + side
        // What stops the pictures is sought from the end.
        try self.init(
            elements: others + row,
            links: Array(zip(row, row.dropFirst())) + zip(others, others.dropFirst())
                + side.suffix(1).map { ($0, chain[chain.count - 2]) }
        )
    }
}

extension String {
    /// The value for `gst-launch-1.0` and for a shell: in quotes unless it is a plain word. The shell takes single quotes
    /// away. GStreamer's parser then wants a backslash before what it would read itself.
    fileprivate var quotedForLaunch: String {
        let isPlain = allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "-_./:+".contains($0) }
        guard isEmpty || !isPlain else { return self }
        let escaped = replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "'\"" + escaped.replacing("'", with: "'\\''") + "\"'"
    }
}
