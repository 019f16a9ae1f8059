/// A pipeline as a value: elements, their properties, and their links. Graphs can be compared and printed as `gst-launch-1.0`
/// lines. ``Pipeline/init(_:fedBy:)`` creates a pipeline from a graph.
package struct ElementGraph: Hashable, Sendable {
    package struct Property: Hashable, Sendable {
        package let name, value: String
        let isVerbatim: Bool

        package init(_ name: String, _ value: String, isVerbatim: Bool = false) {
            (self.name, self.value, self.isVerbatim) = (name, value, isVerbatim)
        }

        package init(_ name: String, _ value: Int) { self.init(name, String(value)) }
    }

    package struct Node: Hashable, Sendable {
        package let factory: String
        package var properties: [Property]

        package init(_ factory: String, _ properties: [Property] = []) {
            (self.factory, self.properties) = (factory, properties)
        }

        package static func filter(_ caps: String) -> Node { Node("capsfilter", [.init("caps", caps)]) }

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

    package var chain: [Node]
    /// A second row of elements, which feeds the second-to-last element of the chain. Audio feeds a muxer this way.
    package let side: [Node]
    package var nodes: [Node] { chain + side }

    package init(chain: [Node], side: [Node] = []) { (self.chain, self.side) = (chain, side) }

    package var launchLine: String {
        // The second row refers by name to the element where the rows meet.
        let joint = side.isEmpty ? nil : chain.count - 2
        let row = chain.enumerated().map { place, node in node.launchWords(name: place == joint ? "e\(place)" : nil) }
            .joined(separator: " ! ")
        guard let joint else { return row }
        return row + " " + (side.map { $0.launchWords() } + ["e\(joint)."]).joined(separator: " ! ")
    }
}

extension Pipeline {
    /// Creates the pipeline that a graph describes. `source` feeds the first element; the last element feeds `sink`, if any.
    /// - Parameter sound: The source of the second row.
    /// - Throws: ``GStreamerError`` if an element is missing, does not accept a property, or cannot be linked.
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
        // The pictures' elements come last, since `obstacle` searches from the end.
        try self.init(
            elements: others + row,
            links: Array(zip(row, row.dropFirst())) + zip(others, others.dropFirst())
                + side.suffix(1).map { ($0, chain[chain.count - 2]) }
        )
    }
}

extension String {
    /// The value, quoted for `gst-launch-1.0` and a shell unless it is a plain word. The shell removes the single quotes.
    /// GStreamer's parser then needs a backslash before characters that it would interpret.
    fileprivate var quotedForLaunch: String {
        let isPlain = allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "-_./:+".contains($0) }
        guard isEmpty || !isPlain else { return self }
        let escaped = replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "'\"" + escaped.replacing("'", with: "'\\''") + "\"'"
    }
}
