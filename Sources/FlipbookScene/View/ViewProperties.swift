public import FlipbookCore

/// The drawing properties of a view, besides its place and its contents: the one value behind an ``ImageView`` and a
/// ``View``, in a ``Layer``, and in a manifest for the sequence and for each of its views.
///
/// Properties with a default can be left open: `$alpha` is `nil` then, and `alpha` is the default.
public struct ViewProperties: Hashable, Sendable {
    /// The place of a picture of another size.
    @Defaulted public var contentMode = ContentMode.scaleToFill
    /// The treatment of a picture's edges that fall inside pixels.
    @Defaulted public var pixelPolicy = PixelPolicy.snap
    /// The filter that draws a picture at another size.
    @Defaulted public var filter = ScalingFilter.automatic
    /// The background of the picture; `nil`, the default, is nothing. Of a sequence on its own that is black where the output
    /// does not carry transparency.
    public var backgroundColor: Background?
    /// The color of pictures that are templates; `nil`, the default, for that of the view around it, and in the end for
    /// UIKit's blue.
    ///
    /// In a sequence with one, all pictures are templates: their own colors do not matter, their alpha does.
    public var tintColor: Color?
    /// The opacity of background, picture and all within, 0 to 1. A view that ``isOpaque`` covers it
    /// wholly.
    ///
    /// A view takes values beyond as the nearest bound; what is no number changes nothing.
    @Defaulted public var alpha = 1.0
    /// A Boolean value that indicates an opaque view, regardless of ``alpha``; `false` by default, as UIImageView sets it.
    ///
    /// Where picture and background leave something transparent, black is filled in.
    @Defaulted public var isOpaque = false
    /// A Boolean value that hides the view; an animation goes on.
    @Defaulted public var isHidden = false
    /// A Boolean value that cuts pictures and views within at the bounds. A canvas always cuts at its edges; there
    /// this says whether pictures are cut at its rounded corners, too.
    @Defaulted public var clipsToBounds = false
    /// The radius of the rounded corners in points.
    ///
    /// As of a layer of Core Animation, the corners are those of the background; the picture is cut at them where
    /// ``clipsToBounds``, which masks a layer to its bounds, and otherwise lies over them. More than half of the shorter
    /// side counts as that half, which makes a capsule, or a circle of a square. Edges are smoothed by the exact area of
    /// each pixel. What is below 0 or no number changes nothing.
    @Defaulted public var cornerRadius = 0.0
    /// A Boolean value that lets touches reach the view and those within; `false` by default, but `true` of a ``View``
    /// without pictures. A player passes them on then, instead of pausing.
    @Defaulted public var isUserInteractionEnabled = false
    /// The subject of the view, which decides whether it is turned round where text runs from right to left: the leading
    /// and trailing edges of what ``ViewPins`` hold within it, and its own pictures that are flipped there. Views within
    /// do not inherit it.
    @Defaulted public var semanticContentAttribute = SemanticContentAttribute.unspecified

    /// UIKit's defaults, all left open.
    public init() {}
}

extension ViewProperties {
    /// The properties as they are painted: what pixels do not depend on is as in every other view.
    package var painted: ViewProperties {
        var shown = self
        shown.backgroundColor = backgroundColor ?? .clear
        if isOpaque || alpha.isNaN { shown.alpha = 1 }
        if !hasRoundedCorners { shown.cornerRadius = 0 }
        (shown.tintColor, shown.isHidden, shown.isUserInteractionEnabled) = (nil, false, false)
        shown.semanticContentAttribute = .unspecified
        return shown
    }

    /// Those of what others are cut off at: all of the view, opaque.
    package var silhouette: ViewProperties {
        changing(ViewProperties()) { ($0.backgroundColor, $0.cornerRadius) = (.color(.white), cornerRadius) }
    }

    /// The color of templates in the view.
    /// - Parameter outer: Their color in the view around it; UIKit's blue around them all.
    package func templateColor(in outer: Color = ImageView.defaultTintColor) -> Color { tintColor ?? outer }

    /// A Boolean value that indicates a view that is neither hidden nor quite transparent.
    package var isSeen: Bool { !isHidden && (isOpaque || !(alpha <= 0)) }

    package var hasRoundedCorners: Bool { cornerRadius > 0 }

    /// A Boolean value that indicates pictures cut at rounded corners.
    package var cutsCorners: Bool { clipsToBounds && hasRoundedCorners }

    /// A Boolean value that indicates rounded corners that nothing shows: neither a background nor the picture.
    package var hasIdleCorners: Bool { hasRoundedCorners && !clipsToBounds && (backgroundColor ?? .clear) == .clear }

    /// A Boolean value that indicates a background that covers all beneath, as far as alpha lets it.
    package var hasCoveringBackground: Bool { !hasRoundedCorners && backgroundColor?.isOpaque ?? false }

    /// A Boolean value that indicates pictures left as they are placed: not faded, not cut at corners.
    package var leavesPictures: Bool { alpha >= 1 && !hasRoundedCorners }
}

/// A property of a view, the one place where it is described: its field, how its values are written and which there are, and
/// what the schema, the help and the documentation say.
///
/// A manifest's top level and its views, the command's options and what a program sets all go through these rows.
package struct ViewProperty: Sendable {
    let key: String
    /// The field as it counts.
    private let field: any PartialKeyPath<ViewProperties> & Sendable
    /// The row of the sequence that a manifest is about; one without a meaning is of a property that views alone have.
    private var sequence: ManifestRow
    /// The key of a view.
    private(set) var view: ManifestField<ManifestView>
    fileprivate let numbers: NumberRange?
    /// Sets it to what counts.
    fileprivate let settle: @Sendable (inout ViewProperties) -> Void

    /// A property with a default.
    /// - Parameters:
    ///   - key: Its key.
    ///   - field: The field, with the dollar sign of its setting.
    ///   - counting: The field itself.
    ///   - form: The form of its values.
    private init<Value: Sendable>(
        _ key: String,
        _ field: any WritableKeyPath<ViewProperties, Value?> & Sendable,
        default counting: any WritableKeyPath<ViewProperties, Value> & Sendable,
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
        _ field: any WritableKeyPath<ViewProperties, Value?> & Sendable,
        _ form: ManifestForm<Value>
    ) {
        (self.key, self.field, numbers, settle) = (key, field, nil, { _ in })
        sequence = ManifestRow(key, \.[dynamicMember: field], form)
        view = ManifestField(key, \.[dynamicMember: field], form)
    }

    /// The same with what it means of the sequence, a sentence or two.
    private func ofSequence(_ summary: String) -> ViewProperty {
        changing(self) { $0.sequence = sequence.meaning(summary) }
    }

    private func ofView(_ summary: String) -> ViewProperty { changing(self) { $0.view = view.meaning(summary) } }

    /// The same with the option of the command that sets it; a flag's has no value.
    private func option(_ name: String, _ valueName: String? = nil) -> ViewProperty {
        changing(self) { $0.sequence = sequence.option(name, valueName) }
    }

    private func help(_ help: String) -> ViewProperty { changing(self) { $0.sequence = sequence.help(help) } }

    /// The property of a field.
    fileprivate static func of(_ field: any PartialKeyPath<ViewProperties> & Sendable) -> ViewProperty? {
        all.first { $0.field as PartialKeyPath == field }
    }

    /// The first property that cannot be drawn, with its fault, or `nil` for none.
    package static func refusal(of properties: ViewProperties) -> (key: ManifestKey, reason: String)? {
        for property in all {
            guard let numbers = property.numbers, let number = properties[keyPath: property.field] as? Double,
                let reason = numbers.refusal(of: number)
            else { continue }
            return (ManifestKey(name: property.key), reason)
        }
        return nil
    }

    static let ofSequence = all.map(\.sequence).filter { !$0.base.summary.isEmpty }
    /// The rows of a view, in their order.
    static let ofView: [ManifestField<ManifestView>] = [
        alpha, isOpaque, isHidden, isUserInteractionEnabled, clipsToBounds, cornerRadius, backgroundColor, tintColor,
        pixelPolicy, filter, semanticContentAttribute,
    ].map(\.view)

    /// All properties, in the order in which a sequence is written.
    fileprivate static let all = [
        contentMode, filter, pixelPolicy, clipsToBounds, cornerRadius, isUserInteractionEnabled, isHidden, isOpaque,
        alpha, backgroundColor, tintColor, semanticContentAttribute,
    ]

    static let contentMode = ViewProperty("contentMode", \.$contentMode, default: \.contentMode, .contentMode)
        .ofSequence(
            "How a picture of another size is placed on the canvas. Where it is left open, the command keeps the "
                + "proportions of pictures without caps."
        )
        .ofView(
            "How a picture of another size is placed; scaleToFill by default. Under redraw a text is laid out again "
                + "within the view's bounds; what does not fit is cut off behind an ellipsis."
        )
        .option("content-mode", "mode")
        .help(
            "How a picture of another size fills the canvas: scaleToFill, scaleAspectFit, scaleAspectFill, center, "
                + "top, bottomRight, … as UIKit names them. (default: scaleAspectFit)"
        )
    private static let filter =
        ViewProperty("filter", \.$filter, default: \.filter, .word(\.rawValue, noun: "a filter"))
        .ofSequence("How a picture is drawn at another size.")
        .ofView("How a picture is drawn at another size.")
        .option("filter", "name")
        .help(
            "How pictures are scaled: \(ScalingFilter.allCases.map(\.rawValue).joined(separator: ", ")). (default: "
                + "automatic)"
        )
    private static let pixelPolicy =
        ViewProperty("pixelPolicy", \.$pixelPolicy, default: \.pixelPolicy, .word(\.rawValue, noun: "a pixel policy"))
        .ofSequence("Whether edges inside pixels go to the nearest border between pixels, or stay where they are.")
        .ofView("Whether edges inside pixels go to the nearest border, or stay where they are: exact moves smoothly.")
        .option("pixel-policy", "name")
        .help("Edges that lie inside a pixel: snap moves them to the nearest border, exact blends. (default: snap)")
    private static let clipsToBounds = ViewProperty("clipsToBounds", \.$clipsToBounds, default: \.clipsToBounds, .flag)
        .ofSequence(
            "Whether what is larger than the view is cut off. The view is the canvas, which always cuts at its edges; "
                + "this cuts pictures at its rounded corners, too."
        )
        .ofView("Whether what is larger than the view is cut off, the views within included; false by default.")
        .option("clips-to-bounds")
        .help("Also cut the pictures at rounded corners.")
    private static let cornerRadius =
        ViewProperty("cornerRadius", \.$cornerRadius, default: \.cornerRadius, .cornerRadius)
        .ofSequence(
            "The radius in points of the rounded corners of the background, and of the pictures where clipsToBounds is "
                + "true; at most half of the shorter side."
        )
        .ofView(
            "The radius of rounded corners in points: of the background, and of all else where clipsToBounds is true."
        )
        .option("corner-radius", "points")
        .help("Round the corners of the background, and those of pictures that are clipped.")
    private static let isUserInteractionEnabled =
        ViewProperty(
            "isUserInteractionEnabled",
            \.$isUserInteractionEnabled,
            default: \.isUserInteractionEnabled,
            .flag
        )
        .ofSequence("Whether touches reach the sequence and the views over it, instead of pausing a player at a click.")
        .ofView("Whether touches reach the view and those within; by default false of a view with pictures or a text.")
    private static let semanticContentAttribute =
        ViewProperty(
            "semanticContentAttribute",
            \.$semanticContentAttribute,
            default: \.semanticContentAttribute,
            .word(\.name, noun: "a content attribute")
        )
        .ofSequence("What the view is about: forceRightToLeft makes it run from right to left.")
        .ofView(
            "What the view is about: forceRightToLeft makes it run from right to left, and playback, spatial and "
                + "forceLeftToRight from left to right in any language. Views within do not inherit it."
        )
    private static let isHidden = ViewProperty("isHidden", \.$isHidden, default: \.isHidden, .flag)
        .ofView("Whether nothing of the view and of those within is drawn.")
    private static let isOpaque = ViewProperty("isOpaque", \.$isOpaque, default: \.isOpaque, .flag)
        .ofSequence("Whether nothing shows through.")
        .ofView("Whether nothing shows through the view; its alpha does not count then.")
        .option("opaque")
        .help("Hide what is behind: transparent pixels become black, and opacity has no effect.")
    private static let alpha = ViewProperty("alpha", \.$alpha, default: \.alpha, .alpha)
        .ofSequence("How much the pictures cover what is behind them.")
        .ofView("How much the view with all within covers what is beneath; 1 by default.")
        .option("alpha", "number")
        .help("Opacity of picture and background together, 0 to 1. (default: 1)")
    private static let backgroundColor = ViewProperty("backgroundColor", \.backgroundColor, .background)
        .ofSequence("What lies behind the pictures: #RRGGBB, #RRGGBBAA, a CSS color name, clear, or checkerboard.")
        .ofView("What lies behind the picture; clear by default.")
        .option("background", "color")
        .help(
            "Background color: #RRGGBB[AA], a CSS name, or checkerboard. (default: black, or clear where the output "
                + "has alpha)"
        )
    private static let tintColor = ViewProperty("tintColor", \.tintColor, .color)
        .ofSequence(
            "The color that pictures are drawn in, as templates: #RRGGBB, #RRGGBBAA or a CSS color name. Their own "
                + "colors do not matter, their alpha does."
        )
        .ofView("The color of template pictures; that of the superview by default.")
        .option("tint", "color")
        .help("Draw pictures in this color, as templates: #RRGGBB[AA] or a CSS name.")
}

extension ManifestForm where Value == Double {
    static var alpha: Self { number(0...1, noun: "an alpha") }
    static var cornerRadius: Self { length(noun: "a corner radius") }
}

extension ManifestForm where Value == ContentMode {
    static var contentMode: Self { word(\.name, noun: "a content mode") }
}

extension ViewProperties {
    /// Sets a property as a view does: to the nearest value that there is; what is no value changes nothing.
    mutating func take<Value>(_ value: Value, for property: any WritableKeyPath<ViewProperties, Value> & Sendable) {
        guard let number = value as? Double, let numbers = ViewProperty.of(property)?.numbers else {
            self[keyPath: property] = value
            return
        }
        if let taken = numbers.taken(number) as? Value { self[keyPath: property] = taken }
    }

    /// The same, nothing left open that has a default.
    package var settled: ViewProperties { ViewProperty.all.reduce(into: self) { $1.settle(&$0) } }
}

extension AnimatableProperty {
    /// The opacity of the layer.
    public static let alpha = AnimatableProperty("alpha", \.alpha, .alpha, AnimatedValue.number)
    /// The background of the picture.
    public static let backgroundColor =
        AnimatableProperty("backgroundColor", \.background, .background, AnimatedValue.background)
    /// The radius of the rounded corners.
    public static let cornerRadius =
        AnimatableProperty("cornerRadius", \.cornerRadius, .cornerRadius, AnimatedValue.number)
    /// A Boolean value that hides the layer. It jumps.
    public static let isHidden = AnimatableProperty("isHidden", \.isHidden, .flag, AnimatedValue.flag, jumps: true)
    /// The way to place a picture of another size. It jumps.
    public static let contentMode =
        AnimatableProperty("contentMode", \.contentMode, .contentMode, AnimatedValue.contentMode, jumps: true)

    /// All of them, in the order of the schema.
    public static let allCases: [AnimatableProperty] = [
        .frame, .bounds, .center, .transform, .alpha, .backgroundColor, .cornerRadius, .contentStretch, .isHidden,
        .contentMode,
    ]

    /// That of a view's property; `nil` for one that does not change over time.
    init?(_ property: any PartialKeyPath<ViewProperties> & Sendable) {
        guard let key = ViewProperty.of(property)?.key else { return nil }
        self.init(rawValue: key)
    }
}

extension Layer {
    /// The background, clear by default.
    fileprivate var background: Background {
        get { self.backgroundColor ?? .clear }
        set { self.backgroundColor = newValue }
    }
}
