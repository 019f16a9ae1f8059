public import FlipbookCore
import FlipbookImaging

/// How pictures are compressed: an entry of the table ``all``.
public struct VideoCodec: Sendable, Identifiable {
    /// What options and receipts call the codec, such as `h264`.
    public let id: String
    /// What people call it, such as `H.264`.
    public let name: String
    /// Whether transparency survives.
    public let carriesAlpha: Bool
    /// Whether the codec halves the resolution of colour, so that sides must be even.
    public let needsEvenSides: Bool
    /// The layout that pictures of 8 bits a channel come in.
    let pictures: PixelFormat
    /// The layout that deeper pictures come in; `nil` where the codec carries no more.
    let deepPictures: PixelFormat?
    /// What a demultiplexer calls the stream.
    let mediaType: String

    /// The codecs, in the order in which help lists them.
    public static let all: [VideoCodec] = [.h264, .ffv1, .png]

    init(
        id: String,
        name: String,
        carriesAlpha: Bool,
        needsEvenSides: Bool = false,
        pictures: PixelFormat,
        deepPictures: PixelFormat? = nil,
        mediaType: String
    ) {
        (self.id, self.name, self.mediaType) = (id, name, mediaType)
        (self.carriesAlpha, self.needsEvenSides) = (carriesAlpha, needsEvenSides)
        (self.pictures, self.deepPictures) = (pictures, deepPictures)
    }

    /// The GStreamer encoder that makes it; `nil` where another writer does.
    var encoder: VideoEncoder? { VideoEncoder.all.first { $0.codec == self } }
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
