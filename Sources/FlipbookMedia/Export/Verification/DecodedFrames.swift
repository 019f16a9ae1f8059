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

/// Pictures in files that were written, decoded by the readers of the library's own inputs.
struct DecodedImages: DecodedFrames {
    let decoder: String
    private let pictures: Pictures

    /// Decodes one picture after another. One that is shown several times in a row is decoded once.
    private actor Pictures {
        private var paths: ArraySlice<FilePath>
        private var latest: (path: FilePath, picture: DecodedPicture)?
        private let reader: ImageDecoder

        init(_ paths: [FilePath], _ reader: ImageDecoder) { (self.paths, self.reader) = (paths[...], reader) }

        func next() throws(ImageError) -> DecodedPicture? {
            guard let path = paths.popFirst() else { return nil }
            if let latest, latest.path == path { return latest.picture }
            let picture = try reader.decode(contentsOf: path)
            let bytes = picture.withUnsafeBytes { DecodedPicture(bytes: Array($0), planes: picture.planes) }
            latest = (path, bytes)
            return bytes
        }
    }

    /// The picture of each frame, in order.
    /// - Parameter codecs: The formats that are read, with the cut of a sheet.
    init(_ paths: [FilePath], of job: EncodingJob, codecs: ImageCodecs = .standard) {
        decoder = "Flipbook's reader of \(job.profile.codec.name)"
        var reader = ImageDecoder(keepsSixteenBits: job.pictures.isDeep, codecs: codecs)
        // The numbers are compared as they lie in the file.
        reader.convertsColors = job.profile.standard == nil
        pictures = Pictures(paths, reader)
    }

    func next() async throws(ExportError) -> DecodedPicture? {
        do throws(ImageError) {
            return try await pictures.next()
        } catch {
            throw .readBack(reason: "it cannot be decoded: \(error).")
        }
    }

    func stop() {}
}
