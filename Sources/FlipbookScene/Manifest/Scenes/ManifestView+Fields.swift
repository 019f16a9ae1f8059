extension ManifestView {
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
