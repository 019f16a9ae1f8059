import FlipbookCore

extension ManifestRow {
    static let view: [ManifestRow] =
        ViewProperty.ofSequence.prefix(1) + pictures + ViewProperty.ofSequence.dropFirst() + above

    private static let pictures: [ManifestRow] = [
        ManifestRow("isHighlighted", \.$isHighlighted, default: \.isHighlighted, .flag)
            .meaning("Shows the highlighted pictures, if there are any.")
            .option("highlighted").help("Show a manifest's highlighted pictures, if it has any."),
        ManifestRow("capInsets", \.capInsets, .insets)
            .meaning("Margins of each picture that do not stretch, in points.")
            .option("cap-insets", "T,L,B,R")
            .help("Margins that do not stretch, in points: top, left, bottom, right."),
        ManifestRow("resizingMode", \.resizingMode, .word(\.name, noun: "a resizing mode"))
            .meaning("Filling between the caps: tile (the default) or stretch. Without caps, tile repeats the picture.")
            .option("resizing", "mode")
            .help("Filling between the caps, or of the picture without caps: tile, stretch. (default with caps: tile)"),
        ManifestRow("leftCapWidth", \.leftCapWidth, .wholeNumber(0...SequenceManifest.largestSide))
            .meaning("UIKit's older form: one column right of a left cap of this width stretches. Not with capInsets."),
        ManifestRow("topCapHeight", \.topCapHeight, .wholeNumber(0...SequenceManifest.largestSide))
            .meaning("UIKit's older form: one row below a top cap of this height stretches. Not with capInsets."),
        ManifestRow("contentStretch", \.contentStretch, .unitRect)
            .meaning("UIKit's older form: the stretchable part, in fractions of the size. Not with capInsets."),
        ManifestRow("orientation", \.orientation, .orientation)
            .meaning("Orientation of every picture: UIKit's name or EXIF's number (default the file's own).")
            .option("orientation", "name")
            .help("Orientation: up, down, left, right, upMirrored, …, or EXIF's 1 to 8. (default: the file's own)"),
        ManifestRow(
            "flipsForRightToLeftLayoutDirection",
            \.$flipsForRightToLeftLayoutDirection,
            default: \.flipsForRightToLeftLayoutDirection,
            .flag
        )
        .meaning("Mirrors every picture if the view runs from right to left."),
    ]

    private static let above: [ManifestRow] = [
        ManifestRow("overlays", of: \.overlays, .overlays).meaning("Pictures over every frame, the last one on top."),
        ManifestRow("texts", of: \.texts, .texts)
            .meaning("Texts over every frame, above the overlays. {frame}, {timecode}, {name}, {date} are replaced."),
        ManifestRow("views", of: \.views, .views)
            .meaning("Views over the sequence, the last one on top, each with its picture, position and subviews."),
        ManifestRow("animations", of: \.animations, .animations)
            .meaning("Changes of views over time. Without view, a change applies to the whole sequence."),
        ManifestRow("duration", of: \.duration, .cycleDuration)
            .meaning("Seconds that the scene lasts (default until its last finite change or cycle ends)."),
    ]

    static let color: [ManifestRow] = [
        ManifestRow("inputProfile", \.inputProfile, .inputProfile)
            .meaning("Color profile of the pictures, instead of their own.")
            .option("input-profile", "profile")
            .help(
                "Color profile of the pictures, instead of their own: a file or a name. (names: srgb, linear, "
                    + "display-p3, adobe-rgb, bt709, bt2020, acescg, aces2065-1; default: the file's own, otherwise "
                    + "sRGB)"
            ),
        ManifestRow("levels", \.levels, .levels)
            .meaning(
                "File values shown as black and white, such as 0..4095 for 12 bits in 16. auto measures the "
                    + "minimum and maximum of all frames, once."
            )
            .option("levels", "black..white")
            .help("Values shown as black and white: 0..4095, or auto to measure them. (default: the full range)"),
        ManifestRow("exposure", \.$exposure, default: \.exposure, .number(-20...20, noun: "an exposure"))
            .meaning("Exposure of scene-linear pictures (OpenEXR, Radiance HDR, DPX) in stops.")
            .option("exposure", "stops")
            .help("Exposure of scene-linear pictures: 1 doubles the light, -1 halves it."),
        ManifestRow("lut", \.lookupTable, .file(example: "look.cube"))
            .meaning("Lookup table in the .cube format from scene-linear pictures to the display.")
            .option("lut", "file")
            .help("Lookup table (.cube) for scene-linear pictures, in place of sRGB."),
        ManifestRow("canvasSpace", \.$canvasSpace, default: \.canvasSpace, .word(\.rawValue, noun: "a canvas space"))
            .meaning("Color space that pictures are converted to and drawn in.")
            .option("canvas-space", "name")
            .help(
                "Color space in which pictures are drawn. (names: "
                    + "\(CanvasSpace.allCases.map(\.rawValue).joined(separator: ", ")); default: srgb)"
            ),
        ManifestRow("blend", \.$blend, default: \.blend, .word(\.rawValue, noun: "a way of blending"))
            .meaning("Mixing in transparency and scaling: gamma mixes stored values, linear mixes light.")
            .option("blend", "name")
            .help("Blending of stored values (gamma, as UIKit does) or light (linear). (default: gamma)"),
        ManifestRow("layer", \.layerName, .layer).meaning("The layer or part to show of OpenEXR files with several.")
            .option("layer", "name")
            .help(
                "OpenEXR layer or part; 'flipbook explain' lists them. (default: channels without a layer, "
                    + "otherwise Combined, beauty or RGBA, otherwise the first with colors)"
            ),
        ManifestRow("channels", \.channels, .channels)
            .meaning("Channels of OpenEXR files to show as red, green, blue and alpha. A single one is gray.")
            .option("channels", "names")
            .help("OpenEXR channels, of --layer or all: R,G,B,A, or one name for gray."),
    ]
}
