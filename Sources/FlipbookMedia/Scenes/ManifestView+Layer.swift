import FlipbookCore
import FlipbookImaging

/// The pictures of a scene, their headers read, by their files, and its texts, drawn.
struct SceneImages {
    var images: [FilePath: Image] = [:]
    /// The texts of views, by the views.
    var texts: [ManifestView: Image] = [:]
    /// Where views lie, by the name that they have for that, instead of where they say themselves.
    var states: [String: ViewState] = [:]
    /// In which direction the scene runs.
    var direction = LayoutDirection.leftToRight

    subscript(path: FilePath) -> Image { images[path] ?? Frame(file: path).image }
}

extension ManifestView {
    /// The view and all within as layers.
    /// - Parameter around: The coordinates that it lies in.
    func layer(_ images: SceneImages, in around: Rect) -> Layer {
        var layer = Layer()
        layer.id = id
        var pictures = LayerPictures()
        pictures.image = image.map { images[$0] } ?? images.texts[self]
        pictures.highlightedImage = highlightedImage.map { images[$0] }
        pictures.animation = animation(of: animationImages, images)
        pictures.highlightedAnimation = animation(of: highlightedAnimationImages, images)
        pictures.repeatCount = animationRepeatCount ?? 0
        pictures.isHighlighted = isHighlighted ?? false
        pictures.start = isAnimating ?? true ? .zero : nil
        layer.contents = .pictures(pictures)
        layer.anchorPoint = anchorPoint ?? layer.anchorPoint
        // Without a size of its own, a view has its picture's.
        let size = (pictures.image ?? pictures.frames.first?.image)?.size ?? .zero
        layer.frame = frame ?? Rect(origin: .zero, size: bounds?.size ?? size)
        if let pins { layer.frame = pins.frame(of: layer.frame, in: around, images.direction) }
        layer.bounds = bounds ?? layer.bounds
        layer.center = center ?? layer.center
        layer.transform = transform?.transform ?? .identity
        restorationIdentifier.flatMap { images.states[$0] }?.apply(to: &layer)
        layer.contentStretch = contentStretch ?? layer.contentStretch
        layer.tintColor = tintColor
        layer.isHidden = isHidden ?? false
        layer.isUserInteractionEnabled = takesTouches
        layer.style = style
        if let opacity = shadowOpacity, opacity > 0 {
            layer.shadow = Shadow(
                color: shadowColor ?? .black,
                opacity: opacity,
                offset: shadowOffset ?? Point(x: 0, y: -3),
                radius: shadowRadius ?? 3
            )
        }
        layer.layoutDirection = images.direction
        layer.sublayers = (subviews ?? []).map { $0.layer(images, in: layer.bounds) }
        return layer
    }

    private var style: LayerStyle {
        var style = LayerStyle()
        style.contentMode = contentMode ?? text?.alignment.contentMode ?? style.contentMode
        style.pixelPolicy = pixelPolicy ?? style.pixelPolicy
        style.filter = filter ?? style.filter
        style.backgroundColor = backgroundColor
        style.alpha = alpha ?? style.alpha
        style.isOpaque = isOpaque ?? style.isOpaque
        style.clipsToBounds = clipsToBounds ?? style.clipsToBounds
        style.cornerRadius = cornerRadius ?? style.cornerRadius
        return style
    }

    private func animation(of pictures: SequenceManifest.Images?, _ images: SceneImages) -> LayerPictures.Animation? {
        guard case .list(let entries)? = pictures else { return nil }
        var frames: [Frame] = []
        var durations: [RationalTime?] = []
        for entry in entries {
            switch entry.timing {
            case .slots(let count):
                frames += repeatElement(Frame(images[entry.image]), count: count)
                durations += repeatElement(nil, count: count)
            case .duration(let time):
                frames.append(Frame(images[entry.image]))
                durations.append(time)
            }
        }
        let slot = FrameRate.imageViewDefault.frameDuration
        let timing =
            durations.contains { $0 != nil }
            ? FrameTiming(durations: durations.map { $0 ?? slot })
            : FrameTiming(
                frameCount: frames.count,
                cycleDuration: animationDuration.flatMap { $0 > .zero ? $0 : nil }
                    ?? FrameRate.imageViewDefault.duration(ofFrames: frames.count)
            )
        return timing.flatMap { LayerPictures.Animation(frames, $0) }
    }
}

extension TextLabel.Alignment {
    /// Where a text of several lines lies in a larger view, as UIKit's labels have it.
    fileprivate var contentMode: ContentMode {
        switch self {
        case .left: .left
        case .center: .center
        case .right: .right
        }
    }
}

extension [ManifestView] {
    /// The texts of views, drawn.
    /// - Parameters:
    ///   - canvas: The canvas in points.
    ///   - scale: Its pixels per point.
    /// - Throws: ``SequenceError/setting(_:)`` where a font or the library for texts is missing.
    func texts(on canvas: Rect, scale: Double) throws(SequenceCheckError) -> [ManifestView: Image] {
        var texts: [ManifestView: Image] = [:]
        for view in flatMap(\.tree) {
            guard let label = view.text, let plain = label.plainText else { continue }
            let width = view.frame?.width ?? view.bounds?.width ?? view.pins?.width ?? canvas.width
            do throws(TextError) {
                texts[view] = try TextPainter(label, width: width, scale: scale).image(of: plain)
            } catch {
                throw .sequence(.setting(SettingFault(.views, error.explanation)))
            }
        }
        return texts
    }
}
