public import FlipbookCore

/// A view over the sequence, described in a manifest. The names are UIKit's, and `nil` means UIKit's default.
@dynamicMemberLookup
public struct ManifestView: Hashable, Sendable, Spoken {
    /// The name in animations and messages.
    public var id: String?
    /// The name under which the view's state is restored. See ``View/restorationIdentifier``.
    public var restorationIdentifier: String?
    /// The screen reader's description.
    public var accessibility = Accessibility()
    /// The text that is shown instead of a picture.
    public var text: TextLabel?
    /// The still picture.
    public var image: FilePath?
    /// The still picture for the highlighted state.
    public var highlightedImage: FilePath?
    /// The frames, in order.
    public var animationImages: SequenceManifest.Images?
    /// The frames for the highlighted state.
    public var highlightedAnimationImages: SequenceManifest.Images?
    /// Clips in order, shown once instead of ``animationImages``.
    public var timeline: Timeline?
    /// The frames of the timeline, one per slot, or `nil` if they have not been resolved.
    package var frames: [Frame]?
    /// The timeline's slots per second.
    package var frameRate: FrameRate?
    /// The exact duration of one cycle in seconds. At 0, each frame takes 1/30 s.
    public var animationDuration: RationalTime?
    /// The number of cycles (default 0, which repeats forever).
    public var animationRepeatCount: Int?
    /// A Boolean value that indicates whether the animation runs from the beginning. The default is `true`, unlike in UIKit.
    public var isAnimating: Bool?
    /// A Boolean value that indicates whether the highlighted pictures are shown initially.
    public var isHighlighted: Bool?
    /// The transition to a new picture, unless an animation sets its own.
    public var transition: TimedTransition?
    /// The frame in the superview.
    public var frame: Rect?
    /// The pins to the superview and siblings.
    public var pins: ViewPins?
    /// The parts of the view that resize with its superview, unless there are pins.
    public var autoresizingMask: AutoresizingMask?
    /// The insets of the alignment rectangle. If `nil`, the picture's insets are used.
    public var alignmentRectInsets: EdgeInsets?
    /// The view's rectangle in its own coordinate system.
    public var bounds: Rect?
    /// The position of the anchor point in the superview.
    public var center: Point?
    /// The point that ``center`` and ``transform`` refer to, in fractions of the size.
    public var anchorPoint: Point?
    /// The transform about the anchor point.
    public var transform: TransformParts?
    /// The drawing properties. They are also members of the view: `view.alpha`, `view.$alpha`.
    public var properties = ViewProperties()
    /// The stretchable part of a picture.
    public var contentStretch: Rect?
    /// The color of the shadow.
    public var shadowColor: Color?
    /// The opacity of the shadow (default 0).
    public var shadowOpacity: Double?
    /// The offset of the shadow to the right and down.
    public var shadowOffset: Point?
    /// The blur radius of the shadow.
    public var shadowRadius: Double?
    /// The subviews, from bottom to top.
    public var subviews: [ManifestView]?
    /// The views over the subviews, clipped to the view's edges: UIKit's `overlayContentView`.
    public var overlayContentView: [ManifestView]?

    /// Accesses a drawing property.
    public subscript<Value>(dynamicMember property: any WritableKeyPath<ViewProperties, Value> & Sendable) -> Value {
        get { properties[keyPath: property] }
        set { properties[keyPath: property] = newValue }
    }

    /// Creates a view without properties.
    public init() {}

    /// The subviews, followed by the overlay's views.
    public var content: [ManifestView] { (subviews ?? []) + (overlayContentView ?? []) }

    /// The view and its descendants, superviews first.
    public var tree: [ManifestView] { [self] + content.flatMap(\.tree) }

    /// A Boolean value that indicates whether the view has pictures.
    public var hasPictures: Bool { image ?? highlightedImage != nil || animationImages != nil || timeline != nil }
    /// A Boolean value that indicates whether touches reach the view if its superviews let them through.
    package var takesTouches: Bool { self.$isUserInteractionEnabled ?? !(hasPictures || text != nil) }

    /// The geometry of the view in its superview. `frame` is the frame from layout.
    package func geometry(in frame: Rect) -> ViewGeometry {
        var geometry = ViewGeometry(anchorPoint: anchorPoint ?? Point(x: 0.5, y: 0.5))
        geometry.frame = frame
        geometry.bounds = bounds ?? geometry.bounds
        geometry.center = center ?? geometry.center
        geometry.transform = transform?.transform ?? .identity
        return geometry
    }

    /// A Boolean value that indicates whether any descendant has an effective autoresizing mask.
    package var hasMaskedSubviews: Bool {
        (subviews ?? []).contains { $0.autoresizingMask != nil && $0.pins == nil || $0.hasMaskedSubviews }
    }

    /// The size before pins apply, or `nil` if it depends on the contents.
    package var ownSize: Size? { frame?.size ?? bounds?.size }

    /// The size in the manifest for which the subviews were positioned, or `nil` if there is none.
    package var writtenSize: Size? { bounds?.size ?? frame?.size }

    package static let fields: [ManifestField<ManifestView>] =
        place + [ViewProperty.contentMode.view, .init("contentStretch", \.contentStretch, .unitRect)]
        + ViewProperty.ofView + inside + ManifestField.spoken

    private static let place: [ManifestField<ManifestView>] = [
        .init("id", \.id, .text(expected: "a name")),
        .init("restorationIdentifier", \.restorationIdentifier, .text(expected: "a name")),
        .init("text", \.text, .viewText), .init("image", \.image, .file),
        .init("highlightedImage", \.highlightedImage, .file), .init("animationImages", \.animationImages, .images),
        .init("timeline", \.timeline, .timeline),
        .init("highlightedAnimationImages", \.highlightedAnimationImages, .images),
        .init("animationDuration", \.animationDuration, .cycleDuration),
        .init("animationRepeatCount", \.animationRepeatCount, .cycles), .init("isAnimating", \.isAnimating, .flag),
        .init("isHighlighted", \.isHighlighted, .flag), .init("transition", \.transition, .transition),
        .init("frame", \.frame, .rect), .init("pins", \.pins, .pins),
        .init("autoresizingMask", \.autoresizingMask, .autoresizingMask),
        .init("alignmentRectInsets", \.alignmentRectInsets, .insets), .init("bounds", \.bounds, .rect),
        .init("center", \.center, .point), .init("anchorPoint", \.anchorPoint, .point),
        .init("transform", \.transform, .transform),
    ]

    private static let inside: [ManifestField<ManifestView>] = [
        .init("shadowColor", \.shadowColor, .color),
        .init("shadowOpacity", \.shadowOpacity, .number(0...1, noun: "an opacity")),
        .init("shadowOffset", \.shadowOffset, .point),
        .init("shadowRadius", \.shadowRadius, .number(0...1000, noun: "a radius")),
        .init("subviews", \.subviews, .views), .init("overlayContentView", \.overlayContentView, .views),
    ]
}

extension [ManifestView] {
    /// Lays out the views in one superview according to their pins and frames.
    /// - Parameter content: A closure that returns the alignment insets of a view and the size of its contents.
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
