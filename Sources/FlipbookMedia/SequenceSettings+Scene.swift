package import FlipbookCore
import FlipbookImaging
import FlipbookRender
package import FlipbookScene

extension SequenceSettings {
    /// Returns an image as it is drawn under these settings. The image's header must have been read.
    package func look(of image: Image) -> Image {
        var image = properties.orientation.map(image.withOrientation) ?? image
        if let resizing { image = image.resized(resizing) }
        if properties.isMirrored { image = image.mirroredWithCaps() }
        return properties.view.tintColor == nil ? image : image.withRenderingMode(.alwaysTemplate)
    }

    package func layer(on bounds: Rect, showing contents: Layer.Contents) -> Layer {
        var layer = Layer(frame: bounds, contents: contents)
        apply(to: &layer)
        return layer
    }

    package func apply(to layer: inout Layer) {
        layer.properties = properties.view
        layer.tintColor = properties.view.tintColor ?? view.tintColor
        layer.contentStretch = view.contentStretch
        layer.layoutDirection = view.layoutDirection
    }

    package func showing(_ view: ImageView) -> SequenceSettings {
        var settings = drawn(as: view)
        settings.frameRate = nil
        let bounds = Rect(origin: .zero, size: view.bounds.size)
        if !bounds.isEmpty { settings.size = bounds.snapped(scale: settings.scale?.value ?? 1).size }
        return settings
    }

    /// Returns the settings for a scene over the frames `FrameList.beneathViews`.
    /// - Parameter duration: The duration of the scene. If `nil`, the scene ends with its last animation.
    package func showing(_ scene: Scene, lasting duration: RationalTime?) -> SequenceSettings {
        changing(self) { settings in
            (settings.size, settings.scale) = (scene.size, DisplayScale(ofImage: scene.scale))
            settings.scene = SceneSettings(scene, lasting: duration)
        }
    }

    package func drawn(as view: ImageView) -> SequenceSettings {
        var settings = self
        settings.view = view.look
        settings.properties.view = settings.view.properties
        // The settings apply if the view does not specify these properties. The settings' tint turns all pictures into
        // templates.
        settings.$semanticContentAttribute = view.$semanticContentAttribute ?? self.$semanticContentAttribute
        settings.$filter = view.$filter ?? self.$filter
        settings.$pixelPolicy = view.$pixelPolicy ?? self.$pixelPolicy
        settings.tintColor = self.tintColor
        settings.animationDuration = view.exactAnimationDuration
        settings.animationRepeatCount = max(0, view.animationRepeatCount)
        return settings
    }

    func scene(
        showing frames: [Frame],
        at timing: FrameTiming,
        size: PixelSize,
        scale: Double,
        on stage: SceneStage? = nil
    ) throws(CanvasError) -> Scene {
        guard scale > 0, scale.isFinite else { throw .scale(scale) }
        var scene = Scene(size: size, scale: scale)
        scene.layers = [stage?.root ?? layer(on: scene.bounds, showing: .frames(frames, timing))]
        for (place, overlay) in overlays.enumerated() {
            let image = try wrapping(Image(contentsOfFile: overlay.image, codecs: codecs)) { error in
                CanvasError.overlay(place, FrameRenderError(path: overlay.image, cause: error))
            }
            var layer = overlay.view(showing: image, on: scene.bounds.size).layer
            layer.filter = properties.filter
            scene.layers.append(layer)
        }
        for (place, label) in texts.enumerated() {
            scene.layers.append(
                try wrapping(
                    label.layer(over: frames, at: timing, on: scene.bounds.size, scale: scale, excerpt),
                    in: { CanvasError.text(place, $0) }
                )
            )
        }
        for (place, burnIn) in burnIns.enumerated() {
            let lines = burnIn.lines(over: frames, at: timing, excerpt)
            let length = excerpt?.textLengths[place] ?? lines.map(\.count).max() ?? 0
            scene.layers += try wrapping(
                burnIn.layers(of: lines, length, at: timing, size: size, scale: scale),
                in: { CanvasError.overlay(overlays.count, FrameRenderError(path: "burn-in", cause: $0)) }
            )
        }
        return scene
    }
}
