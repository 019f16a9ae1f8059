import ArgumentParser
import FlipbookCore

/// What several verbs share: how the image view draws its pictures.
struct ViewOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How much picture and background together cover what is behind them, 0 to 1. (default: 1)",
            valueName: "number"
        ),
        transform: { text in
            guard let alpha = Double(text), (0...1).contains(alpha) else {
                throw ViewOptionError(text, "is not an alpha. Write a number from 0 to 1.")
            }
            return alpha
        }
    )
    var alpha: Double?

    @Flag(
        inversion: .prefixedNo,
        help: "Let nothing behind show through; black fills what is transparent, and --alpha does not count."
    )
    var opaque: Bool?

    @Option(
        help: ArgumentHelp(
            "Draw pictures as templates in this colour: #RRGGBB[AA] or a CSS name.",
            valueName: "color"
        ),
        transform: { try Color(parsing: $0) }
    )
    var tint: Color?

    @Flag(inversion: .prefixedNo, help: "Show a manifest's highlighted pictures, where it has any.")
    var highlighted: Bool?

    @Option(
        help: ArgumentHelp(
            "The margins of each picture that keep their size, in points: top, left, bottom, right.",
            valueName: "T,L,B,R"
        ),
        transform: { try EdgeInsets(parsingCaps: $0) }
    )
    var capInsets: EdgeInsets?

    @Option(
        help: ArgumentHelp(
            "How what lies between the caps fills its room: tile, stretch. Without --cap-insets, tile repeats the "
                + "whole picture. (default with caps: tile)",
            valueName: "mode"
        ),
        transform: { text in
            guard let mode = ResizingMode.allCases.first(where: { $0.name == text }) else {
                throw ViewOptionError(text, "is not a resizing mode. Write tile or stretch.")
            }
            return mode
        }
    )
    var resizing: ResizingMode?

    @Option(
        help: ArgumentHelp(
            "How a picture is drawn at another size: \(ScalingFilter.allCases.map(\.rawValue).joined(separator: ", ")). "
                + "(default: automatic)",
            valueName: "name"
        ),
        transform: { text in
            guard let filter = ScalingFilter(rawValue: text) else {
                let names = ScalingFilter.allCases.map(\.rawValue).joined(separator: ", ")
                throw ViewOptionError(text, "is not a filter. Write one of \(names).")
            }
            return filter
        }
    )
    var filter: ScalingFilter?

    @Option(
        help: ArgumentHelp(
            "How every picture is turned or mirrored: up, down, left, right, upMirrored, …, or EXIF's 1 to 8. "
                + "(default: as its file says)",
            valueName: "name"
        ),
        transform: { text in
            guard
                let orientation = ImageOrientation(name: text) ?? Int(text).flatMap({ ImageOrientation(exifValue: $0) })
            else {
                let names = ImageOrientation.allCases.map(\.name).joined(separator: ", ")
                throw ViewOptionError(text, "is not an orientation. Write one of \(names), or 1 to 8 as EXIF does.")
            }
            return orientation
        }
    )
    var orientation: ImageOrientation?

    @Flag(inversion: .prefixedNo, help: "Mirror every picture from left to right.")
    var mirror: Bool?

    @Option(
        help: ArgumentHelp(
            "What becomes of edges inside pixels: snap (to the nearest border) or exact. (default: snap)",
            valueName: "name"
        ),
        transform: { text in
            guard let policy = PixelPolicy(rawValue: text) else {
                throw ViewOptionError(text, "is not a pixel policy. Write snap or exact.")
            }
            return policy
        }
    )
    var pixelPolicy: PixelPolicy?

    @Option(
        name: .customLong("overlay"),
        help: ArgumentHelp(
            "A picture over every frame, such as logo.png,topLeft,alpha=0.5,inset=8; the position is a content mode, "
                + "bottomRight by default. Repeatable, the last one on top.",
            valueName: "file[,position][,alpha=A][,inset=N]"
        ),
        transform: { try Overlay(parsing: $0) }
    )
    var overlays: [Overlay] = []

    func validate() throws {
        if overlays.count > SequenceManifest.largestOverlayCount {
            throw ValidationError(
                "--overlay: there are \(overlays.count); the most are \(SequenceManifest.largestOverlayCount)."
            )
        }
    }
}

/// A value of an option that could not be read.
struct ViewOptionError: Error, CustomStringConvertible {
    private let text: String
    private let advice: String

    init(_ text: String, _ advice: String) {
        (self.text, self.advice) = (text, advice)
    }

    var description: String { "'\(text.escapingControlCharacters)' \(advice)" }
}

extension EdgeInsets {
    /// The insets that `text` says: four numbers of points, top, left, bottom and right.
    fileprivate init(parsingCaps text: String) throws(ViewOptionError) {
        let sides = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
        let range = 0...Double(SequenceManifest.largestSide)
        guard text.utf8.count(where: { $0 == UInt8(ascii: ",") }) == 3, sides.count == 4,
            sides.allSatisfy(range.contains)
        else {
            throw ViewOptionError(
                text,
                "is not four insets. Write top, left, bottom and right in points, each from 0 to "
                    + "\(SequenceManifest.largestSide): 6,6,6,6."
            )
        }
        self.init(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
    }
}
