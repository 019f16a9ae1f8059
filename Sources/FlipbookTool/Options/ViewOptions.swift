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

    /// What the options say of properties.
    var properties: SequenceProperties {
        var said = SequenceProperties()
        said.$alpha = alpha
        said.$isOpaque = opaque
        said.$cornerRadius = cornerRadius
        said.$clipsToBounds = clipsToBounds
        said.tintColor = tint
        said.$isHighlighted = highlighted
        said.capInsets = capInsets
        said.resizingMode = resizing
        said.$filter = filter
        said.orientation = orientation
        said.$pixelPolicy = pixelPolicy
        return said
    }
}
