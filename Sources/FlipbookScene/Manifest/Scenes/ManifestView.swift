public import FlipbookCore

/// A view of a manifest: what lies over the sequence, by the names that UIKit's views have. What is `nil` is UIKit's default.
@dynamicMemberLookup
public struct ManifestView: Hashable, Sendable {
    /// What animations and messages call it.
    public var id: String?
    /// By what name the view's place is kept from one run to the next; see ``View/restorationIdentifier``.
    public var restorationIdentifier: String?
    /// What a screen reader says of the view.
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
    /// How many slots of the timeline a second has.
    package var frameRate: FrameRate?
    /// How long one cycle lasts; 0 means 1/30 s for each frame.
    public var animationDuration: RationalTime?
    /// How many whole cycles are shown; 0, the default, is for ever.
    public var animationRepeatCount: Int?
    /// Whether the animation runs from the beginning; `true` by default, unlike in UIKit, where a program starts it.
    public var isAnimating: Bool?
    /// Whether the highlighted pictures show at first.
    public var isHighlighted: Bool?
    /// How another picture takes the place of the one that shows, where an animation does not say it itself.
    public var transition: TimedTransition?
    /// Where the view lies in its superview.
    public var frame: Rect?
    /// What holds the view in its superview.
    public var pins: ViewPins?
    /// How the view is resized with its superview, where no pins hold it.
    public var autoresizingMask: AutoresizingMask?
    /// What of the view at its edges does not count where it is pinned; by default that of its picture.
    public var alignmentRectInsets: EdgeInsets?
    /// The view's own coordinates.
    public var bounds: Rect?
    /// Where the anchor point lies in the superview.
    public var center: Point?
    /// The point that ``center`` and ``transform`` are about, in fractions of the size.
    public var anchorPoint: Point?
    /// How the view is turned and resized.
    public var transform: TransformParts?
    /// The properties of its drawing. The view has the same properties itself: `view.alpha`, `view.$alpha`.
    public var properties = ViewProperties()
    /// The part of a picture that stretches.
    public var contentStretch: Rect?
    /// The shadow's colour.
    public var shadowColor: Color?
    /// How dark the shadow is; 0 by default.
    public var shadowOpacity: Double?
    /// How far the shadow lies to the right and down.
    public var shadowOffset: Point?
    /// How far the shadow is blurred.
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

    /// Whether the view shows pictures, and is no plain rectangle.
    public var hasPictures: Bool {
        image ?? highlightedImage != nil || animationImages != nil || timeline != nil
    }
    /// Whether touches reach the view, as far as the views around it let them.
    package var takesTouches: Bool { self.$isUserInteractionEnabled ?? !(hasPictures || text != nil) }

    /// The same with every file and pattern renamed, also of the views within.
    public func renaming(_ rename: (String) throws -> String) rethrows -> ManifestView {
        var result = self
        result.image = try image.map { FilePath(try rename($0.string)) }
        result.highlightedImage = try highlightedImage.map { FilePath(try rename($0.string)) }
        result.animationImages = try animationImages?.renaming(rename)
        result.highlightedAnimationImages = try highlightedAnimationImages?.renaming(rename)
        result.timeline = try timeline?.renaming(rename)
        result.subviews = try subviews?.map { try $0.renaming(rename) }
        result.overlayContentView = try overlayContentView?.map { try $0.renaming(rename) }
        return result
    }
}

extension SequenceManifest.Images {
    /// The same with every file and pattern renamed.
    package func renaming(_ rename: (String) throws -> String) rethrows -> Self {
        switch self {
        case .pattern(let pattern): .pattern(try rename(pattern))
        case .list(let entries):
            .list(try entries.map { .init(image: FilePath(try rename($0.image.string)), timing: $0.timing) })
        }
    }
}

extension ManifestView {
    /// How the view lies in its superview: where it is pinned, else where it says.
    /// - Parameters:
    ///   - natural: The size of what it shows, which it has without a size of its own.
    ///   - alignment: What of it at its edges does not count where it is pinned.
    ///   - superview: The superview's own coordinates, laid out.
    ///   - direction: In which direction it runs.
    ///   - safeAreaInsets: What the superview's safe area leaves free at its edges.
    package func geometry(
        of natural: Size,
        alignmentRectInsets alignment: EdgeInsets,
        in superview: Rect,
        _ direction: LayoutDirection,
        safeAreaInsets: EdgeInsets = .zero
    ) -> ViewGeometry {
        var geometry = ViewGeometry(anchorPoint: anchorPoint ?? Point(x: 0.5, y: 0.5))
        let written = frame ?? Rect(origin: .zero, size: bounds?.size ?? natural)
        let held = pins?.frame(
            of: written,
            in: superview,
            direction,
            alignmentRectInsets: alignment,
            safeAreaInsets: safeAreaInsets
        )
        geometry.frame = held ?? written
        geometry.bounds = bounds ?? geometry.bounds
        geometry.center = center ?? geometry.center
        geometry.transform = transform?.transform ?? .identity
        return geometry
    }

    /// Whether a mask holds a view within.
    package var hasMaskedSubviews: Bool {
        (subviews ?? []).contains { $0.autoresizingMask != nil && $0.pins == nil || $0.hasMaskedSubviews }
    }

    /// The size that the view has in the text, before it is laid out: what its subviews were placed in, or `nil` if it has none.
    package var writtenSize: Size? { bounds?.size ?? frame?.size }
}
