import ArgumentParser
import FlipbookScene

/// What several verbs share: how the numbers in files become colours.
struct ColorOptions: ParsableArguments {
    @Option(\.inputProfile) var inputProfile: PropertyChange?
    @Option(\.$exposure, parsing: .unconditional) var exposure: PropertyChange?
    @Option(\.lookupTable) var lut: PropertyChange?
    @Option(\.$canvasSpace) var canvasSpace: PropertyChange?
    @Option(\.$blend) var blend: PropertyChange?
    @Option(\.layerName) var layer: PropertyChange?
    @Option(\.channels) var channels: PropertyChange?

    /// Sets the properties that options are given for.
    func set(_ properties: inout SequenceProperties) {
        for change in [inputProfile, exposure, lut, canvasSpace, blend, layer, channels] { change?.set(&properties) }
    }
}
