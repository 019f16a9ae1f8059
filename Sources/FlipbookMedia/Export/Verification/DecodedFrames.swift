import FlipbookCore
import FlipbookImaging

/// The frames of a file that was written, decoded one after another in the order in which they are shown.
protocol DecodedFrames: Sendable {
    /// What decodes them.
    var decoder: String { get }

    /// The next frame, in the layout of the job's pictures; `nil` after the last.
    func next() async throws(ExportError) -> DecodedPicture?

    /// Stops what goes on; waiting calls throw.
    func stop()
}

/// A decoded picture.
struct DecodedPicture: Sendable {
    /// The bytes.
    let bytes: [UInt8]
    /// For each plane its first byte and its bytes per row.
    let planes: [(offset: Int, bytesPerRow: Int)]
}

/// Image files that were written, decoded by the library's own readers.
struct DecodedImages: DecodedFrames {
    let decoder: String
    private let frames: NumberedFiles

    /// Hands out the files one after another.
    private actor NumberedFiles {
        private var paths: ArraySlice<FilePath>

        init(_ paths: [FilePath]) { self.paths = paths[...] }

        func next() -> FilePath? { paths.popFirst() }
    }

    private let isDeep: Bool

    /// The files at `paths`, in their order, which have the job's format.
    init(_ paths: [FilePath], of job: EncodingJob) {
        frames = NumberedFiles(paths)
        (decoder, isDeep) = (job.profile.codec.name, job.pictures.isDeep)
    }

    func next() async throws(ExportError) -> DecodedPicture? {
        guard let path = await frames.next() else { return nil }
        do throws(ImageError) {
            let picture = try ImageDecoder(keepsSixteenBits: isDeep).decode(contentsOf: path)
            return picture.withUnsafeBytes { DecodedPicture(bytes: Array($0), planes: picture.planes) }
        } catch {
            throw .readBack(reason: "\(path.lastComponent.escapingControlCharacters) cannot be decoded: \(error).")
        }
    }

    func stop() {}
}
