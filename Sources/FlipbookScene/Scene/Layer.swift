public import FlipbookCore

/// One thing that lies on a canvas: where it is, what it shows, and how.
///
/// What an ``ImageView`` is to its users, a layer is to the code that draws; the properties are the view's, with its names.
@dynamicMemberLookup
public struct Layer: Hashable, Sendable {
    /// The contents of a layer.
    public enum Contents: Hashable, Sendable {
        /// Its background alone.
        case nothing
        /// One picture.
        case image(Image)
        /// One picture after the other, over and over, from time 0 on.
        case frames([Frame], FrameTiming)
        /// The picture that an image view of several shows, which may change over time.
        case pictures(LayerPictures)
    }

    /// The name of it in animations and messages, or `nil` if nothing does.
    public var id: String?

    /// The contents over the background.
    public var contents = Contents.nothing

    /// The properties of its drawing. The layer has the same properties itself: `layer.contentMode`, `layer.alpha`.
    public var properties = ViewProperties()

    /// A property of how it is drawn.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewProperties, Value> & Sendable) -> Value {
        get { properties[keyPath: property] }
        set { properties[keyPath: property] = newValue }
    }

    /// The place of the layer in the one that holds it, or on the canvas, in points. The layer has the same properties itself:
    /// `layer.frame`, `layer.bounds`, in which ``ViewProperties/contentMode`` places pictures.
    public var geometry = ViewGeometry()

    /// A property of how it lies.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewGeometry, Value> & Sendable) -> Value {
        get { geometry[keyPath: property] }
        set { geometry[keyPath: property] = newValue }
    }

    /// The layers that lie in this one, over its own picture, from the lowest to the topmost.
    ///
    /// They lie in the coordinates of ``ViewGeometry/bounds``, whose origin moves them and not the picture; they fade with
    /// this layer as one, and are cut off at its edges where it clips.
    public var sublayers: [Layer] = []
    /// The changes of properties over time, see ``presentation(at:)``.
    public var tracks: [Track] = []
    /// The look of the layer with all within that a transition among ``tracks`` begins with: one layer, or none where it is
    /// this layer's own, a moment earlier.
    package var former: [Layer] = []

    /// The part of a picture without caps that stretches, in fractions of its size; all of it by default.
    public var contentStretch = ImageView.wholeContent
    /// The shadow of the layer and all within; `nil` for none, and none is drawn where the layer clips.
    public var shadow: Shadow?
    /// The direction in which text runs around the layer; `nil`, the default, for that around the layer that holds it, and
    /// from left to right around them all.
    public var layoutDirection: LayoutDirection?
    /// The way in which the layer follows the size of the one that holds it over time, or `nil`, the default, if it does not.
    public var hold: LayerHold? { didSet { isHeldBySiblings = hold?.namesSiblings ?? false } }
    private(set) var isHeldBySiblings = false
    /// The sizes of a pinned layer where its pins leave them open, in the order of their times.
    package var contentSizes: [ContentSize] = []
    /// A Boolean value that indicates that these are the sizes of its pictures.
    package var hasPicturesSize = false

    /// A layer without area that shows nothing.
    public init() {}

    /// A layer that shows one thing in a part of the canvas.
    public init(frame: Rect, contents: Contents = .nothing) { (self.contents, self.frame) = (contents, frame) }

    /// The way in which a picture without caps of its own is cut, or `nil` if it is scaled as a whole.
    package var resizing: ImageResizing? {
        contentStretch == ImageView.wholeContent ? nil : .contentStretch(contentStretch)
    }

    /// The layer as it is painted, with one picture.
    /// - Parameters:
    ///   - image: The picture, its header read; `nil` for the background alone.
    ///   - drawing: The number that stands for the pixels of `image`.
    ///   - others: The numbers that stand for those of its other parts, see `Image.parts`.
    ///   - space: From the coordinates that the layer lies in to those of the canvas.
    ///   - templates: The color of templates around it.
    /// - Returns: `nil` where nothing of the layer is drawn.
    package func painted(
        _ image: Image?,
        drawing: Int,
        others: [Int] = [],
        in space: Transform = .identity,
        templates: Color = ImageView.defaultTintColor
    ) -> PaintedLayer? {
        guard isSeen else { return nil }
        let templates = properties.templateColor(in: templates)
        let contents = image.map {
            PaintedLayer.Contents($0, drawing: drawing, others: others, in: self, templates: templates)
        }
        return changing(outline(in: space)) {
            ($0.contents, $0.properties) = (contents ?? .nothing, properties.painted)
        }
    }

    /// The place of the layer as it is painted.
    package func outline(in space: Transform) -> PaintedLayer {
        var painted = PaintedLayer(frame: self.frame)
        if !geometry.transform.isIdentity || !space.isIdentity { painted.place(geometry, in: space) }
        return painted
    }

    /// The direction in which the layer runs, for pictures that are mirrored with it and for the leading edges of layers
    /// within: its ``ViewProperties/semanticContentAttribute`` decides, else ``layoutDirection``.
    public var effectiveUserInterfaceLayoutDirection: LayoutDirection {
        self.semanticContentAttribute.layoutDirection(relativeTo: layoutDirection ?? .leftToRight)
    }

    /// A Boolean value that indicates a layer that is neither hidden nor quite transparent; else nothing within is
    /// seen either.
    package var isSeen: Bool { properties.isSeen }

    /// The effects on the layer together with those within, or `nil` if that is nothing, or where it is alone.
    package var group: DisplayList.Group? {
        let shadow = self.clipsToBounds ? nil : shadow.flatMap { $0.isSeen ? $0 : nil }
        guard shadow != nil || (!sublayers.isEmpty && !self.isOpaque && self.alpha < 1) else { return nil }
        return changing(DisplayList.Group(alpha: self.isOpaque ? 1 : self.alpha)) { $0.shadow = shadow }
    }

    /// The layers of the tree, this one first and each before those within, its former look before these.
    package var tree: [Layer] { [self] + (former + sublayers).flatMap(\.tree) }

    /// The end of each change in the tree, in nanoseconds since the scene began; `nil` for one that never ends.
    package var endNanoseconds: [Int64?] {
        tree.flatMap { layer in
            let ends = layer.tracks.map(\.endNanosecond)
            guard case .pictures(let pictures) = layer.contents, pictures.isMoving else { return ends }
            return ends + [pictures.endNanosecond]
        }
    }

    /// Has all changes in the tree happen later by a time, which may be below 0.
    mutating func delay(by time: RationalTime) {
        for place in tracks.indices { tracks[place].delay += time }
        switch contents {
        case .nothing, .image: break
        case .frames(let frames, let timing):
            var pictures = LayerPictures()
            (pictures.animation, pictures.start) = (LayerPictures.Animation(frames, timing), time)
            contents = .pictures(pictures)
        case .pictures(var pictures):
            pictures.start = pictures.start.map { $0 + time }
            for place in pictures.changes.indices { pictures.changes[place].time += time }
            contents = .pictures(pictures)
        }
        for place in sublayers.indices { sublayers[place].delay(by: time) }
    }
}

extension Layer.Contents {
    /// The picture at a time in nanoseconds since the scene began, on its way to the next one during a transition, or `nil`
    /// for none.
    package func image(atNanosecond time: Int64) -> Image? {
        switch self {
        case .nothing: nil
        case .image(let image): image
        case .frames(let frames, let timing):
            frames[timing.positionInCycle(ofFrame: timing.frame(atNanosecond: time))].image
        case .pictures(let pictures): pictures.image(atNanosecond: time)
        }
    }
}

extension ImageView {
    /// The view as a layer that shows what the view shows from now on, which is time 0 of the layer.
    public var layer: Layer { changing(look) { if let contents = contents() { $0.contents = contents } } }

    /// The pictures of the view from now on: one, or while it animates, one after the other.
    /// - Parameter now: The time at which it is now, in nanoseconds.
    func contents(now: Int64 = 0) -> Layer.Contents? {
        let still = stillImage
        if let passage, transitionProgress != nil {
            var pictures = LayerPictures()
            (pictures.image, pictures.start) = (passage.from, nil)
            let start = RationalTime.nanoseconds(now - time + passage.start)
            pictures.changes = [LayerPictures.Change(at: start, .image(settledImage), by: passage.timed)]
            return .pictures(pictures)
        }
        let images = isAnimating ? activeAnimationImages : still?.images
        let timing = isAnimating ? sequencer.timing : still?.timing
        guard let images, let timing, isAnimating || images.count > 1 else { return visibleImage.map { .image($0) } }
        var pictures = LayerPictures()
        pictures.animation = LayerPictures.Animation(images.map { Frame(facing($0)) }, timing)
        pictures.image = still.map(facing)
        pictures.repeatCount = isAnimating ? max(0, animationRepeatCount) : 0
        pictures.start = .nanoseconds(now - time + (isAnimating ? startTime : stillTime))
        return .pictures(pictures)
    }
}
