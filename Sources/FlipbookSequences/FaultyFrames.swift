package import FlipbookImaging

package struct FaultyFrames: Encodable, Hashable, Sendable {
    package let kind: ImageError.Kind
    package let frames: String

    static func all<Number>(
        _ frames: some Sequence<(number: Number, header: Result<ImageHeader, ImageError>?)>,
        numbers: ([Number]) -> String
    ) -> [FaultyFrames] {
        let failed = frames.compactMap { number, header -> (number: Number, kind: ImageError.Kind)? in
            header?.failure?.kind.map { (number, $0) }
        }
        let found = Dictionary(grouping: failed, by: \.kind).mapValues { $0.map(\.number) }
        return ImageError.Kind.allCases.compactMap { kind in
            found[kind].map { FaultyFrames(kind: kind, frames: numbers($0)) }
        }
    }
}
