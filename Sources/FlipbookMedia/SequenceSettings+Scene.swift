import FlipbookCore
import FlipbookImaging

extension SequenceSettings {
    /// An image, its header read, as it is drawn under these settings.
    func look(of image: Image) -> Image {
        var image = properties.orientation.map(image.withOrientation) ?? image
        if let resizing { image = image.resized(resizing) }
        if properties.isMirrored { image = image.mirroredWithCaps() }
        return properties.tintColor == nil ? image : image.withRenderingMode(.alwaysTemplate)
    }

    /// The layer that shows a sequence on all of a canvas.
    func layer(on bounds: Rect, showing contents: Layer.Contents) -> Layer {
        var layer = Layer(frame: bounds, contents: contents)
        apply(to: &layer)
        layer.isHidden = view.isHidden
        return layer
    }

    /// Sets how a layer draws its pictures.
    func apply(to layer: inout Layer) {
        layer.contentMode = properties.contentMode
        layer.contentStretch = view.contentStretch
        layer.pixelPolicy = properties.pixelPolicy
        layer.filter = properties.filter
        layer.backgroundColor = background
        layer.tintColor = properties.tintColor ?? view.tintColor
        layer.alpha = properties.alpha
        layer.isOpaque = properties.isOpaque
        layer.layoutDirection = view.layoutDirection
    }

    /// The scene that shows frames on a canvas, under the overlays, whose headers are read now.
    func scene(
        showing frames: [Frame],
        at timing: FrameTiming,
        size: PixelSize,
        scale: Double
    ) throws(CanvasError) -> Scene {
        guard scale > 0, scale.isFinite else { throw .scale(scale) }
        var scene = Scene(size: size, scale: scale)
        scene.layers = [layer(on: scene.bounds, showing: .frames(frames, timing))]
        for (place, overlay) in overlays.enumerated() {
            do throws(ImageError) {
                let image = try Image(contentsOfFile: overlay.image)
                var layer = overlay.view(showing: image, on: scene.bounds.size).layer
                layer.filter = properties.filter
                scene.layers.append(layer)
            } catch {
                throw .overlay(place, FrameRenderError(path: overlay.image, cause: error))
            }
        }
        return scene
    }
}
