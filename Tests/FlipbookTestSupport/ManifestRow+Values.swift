import Foundation
package import FlipbookScene

extension ManifestRow {
    /// The valid values in a few words, for the documentation.
    package var words: String {
        Self.values[base.key]?.words ?? range ?? names.map { "`\($0)`" }.joined(separator: ", ")
    }

    /// An example in YAML that is not the default.
    package var example: String {
        if let example = Self.values[base.key]?.example { return example }
        if type == "boolean" { return "true" }
        return type == "integer" ? "3" : type == "number" ? "0.5" : names.last ?? ""
    }

    private var type: String? { members["type"] as? String }

    private var range: String? {
        guard let least = members["minimum"], let most = members["maximum"] else { return nil }
        return "a \(type == "integer" ? "whole number" : "number") from \(least) to \(most)"
    }

    /// The words that the schema allows.
    private var names: [String] {
        type == "boolean" ? ["true", "false"] : (members["enum"] as? [Any] ?? []).map { "\($0)" }
    }

    private var members: [String: Any] {
        let text = "{\(base.schemaMembers)}"
        guard let members = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            preconditionFailure("this is no JSON: \(text)")
        }
        return members
    }

    private static let seconds = ("seconds: `2`, `0.5`, `250ms`, `7/30`", "0.5")
    private static let frames = ("a pattern, or a list of files or frames", "walk.####.png")
    private static let traits = AccessibilityTraits.named.map { "`\($0.name)`" }.joined(separator: ", ")
    private static let profiles =
        "`srgb`, `linear`, `display-p3`, `adobe-rgb`, `bt709`, `bt2020`, `acescg`, `aces2065-1`"

    /// The keys whose schema does not tell.
    private static let values: [String: (words: String, example: String)] = [
        "$schema": ("the address of the schema", "Walk"), "version": ("1", "1"), "title": ("text", "Walk"),
        "description": ("text", "Walk"), "accessibilityLabel": ("text", "Walk"),
        "accessibilityHint": ("text", "Walk"),
        "localized": ("keys of a manifest by language", "{fr: {title: Marche}}"),
        "animationImages": frames, "highlightedAnimationImages": frames,
        "timeline": ("a list of clips, gaps and transitions", "[{input: walk.####.png}]"),
        "animationDuration": seconds, "duration": seconds,
        "transition": (
            "`transition`, `duration`, and `direction`, `color` or `curve`",
            "{transition: push, duration: 0.5, direction: up}"
        ),
        "frameRate": ("`24`, `23.976`, `24000/1001`, `ntsc`, `film`, `pal`", "12"),
        "image": ("a file", "poster.png"), "highlightedImage": ("a file", "poster.png"), "lut": ("a file", "look.cube"),
        "accessibilityTraits": ("a list of \(traits)", "[userInteractionEnabled]"),
        "capInsets": ("`top`, `left`, `bottom` and `right` in points, or four numbers", "[1, 2.5, 3, 4]"),
        "contentStretch": ("`x`, `y`, `width` and `height` from 0 to 1, or four numbers", "[0, 0.5, 1, 0.5]"),
        "orientation": (
            "`up`, `down`, `left`, `right`, `upMirrored`, `downMirrored`, `leftMirrored`, `rightMirrored`, or EXIF's 1 "
                + "to 8",
            "rightMirrored"
        ),
        "backgroundColor": ("`#RRGGBB[AA]`, a CSS name, `clear` or `checkerboard`", "checkerboard"),
        "tintColor": ("`#RRGGBB[AA]` or a CSS name", "\"#FF0000\""),
        "overlays": ("a list of files or overlays", "[logo.png]"), "texts": ("a list of texts", "[Walk]"),
        "views": ("a list of views", "[{id: label, image: label.png}]"),
        "animations": ("a list of changes", "[{property: alpha, to: 0.5, duration: 1}]"),
        "inputProfile": ("a file such as `camera.icc`, or \(profiles)", "acescg"),
        "levels": ("two values such as `0..4095`, or `auto`", "0..4095"),
        "layer": ("a layer name", "diffuse"),
        "channels": ("one to four names separated by commas, such as `R,G,B,A`", "N.X,N.Y,N.Z"),
        "size": ("`1920x1080`, or `width` and `height`", "64x48"),
        "scale": ("pixels per point from 1 to 8, such as 2, 1.5 or 4/3", "1.5"),
    ]
}
