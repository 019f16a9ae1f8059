extension ManifestRow {
    /// How the image view draws its pictures.
    static let view: [ManifestRow] = [
        ManifestRow(
            "contentMode",
            \.$contentMode,
            default: \.contentMode,
            .word(\.name, noun: "a content mode"),
            "How a picture of another size is placed on the canvas.",
            option: Option(
                "content-mode",
                "mode",
                """
                How a picture of another size fills the canvas: scaleToFill, scaleAspectFit, scaleAspectFill, center, \
                top, bottomRight, … as UIKit names them. (default: scaleToFill)
                """
            ),
            layer: \Layer.contentMode
        ),
        ManifestRow(
            "isHighlighted",
            \.$isHighlighted,
            default: \.isHighlighted,
            .flag,
            "Whether the highlighted pictures are shown, where there are any.",
            option: Option("highlighted", "Show a manifest's highlighted pictures, if it has any.")
        ),
        ManifestRow(
            "capInsets",
            \.capInsets,
            .insets,
            "The parts of each picture that are not stretched, in points.",
            option: Option(
                "cap-insets",
                "T,L,B,R",
                "Margins of each picture that do not stretch, in points: top, left, bottom, right."
            )
        ),
        ManifestRow(
            "resizingMode",
            \.resizingMode,
            .word(\.name, noun: "a resizing mode"),
            """
            How the part between the caps fills its space: tile where there are caps. Without caps, tile repeats the \
            whole picture.
            """,
            option: Option(
                "resizing",
                "mode",
                """
                How the part between the caps fills its space: tile or stretch. Without --cap-insets, tile repeats the \
                whole picture. (default with caps: tile)
                """
            )
        ),
        ManifestRow(
            "leftCapWidth",
            \.leftCapWidth,
            .wholeNumber(0...SequenceManifest.largestSide),
            """
            UIKit's former way: behind a left cap of so many points one column stretches. Not together with capInsets.
            """
        ),
        ManifestRow(
            "topCapHeight",
            \.topCapHeight,
            .wholeNumber(0...SequenceManifest.largestSide),
            "UIKit's former way: below an upper cap of so many points one row stretches. Not together with capInsets."
        ),
        ManifestRow(
            "contentStretch",
            \.contentStretch,
            .unitRect,
            """
            UIKit's former way: the part of each picture that stretches, in fractions of its size. Not together with \
            capInsets.
            """
        ),
        ManifestRow(
            "orientation",
            \.orientation,
            .orientation,
            """
            How every picture is turned and mirrored, by UIKit's name or EXIF's number; by default as its file says.
            """,
            option: Option(
                "orientation",
                "name",
                """
                Turn or mirror every picture: up, down, left, right, upMirrored, …, or EXIF's 1 to 8. \
                (default: as its file says)
                """
            )
        ),
        ManifestRow(
            "flipsForRightToLeftLayoutDirection",
            \.$flipsForRightToLeftLayoutDirection,
            default: \.flipsForRightToLeftLayoutDirection,
            .flag,
            "Whether every picture is mirrored where the view runs from right to left."
        ),
        ManifestRow(
            "semanticContentAttribute",
            \.$semanticContentAttribute,
            default: \.semanticContentAttribute,
            .word(\.name, noun: "a content attribute"),
            "What the view is about: forceRightToLeft makes it run from right to left."
        ),
        ManifestRow(
            "filter",
            \.$filter,
            default: \.filter,
            .word(\.rawValue, noun: "a filter"),
            "How a picture is drawn at another size.",
            option: Option(
                "filter",
                "name",
                """
                How pictures are scaled: \
                \(ScalingFilter.allCases.map(\.rawValue).joined(separator: ", ")). (default: automatic)
                """
            ),
            layer: \Layer.filter
        ),
        ManifestRow(
            "pixelPolicy",
            \.$pixelPolicy,
            default: \.pixelPolicy,
            .word(\.rawValue, noun: "a pixel policy"),
            "Whether edges inside pixels go to the nearest border between pixels, or stay where they are.",
            option: Option(
                "pixel-policy",
                "name",
                "Edges that lie inside a pixel: snap moves them to the nearest border, exact blends. (default: snap)"
            ),
            layer: \Layer.pixelPolicy
        ),
        ManifestRow(
            "clipsToBounds",
            \.$clipsToBounds,
            default: \.clipsToBounds,
            .flag,
            """
            Whether what is larger than the view is cut off. The view is the canvas, which always cuts at its edges; \
            this cuts pictures at its rounded corners, too.
            """,
            option: Option("clips-to-bounds", "Also cut the pictures at the corners that --corner-radius rounds."),
            layer: \Layer.clipsToBounds
        ),
        ManifestRow(
            "cornerRadius",
            \.$cornerRadius,
            default: \.cornerRadius,
            .number(0...Double(SequenceManifest.largestSide), noun: "a corner radius"),
            """
            The radius in points of the rounded corners of the background, and of the pictures where clipsToBounds is \
            true; at most half of the shorter side.
            """,
            option: Option(
                "corner-radius",
                "points",
                """
                Round the corners of the background, and with --clips-to-bounds those of the pictures.
                """
            ),
            layer: \Layer.cornerRadius
        ),
        ManifestRow(
            "isUserInteractionEnabled",
            \.$isUserInteractionEnabled,
            default: \.isUserInteractionEnabled,
            .flag,
            "Whether touches reach the sequence and the views over it, instead of pausing a player at a click.",
            layer: \Layer.isUserInteractionEnabled
        ),
        ManifestRow(
            "isOpaque",
            \.$isOpaque,
            default: \.isOpaque,
            .flag,
            "Whether nothing shows through.",
            option: Option(
                "opaque",
                "Hide what is behind: transparent pixels become black, and --alpha has no effect."
            ),
            layer: \Layer.isOpaque
        ),
        ManifestRow(
            "alpha",
            \.$alpha,
            default: \.alpha,
            .number(0...1, noun: "an alpha"),
            "How much the pictures cover what is behind them.",
            option: Option(
                "alpha",
                "number",
                "Opacity of picture and background together, 0 to 1. (default: 1)"
            ),
            layer: \Layer.alpha
        ),
        ManifestRow(
            "backgroundColor",
            \.backgroundColor,
            .background,
            "What lies behind the pictures: #RRGGBB, #RRGGBBAA, a CSS colour name, clear, or checkerboard.",
            option: Option(
                "background",
                "color",
                """
                Background colour: #RRGGBB[AA], a CSS name, or checkerboard. (default: black, or clear where the output \
                has alpha)
                """
            ),
            layer: \Layer.backgroundColor
        ),
        ManifestRow(
            "tintColor",
            \.tintColor,
            .color,
            """
            The colour that pictures are drawn in, as templates: #RRGGBB, #RRGGBBAA or a CSS colour name. Their own \
            colours do not matter, their alpha does.
            """,
            option: Option("tint", "color", "Draw pictures in this colour, as templates: #RRGGBB[AA] or a CSS name.")
        ),
        ManifestRow("overlays", of: \.overlays, .overlays, "What lies over every frame, the last one on top."),
        ManifestRow(
            "texts",
            of: \.texts,
            .texts,
            "Texts over every frame, above the overlays. {frame}, {timecode}, {name} and {date} stand for what they say."
        ),
        ManifestRow(
            "views",
            of: \.views,
            .views,
            "Views over the sequence, the last one on top: each with its picture, its place and the views within it."
        ),
        ManifestRow(
            "animations",
            of: \.animations,
            .animations,
            """
            What happens to views: which property changes, from what to what, when and how. Without view, it happens to \
            the sequence with all that lies in it.
            """
        ),
        ManifestRow(
            "duration",
            of: \.duration,
            .cycleDuration,
            """
            Seconds that a scene lasts; by default until the last of what ends has ended, the sequence's own cycles \
            included.
            """
        ),
    ]
}
