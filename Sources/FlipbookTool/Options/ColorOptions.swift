import ArgumentParser
import FlipbookCore

/// What several verbs share: how the numbers in files become colours.
struct ColorOptions: ParsableArguments {
    @Option(\.inputProfile) var inputProfile: InputProfile?
    @Option(\.$exposure, parsing: .unconditional) var exposure: Double?
    @Option(\.lookupTable) var lut: FilePath?
    @Option(\.$canvasSpace) var canvasSpace: CanvasSpace?
    @Option(\.$blend) var blend: BlendSpace?
    @Option(\.layerName) var layer: String?
    @Option(\.channels) var channels: ChannelNames?

    /// What the options say of properties.
    func set(_ properties: inout SequenceProperties) {
        properties.inputProfile = inputProfile
        properties.$exposure = exposure
        properties.lookupTable = lut
        (properties.$canvasSpace, properties.$blend) = (canvasSpace, blend)
        (properties.layerName, properties.channels) = (layer, channels)
    }
}
