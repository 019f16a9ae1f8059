package import FlipbookImaging

/// The frames of a sequence whose files give no picture, all of one kind.
package struct FaultyFrames: Encodable, Hashable, Sendable {
    package let kind: ImageError.Kind
    /// Their numbers, as ranges.
    package let frames: String

    /// The faulty ones of frames, kind by kind.
    /// - Parameter numbers: The text of some of the frames' numbers.
    static func all<Number>(
        _ frames: some Sequence<(number: Number, header: Result<ImageHeader, ImageError>?)>,
        numbers: ([Number]) -> String
    ) -> [FaultyFrames] {
        var found: [ImageError.Kind: [Number]] = [:]
        for (number, header) in frames {
            if case .failure(let error) = header, let kind = error.kind { found[kind, default: []].append(number) }
        }
        return ImageError.Kind.allCases.compactMap { kind in
            found[kind].map { FaultyFrames(kind: kind, frames: numbers($0)) }
        }
    }
}
