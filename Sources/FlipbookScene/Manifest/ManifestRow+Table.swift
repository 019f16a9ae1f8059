public import FlipbookCore

extension ManifestRow {
    static let contents: [ManifestRow] = [
        ManifestRow(.init(checking: "$schema", .text(expected: "the address of the schema"))),
        ManifestRow(.init(checking: "version", .version)), ManifestRow(.init("title", \.title, .text)),
        ManifestRow(.init("description", \.summary, .text)), ManifestRow(.init(checking: "localized", .localized)),
        ManifestRow(.init("animationImages", \.animationImages, .images)),
        ManifestRow(.init("timeline", \.timeline, .timeline)),
        ManifestRow("animationDuration", \.$animationDuration, .cycleDuration)
            .option("duration", "seconds").help("Length of one cycle, such as 2, 0.5 or 250ms. Replaces --fps."),
        ManifestRow("animationRepeatCount", \.$animationRepeatCount, .cycles)
            .option("repeat", "count").help("Number of cycles; 0 or forever repeats endlessly."),
        ManifestRow("transition", \.transition, .transition).option("transition", "name[,seconds,…]")
            .help(
                "Transition between frames, such as 'dissolve', 'push,0.5,up' or 'dip,1,white'. "
                    + "Lasts 0.5 s if no length is given. (default: none)"
            ),
        ManifestRow("frameRate", \.frameRate, .rate)
            .option("fps", "rate").help("Frames per second: 24, 23.976, 24000/1001, ntsc, film. (default: 30)"),
        ManifestRow(.init("image", \.image, .file)), ManifestRow(.init("highlightedImage", \.highlightedImage, .file)),
        ManifestRow(.init("highlightedAnimationImages", \.highlightedAnimationImages, .images)),
    ]

    static let canvas: [ManifestRow] = [
        ManifestRow("size", \.size, .size)
            .option("size", "WxH").help("Canvas size in pixels: 1920x1080. (default: the first frame's size)"),
        ManifestRow("scale", \.scale, .scale).option("scale", "factor")
            .help(
                "Pixels per point: 2, 1.5, 4/3; also selects @2x and @3x variants. (default: 1 with --size or "
                    + "--device, otherwise the first frame's)"
            ),
        ManifestRow("dialect", \.dialect, .word(\.rawValue, noun: "a dialect")).option("dialect", "tool")
            .help("Tool whose pattern and range syntax to use. (default: Flipbook's own)"),
        ManifestRow("missing", \.$missing, default: \.missing, .word(\.rawValue, noun: "a policy"))
            .option("missing", "policy").help("Policy for missing and damaged frames. (default: error)"),
        ManifestRow("maxGap", \.maximumGap, .wholeNumber(0...SequenceManifest.largestGap))
            .option("max-gap", "count").help("Maximum number of consecutive missing frames that --missing replaces."),
        ManifestRow("mismatch", \.$mismatch, default: \.mismatch, .word(\.rawValue, noun: "a policy"))
            .option("mismatch", "policy")
            .help(
                "Policy for frames whose size differs: fit shows them whole, fill crops them, stretch distorts them. "
                    + "(default: error)"
            ),
    ]

    static let view: [ManifestRow] =
        ViewProperty.ofSequence.prefix(1) + pictures + ViewProperty.ofSequence.dropFirst() + above

    private static let pictures: [ManifestRow] = [
        ManifestRow("isHighlighted", \.$isHighlighted, default: \.isHighlighted, .flag)
            .option("highlighted").help("Show the manifest's highlighted pictures, if it has any."),
        ManifestRow("capInsets", \.capInsets, .insets).option("cap-insets", "T,L,B,R")
            .help("Margins that are not stretched, in points: top,left,bottom,right."),
        ManifestRow("resizingMode", \.resizingMode, .word(\.name, noun: "a resizing mode")).option("resizing", "mode")
            .help(
                "How to fill the area between the caps or, if there are no caps, the whole area: tile, stretch. "
                    + "(default with caps: tile)"
            ),
        ManifestRow("leftCapWidth", \.leftCapWidth, .wholeNumber(0...SequenceManifest.largestSide)),
        ManifestRow("topCapHeight", \.topCapHeight, .wholeNumber(0...SequenceManifest.largestSide)),
        ManifestRow("contentStretch", \.contentStretch, .unitRect),
        ManifestRow("orientation", \.orientation, .orientation).option("orientation", "name")
            .help("Orientation: up, down, left, right, upMirrored, …, or EXIF value 1 to 8. (default: the file's own)"),
        ManifestRow(
            "flipsForRightToLeftLayoutDirection",
            \.$flipsForRightToLeftLayoutDirection,
            default: \.flipsForRightToLeftLayoutDirection,
            .flag
        ),
    ]

    private static let above: [ManifestRow] = [
        ManifestRow(.init("overlays", \.overlays, .overlays)), ManifestRow(.init("texts", \.texts, .texts)),
        ManifestRow(.init("views", \.views, .views)), ManifestRow(.init("animations", \.animations, .animations)),
        ManifestRow(.init("duration", \.duration, .cycleDuration)),
    ]

    static let color: [ManifestRow] = [
        ManifestRow("inputProfile", \.inputProfile, .inputProfile).option("input-profile", "profile")
            .help(
                "Color profile to use instead of the pictures' own: a file or a name. (names: srgb, linear, "
                    + "display-p3, adobe-rgb, bt709, bt2020, acescg, aces2065-1; default: the file's own, otherwise "
                    + "sRGB)"
            ),
        ManifestRow("levels", \.levels, .levels).option("levels", "black..white")
            .help("Values that map to black and to white: 0..4095, or auto to measure them. (default: the full range)"),
        ManifestRow("exposure", \.$exposure, default: \.exposure, .number(-20...20, noun: "an exposure"))
            .option("exposure", "stops").help("Exposure of scene-linear pictures: 1 doubles the light, -1 halves it."),
        ManifestRow("lut", \.lookupTable, .file(example: "look.cube")).option("lut", "file")
            .help("Lookup table (.cube) for scene-linear pictures, instead of the sRGB curve."),
        ManifestRow("canvasSpace", \.$canvasSpace, default: \.canvasSpace, .word(\.rawValue, noun: "a canvas space"))
            .option("canvas-space", "name")
            .help(
                "Color space in which pictures are drawn. (names: "
                    + "\(CanvasSpace.allCases.map(\.rawValue).joined(separator: ", ")); default: srgb)"
            ),
        ManifestRow("blend", \.$blend, default: \.blend, .word(\.rawValue, noun: "a blending method"))
            .option("blend", "name")
            .help(
                "How pictures are blended: gamma blends stored values, as UIKit does; linear blends linear light. "
                    + "(default: gamma)"
            ),
        ManifestRow("layer", \.layerName, .layer).option("layer", "name")
            .help(
                "OpenEXR layer or part, as listed by 'flipbook explain'. (default: the channels without a layer; "
                    + "otherwise Combined, beauty or RGBA; otherwise the first layer with colors)"
            ),
        ManifestRow("channels", \.channels, .channels).option("channels", "names")
            .help(
                "OpenEXR channels to show, such as R,G,B,A, or one channel as gray. Channels can be from any layer."
            ),
    ]
}

extension ManifestKey: RawRepresentable, CaseIterable {
    /// Creates a key from its name, or returns `nil` for an unknown name.
    public init?(rawValue: String) {
        guard let key = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = key
    }

    /// All keys, in written order.
    public static let allCases = ManifestRow.all.map(\.key)
}

protocol Spoken: Sendable { var accessibility: Accessibility { get set } }

extension ManifestField where Root: Spoken {
    static var spoken: [Self] {
        [
            .init("accessibilityLabel", \.accessibility.label, .text),
            .init("accessibilityHint", \.accessibility.hint, .text),
            .init("accessibilityTraits", \.accessibility.traits, .traits, default: .imageView),
            .init("isDecorative", \.accessibility.isDecorative, .flag, default: false),
        ]
    }
}
