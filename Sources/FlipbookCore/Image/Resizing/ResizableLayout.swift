package struct ResizableLayout: Hashable, Sendable {
    /// The segments from left to right, which cover each column of the destination once.
    package let horizontal: [ResizableSegment]
    package let vertical: [ResizableSegment]

    package var isIdentity: Bool { (horizontal + vertical).allSatisfy { $0.fill == .copied && $0.source == $0.target } }
}

package struct ResizableSegment: Hashable, Sendable {
    package enum Fill: Hashable, Sendable {
        case copied
        case stretched
        /// Repeated from the start. The last repetition may be partial.
        case tiled(Scale)
    }

    package struct Scale: Hashable, Sendable {
        package let image: Double
        package let output: Double
    }

    package let target: Range<Int>
    package let source: Range<Int>
    package let fill: Fill
}
