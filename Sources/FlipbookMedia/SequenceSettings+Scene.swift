package import FlipbookCore
import FlipbookImaging
import FlipbookRender
package import FlipbookScene

extension SequenceSettings {
    /// An image, its header read, as it is drawn under these settings.
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

    /// The settings of what an image view shows, on a canvas of its size.
    package func showing(_ view: ImageView) -> SequenceSettings {
        var settings = drawn(as: view)
        settings.frameRate = nil
        let bounds = Rect(origin: .zero, size: view.bounds.size)
        if !bounds.isEmpty { settings.size = bounds.snapped(scale: settings.scale?.value ?? 1).size }
        return settings
    }

    /// The settings of a scene, over the frames `FrameList.beneathViews`.
    /// - Parameter duration: The time that it lasts, or `nil` for until the last of what ends has ended.
    package func showing(_ scene: Scene, lasting duration: RationalTime?) -> SequenceSettings {
        changing(self) { settings in
            (settings.size, settings.scale) = (scene.size, DisplayScale(ofImage: scene.scale))
            settings.scene = SceneSettings(scene, lasting: duration)
        }
    }

    /// The settings with what an image view says of how and how long its pictures are shown.
    package func drawn(as view: ImageView) -> SequenceSettings {
        var settings = self
        settings.view = view.look
        settings.properties.view = settings.view.properties
        // These are the settings' where the view leaves them open. A tint of theirs makes templates of all pictures.
        settings.$semanticContentAttribute = view.$semanticContentAttribute ?? self.$semanticContentAttribute
        settings.$filter = view.$filter ?? self.$filter
        settings.$pixelPolicy = view.$pixelPolicy ?? self.$pixelPolicy
        settings.tintColor = self.tintColor
        settings.animationDuration = view.exactAnimationDuration
        settings.animationRepeatCount = max(0, view.animationRepeatCount)
        return settings
    }

    /// The scene that shows frames on a canvas, under the overlays, whose headers are read now.
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
            let drawn = try wrapping(
                label.layer(over: frames, at: timing, on: scene.bounds.size, scale: scale, excerpt),
                in: { CanvasError.text(place, $0) }
            )
            scene.layers.append(drawn)
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
