import FlipbookCore
import FlipbookScene
import FlipbookSequences

struct SceneImages {
    var images: [FilePath: Image] = [:]
    var rates: [FilePath: FrameRate] = [:]
    var frames: [Frame: Frame] = [:]
    var texts: SceneTexts
    typealias RedrawnText = (path: [Int], label: TextLabel)
    var redrawnTexts: [RedrawnText] = []
    var states: [String: ViewState] = [:]
    var direction = LayoutDirection.leftToRight
    var gaps = GapPolicy()
    var damaged: [Frame.Source: String] = [:]
    var faults: FrameFaults?
    var hints: [String] = []

    subscript(path: FilePath) -> Image { images[path] ?? Frame(file: path).image }

    mutating func filled(_ frames: [Frame]) throws -> [Frame] {
        let list = FrameList(name: "views", frames: frames)
        let filled = try wrapping(list.substituting(gaps, damaged: damaged).list, in: { SequenceError($0, faults) })
        hints += filled.hints
        return filled.frames
    }
}

struct ViewSurroundings {
    var bounds: Rect
    var direction: LayoutDirection
    var safeAreaInsets: EdgeInsets
    var path: [Int] = []

    func within(_ layer: Layer, at index: Int) -> ViewSurroundings {
        let (bounds, direction) = (layer.bounds, layer.effectiveUserInterfaceLayoutDirection)
        var inner = ViewSurroundings(bounds: bounds, direction: direction, safeAreaInsets: .zero, path: path + [index])
        if safeAreaInsets != .zero { inner.safeAreaInsets = safeAreaInsets.reaching(into: layer.frame, in: bounds) }
        return inner
    }
}

extension ManifestView {
    private func alignment(of shown: Image?) -> EdgeInsets {
        alignmentRectInsets ?? shown?.alignmentRectInsets ?? .zero
    }

    fileprivate func content(_ pictures: LayerPictures) -> (size: Size, alignmentRectInsets: EdgeInsets) {
        let shown = pictures.image ?? pictures.frames.first?.image
        return (shown?.size ?? .zero, alignment(of: shown))
    }

    fileprivate func layer(
        _ images: inout SceneImages,
        showing pictures: LayerPictures,
        in around: ViewSurroundings,
        at index: Int,
        frame: Rect
    ) throws -> Layer {
        var (layer, pictures) = (Layer(), pictures)
        layer.id = id
        if let label = text, self.contentMode == .redraw { images.redrawnTexts.append((around.path + [index], label)) }
        let content = content(pictures)
        if let pins {
            let alignment = content.alignmentRectInsets
            layer.hold = .pins(pins, alignmentRectInsets: alignment, safeAreaInsets: around.safeAreaInsets)
            layer.contentSizes = [Layer.ContentSize(ownSize ?? content.size)]
            layer.hasPicturesSize = ownSize == nil
        } else {
            layer.hold = autoresizingMask.map { .mask($0) }
        }
        layer.geometry = geometry(in: frame)
        restorationIdentifier.flatMap { images.states[$0] }?.apply(to: &layer)
        layer.contentStretch = contentStretch ?? layer.contentStretch
        layer.properties = properties
        layer.isUserInteractionEnabled = takesTouches
        // Text that is laid out again is always the same size as its view.
        if let text, self.$contentMode ?? .redraw == .redraw { layer.contentMode = text.alignment.contentMode }
        if let opacity = shadowOpacity, opacity > 0 {
            let (color, offset) = (shadowColor ?? .black, shadowOffset ?? Point(x: 0, y: -3))
            layer.shadow = Shadow(color: color, opacity: opacity, offset: offset, radius: shadowRadius ?? 3)
        }
        layer.layoutDirection = images.direction
        if let label = text, self.contentMode == .redraw {
            let room = layer.bounds.size
            pictures.image = try images.texts.image(of: label, width: room.width, height: room.height)
        }
        layer.contents = .pictures(pictures)
        let inner = around.within(layer, at: index)
        layer.sublayers = try (subviews ?? []).layers(&images, in: inner)
        // The subviews were laid out for the size in the manifest.
        if pins != nil, hasMaskedSubviews, let written = writtenSize { layer.layOutSublayers(from: written) }
        if let overlay = overlayContentView, !overlay.isEmpty {
            layer.sublayers.append(try layer.overlay(of: overlay, &images, in: inner))
        }
        return layer
    }

    fileprivate func pictures(_ images: inout SceneImages) throws -> LayerPictures {
        var pictures = LayerPictures()
        pictures.image = image.map { images[$0] }
        if let text {
            let width = frame?.width ?? bounds?.width ?? images.texts.width
            pictures.image = try images.texts.image(of: text, width: width)
        }
        pictures.highlightedImage = highlightedImage.map { images[$0] }
        pictures.animation = try animation(of: animationImages, &images)
        pictures.highlightedAnimation = try animation(of: highlightedAnimationImages, &images)
        pictures.repeatCount = animationRepeatCount ?? 0
        if let frames, let rate = frameRate {
            let shown = try images.filled(frames.map { images.frames[$0] ?? $0 })
            pictures.animation = FrameTiming(frameCount: shown.count, rate: rate)
                .flatMap { LayerPictures.Animation(shown, $0) }
            pictures.repeatCount = animationRepeatCount ?? 1
        }
        pictures.isHighlighted = isHighlighted ?? false
        pictures.start = isAnimating ?? true ? .zero : nil
        pictures.transition = transition
        return pictures
    }

    private func animation(of pictures: SequenceManifest.Images?, _ images: inout SceneImages)
        throws -> LayerPictures.Animation?
    {
        guard case .list(let entries)? = pictures else { return nil }
        var frames: [Frame] = []
        for entry in entries {
            switch entry.timing {
            case .slots(let count): frames += repeatElement(Frame(images[entry.image]), count: count)
            case .duration(let time): frames.append(Frame(images[entry.image], duration: time))
            }
        }
        frames = try images.filled(frames)
        let durations = frames.map(\.duration)
        frames = frames.map(\.withoutDuration)
        let stored = Set(entries.compactMap { images.rates[$0.image] })
        let rate = stored.first.flatMap { stored.count == 1 ? $0 : nil } ?? .imageViewDefault
        let slot = rate.frameDuration
        let timing =
            durations.contains { $0 != nil }
            ? FrameTiming(durations: durations.map { $0 ?? slot })
            : FrameTiming(
                frameCount: frames.count,
                cycleDuration: animationDuration.flatMap { $0 > .zero ? $0 : nil }
                    ?? rate.duration(ofFrames: frames.count)
            )
        return timing.flatMap { LayerPictures.Animation(frames, $0) }
    }
}

extension [ManifestView] {
    func layers(_ images: inout SceneImages, in around: ViewSurroundings) throws -> [Layer] {
        var pictures = try map { try $0.pictures(&images) }
        func laidOut() throws -> [Rect] {
            let layout = layout(in: around.bounds, around.direction, safeAreaInsets: around.safeAreaInsets) {
                self[$0].content(pictures[$0])
            }
            if let fault = layout.faults.first { throw SequenceError.setting(SettingFault(.views, fault.explanation)) }
            return layout.frames
        }
        var frames = try laidOut()
        var isBroken = false
        for (index, view) in enumerated() where view.pins != nil && view.frame == nil {
            // Text wraps at the width of its view, which may depend on pins.
            guard let text = view.text, frames[index].width != pictures[index].image?.size.width else { continue }
            pictures[index].image = try images.texts.image(of: text, width: frames[index].width)
            isBroken = true
        }
        if isBroken { frames = try laidOut() }
        return try enumerated().map { index, view in
            try view.layer(&images, showing: pictures[index], in: around, at: index, frame: frames[index])
        }
    }
}

extension Layer {
    /// Returns a layer for views above all other layers. The returned layer is the same size as this one, and clipped to it.
    fileprivate func overlay(of views: [ManifestView], _ images: inout SceneImages, in around: ViewSurroundings) throws
        -> Layer
    {
        var overlay = Layer(frame: self.bounds)
        (overlay.clipsToBounds, overlay.isUserInteractionEnabled) = (true, true)
        overlay.hold = .mask([.flexibleWidth, .flexibleHeight])
        overlay.layoutDirection = layoutDirection
        overlay.sublayers = try views.layers(&images, in: around.within(overlay, at: sublayers.count))
        return overlay
    }
}

extension TextAlignment {
    /// The content mode for text in a larger view. Lines are aligned in the same way as in UIKit's labels.
    fileprivate var contentMode: ContentMode {
        switch self {
        case .left: .left
        case .center: .center
        case .right: .right
        }
    }
}
