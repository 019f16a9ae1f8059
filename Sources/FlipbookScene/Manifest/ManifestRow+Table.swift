public import FlipbookCore

extension ManifestRow {
    /// The keys of the frames and of their pace.
    static let contents: [ManifestRow] = [
        ManifestRow(checking: "$schema", .text(expected: "the address of the schema"))
            .meaning("Where this schema is, for editors."),
        ManifestRow(checking: "version", .version)
            .meaning("The version of the format."),
        ManifestRow("title", of: \.title, .text)
            .meaning("What the sequence is called."),
        ManifestRow("description", of: \.summary, .text)
            .meaning("What it shows, for people."),
        ManifestRow(checking: "localized", .localized)
            .meaning(
                "The values in other languages: for each, by its name such as fr or pt-BR, keys that go before those "
                    + "of the manifest."
            ),
        ManifestRow("animationImages", of: \.animationImages, .images)
            .meaning("The frames in the order they are shown."),
        ManifestRow("timeline", of: \.timeline, .timeline)
            .meaning(
                "Clips one after the other, with cuts and transitions between them, in the place of animationImages."
            ),
        ManifestRow("animationDuration", \.$animationDuration, .cycleDuration)
            .meaning(
                "Seconds of one cycle; 0, the default, is 1/30 s for each frame. Not together with frameRate or with "
                    + "durations of frames."
            )
            .option("duration", "seconds")
            .help("The length of one cycle, instead of --fps: 2, 0.5, 250ms."),
        ManifestRow("animationRepeatCount", \.$animationRepeatCount, .cycles)
            .meaning("Whole cycles; 0 repeats forever, which a video file cannot do.")
            .option("repeat", "count")
            .help("Number of whole cycles; 0 or forever repeats without end."),
        ManifestRow("transition", \.transition, .transition)
            .meaning(
                "How each frame goes over into the next, in a time of its own between the two; by default it cuts."
            )
            .option("transition", "name[,seconds,…]")
            .help(
                "How each frame goes over into the next, in a time of its own between the two: dissolve, "
                    + "flipFromLeft,0.6, push,0.5,up or dip,1,white. (default: none; 0.5 seconds)"
            ),
        ManifestRow("frameRate", \.frameRate, .rate)
            .meaning("Frames per second of the output, 30 by default. Frames with durations are fitted to its slots.")
            .option("fps", "rate")
            .help("Frames per second: 24, 23.976, 24000/1001, ntsc, film. (default: 30)"),
        ManifestRow("image", of: \.image, .file)
            .meaning("The picture that is shown while nothing animates; without animationImages, the one frame."),
        ManifestRow("highlightedImage", of: \.highlightedImage, .file)
            .meaning("The picture in the place of image while highlighted."),
        ManifestRow("highlightedAnimationImages", of: \.highlightedAnimationImages, .images)
            .meaning("The frames in the place of animationImages while highlighted."),
    ]

    /// The keys of the canvas, and of the frames that are accepted.
    static let canvas: [ManifestRow] = [
        ManifestRow("size", \.size, .size)
            .meaning("The canvas in pixels; by default the first frame's size.")
            .option("size", "WxH")
            .help("The canvas in pixels: 1920x1080. (default: the first frame's size)"),
        ManifestRow("scale", \.scale, .scale)
            .meaning(#"Output pixels per point, 1 to 8, such as 2, 1.5 or "4/3": picks the variants @2x and @3x."#)
            .option("scale", "factor")
            .help(
                "Pixels per point: 2, 1.5, 4/3. Also selects the variants @2x and @3x. (default: 1 with --size or "
                    + "--device, else that of the first frame)"
            ),
        ManifestRow("dialect", \.dialect, .word(\.rawValue, noun: "a dialect"))
            .meaning("The tool whose way of writing patterns to read, where it differs from fileseq's.")
            .option("dialect", "tool")
            .help("The tool whose patterns and ranges to read. (default: what fileseq and most tools agree on)"),
        ManifestRow("missing", \.$missing, default: \.missing, .word(\.rawValue, noun: "a policy"))
            .meaning("What to do about a missing or damaged frame.")
            .option("missing", "policy")
            .help("What to do about missing and damaged frames. (default: error)"),
        ManifestRow("maxGap", \.maximumGap, .wholeNumber(0...SequenceManifest.largestGap))
            .meaning("Refuse a longer run of missing frames than this, also where missing accepts gaps.")
            .option("max-gap", "count")
            .help("Refuse a longer run of missing frames, also where --missing accepts gaps."),
        ManifestRow("mismatch", \.$mismatch, default: \.mismatch, .word(\.rawValue, noun: "a policy"))
            .meaning("What to do about frames of another size or scale.")
            .option("mismatch", "policy")
            .help(
                "Refuse frames of another size or scale, or show them whole (fit), cropped (fill) or stretched. "
                    + "(default: error)"
            ),
    ]
}

extension ManifestKey: RawRepresentable, CaseIterable {
    /// The key of that name, or `nil` if there is none.
    public init?(rawValue: String) {
        guard let key = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = key
    }

    /// All keys, in the order in which a manifest is written.
    public static let allCases = ManifestRow.all.map(\.key)
}
