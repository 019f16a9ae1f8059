public import FlipbookCore
public import FlipbookImaging

/// What is known of one file of a sequence.
public struct FrameEvidence: Sendable {
    /// The file.
    public let path: FilePath
    /// The number in the file's name; `nil` for a file without one.
    public let number: Int?
    /// Pixels per point: 2 for `@2x`, 1 where the name has no such part.
    public let scale: Int
    /// What the file's header says, or why it says nothing; `nil` when headers were not asked for.
    public internal(set) var header: Result<ImageHeader, ImageError>?

    /// A file and what is known of it.
    public init(path: FilePath, number: Int?, scale: Int = 1, header: Result<ImageHeader, ImageError>? = nil) {
        self.path = path
        self.number = number
        self.scale = scale
        self.header = header
    }

    /// The picture's size in pixels; `nil` when there is no header.
    public var size: PixelSize? {
        if case .success(let header) = header { header.size } else { nil }
    }

    /// Why the file is no picture; `nil` for a good header and for one that was not asked for.
    public var fault: ImageError? {
        if case .failure(let error) = header { error } else { nil }
    }
}
