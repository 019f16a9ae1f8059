public import FlipbookCore

/// The drawing properties of a view, without its position and contents. A property with a default can be left unset. In that
/// case, `$alpha` is `nil`, and `alpha` is the default.
public struct ViewProperties: Hashable, Sendable {
    /// The placement of a picture of a different size.
    @Defaulted public var contentMode = ContentMode.scaleToFill
    /// The treatment of edges that fall inside pixels.
    @Defaulted public var pixelPolicy = PixelPolicy.snap
    /// The filter for scaling.
    @Defaulted public var filter = ScalingFilter.automatic
    /// The background. If `nil` (the default), it is clear, or black behind a sequence if the output is opaque.
    public var backgroundColor: Background?
    /// The color of template images. If `nil` (the default), the superview's color is used or, if no superview has one, UIKit's
    /// blue. In a sequence with a tint color, all pictures are templates, and only their alpha is used.
    public var tintColor: Color?
    /// The opacity of the background, the picture and the subviews, 0 to 1. It has no effect if ``isOpaque`` is `true`. A view
    /// clamps values to this range, and ignores NaN.
    @Defaulted public var alpha = 1.0
    /// A Boolean value that indicates whether the view is opaque regardless of ``alpha``. The default is `false`. If `true`,
    /// transparent areas become black.
    @Defaulted public var isOpaque = false
    /// A Boolean value that indicates whether the view is hidden. Animations continue.
    @Defaulted public var isHidden = false
    /// A Boolean value that indicates whether pictures and subviews are clipped to the bounds. A canvas always clips at its
    /// edges; for a canvas, this property adds clipping at its rounded corners.
    @Defaulted public var clipsToBounds = false
    /// The radius of the rounded corners in points, limited to half of the shorter side. As in Core Animation, the background
    /// is rounded; the picture is rounded only if ``clipsToBounds`` is set. Negative values and NaN are ignored.
    @Defaulted public var cornerRadius = 0.0
    /// A Boolean value that indicates whether touches reach the view and its subviews. The default is `false`, or `true` for a
    /// ``View`` without pictures. If `true`, a player passes touches to the view instead of pausing.
    @Defaulted public var isUserInteractionEnabled = false
    /// The kind of contents, which determines whether the view is mirrored in right-to-left layout. Mirroring affects the
    /// leading and trailing edges of ``ViewPins`` inside the view, and the view's own flippable pictures. Subviews do not
    /// inherit this value.
    @Defaulted public var semanticContentAttribute = SemanticContentAttribute.unspecified

    /// Creates properties that are all unset and have UIKit's defaults.
    public init() {}

    static let unset = ViewProperties()

    /// The properties as painted. Properties that do not affect pixels are reset, so that equal pictures have equal properties.
    package var painted: ViewProperties {
        var shown = self
        shown.backgroundColor = backgroundColor ?? .clear
        if isOpaque || alpha.isNaN { shown.alpha = 1 }
        if !hasRoundedCorners { shown.cornerRadius = 0 }
        (shown.tintColor, shown.isHidden, shown.isUserInteractionEnabled) = (nil, false, false)
        shown.semanticContentAttribute = .unspecified
        return shown
    }

    package var silhouette: ViewProperties {
        changing(ViewProperties()) { ($0.backgroundColor, $0.cornerRadius) = (.color(.white), cornerRadius) }
    }

    package func templateColor(in outer: Color = ImageView.defaultTintColor) -> Color { tintColor ?? outer }
    package var isSeen: Bool { !isHidden && (isOpaque || !(alpha <= 0)) }
    package var hasRoundedCorners: Bool { cornerRadius > 0 }
    package var cutsCorners: Bool { clipsToBounds && hasRoundedCorners }

    /// A Boolean value that indicates whether rounded corners are invisible.
    package var hasIdleCorners: Bool { hasRoundedCorners && !clipsToBounds && (backgroundColor ?? .clear) == .clear }

    /// A Boolean value that indicates whether the background covers everything beneath it, regardless of alpha.
    package var hasCoveringBackground: Bool { !hasRoundedCorners && backgroundColor?.isOpaque ?? false }

    /// A Boolean value that indicates whether pictures are drawn without fading or rounded corners.
    package var leavesPictures: Bool { alpha >= 1 && !hasRoundedCorners }

    /// Sets a property to the nearest valid value. Values that the property does not accept, such as NaN, are ignored.
    mutating func take<Value>(_ value: Value, for property: any WritableKeyPath<ViewProperties, Value> & Sendable) {
        guard let number = value as? Double, let numbers = ViewProperty.of(property)?.numbers else {
            self[keyPath: property] = value
            return
        }
        if let taken = numbers.taken(number) as? Value { self[keyPath: property] = taken }
    }

    /// The properties with all defaults applied.
    package var settled: ViewProperties { ViewProperty.all.reduce(into: self) { $1.settle(&$0) } }
}

/// The single definition of a view property: its field, its values, and its option.
package struct ViewProperty: Sendable {
    let key: String
    /// The field with its default applied.
    private let field: any PartialKeyPath<ViewProperties> & Sendable
    /// The row at a manifest's top level.
    private var sequence: ManifestRow
    private(set) var view: ManifestField<ManifestView>
    fileprivate let numbers: NumberRange?
    /// Replaces an unset value with the default.
    fileprivate let settle: @Sendable (inout ViewProperties) -> Void

    /// Creates a property with a default. `field` is the value that was set, such as `$alpha`. `counting` is the value with
    /// the default applied, such as `alpha`.
    private init<Value: Sendable>(
        _ key: String,
        _ field: FieldPath<ViewProperties, Value?>,
        default counting: FieldPath<ViewProperties, Value>,
        _ form: ManifestForm<Value>
    ) {
        (self.key, self.field, numbers) = (key, counting, form.numbers)
        let standard = \SequenceProperties.[dynamicMember: counting]
        sequence = ManifestRow(key, \.[dynamicMember: field], default: standard, form)
        view = ManifestField(key, \.[dynamicMember: field], form)
        settle = { $0[keyPath: field] = $0[keyPath: counting] }
    }

    private init<Value: Sendable>(
        _ key: String,
        _ field: FieldPath<ViewProperties, Value?>,
        _ form: ManifestForm<Value>
    ) {
        (self.key, self.field, numbers, settle) = (key, field, nil, { _ in })
        sequence = ManifestRow(key, \.[dynamicMember: field], form)
        view = ManifestField(key, \.[dynamicMember: field], form)
    }

    private func option(_ name: String, _ valueName: String? = nil) -> ViewProperty {
        changing(self) { $0.sequence = sequence.option(name, valueName) }
    }

    private func help(_ help: String) -> ViewProperty { changing(self) { $0.sequence = sequence.help(help) } }

    fileprivate static func of(_ field: any PartialKeyPath<ViewProperties> & Sendable) -> ViewProperty? {
        all.first { $0.field as PartialKeyPath == field }
    }

    /// The first property with an invalid value, and the reason, or `nil` if all are valid.
    package static func refusal(of properties: ViewProperties) -> (key: ManifestKey, reason: String)? {
        for property in all {
            guard let numbers = property.numbers, let number = properties[keyPath: property.field] as? Double,
                let reason = numbers.refusal(of: number)
            else { continue }
            return (ManifestKey(name: property.key), reason)
        }
        return nil
    }

    static let ofSequence = all.filter { $0.key != "isHidden" }.map(\.sequence)
    static let ofView: [ManifestField<ManifestView>] = [
        alpha, isOpaque, isHidden, isUserInteractionEnabled, clipsToBounds, cornerRadius, backgroundColor, tintColor,
        pixelPolicy, filter, semanticContentAttribute,
    ].map(\.view)

    fileprivate static let all = [
        contentMode, filter, pixelPolicy, clipsToBounds, cornerRadius, isUserInteractionEnabled, isHidden, isOpaque,
        alpha, backgroundColor, tintColor, semanticContentAttribute,
    ]

    static let contentMode = ViewProperty("contentMode", \.$contentMode, default: \.contentMode, .contentMode)
        .option("content-mode", "mode")
        .help("UIKit content mode: scaleToFill, scaleAspectFill, center, … (default: scaleAspectFit)")
    private static let filter =
        ViewProperty("filter", \.$filter, default: \.filter, .word(\.rawValue, noun: "a filter"))
        .option("filter", "name")
        .help("Scaling filter: \(ScalingFilter.allCases.map(\.rawValue).joined(separator: ", ")). (default: automatic)")
    private static let pixelPolicy =
        ViewProperty("pixelPolicy", \.$pixelPolicy, default: \.pixelPolicy, .word(\.rawValue, noun: "a pixel policy"))
        .option("pixel-policy", "name")
        .help(
            "How to draw edges that fall inside a pixel: snap moves them to the pixel grid, exact blends them. "
                + "(default: snap)"
        )
    private static let clipsToBounds = ViewProperty("clipsToBounds", \.$clipsToBounds, default: \.clipsToBounds, .flag)
        .option("clips-to-bounds").help("Also clip pictures to the rounded corners.")
    private static let cornerRadius =
        ViewProperty("cornerRadius", \.$cornerRadius, default: \.cornerRadius, .cornerRadius)
        .option("corner-radius", "points").help("Corner radius of the background and of clipped pictures.")
    private static let isUserInteractionEnabled =
        ViewProperty(
            "isUserInteractionEnabled",
            \.$isUserInteractionEnabled,
            default: \.isUserInteractionEnabled,
            .flag
        )
    private static let semanticContentAttribute =
        ViewProperty(
            "semanticContentAttribute",
            \.$semanticContentAttribute,
            default: \.semanticContentAttribute,
            .word(\.name, noun: "a content attribute")
        )
    private static let isHidden = ViewProperty("isHidden", \.$isHidden, default: \.isHidden, .flag)
    private static let isOpaque = ViewProperty("isOpaque", \.$isOpaque, default: \.isOpaque, .flag)
        .option("opaque").help("Fill transparent parts with black, and ignore the view's opacity.")
    private static let alpha = ViewProperty("alpha", \.$alpha, default: \.alpha, .alpha)
        .option("alpha", "number").help("Opacity of the picture and background, from 0 to 1. (default: 1)")
    private static let backgroundColor = ViewProperty("backgroundColor", \.backgroundColor, .background)
        .option("background", "color")
        .help(
            "Background color: #RRGGBB[AA], a CSS name, or checkerboard. (default: black, or clear if the output "
                + "has alpha)"
        )
    private static let tintColor = ViewProperty("tintColor", \.tintColor, .color)
        .option("tint", "color").help("Draw pictures as templates in this color: #RRGGBB[AA] or a CSS name.")
}

extension AnimatableProperty {
    /// The opacity.
    public static let alpha = AnimatableProperty("alpha", \.alpha, .alpha, AnimatedValue.number)
    /// The background color.
    public static let backgroundColor =
        AnimatableProperty("backgroundColor", \.background, .background, AnimatedValue.background)
    /// The radius of the rounded corners.
    public static let cornerRadius =
        AnimatableProperty("cornerRadius", \.cornerRadius, .cornerRadius, AnimatedValue.number)
    /// A Boolean value that indicates whether the layer is hidden. It changes immediately.
    public static let isHidden = AnimatableProperty("isHidden", \.isHidden, .flag, AnimatedValue.flag, jumps: true)
    /// The placement of a picture of a different size. It changes immediately.
    public static let contentMode =
        AnimatableProperty("contentMode", \.contentMode, .contentMode, AnimatedValue.contentMode, jumps: true)

    /// All properties, in the order of the schema.
    public static let allCases: [AnimatableProperty] = [
        .frame, .bounds, .center, .transform, .alpha, .backgroundColor, .cornerRadius, .contentStretch, .isHidden,
        .contentMode,
    ]

    /// Returns the animatable property for a view's property, or `nil` if it cannot be animated.
    init?(_ property: any PartialKeyPath<ViewProperties> & Sendable) {
        guard let key = ViewProperty.of(property)?.key else { return nil }
        self.init(rawValue: key)
    }
}
