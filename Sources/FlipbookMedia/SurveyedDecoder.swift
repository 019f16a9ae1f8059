package import FlipbookCore
package import FlipbookImaging

/// Decodes files whose headers were read before, and notices when one has changed since.
///
/// A render that still writes its frames may replace one between the check and its
/// turn. Placed by what the check said, it would be rescaled in silence.
package struct SurveyedDecoder: Sendable {
    private let sizes: [FilePath: PixelSize]
    private let decoder = ImageDecoder()

    /// A decoder of the files in `survey`.
    package init(_ survey: FrameSurvey) {
        var sizes: [FilePath: PixelSize] = [:]
        for entry in survey.entries {
            if let path = entry.frame.path, let size = entry.size { sizes[path] = size }
        }
        self.sizes = sizes
    }

    /// The picture in the file at `path`, as straight RGBA.
    /// - Throws: ``ImageError``, also when the picture has another size than its header had.
    package func decode(_ path: FilePath) throws(ImageError) -> Picture {
        let picture = try decoder.decode(contentsOf: path)
        guard let size = sizes[path], size != picture.size else { return picture }
        throw .corrupt(reason: "it changed while it was read, from \(size) to \(picture.size)")
    }
}
