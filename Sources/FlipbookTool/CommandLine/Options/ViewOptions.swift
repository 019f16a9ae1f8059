import ArgumentParser
import FlipbookScene

/// The options for the image view, which several verbs share.
///
/// The name, help, and values of an option that sets a property come from the property's row.
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
    @Flag(inversion: .prefixedNo, help: "Mirror pictures horizontally.") var mirror: Bool?
    @Option(\.$pixelPolicy) var pixelPolicy: PropertyChange?

    @Option(
        "<file[,position,…]> Picture to draw over every frame: logo.png,topLeft,alpha=0.5,inset=8. Repeatable; the "
            + "last one is on top. (default: bottomRight)",
        name: .customLong("overlay"),
        transform: { try Overlay(parsing: $0) }
    )
    var overlays: [Overlay] = []

    func validate() throws {
        if overlays.count > SequenceManifest.largestOverlayCount {
            throw ValidationError(
                "--overlay: \(overlays.count) overlays; at most \(SequenceManifest.largestOverlayCount) are possible."
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
