/// One drawing of a sequence: its number, where its picture comes from, and what stands in for it.
///
/// ``Image/init(_:)-(Frame)`` is the picture itself, without its place in a sequence.
public struct Frame: Hashable, Sendable {
    /// Where a frame's picture comes from.
    public typealias Source = Image.Source

    /// What stands in for a drawing that is missing.
    public enum Substitution: Hashable, Sendable {
        /// The picture of an earlier frame, held.
        case held(from: Int)
        /// The picture of the frame with the nearest number.
        case nearest(from: Int)
        /// A black frame.
        case black
    }

    /// The number in the file's name; `nil` for a file without one.
    public let number: Int?
    /// Where the picture comes from.
    public let source: Source
    /// Pixels per point, from an `@2x` or `@3x` in the file's name; 1 where there is none.
    public let scale: Int
    /// What stands in for this frame's own drawing; `nil` when the drawing itself is shown.
    public let substitution: Substitution?

    /// How long the frame is shown; `nil` for an equal part of the cycle.
    public let duration: RationalTime?

    /// A frame from its parts.
    public init(
        number: Int?,
        source: Source,
        scale: Int = 1,
        substitution: Substitution? = nil,
        duration: RationalTime? = nil
    ) {
        self.number = number
        self.source = source
        self.scale = scale
        self.substitution = substitution
        self.duration = duration
    }

    /// The file that the picture is read from; `nil` where it does not come from one.
    public var path: FilePath? {
        if case .file(let path) = source { path } else { nil }
    }
}
