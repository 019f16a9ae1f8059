/// A drawing in a sequence: its number, its picture, and any substitution.
public struct Frame: Hashable, Sendable {
    /// The source of a frame's picture.
    public typealias Source = Image.Source

    /// The replacement for a missing drawing.
    public enum Substitution: Hashable, Sendable {
        /// The picture of an earlier frame, held.
        case held(from: Int)
        /// The picture of the frame with the nearest number.
        case nearest(from: Int)
        /// A black frame.
        case black
    }

    package struct Damage: Hashable, Sendable {
        package let source: Source
        /// The fault, as a fragment that follows the file's name and a colon.
        package let reason: String
        package let number: Int
    }

    /// The number in the file's name, or `nil` if it has none.
    public let number: Int?
    /// The picture, with its drawing traits.
    public package(set) var image: Image
    /// The replacement for the frame's own drawing, or `nil` if the drawing itself is shown.
    public internal(set) var substitution: Substitution?
    /// The frame's own drawing, if it is damaged and was replaced.
    package internal(set) var damage: Damage?
    /// The exact duration in seconds. If `nil`, the frame lasts an equal part of the cycle.
    public package(set) var duration: RationalTime?

    /// Creates a frame that shows an image.
    public init(_ image: Image, number: Int? = nil, substitution: Substitution? = nil, duration: RationalTime? = nil) {
        (self.number, self.image, self.substitution, self.duration) = (number, image, substitution, duration)
    }

    /// Creates a frame that shows a plain picture.
    public init(
        number: Int?,
        source: Source,
        scale: Int = 1,
        substitution: Substitution? = nil,
        duration: RationalTime? = nil
    ) {
        let image = Image(source: source, scale: Double(scale))
        self.init(image, number: number, substitution: substitution, duration: duration)
    }

    /// The source of the picture.
    public var source: Source { image.source }
    /// Pixels per point, above 0, from an `@2x` in the file's name or from the image.
    public var scale: Double { image.scale }
    /// The file of the picture, or `nil` if it has another source.
    public var path: FilePath? { image.path }
    package var withoutDuration: Frame { changing(self) { $0.duration = nil } }

    /// Returns a sentence about the frame's damaged drawing and its replacement, or `nil` if the drawing is not damaged.
    package func damageNote(naming entry: (FilePath) -> String?) -> String? {
        damage.map { damage in
            let file = damage.source.name
            let name = entry(file).map { "\(FilePath(file.string))/\($0)" } ?? file.description
            let standIn = substitution == nil ? nil : path.flatMap(entry).map { "\($0) is shown instead" }
            let fact = damage.reason.firstRange(of: "; ").map { damage.reason[..<$0.lowerBound] }
            return "\(name): \(fact ?? damage.reason[...]) (\(standIn ?? self.standIn))"
        }
    }

    /// A phrase about the replacement of a damaged drawing, such as `walk.0006.png is shown instead`.
    package var standIn: String { substitution == nil ? "left out" : "\(source.name.name) is shown instead" }

    /// Creates the frame of a file, with the number and the scale factor in its name.
    public init(file path: FilePath) {
        let name = FrameFileName(path.lastComponent)
        self.init(number: name.number(at: .end)?.value, source: .file(path), scale: name.scale ?? 1)
    }

    func damagedSource(_ damaged: [Source: String]) -> Source? {
        guard image.isComposed else { return damaged[source] == nil ? nil : source }
        return image.parts.lazy.map(\.source).first { damaged[$0] != nil }
    }

    mutating func show(_ other: (frame: Frame, place: Int)?, by policy: MissingFramePolicy) {
        guard let (frame, place) = other else {
            (image, substitution) = (Image(source: .black), .black)
            return
        }
        image = frame.image
        let number = frame.number ?? place
        substitution = policy == .nearest ? .nearest(from: number) : .held(from: number)
    }
}
