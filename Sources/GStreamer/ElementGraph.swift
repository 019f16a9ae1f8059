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

    /// An output that goes to an input, by the places of their elements among the nodes.
    package struct Link: Hashable, Sendable {
        let source: Int
        let target: Int
    }

    package let nodes: [Node]
    package let links: [Link]

    package init(chain nodes: [Node]) {
        self.init(nodes: nodes, links: nodes.indices.dropLast().map { Link(source: $0, target: $0 + 1) })
    }

    /// The graph behind other elements in a row, the last of which feeds its first one.
    package func preceded(by chain: [Node]) -> ElementGraph {
        let shift = chain.count
        return ElementGraph(
            nodes: chain + nodes,
            links: (0..<shift).map { Link(source: $0, target: $0 + 1) }
                + links.map { Link(source: $0.source + shift, target: $0.target + shift) }
        )
    }

    /// The graph with other elements in a row, the last of which feeds its node at `place`, too.
    /// - Returns: The graph, and the place of the first of these elements.
    package func joined(by chain: [Node], at place: Int) -> (graph: ElementGraph, first: Int) {
        let first = nodes.count
        let targets = chain.indices.dropFirst().map { first + $0 } + [place]
        let new = zip(chain.indices, targets).map { Link(source: first + $0, target: $1) }
        return (ElementGraph(nodes: nodes + chain, links: links + new), first)
    }

    private init(nodes: [Node], links: [Link]) { (self.nodes, self.links) = (nodes, links) }

    /// The graph as `gst-launch-1.0` reads it behind its own name; a shell reads every word as one.
    package var launchLine: String {
        // An element with several neighbours on a side is written by its name where its second chain begins or ends.
        let isJoint = nodes.indices.map { place in
            links.count { $0.source == place } > 1 || links.count { $0.target == place } > 1
        }
        var waiting = links
        var chains: [String] = []
        var shown: Set<Int> = []
        func word(_ place: Int) -> String {
            guard shown.insert(place).inserted else { return "e\(place)." }
            return nodes[place].launchWords(name: isJoint[place] ? "e\(place)" : nil)
        }
        for start in nodes.indices where !shown.contains(start) || waiting.contains(where: { $0.source == start }) {
            var chain = [word(start)]
            var place = start
            while let next = waiting.firstIndex(where: { $0.source == place }) {
                place = waiting.remove(at: next).target
                let ends = shown.contains(place)
                chain.append(word(place))
                if ends { break }
            }
            chains.append(chain.joined(separator: " ! "))
        }
        return chains.joined(separator: " ")
    }
}

extension ElementGraph.Node {
    /// The factory, the element's name where it needs one, and the properties.
    fileprivate func launchWords(name: String?) -> String {
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
    /// - Parameter other: The source of another element, and the place of that in the graph.
    /// - Throws: ``GStreamerError`` when an element is missing, refuses a property, or cannot be linked.
    package convenience init(
        _ graph: ElementGraph,
        fedBy source: AppSource,
        into sink: AppSink? = nil,
        and other: (source: AppSource, place: Int)? = nil
    ) throws(GStreamerError) {
        var elements: [Element] = []
        for node in graph.nodes { elements.append(try node.element()) }
        let end = sink.map { [(elements[elements.count - 1], $0.element)] } ?? []
        let feeds = [(source.element, elements[0])] + (other.map { [($0.source.element, elements[$0.place])] } ?? [])
        try self.init(
            elements: feeds.map(\.0) + elements + end.map(\.1),
            links: feeds + graph.links.map { (elements[$0.source], elements[$0.target]) }
                + end
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
