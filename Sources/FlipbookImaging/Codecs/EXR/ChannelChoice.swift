public import FlipbookCore

/// The choice of what is shown of a file with several layers.
public struct ChannelChoice: Hashable, Sendable {
    /// The layer, as ``ImageCodecs/layers(ofFileAt:)`` has it, or `nil` for the picture: the channels without a layer,
    /// else the layer whose last word is `Combined`, `beauty` or `rgba`, else the first that has colors.
    public var layer: String?
    /// Channels of that layer, or channels by their whole names, or `nil` for the layer's colors.
    public var channels: ChannelNames?

    /// A choice; by default the picture.
    public init(layer: String? = nil, channels: ChannelNames? = nil) { (self.layer, self.channels) = (layer, channels) }
}

/// A reason why a choice means nothing for a file.
public enum ChannelChoiceError: ExplainedError, Hashable {
    /// There is no layer of this name, but those.
    case noLayer(String, layers: [String])
    /// There is no channel of this name with a value for each pixel, but those.
    case noChannel(String, channels: [String])
    /// The channels of these names are in several parts of the file.
    case scattered([String])
    /// A layer's channels are no colors, of the whole file where the layer is `nil`; so many are stored at a lower
    /// resolution.
    case uncolored(layer: String?, channels: [String], reduced: Int)

    /// `image.layer`, `image.channels`.
    public var code: ErrorCode { if case .noLayer = self { "image.layer" } else { "image.channels" } }

    /// The layers or channels, and the way to choose them: a fragment that follows a file's name and a colon.
    public var explanation: Explanation {
        switch self {
        case .noLayer(let name, let layers):
            if layers.isEmpty {
                "it has no layers, so none is called '\(name.escapingControlCharacters)'; leave \(setting: .layer) out"
            } else {
                "it has no layer '\(name.escapingControlCharacters)'; choose one of \(listing(layers)) with "
                    + "\(remedy: .set(.layer))"
            }
        case .noChannel(let name, let channels):
            "it has no channel '\(name.escapingControlCharacters)' with a value for each pixel; choose among "
                + "\(listing(channels)) with \(remedy: .set(.channels))"
        case .scattered(let names):
            "\(listing(names)) are in several of its parts; choose channels of one part with \(remedy: .set(.channels))"
        case .uncolored(let layer, let channels, let reduced):
            Explanation(layer.map { "its layer \($0.escapingControlCharacters)" } ?? "it")
                + " has no red, green and blue channels, but \(found(channels, reduced))"
                + (channels.isEmpty ? "" : "; choose what to show with \(remedy: .set(.channels))")
        }
    }

    private func found(_ channels: [String], _ reduced: Int) -> String {
        let words = reduced == 0 ? [] : ["\(reduced) at a lower resolution"]
        return channels.isEmpty && reduced == 0
            ? "none at all" : ((channels.isEmpty ? [] : [listing(channels)]) + words).joined(separator: " and ")
    }

    private func listing(_ names: [String]) -> String { names.map(\.escapingControlCharacters).listed(atMost: 12) }
}
