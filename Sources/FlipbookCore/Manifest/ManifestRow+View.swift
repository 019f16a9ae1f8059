extension ManifestRow {
    /// How the image view draws its pictures.
    static let view = ViewProperty.ofSequence.prefix(1) + pictures + ViewProperty.ofSequence.dropFirst() + above

    /// Which pictures, and how they are turned and cut.
    private static let pictures: [ManifestRow] = [
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
    ]

    /// What lies over the pictures.
    private static let above: [ManifestRow] = [
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
