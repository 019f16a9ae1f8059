public import FlipbookMedia

/// How pictures are compressed: an entry of the table ``all``.
public struct VideoCodec: Sendable, Identifiable {
    /// What options and receipts call the codec, such as `h264`.
    public let id: String
    /// What people call it, such as `H.264`.
    public let name: String
    /// Whether pixels can come back exactly.
    public internal(set) var isLossless = false
    /// The layouts that pictures come in, the usual one first.
    let layouts: [PictureLayout]
    /// The colours of its pictures' numbers, the usual ones first; by default red, green and blue as they are.
    public internal(set) var colorSpaces: [ColorSpace] = [.srgb]
    /// Which numbers black and white can have in its pictures, the usual ones first.
    public internal(set) var colorRanges: [ColorRange] = [.full]
    /// Whether the transfer of its pictures is BT.709's in any colour space, since they can say no other.
    var hasCameraTransfer = false
    /// The standard whose matrix its pictures have in any colour space, since they can say no other; `nil` for that of the space.
    var matrix: ColorSpace?
    /// What a demultiplexer calls the stream.
    let mediaType: String
    /// The encoder of pictures, or `nil` for the format's own writer.
    var encoder: VideoEncoder? { makeEncoder() }

    /// A closure, so that a codec is as small as its description.
    var makeEncoder: @Sendable () -> VideoEncoder? = { nil }

    /// The codecs, in the order in which help lists them.
    public static let all: [VideoCodec] = [
        .h264, .h265, .av1, .vp9, .vp8, .ffv1, .proRes, .png, .gif, .animatedPNG, .webP, .jpeg, .tiff,
        .bmp, .tga, .avif, .jpegXL, .openEXR, .rgba8, .rawYUV, .rawRGBA,
    ]

    /// Whether transparency survives, in one of the codec's profiles at least.
    public var carriesAlpha: Bool { layouts.contains(where: \.carriesAlpha) }

    /// The codec's profiles, the default first; none where it has no choice of them.
    public var profiles: [String] { layouts.flatMap(\.profiles) }

    /// Whether its encoder has a property of this name, for `--option`.
    package func hasProperty(_ name: String) -> Bool { encoder?.hasProperty(name) ?? false }
}

extension VideoCodec {
    /// The codec that an id or another usual name means, such as `hevc`.
    public init?(named name: String) {
        let id = ["hevc": "h265"][name] ?? name
        guard let codec = Self.all.first(where: { $0.id == id }) else { return nil }
        self = codec
    }
}

extension VideoCodec: Hashable, Codable {
    /// Whether both are the same entry of the table.
    public static func == (left: VideoCodec, right: VideoCodec) -> Bool { left.id == right.id }

    /// Hashes the codec's id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// The codec of an id.
    public init(from decoder: any Decoder) throws {
        self = try decoder.entry(of: Self.all)
    }

    /// Writes the codec's id.
    public func encode(to encoder: any Encoder) throws { try id.encode(to: encoder) }
}
