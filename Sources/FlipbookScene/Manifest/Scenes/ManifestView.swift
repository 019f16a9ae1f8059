public import FlipbookCore

/// A view of a manifest: what lies over the sequence, by the names that UIKit's views have. What is `nil` is UIKit's default.
@dynamicMemberLookup
public struct ManifestView: Hashable, Sendable {
    /// The name of it in animations and messages.
    public var id: String?
    /// The name by which the view's place is kept from one run to the next; see ``View/restorationIdentifier``.
    public var restorationIdentifier: String?
    /// The words of a screen reader on the view.
    public var accessibility = Accessibility()
    /// The text that shows in the place of a picture.
    public var text: TextLabel?
    /// The picture that shows while nothing animates.
    public var image: FilePath?
    /// The picture in its place while highlighted.
    public var highlightedImage: FilePath?
    /// The frames in the order they are shown.
    public var animationImages: SequenceManifest.Images?
    /// The frames in their place while highlighted.
    public var highlightedAnimationImages: SequenceManifest.Images?
    /// Sequences that are shown one after the other, once, in the place of ``animationImages``.
    public var timeline: Timeline?
    /// The frames that the timeline was found to have, one for each of its slots, or `nil` if it was not looked for them.
    package var frames: [Frame]?
    /// The slots of the timeline in a second.
    package var frameRate: FrameRate?
    /// The exact length of one cycle in seconds; 0 means 1/30 s for each frame.
    public var animationDuration: RationalTime?
    /// The number of whole cycles that are shown; 0, the default, is for ever.
    public var animationRepeatCount: Int?
    /// A Boolean value that has the animation run from the beginning; `true` by default, unlike in UIKit, where a
    /// program starts it.
    public var isAnimating: Bool?
    /// A Boolean value that has the highlighted pictures show at first.
    public var isHighlighted: Bool?
    /// The way in which another picture takes the place of the one that shows, where an animation does not say it itself.
    public var transition: TimedTransition?
    /// The place of the view in its superview.
    public var frame: Rect?
    /// The pins that hold the view in its superview.
    public var pins: ViewPins?
    /// The parts of the view that are resized with its superview, where no pins hold it.
    public var autoresizingMask: AutoresizingMask?
    /// The parts at the view's edges that do not count where it is pinned; by default those of its picture.
    public var alignmentRectInsets: EdgeInsets?
    /// The view's own coordinates.
    public var bounds: Rect?
    /// The place of the anchor point in the superview.
    public var center: Point?
    /// The point that ``center`` and ``transform`` are about, in fractions of the size.
    public var anchorPoint: Point?
    /// The turn and the size of the view.
    public var transform: TransformParts?
    /// The properties of its drawing. The view has the same properties itself: `view.alpha`, `view.$alpha`.
    public var properties = ViewProperties()
    /// The part of a picture that stretches.
    public var contentStretch: Rect?
    /// The shadow's color.
    public var shadowColor: Color?
    /// The darkness of the shadow; 0 by default.
    public var shadowOpacity: Double?
    /// The distance of the shadow to the right and down.
    public var shadowOffset: Point?
    /// The radius by which the shadow is blurred.
    public var shadowRadius: Double?
    /// The views within, from the lowest to the topmost.
    public var subviews: [ManifestView]?
    /// The views over these, cut off at the view's edges: UIKit's `overlayContentView`.
    public var overlayContentView: [ManifestView]?

    /// A property of how it is drawn.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewProperties, Value> & Sendable) -> Value {
        get { properties[keyPath: property] }
        set { properties[keyPath: property] = newValue }
    }

    /// A view without keys.
    public init() {}

    /// The views within, those of the overlay last.
    public var content: [ManifestView] { (subviews ?? []) + (overlayContentView ?? []) }

    /// The view and all within, each before those within it.
    public var tree: [ManifestView] { [self] + content.flatMap(\.tree) }

    /// A Boolean value that indicates a view that shows pictures, and is no plain rectangle.
    public var hasPictures: Bool { image ?? highlightedImage != nil || animationImages != nil || timeline != nil }
    /// A Boolean value that lets touches reach the view, as far as the views around it let them.
    package var takesTouches: Bool { self.$isUserInteractionEnabled ?? !(hasPictures || text != nil) }
}

extension ManifestView {
    /// The geometry of the view in its superview.
    /// - Parameter frame: The view's place in its superview, by layout.
    package func geometry(in frame: Rect) -> ViewGeometry {
        var geometry = ViewGeometry(anchorPoint: anchorPoint ?? Point(x: 0.5, y: 0.5))
        geometry.frame = frame
        geometry.bounds = bounds ?? geometry.bounds
        geometry.center = center ?? geometry.center
        geometry.transform = transform?.transform ?? .identity
        return geometry
    }

    /// A Boolean value that indicates a view within that a mask holds.
    package var hasMaskedSubviews: Bool {
        (subviews ?? []).contains { $0.autoresizingMask != nil && $0.pins == nil || $0.hasMaskedSubviews }
    }

    /// The size of its own that the view says where its pins leave it open, or `nil` if what it shows has to say it.
    package var ownSize: Size? { frame?.size ?? bounds?.size }

    /// The size that the view has in the text, before it is laid out: what its subviews were placed in, or `nil` if it has none.
    package var writtenSize: Size? { bounds?.size ?? frame?.size }
}

extension [ManifestView] {
    /// The frames of the views in one superview: where they are pinned, else where they say.
    /// - Parameters:
    ///   - superview: Its own coordinates, laid out.
    ///   - direction: In which direction it runs.
    ///   - safeAreaInsets: The insets of its safe area.
    ///   - content: The size of what a view shows, which it has without a size of its own, and what of it at its edges does
    ///     not count where it is pinned.
    package func layout(
        in superview: Rect,
        _ direction: LayoutDirection,
        safeAreaInsets: EdgeInsets = .zero,
        content: (Int) -> (size: Size, alignmentRectInsets: EdgeInsets)
    ) -> PinLayout {
        let items = enumerated().map { place, view in
            let (natural, alignment) = content(place)
            let size = view.ownSize ?? natural
            return PinLayout.Item(
                id: view.id,
                pins: view.pins,
                frame: view.frame ?? Rect(origin: .zero, size: size),
                size: size,
                alignmentRectInsets: alignment,
                safeAreaInsets: safeAreaInsets
            )
        }
        return PinLayout(items, in: superview, direction)
    }
}
