import FlipbookCore

extension ManifestRow {
    /// The keys of the image view's drawing.
    static let view: [ManifestRow] =
        ViewProperty.ofSequence.prefix(1) + pictures + ViewProperty.ofSequence.dropFirst() + above

    /// Keys of the pictures, their orientation and their parts.
    private static let pictures: [ManifestRow] = [
        ManifestRow("isHighlighted", \.$isHighlighted, default: \.isHighlighted, .flag)
            .meaning("Whether the highlighted pictures are shown, where there are any.")
            .option("highlighted")
            .help("Show a manifest's highlighted pictures, if it has any."),
        ManifestRow("capInsets", \.capInsets, .insets)
            .meaning("The parts of each picture that are not stretched, in points.")
            .option("cap-insets", "T,L,B,R")
            .help("Margins of each picture that do not stretch, in points: top, left, bottom, right."),
        ManifestRow("resizingMode", \.resizingMode, .word(\.name, noun: "a resizing mode"))
            .meaning(
                "How the part between the caps fills its space: tile where there are caps. Without caps, tile repeats "
                    + "the whole picture."
            )
            .option("resizing", "mode")
            .help(
                "How the part between the caps fills its space: tile or stretch. Without --cap-insets, tile repeats "
                    + "the whole picture. (default with caps: tile)"
            ),
        ManifestRow("leftCapWidth", \.leftCapWidth, .wholeNumber(0...SequenceManifest.largestSide))
            .meaning(
                "UIKit's former way: behind a left cap of so many points one column stretches. Not together with "
                    + "capInsets."
            ),
        ManifestRow("topCapHeight", \.topCapHeight, .wholeNumber(0...SequenceManifest.largestSide))
            .meaning(
                "UIKit's former way: below an upper cap of so many points one row stretches. Not together with "
                    + "capInsets."
            ),
        ManifestRow("contentStretch", \.contentStretch, .unitRect)
            .meaning(
                "UIKit's former way: the part of each picture that stretches, in fractions of its size. Not together "
                    + "with capInsets."
            ),
        ManifestRow("orientation", \.orientation, .orientation)
            .meaning(
                "How every picture is turned and mirrored, by UIKit's name or EXIF's number; by default as its file "
                    + "says."
            )
            .option("orientation", "name")
            .help(
                "Turn or mirror every picture: up, down, left, right, upMirrored, …, or EXIF's 1 to 8. (default: as "
                    + "its file says)"
            ),
        ManifestRow(
            "flipsForRightToLeftLayoutDirection",
            \.$flipsForRightToLeftLayoutDirection,
            default: \.flipsForRightToLeftLayoutDirection,
            .flag
        )
        .meaning("Whether every picture is mirrored where the view runs from right to left."),
    ]

    private static let above: [ManifestRow] = [
        ManifestRow("overlays", of: \.overlays, .overlays)
            .meaning("What lies over every frame, the last one on top."),
        ManifestRow("texts", of: \.texts, .texts)
            .meaning(
                "Texts over every frame, above the overlays. {frame}, {timecode}, {name} and {date} stand for what "
                    + "they say."
            ),
        ManifestRow("views", of: \.views, .views)
            .meaning(
                "Views over the sequence, the last one on top: each with its picture, its place and the views within "
                    + "it."
            ),
        ManifestRow("animations", of: \.animations, .animations)
            .meaning(
                "What happens to views: which property changes, from what to what, when and how. Without view, it "
                    + "happens to the sequence with all that lies in it."
            ),
        ManifestRow("duration", of: \.duration, .cycleDuration)
            .meaning(
                "Seconds that a scene lasts; by default until the last of what ends has ended, the sequence's own "
                    + "cycles included."
            ),
    ]
}

extension ManifestRow {
    /// The keys of the way from numbers in files to colors.
    static let color: [ManifestRow] = [
        ManifestRow("inputProfile", \.inputProfile, .inputProfile)
            .meaning("What the numbers in files mean as colors, in the place of what the files say.")
            .option("input-profile", "profile")
            .help(
                "The color profile of the pictures, in the place of their own: an ICC file, or srgb, linear, "
                    + "display-p3, adobe-rgb, bt709, bt2020, acescg, aces2065-1. (default: as the file says, else sRGB)"
            ),
        ManifestRow("levels", \.levels, .levels)
            .meaning(
                "The values in the frames' files that are shown as black and as white, such as 0..4095 where a camera "
                    + "writes 12 bits into 16. auto measures the least and the greatest value of all frames, once."
            )
            .option("levels", "black..white")
            .help(
                "Show these values of the files as black and white, in all frames: 0..4095 where a camera writes 12 bits "
                    + "into 16; auto for the least and the greatest value of the sequence, measured once. (default: all "
                    + "values that the bits have)"
            ),
        ManifestRow("exposure", \.$exposure, default: \.exposure, .number(-20...20, noun: "an exposure"))
            .meaning("Stops by which scene-linear pictures (OpenEXR, Radiance HDR, DPX) are made brighter.")
            .option("exposure", "stops")
            .help(
                "Make scene-linear pictures (OpenEXR, HDR, DPX) so many stops brighter: 1 doubles the light, -2 "
                    + "quarters it."
            ),
        ManifestRow("lut", \.lookupTable, .file(example: "look.cube"))
            .meaning("A table of colors in the .cube format that makes scene-linear pictures ready for the display.")
            .option("lut", "file")
            .help(
                "Show scene-linear pictures through a lookup table of the .cube format, in the place of sRGB's curve. "
                    + "DPX files of printing density are looked up as they are."
            ),
        ManifestRow("canvasSpace", \.$canvasSpace, default: \.canvasSpace, .word(\.rawValue, noun: "a canvas space"))
            .meaning("The colors that pictures are converted to as they are read, and drawn in.")
            .option("canvas-space", "name")
            .help(
                "Draw in these colors, which all pictures are converted to: "
                    + "\(CanvasSpace.allCases.map(\.rawValue).joined(separator: ", ")). An exported file has colors "
                    + "of its own. (default: srgb)"
            ),
        ManifestRow("blend", \.$blend, default: \.blend, .word(\.rawValue, noun: "a way of blending"))
            .meaning(
                "Whether the canvas' numbers are mixed where something is seen through, or the light that they stand "
                    + "for."
            )
            .option("blend", "name")
            .help(
                "What is mixed where something is seen through, faded or scaled: gamma, the numbers, as UIKit does; "
                    + "linear, their light, as compositors do. (default: gamma)"
            ),
        ManifestRow("layer", \.layerName, .layer)
            .meaning("The layer or part that is shown of OpenEXR files that have several.")
            .option("layer", "name")
            .help(
                "Show this layer or part of OpenEXR files; 'flipbook explain' lists them. (default: the channels "
                    + "without a layer, else Combined, beauty or RGBA, else the first one with colors)"
            ),
        ManifestRow("channels", \.channels, .channels)
            .meaning(
                "The channels of OpenEXR files that are shown as red, green and blue, and as alpha, or one as gray."
            )
            .option("channels", "names")
            .help(
                "Show these channels of OpenEXR files as red, green, blue and alpha: R,G,B,A; one name is gray. With "
                    + "--layer, those of the layer."
            ),
    ]
}
