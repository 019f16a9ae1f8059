extension ManifestView {
    package static let fields: [ManifestField<ManifestView>] =
        place + [ViewProperty.contentMode.view, stretch] + ViewProperty.ofView + inside + ManifestField.spoken

    private static let stretch = ManifestField<ManifestView>("contentStretch", \.contentStretch, .unitRect)
        .meaning("The stretchable part of a picture, in fractions of its size.")

    private static let place: [ManifestField<ManifestView>] = [
        .init("id", \.id, .text(expected: "a name")).meaning("Name of the view in animations and messages."),
        .init("restorationIdentifier", \.restorationIdentifier, .text(expected: "a name"))
            .meaning("Name under which a program restores the view's position in its next run."),
        .init("text", \.text, .viewText)
            .meaning("Text instead of a picture. Lines wrap at the width of the view or of the canvas."),
        .init("image", \.image, .file).meaning("The still picture."),
        .init("highlightedImage", \.highlightedImage, .file).meaning("The still picture while highlighted."),
        .init("animationImages", \.animationImages, .images).meaning("The frames, in order."),
        .init("timeline", \.timeline, .timeline)
            .meaning("Clips in order, with cuts and transitions, shown once instead of animationImages."),
        .init("highlightedAnimationImages", \.highlightedAnimationImages, .images)
            .meaning("The frames while highlighted."),
        .init("animationDuration", \.animationDuration, .cycleDuration)
            .meaning("Seconds per cycle; 0, the default, is 1/30 s per frame."),
        .init("animationRepeatCount", \.animationRepeatCount, .cycles)
            .meaning("Number of cycles; 0, the default, repeats for ever."),
        .init("isAnimating", \.isAnimating, .flag).meaning("Runs the animation from the beginning (default true)."),
        .init("isHighlighted", \.isHighlighted, .flag).meaning("Shows the highlighted pictures at first."),
        .init("transition", \.transition, .transition)
            .meaning("Transition to a new picture, unless an animation sets its own."),
        .init("frame", \.frame, .rect)
            .meaning("Position in the superview, in points (default the picture's size at the upper left)."),
        .init("pins", \.pins, .pins)
            .meaning("Pins to the superview and siblings, in points. leading and trailing follow the direction."),
        .init("autoresizingMask", \.autoresizingMask, .autoresizingMask)
            .meaning("Parts that resize with the superview if the view has no pins."),
        .init("alignmentRectInsets", \.alignmentRectInsets, .insets)
            .meaning("Insets of the rectangle that pins refer to, which leaves out a shadow or a glow."),
        .init("bounds", \.bounds, .rect).meaning("The view's own coordinates. Their origin moves the subviews."),
        .init("center", \.center, .point)
            .meaning("Position of the anchor point, usually the view's center, in the superview."),
        .init("anchorPoint", \.anchorPoint, .point)
            .meaning("Point that center and transform refer to, in fractions of the size (default [0.5, 0.5])."),
        .init("transform", \.transform, .transform)
            .meaning("Transform of the view and its subviews about its anchor point; angles in degrees, clockwise."),
    ]

    private static let inside: [ManifestField<ManifestView>] = [
        .init("shadowColor", \.shadowColor, .color).meaning("Color of the shadow (default black)."),
        .init("shadowOpacity", \.shadowOpacity, .number(0...1, noun: "an opacity"))
            .meaning("Opacity of the shadow; 0, the default, draws none."),
        .init("shadowOffset", \.shadowOffset, .point)
            .meaning("Offset of the shadow to the right and down, in points (default [0, -3], as in Core Animation)."),
        .init("shadowRadius", \.shadowRadius, .number(0...1000, noun: "a radius"))
            .meaning("Blur of the shadow in points (default 3)."),
        .init("subviews", \.subviews, .views)
            .meaning("Views inside, the last one on top, in this view's own coordinates."),
        .init("overlayContentView", \.overlayContentView, .views)
            .meaning("Views over the picture and the subviews, clipped to the view and placed from its upper left."),
    ]
}
