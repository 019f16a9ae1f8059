public import FlipbookCore

extension ManifestRow {
    static let contents: [ManifestRow] = [
        ManifestRow(.init(checking: "$schema", .text(expected: "the address of the schema"))),
        ManifestRow(.init(checking: "version", .version)), ManifestRow(.init("title", \.title, .text)),
        ManifestRow(.init("description", \.summary, .text)), ManifestRow(.init(checking: "localized", .localized)),
        ManifestRow(.init("animationImages", \.animationImages, .images)),
        ManifestRow(.init("timeline", \.timeline, .timeline)),
        ManifestRow("animationDuration", \.$animationDuration, .cycleDuration)
            .option("duration", "seconds").help("Length of one cycle, instead of --fps: 2, 0.5, 250ms."),
        ManifestRow("animationRepeatCount", \.$animationRepeatCount, .cycles)
            .option("repeat", "count").help("Number of cycles; 0 or forever repeats endlessly."),
        ManifestRow("transition", \.transition, .transition).option("transition", "name[,seconds,…]")
            .help("Transition between frames: dissolve, push,0.5,up or dip,1,white. (default: none; 0.5 seconds)"),
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
            .help("Tool that defines the pattern and range syntax. (default: Flipbook's own)"),
        ManifestRow("missing", \.$missing, default: \.missing, .word(\.rawValue, noun: "a policy"))
            .option("missing", "policy").help("Policy for missing and damaged frames. (default: error)"),
        ManifestRow("maxGap", \.maximumGap, .wholeNumber(0...SequenceManifest.largestGap))
            .option("max-gap", "count").help("Longest run of missing frames that --missing may replace."),
        ManifestRow("mismatch", \.$mismatch, default: \.mismatch, .word(\.rawValue, noun: "a policy"))
            .option("mismatch", "policy")
            .help("Policy for frames whose size differs; fill crops, stretch distorts. (default: error)"),
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
