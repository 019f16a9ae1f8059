import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene

/// One layer on all of a canvas and views over it: the scenes that most of these tests draw.
struct Canvas: Hashable {
    var size: PixelSize
    var scale = 1.0
    var contentMode = ContentMode.scaleToFill
    var background = Background.black
    var filter = ScalingFilter.automatic
    var pixelPolicy = PixelPolicy.snap
    var resizing: ImageResizing?
    var tintColor: Color?
    var alpha = 1.0
    var isOpaque = false
    var isHidden = false
    var overlays: [ImageView] = []

    init(
        size: PixelSize,
        scale: Double = 1,
        contentMode: ContentMode = .scaleToFill,
        background: Background = .black,
        filter: ScalingFilter = .automatic,
        pixelPolicy: PixelPolicy = .snap,
        resizing: ImageResizing? = nil,
        tintColor: Color? = nil,
        alpha: Double = 1,
        isOpaque: Bool = false,
        isHidden: Bool = false,
        overlays: [ImageView] = []
    ) {
        self.size = size
        self.scale = scale
        self.contentMode = contentMode
        self.background = background
        self.filter = filter
        self.pixelPolicy = pixelPolicy
        self.resizing = resizing
        self.tintColor = tintColor
        self.alpha = alpha
        self.isOpaque = isOpaque
        self.isHidden = isHidden
        self.overlays = overlays
    }

    /// The canvas that the bounds of an image view make.
    init(_ view: ImageView, showing image: Image?, scale: Double = 1, filter: ScalingFilter = .automatic) {
        self.init(
            size: Rect(origin: .zero, size: view.bounds.size).snapped(scale: scale).size,
            scale: scale,
            contentMode: view.contentMode,
            background: view.backgroundColor ?? .clear,
            filter: filter,
            resizing: image?.resizing ?? view.resizing,
            tintColor: image?.stencilColor(in: view.tintColor),
            alpha: view.alpha,
            isOpaque: view.isOpaque,
            isHidden: view.isHidden
        )
    }

    /// The scene that shows the pixels of an image, in its scale and orientation, with the canvas's caps and tint.
    func scene(showing image: Image?) -> Scene {
        var scene = Scene(size: size, scale: scale)
        var layer = Layer(frame: scene.bounds)
        if let image {
            var plain = Image(
                source: image.source,
                pixelSize: image.pixelSize,
                scale: image.scale,
                orientation: image.imageOrientation
            )
            if let resizing { plain = plain.resized(resizing) }
            if tintColor != nil { plain = plain.withRenderingMode(.alwaysTemplate) }
            layer.contents = .image(plain)
        }
        layer.contentMode = contentMode
        layer.backgroundColor = background
        layer.filter = filter
        layer.pixelPolicy = pixelPolicy
        layer.tintColor = tintColor ?? layer.tintColor
        layer.alpha = alpha
        layer.isOpaque = isOpaque
        layer.isHidden = isHidden
        scene.layers = [layer]
        for view in overlays {
            var layer = view.layer
            layer.filter = filter
            scene.layers.append(layer)
        }
        return scene
    }
}

/// Draws frames on a canvas.
struct CanvasRenderer {
    let canvas: Canvas
    let target: RenderTarget
    /// The places among the canvas's overlays of those that have no room on it.
    let unseenOverlays: [Int]
    private let drawings = DrawingTable()
    private let renderer: FrameRenderer

    /// - Parameter decode: Reads the frames' files; the overlays' are read from the disk.
    init(
        canvas: Canvas,
        format: PixelFormat,
        isFlattened: Bool = false,
        decode: @escaping @Sendable (FilePath) throws(ImageError) -> Picture
    ) throws(CanvasError) {
        self.canvas = canvas
        target = RenderTarget(size: canvas.size, scale: canvas.scale, format: format, isFlattened: isFlattened)
        try target.validate()
        let sources = Set(canvas.overlays.compactMap { $0.visibleImage?.source })
        renderer = FrameRenderer(drawings) { drawing, keepsSixteenBits throws(ImageError) in
            guard case .file(let path) = drawing.source, !sources.contains(drawing.source) else {
                return try drawing.pixels(keepsSixteenBits: keepsSixteenBits)
            }
            return try decode(path)
        }
        let scene = BoundScene(canvas.scene(showing: nil), drawings: drawings)
        unseenOverlays = try renderer.prepare(scene, for: target).map { $0 - 1 }
    }

    var outputSize: PixelSize { target.outputSize }

    func render(_ frame: Frame) throws(FrameRenderError) -> Picture { try render(frame.image) }

    func render(_ image: Image) throws(FrameRenderError) -> Picture { try render(image, with: renderer) }

    private func render(_ image: Image, with renderer: FrameRenderer) throws(FrameRenderError) -> Picture {
        let scene = BoundScene(canvas.scene(showing: image), drawings: drawings)
        return try renderer.picture(of: scene.displayList(at: 0), for: target)
    }

    /// Pixels that come from no file.
    func draw(_ picture: Picture, scale: Double) throws(ImageError) -> Picture {
        let source = Image.Source.file(FilePath("pixels"))
        let renderer = FrameRenderer(drawings) { drawing, keepsSixteenBits throws(ImageError) in
            drawing.source == source ? picture : try drawing.pixels(keepsSixteenBits: keepsSixteenBits)
        }
        do throws(FrameRenderError) {
            return try render(Image(source: source, scale: scale), with: renderer)
        } catch {
            throw error.cause
        }
    }
}

extension Placement {
    init(of source: PixelSize, scale: Double, on canvas: Canvas) {
        let (mode, policy) = (canvas.contentMode, canvas.pixelPolicy)
        self.init(of: source, scale: scale, in: canvas.size, scale: canvas.scale, mode, policy)
    }
}
