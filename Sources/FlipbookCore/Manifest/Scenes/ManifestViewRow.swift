/// A key of a view in a manifest: how it is read and written, and what the schema says.
struct ManifestViewRow: Sendable {
    /// The key.
    let key: String
    /// What it means, a sentence.
    let summary: String
    private let schemaMembers: String
    let read: @Sendable (inout ManifestDecoder, ManifestNode, _ path: String, inout ManifestView) -> Void
    let value: @Sendable (ManifestView) -> ManifestValue?

    init<Value: Sendable>(
        _ key: String,
        _ field: any WritableKeyPath<ManifestView, Value?> & Sendable,
        _ form: ManifestForm<Value>,
        _ summary: String
    ) {
        (self.key, self.summary, schemaMembers) = (key, summary, form.schema)
        read = { decoder, node, path, view in view[keyPath: field] = form.read(&decoder, node, path) }
        value = { $0[keyPath: field].flatMap(form.write) }
    }

    /// The line of a JSON Schema's `properties`, without a comma.
    var schema: String {
        "\(key.quotedForJSON()): {\(schemaMembers), \"description\": \(summary.quotedForJSON())}"
    }

    /// All rows, in the order in which a view is written.
    static let all: [ManifestViewRow] =
        place + [ViewProperty.contentMode.view, stretch] + ViewProperty.ofView + inside + accessibility

    private static let stretch = ManifestViewRow(
        "contentStretch",
        \.contentStretch,
        .unitRect,
        "The part of a picture that stretches, in fractions."
    )

    /// What a view shows, and where.
    private static let place: [ManifestViewRow] = [
        .init("id", \.id, .text(expected: "a name"), "What animations and messages call the view."),
        .init(
            "restorationIdentifier",
            \.restorationIdentifier,
            .text(expected: "a name"),
            "By what name a program keeps the view's place from one run to the next."
        ),
        .init(
            "text",
            \.text,
            .viewText,
            "A text in the place of a picture; lines are broken at the view's width, or at the canvas's."
        ),
        .init("image", \.image, .file, "The picture that shows while nothing animates."),
        .init("highlightedImage", \.highlightedImage, .file, "The picture in the place of image while highlighted."),
        .init("animationImages", \.animationImages, .images, "The frames in the order they are shown."),
        .init(
            "timeline",
            \.timeline,
            .timeline,
            "Sequences one after the other, with cuts and transitions, shown once; in the place of animationImages."
        ),
        .init(
            "highlightedAnimationImages",
            \.highlightedAnimationImages,
            .images,
            "The frames in the place of animationImages while highlighted."
        ),
        .init(
            "animationDuration",
            \.animationDuration,
            .cycleDuration,
            "Seconds of one cycle; 0, the default, is 1/30 s for each frame."
        ),
        .init("animationRepeatCount", \.animationRepeatCount, .cycles, "Whole cycles; 0, the default, is for ever."),
        .init("isAnimating", \.isAnimating, .flag, "Whether the animation runs from the beginning; true by default."),
        .init("isHighlighted", \.isHighlighted, .flag, "Whether the highlighted pictures show at first."),
        .init(
            "transition",
            \.transition,
            .transition,
            "How another picture takes the place of the one that shows, where an animation does not say it."
        ),
        .init(
            "frame",
            \.frame,
            .rect,
            "Where the view lies in its superview, in points; by default its picture's size at the upper left."
        ),
        .init(
            "pins",
            \.pins,
            .pins,
            "What holds the view in its superview, in points; leading and trailing follow the direction."
        ),
        .init(
            "autoresizingMask",
            \.autoresizingMask,
            .autoresizingMask,
            "What of the view's margins and size changes with the superview's size, where no pins hold it."
        ),
        .init(
            "alignmentRectInsets",
            \.alignmentRectInsets,
            .insets,
            "What of the view at its edges does not count where it is pinned, a shadow or a glow."
        ),
        .init("bounds", \.bounds, .rect, "The view's own coordinates; their origin moves the views within."),
        .init("center", \.center, .point, "Where the view's anchor point, usually its middle, lies in its superview."),
        .init(
            "anchorPoint",
            \.anchorPoint,
            .point,
            "The point that center and transform are about, in fractions of the size; [0.5, 0.5] by default."
        ),
        .init(
            "transform",
            \.transform,
            .transform,
            "How the view and all within is turned and resized about its anchor point; angles in degrees, clockwise."
        ),
    ]

    /// The shadow, and what lies in a view.
    private static let inside: [ManifestViewRow] = [
        .init("shadowColor", \.shadowColor, .color, "The shadow's colour; black by default."),
        .init(
            "shadowOpacity",
            \.shadowOpacity,
            .number(0...1, noun: "an opacity"),
            "How dark the shadow is; 0 by default, which is none."
        ),
        .init(
            "shadowOffset",
            \.shadowOffset,
            .point,
            "How far the shadow lies to the right and down, in points; [0, -3] by default, as Core Animation has it."
        ),
        .init(
            "shadowRadius",
            \.shadowRadius,
            .number(0...1000, noun: "a radius"),
            "How far the shadow is blurred, in points; 3 by default."
        ),
        .init(
            "subviews",
            \.subviews,
            .views,
            "The views within, the last one on top; they lie in this view's own coordinates."
        ),
        .init(
            "overlayContentView",
            \.overlayContentView,
            .views,
            "Views over the picture and the subviews, cut off at the view's edges and counted from its upper left."
        ),
    ]
}

/// A key of a view, of which ``ManifestViewRow`` has the table.
struct ManifestViewKey: RawRepresentable, CaseIterable, Hashable {
    let rawValue: String

    init?(rawValue: String) {
        guard ManifestViewRow.all.contains(where: { $0.key == rawValue }) else { return nil }
        self.rawValue = rawValue
    }

    private init(_ row: ManifestViewRow) { rawValue = row.key }

    static let allCases = ManifestViewRow.all.map(ManifestViewKey.init)
}
