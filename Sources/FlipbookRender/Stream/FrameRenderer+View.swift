import FlipbookCore
public import FlipbookImaging
public import FlipbookScene

extension FrameRenderer {
    /// The picture of what an image view shows now: its bounds, with its background.
    ///
    /// A view whose bounds are empty, since its picture's header was not read when it was made, gets the picture's size.
    /// For more than one picture, bind a ``BoundScene`` and keep the renderer.
    /// - Parameters:
    ///   - scale: Pixels per point.
    ///   - format: The layout of the pixels.
    ///   - codecs: The formats that are read.
    /// - Throws: ``RenderError`` where the view has no pixels or too many, or its picture cannot be read.
    public static func picture(
        of view: ImageView,
        scale: Double = 1,
        format: PixelFormat = .rgba,
        codecs: ImageCodecs = .standard
    ) throws(RenderError) -> Picture {
        var scene = Scene(view, scale: scale)
        try wrapping(scene.readStills(codecs), in: RenderError.init(drawing:))
        let target = RenderTarget(scene, format: format)
        try wrapping(target.validate(), in: RenderError.canvas)
        let bound = BoundScene(scene, drawings: DrawingTable(codecs: codecs))
        return try wrapping(
            FrameRenderer(bound.drawings).picture(of: bound.displayList(at: 0), for: target),
            in: RenderError.init(drawing:)
        )
    }
}

extension Scene {
    /// Reads the headers of pictures that stand alone; where a picture is the whole scene and that has no size, it gets
    /// the picture's.
    fileprivate mutating func readStills(_ codecs: ImageCodecs) throws(FrameRenderError) {
        for place in layers.indices {
            guard case .image(let image) = layers[place].contents, image.pixelSize == nil else { continue }
            do throws(ImageError) {
                let image = try image.readingHeader(codecs: codecs)
                layers[place].contents = .image(image)
                guard layers[place].bounds.size == .zero else { continue }
                layers[place].frame = Rect(origin: layers[place].frame.origin, size: image.size)
                if size.isEmpty { size = layers[place].frame.snapped(scale: scale).size }
            } catch {
                throw FrameRenderError(path: image.path ?? FilePath("image data"), cause: error)
            }
        }
    }
}
