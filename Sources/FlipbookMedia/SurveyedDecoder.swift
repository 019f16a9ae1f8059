package import FlipbookCore
package import FlipbookImaging

/// Decodes files whose headers were read before, and notices when one has changed since.
///
/// A render that still writes its frames may replace one between the check and its
/// turn. Placed by what the check said, it would be rescaled in silence.
package struct SurveyedDecoder: Sendable {
    private let headers: [FilePath: ImageHeader]
    private let unreadable: [FilePath: ImageError]
    private let decoder: ImageDecoder

    /// A decoder of the files in `survey`, which rounds 16 bits a channel to 8 unless it keeps them.
    package init(_ survey: FrameSurvey, keepsSixteenBits: Bool = false) {
        decoder = ImageDecoder(keepsSixteenBits: keepsSixteenBits)
        var headers: [FilePath: ImageHeader] = [:]
        var unreadable: [FilePath: ImageError] = [:]
        for entry in survey.entries {
            guard let path = entry.frame.path else { continue }
            switch entry.header {
            case .success(let header): headers[path] = header
            case .failure(let error): unreadable[path] = error
            case nil: break
            }
        }
        self.headers = headers
        self.unreadable = unreadable
    }

    /// The picture in the file at `path`, as straight RGBA, in the orientation that its header has.
    /// - Throws: ``ImageError``, also when the picture has another size than its header had, and
    ///   what was the matter with the header, since nothing is known of how the picture would be placed.
    package func decode(_ path: FilePath) throws(ImageError) -> Picture {
        if let error = unreadable[path] { throw error }
        let picture = try decoder.decode(contentsOf: path)
        guard let header = headers[path] else { return picture }
        guard header.size == picture.size else {
            throw .corrupt(reason: "it changed while it was read, from \(header.size) to \(picture.size)")
        }
        return picture.oriented(header.orientation)
    }
}
