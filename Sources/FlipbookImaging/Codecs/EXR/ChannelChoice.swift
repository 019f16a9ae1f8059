public import FlipbookCore

/// A selection of a layer and of channels in a file.
public struct ChannelChoice: Hashable, Sendable {
    /// The layer, as named by ``ImageCodecs/layers(ofFileAt:)``. If `nil`, the channels without a layer are displayed. If there
    /// are none, the layer whose name ends in `Combined`, `beauty`, or `rgba` is displayed. If there is no such layer, the
    /// first layer with colors is displayed.
    public var layer: String?
    /// The names of channels in the layer, or full channel names. If `nil`, the layer's colors are displayed.
    public var channels: ChannelNames?

    /// Creates a choice. By default, it selects the main picture.
    public init(layer: String? = nil, channels: ChannelNames? = nil) { (self.layer, self.channels) = (layer, channels) }
}

/// An error about a layer or channels that a file does not contain.
public enum ChannelChoiceError: ExplainedError, Hashable {
    /// The file has no layer with this name.
    case noLayer(String, layers: [String])
    /// The file has no full-resolution channel with this name.
    case noChannel(String, channels: [String])
    /// The channels with these names are in different parts of the file.
    case scattered([String])
    /// The channels of a layer, or of the file, do not form colors. `reduced` is the number of channels at lower resolution.
    case uncolored(layer: String?, channels: [String], reduced: Int)

    /// The code `image.layer` or `image.channels`.
    public var code: ErrorCode { if case .noLayer = self { "image.layer" } else { "image.channels" } }

    /// The available layers or channels, as a fragment that follows a file name and a colon.
    public var explanation: Explanation {
        switch self {
        case .noLayer(let name, let layers):
            if layers.isEmpty {
                "it has no layers, so there is no '\(name.escapingControlCharacters)'; omit \(setting: .layer)"
            } else {
                "it has no layer '\(name.escapingControlCharacters)'; choose one of \(listing(layers)) with "
                    + "\(remedy: .set(.layer))"
            }
        case .noChannel(let name, let channels):
            "it has no channel '\(name.escapingControlCharacters)' with a value for each pixel; choose among "
                + "\(listing(channels)) with \(remedy: .set(.channels))"
        case .scattered(let names):
            "\(listing(names)) are in multiple parts; choose channels from one part with \(remedy: .set(.channels))"
        case .uncolored(let layer, let channels, let reduced):
            Explanation(layer.map { "its layer \($0.escapingControlCharacters)" } ?? "it")
                + " has no red, green and blue channels\(found(channels, reduced))"
                + (channels.isEmpty ? "" : "; choose what to show with \(remedy: .set(.channels))")
        }
    }

    private func found(_ channels: [String], _ reduced: Int) -> String {
        let words = reduced == 0 ? [] : ["\(reduced) at a lower resolution"]
        return channels.isEmpty && reduced == 0
            ? "" : ", only " + ((channels.isEmpty ? [] : [listing(channels)]) + words).joined(separator: " and ")
    }

    private func listing(_ names: [String]) -> String { names.map(\.escapingControlCharacters).listed(atMost: 12) }
}
