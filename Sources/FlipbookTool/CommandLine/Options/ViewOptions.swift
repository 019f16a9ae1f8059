import ArgumentParser
import FlipbookScene

/// The options that several verbs share for the image view.
///
/// An option that sets a property has its name, its help and its values from the property's row.
struct ViewOptions: ParsableArguments {
    @Option(\.$alpha) var alpha: PropertyChange?
    @Flag(\.$isOpaque) var opaque: Bool?
    @Option(\.$cornerRadius) var cornerRadius: PropertyChange?
    @Flag(\.$clipsToBounds) var clipsToBounds: Bool?
    @Option(\.tintColor) var tint: PropertyChange?
    @Flag(\.$isHighlighted) var highlighted: Bool?
    @Option(\.capInsets) var capInsets: PropertyChange?
    @Option(\.resizingMode) var resizing: PropertyChange?
    @Option(\.$filter) var filter: PropertyChange?
    @Option(\.orientation) var orientation: PropertyChange?
    @Flag(inversion: .prefixedNo, help: "Mirror every picture from left to right.") var mirror: Bool?
    @Option(\.$pixelPolicy) var pixelPolicy: PropertyChange?

    @Option(
        "<file[,position,…]> Draw a picture over every frame: logo.png,topLeft,alpha=0.5,inset=8. The position is a "
            + "content mode, bottomRight by default. Repeatable; the last is on top.",
        name: .customLong("overlay"),
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

    func set(_ properties: inout SequenceProperties) {
        (properties.$isOpaque, properties.$clipsToBounds) = (opaque, clipsToBounds)
        properties.$isHighlighted = highlighted
        for change in [alpha, cornerRadius, tint, capInsets, resizing, filter, orientation, pixelPolicy] {
            change?.set(&properties)
        }
    }
}

struct ColorOptions: ParsableArguments {
    @Option(\.inputProfile) var inputProfile: PropertyChange?
    @Option(\.levels, parsing: .unconditional) var levels: PropertyChange?
    @Option(\.$exposure, parsing: .unconditional) var exposure: PropertyChange?
    @Option(\.lookupTable) var lut: PropertyChange?
    @Option(\.$canvasSpace) var canvasSpace: PropertyChange?
    @Option(\.$blend) var blend: PropertyChange?
    @Option(\.layerName) var layer: PropertyChange?
    @Option(\.channels) var channels: PropertyChange?

    func set(_ properties: inout SequenceProperties) {
        for change in [inputProfile, levels, exposure, lut, canvasSpace, blend, layer, channels] {
            change?.set(&properties)
        }
    }
}
