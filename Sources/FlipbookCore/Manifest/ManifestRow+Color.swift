extension ManifestRow {
    /// How the numbers in files become colours.
    static let color: [ManifestRow] = [
        ManifestRow(
            "inputProfile",
            \.inputProfile,
            .inputProfile,
            "What the numbers in files mean as colours, in the place of what the files say.",
            option: Option(
                "input-profile",
                "profile",
                """
                The colour profile of the pictures, in the place of their own: an ICC file, or srgb, linear, display-p3, \
                adobe-rgb, bt709, bt2020, acescg, aces2065-1. (default: as the file says, else sRGB)
                """
            )
        ),
        ManifestRow(
            "exposure",
            \.$exposure,
            default: \.exposure,
            .number(-20...20, noun: "an exposure"),
            "Stops by which scene-linear pictures (OpenEXR, Radiance HDR, DPX) are made brighter.",
            option: Option(
                "exposure",
                "stops",
                "Make scene-linear pictures (OpenEXR, HDR, DPX) so many stops brighter: 1 doubles the light, -2 quarters it."
            )
        ),
        ManifestRow(
            "lut",
            \.lookupTable,
            .file(example: "look.cube"),
            "A table of colours in the .cube format that makes scene-linear pictures ready for the display.",
            option: Option(
                "lut",
                "file",
                """
                Show scene-linear pictures through a lookup table of the .cube format, in the place of sRGB's curve. \
                DPX files of printing density are looked up as they are.
                """
            )
        ),
        ManifestRow(
            "canvasSpace",
            \.$canvasSpace,
            default: \.canvasSpace,
            .word(\.rawValue, noun: "a canvas space"),
            "The colours that pictures are converted to as they are read, and drawn in.",
            option: Option(
                "canvas-space",
                "name",
                """
                Draw in these colours, which all pictures are converted to: \
                \(CanvasSpace.allCases.map(\.rawValue).joined(separator: ", ")). An exported file \
                has colours of its own. (default: srgb)
                """
            )
        ),
        ManifestRow(
            "blend",
            \.$blend,
            default: \.blend,
            .word(\.rawValue, noun: "a way of blending"),
            "Whether the canvas' numbers are mixed where something is seen through, or the light that they stand for.",
            option: Option(
                "blend",
                "name",
                """
                What is mixed where something is seen through, faded or scaled: gamma, the numbers, as UIKit does; linear, \
                their light, as compositors do. (default: gamma)
                """
            )
        ),
        ManifestRow(
            "layer",
            \.layerName,
            .layer,
            "The layer or part that is shown of OpenEXR files that have several.",
            option: Option(
                "layer",
                "name",
                """
                Show this layer or part of OpenEXR files; 'flipbook explain' lists them. (default: the \
                channels without a layer, else Combined, beauty or RGBA, else the first one with colors)
                """
            )
        ),
        ManifestRow(
            "channels",
            \.channels,
            .channels,
            "The channels of OpenEXR files that are shown as red, green and blue, and as alpha, or one as grey.",
            option: Option(
                "channels",
                "names",
                """
                Show these channels of OpenEXR files as red, green, blue and alpha: R,G,B,A; one name is grey. With --layer, \
                those of the layer.
                """
            )
        ),
    ]
}
