extension ManifestView {
    /// All keys of a view, in the order in which it is written.
    static let fields: [ManifestField<ManifestView>] =
        place + [ViewProperty.contentMode.view, stretch] + ViewProperty.ofView + inside + ManifestField.spoken

    private static let stretch = ManifestField<ManifestView>("contentStretch", \.contentStretch, .unitRect)
        .meaning("The part of a picture that stretches, in fractions.")

    /// Keys of a view's contents and its place.
    private static let place: [ManifestField<ManifestView>] = [
        .init("id", \.id, .text(expected: "a name"))
            .meaning("What animations and messages call the view."),
        .init("restorationIdentifier", \.restorationIdentifier, .text(expected: "a name"))
            .meaning("By what name a program keeps the view's place from one run to the next."),
        .init("text", \.text, .viewText)
            .meaning("A text in the place of a picture; lines are broken at the view's width, or at the canvas's."),
        .init("image", \.image, .file)
            .meaning("The picture that shows while nothing animates."),
        .init("highlightedImage", \.highlightedImage, .file)
            .meaning("The picture in the place of image while highlighted."),
        .init("animationImages", \.animationImages, .images)
            .meaning("The frames in the order they are shown."),
        .init("timeline", \.timeline, .timeline)
            .meaning(
                "Sequences one after the other, with cuts and transitions, shown once; in the place of animationImages."
            ),
        .init("highlightedAnimationImages", \.highlightedAnimationImages, .images)
            .meaning("The frames in the place of animationImages while highlighted."),
        .init("animationDuration", \.animationDuration, .cycleDuration)
            .meaning("Seconds of one cycle; 0, the default, is 1/30 s for each frame."),
        .init("animationRepeatCount", \.animationRepeatCount, .cycles)
            .meaning("Whole cycles; 0, the default, is for ever."),
        .init("isAnimating", \.isAnimating, .flag)
            .meaning("Whether the animation runs from the beginning; true by default."),
        .init("isHighlighted", \.isHighlighted, .flag)
            .meaning("Whether the highlighted pictures show at first."),
        .init("transition", \.transition, .transition)
            .meaning("How another picture takes the place of the one that shows, where an animation does not say it."),
        .init("frame", \.frame, .rect)
            .meaning(
                "Where the view lies in its superview, in points; by default its picture's size at the upper left."
            ),
        .init("pins", \.pins, .pins)
            .meaning(
                "What holds the view in its superview and by the views beside it, in points; leading and trailing follow "
                    + "the direction."
            ),
        .init("autoresizingMask", \.autoresizingMask, .autoresizingMask)
            .meaning("What of the view's margins and size changes with the superview's size, where no pins hold it."),
        .init("alignmentRectInsets", \.alignmentRectInsets, .insets)
            .meaning("What of the view at its edges does not count where it is pinned, a shadow or a glow."),
        .init("bounds", \.bounds, .rect)
            .meaning("The view's own coordinates; their origin moves the views within."),
        .init("center", \.center, .point)
            .meaning("Where the view's anchor point, usually its middle, lies in its superview."),
        .init("anchorPoint", \.anchorPoint, .point)
            .meaning("The point that center and transform are about, in fractions of the size; [0.5, 0.5] by default."),
        .init("transform", \.transform, .transform)
            .meaning(
                "How the view and all within is turned and resized about its anchor point; angles in degrees, "
                    + "clockwise."
            ),
    ]

    /// The shadow, and what lies in a view.
    private static let inside: [ManifestField<ManifestView>] = [
        .init("shadowColor", \.shadowColor, .color)
            .meaning("The shadow's color; black by default."),
        .init("shadowOpacity", \.shadowOpacity, .number(0...1, noun: "an opacity"))
            .meaning("How dark the shadow is; 0 by default, which is none."),
        .init("shadowOffset", \.shadowOffset, .point)
            .meaning(
                "How far the shadow lies to the right and down, in points; [0, -3] by default, as Core Animation has "
                    + "it."
            ),
        .init("shadowRadius", \.shadowRadius, .number(0...1000, noun: "a radius"))
            .meaning("How far the shadow is blurred, in points; 3 by default."),
        .init("subviews", \.subviews, .views)
            .meaning("The views within, the last one on top; they lie in this view's own coordinates."),
        .init("overlayContentView", \.overlayContentView, .views)
            .meaning(
                "Views over the picture and the subviews, cut off at the view's edges and counted from its upper left."
            ),
    ]
}
