import ArgumentParser
import FlipbookCore

/// What several verbs share: how the image view draws its pictures.
///
/// An option that sets a property has its name, its help and its values from the property's row.
struct ViewOptions: ParsableArguments {
    @Option(\.$alpha) var alpha: Double?
    @Flag(\.$isOpaque) var opaque: Bool?
    @Option(\.$cornerRadius) var cornerRadius: Double?
    @Flag(\.$clipsToBounds) var clipsToBounds: Bool?
    @Option(\.tintColor) var tint: Color?
    @Flag(\.$isHighlighted) var highlighted: Bool?
    @Option(\.capInsets) var capInsets: EdgeInsets?
    @Option(\.resizingMode) var resizing: ResizingMode?
    @Option(\.$filter) var filter: ScalingFilter?
    @Option(\.orientation) var orientation: ImageOrientation?

    @Flag(inversion: .prefixedNo, help: "Mirror every picture from left to right.")
    var mirror: Bool?

    @Option(\.$pixelPolicy) var pixelPolicy: PixelPolicy?

    @Option(
        name: .customLong("overlay"),
        help: ArgumentHelp(
            "Draw a picture over every frame: logo.png,topLeft,alpha=0.5,inset=8. The position is a content mode, "
                + "bottomRight by default. Repeatable; the last is on top.",
            valueName: "file[,position,…]"
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

    /// What the options say of properties.
    var properties: SequenceProperties {
        var result = SequenceProperties()
        result.$alpha = alpha
        result.$isOpaque = opaque
        result.$cornerRadius = cornerRadius
        result.$clipsToBounds = clipsToBounds
        result.tintColor = tint
        result.$isHighlighted = highlighted
        result.capInsets = capInsets
        result.resizingMode = resizing
        result.$filter = filter
        result.orientation = orientation
        result.$pixelPolicy = pixelPolicy
        return result
    }
}
