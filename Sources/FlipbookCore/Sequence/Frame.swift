/// One drawing of a sequence: its number, its picture, and what stands in for it.
public struct Frame: Hashable, Sendable {
    /// The source of a frame's picture.
    public typealias Source = Image.Source

    /// The picture that stands in for a drawing that is missing.
    public enum Substitution: Hashable, Sendable {
        /// The picture of an earlier frame, held.
        case held(from: Int)
        /// The picture of the frame with the nearest number.
        case nearest(from: Int)
        /// A black frame.
        case black
    }

    /// A drawing that is there and cannot be shown.
    package struct Damage: Hashable, Sendable {
        package let source: Source
        /// The fault, a fragment that follows the file's name and a colon.
        package let reason: String
        package let number: Int
    }

    /// The number in the file's name, or `nil` if it has none.
    public let number: Int?
    /// The picture, with all that it says of how it wants to be drawn.
    public package(set) var image: Image
    /// The stand-in for this frame's own drawing, or `nil` if the drawing itself is shown.
    public internal(set) var substitution: Substitution?
    /// The frame's own drawing, where it is damaged and another one stands in for it.
    package internal(set) var damage: Damage?

    /// The exact time for which the frame is shown, in seconds, or `nil` for an equal part of the cycle.
    public package(set) var duration: RationalTime?

    /// A frame that shows an image.
    public init(_ image: Image, number: Int? = nil, substitution: Substitution? = nil, duration: RationalTime? = nil) {
        (self.number, self.image, self.substitution, self.duration) = (number, image, substitution, duration)
    }

    /// A frame that shows a plain picture.
    /// - Parameter scale: The picture's pixels per point.
    public init(
        number: Int?,
        source: Source,
        scale: Int = 1,
        substitution: Substitution? = nil,
        duration: RationalTime? = nil
    ) {
        self.init(
            Image(source: source, scale: Double(scale)),
            number: number,
            substitution: substitution,
            duration: duration
        )
    }

    /// The source of the picture.
    public var source: Source { image.source }

    /// Pixels per point, above 0: those of an `@2x` or `@3x` in a file's name, or what the image says.
    public var scale: Double { image.scale }

    /// The file that the picture is read from, or `nil` if it does not come from one.
    public var path: FilePath? { image.path }

    package var withoutDuration: Frame { changing(self) { $0.duration = nil } }

    /// The fault of the frame's own drawing, and what is seen in its place, or `nil` if it is not damaged.
    /// - Parameter entry: Finds the names of pictures in an archive.
    package func damageNote(naming entry: (FilePath) -> String?) -> String? {
        damage.map { damage in
            let file = damage.source.name
            let name = entry(file).map { "\(FilePath(file.string))/\($0)" } ?? file.description
            let standIn = substitution == nil ? nil : path.flatMap(entry).map { "\($0) is shown instead" }
            return "\(name): \(damage.reason) (\(standIn ?? self.standIn))"
        }
    }

    /// The words for what is seen in the place of the frame's own drawing: `walk.0006.png is shown instead`.
    package var standIn: String { substitution == nil ? "left out" : "\(source.name.name) is shown instead" }
}

extension Image.Source {
    /// The name in messages: its file.
    package var name: FilePath {
        switch self {
        case .file(let path): path
        case .drawn: FilePath("a drawing")
        case .black: FilePath("black")
        case .data, .nothing: FilePath("image data")
        }
    }
}
