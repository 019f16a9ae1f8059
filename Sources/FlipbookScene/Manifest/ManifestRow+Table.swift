public import FlipbookCore

extension ManifestRow {
    static let contents: [ManifestRow] = [
        ManifestRow(checking: "$schema", .text(expected: "the address of the schema"))
            .meaning("Address of this schema, for editors."),
        ManifestRow(checking: "version", .version).meaning("Version of the format."),
        ManifestRow("title", of: \.title, .text).meaning("Title of the sequence."),
        ManifestRow("description", of: \.summary, .text).meaning("Description of the sequence."),
        ManifestRow(checking: "localized", .localized)
            .meaning("Keys for other languages, by a name such as fr or pt-BR. They replace the manifest's own."),
        ManifestRow("animationImages", of: \.animationImages, .images).meaning("The frames, in order."),
        ManifestRow("timeline", of: \.timeline, .timeline)
            .meaning("Clips in order, with cuts and transitions between them, instead of animationImages."),
        ManifestRow("animationDuration", \.$animationDuration, .cycleDuration)
            .meaning("Seconds per cycle; 0, the default, is 1/30 s per frame. Not with frameRate or frame durations.")
            .option("duration", "seconds").help("Length of one cycle, instead of --fps: 2, 0.5, 250ms."),
        ManifestRow("animationRepeatCount", \.$animationRepeatCount, .cycles)
            .meaning("Number of cycles; 0 repeats for ever, which a video file cannot do.")
            .option("repeat", "count").help("Number of cycles; 0 or forever repeats without end."),
        ManifestRow("transition", \.transition, .transition)
            .meaning("Transition between frames, in time of its own (default: cuts).")
            .option("transition", "name[,seconds,…]")
            .help("Transition between frames: dissolve, push,0.5,up or dip,1,white. (default: none; 0.5 seconds)"),
        ManifestRow("frameRate", \.frameRate, .rate)
            .meaning("Frames per second of the output (default 30). Frames with durations are fitted to its slots.")
            .option("fps", "rate").help("Frames per second: 24, 23.976, 24000/1001, ntsc, film. (default: 30)"),
        ManifestRow("image", of: \.image, .file).meaning("The still picture. Without animationImages, the only frame."),
        ManifestRow("highlightedImage", of: \.highlightedImage, .file).meaning("The still picture while highlighted."),
        ManifestRow("highlightedAnimationImages", of: \.highlightedAnimationImages, .images)
            .meaning("The frames while highlighted."),
    ]

    static let canvas: [ManifestRow] = [
        ManifestRow("size", \.size, .size).meaning("Canvas size in pixels (default the first frame's).")
            .option("size", "WxH").help("Canvas size in pixels: 1920x1080. (default: the first frame's size)"),
        ManifestRow("scale", \.scale, .scale)
            .meaning(#"Output pixels per point, 1 to 8, such as 2, 1.5 or "4/3". Selects the variants @2x and @3x."#)
            .option("scale", "factor")
            .help(
                "Pixels per point: 2, 1.5, 4/3; also selects @2x and @3x variants. (default: 1 with --size or "
                    + "--device, otherwise the first frame's)"
            ),
        ManifestRow("dialect", \.dialect, .word(\.rawValue, noun: "a dialect"))
            .meaning("Tool whose pattern syntax is used, if it differs from fileseq's.")
            .option("dialect", "tool")
            .help("Tool whose pattern and range syntax is used. (default: Flipbook's own)"),
        ManifestRow("missing", \.$missing, default: \.missing, .word(\.rawValue, noun: "a policy"))
            .meaning("Policy for missing and damaged frames.")
            .option("missing", "policy").help("Policy for missing and damaged frames. (default: error)"),
        ManifestRow("maxGap", \.maximumGap, .wholeNumber(0...SequenceManifest.largestGap))
            .meaning("Longest accepted run of missing frames, even if missing accepts gaps.")
            .option("max-gap", "count").help("Longest run of missing frames that --missing may replace."),
        ManifestRow("mismatch", \.$mismatch, default: \.mismatch, .word(\.rawValue, noun: "a policy"))
            .meaning("Policy for frames of another size or scale.")
            .option("mismatch", "policy")
            .help("Policy for frames of other sizes; fill crops, stretch distorts. (default: error)"),
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
