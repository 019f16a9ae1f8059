import FlipbookFiles
import FlipbookImaging
import GStreamer

/// A kind of file with one of its codecs: what it keeps, and whether this machine can write it.
public struct FormatSupport: Sendable, Hashable, Codable {
    /// The format's id, such as `mp4`.
    public let format: String
    /// The ends of such files' names, without the dot.
    public let fileExtensions: [String]
    /// The possible ends if the format is asked for by its id.
    public let namedExtensions: [String]
    /// A Boolean value that indicates a file for each frame.
    public let isNumbered: Bool
    /// The codec's id, such as `h264`.
    public let codec: String
    /// A Boolean value that indicates the codec of files for which none is asked.
    public let isDefault: Bool
    /// The codec's profiles, the default first.
    public let profiles: [String]
    /// The encoder's own names of its presets, fastest first; of TIFF and OpenEXR they are the compressions.
    public let presets: [String]
    /// A Boolean value that indicates transparency that can be kept.
    public let carriesAlpha: Bool
    /// Bits of a channel that can be kept.
    public let depths: [Int]
    /// The possible resolutions of color, the usual one first.
    public let chromas: [Chroma]
    /// A Boolean value that indicates pixels that come back exactly.
    public let isLossless: Bool
    /// The elements of GStreamer and the libraries that are missing here; none where such files can be written.
    public let missingElements: [String]

    /// Every format with each of its codecs, in the order in which help lists them.
    /// - Throws: ``ExportError/pipeline(element:message:)`` where GStreamer does not start.
    public static func all() throws(ExportError) -> [FormatSupport] {
        try ExportError.of {
            try (OutputFormat.all + OutputFormat.streams).flatMap { format in
                try format.codecs.map { try FormatSupport($0, in: format) }
            }
        }
    }

    private init(_ codec: VideoCodec, in format: OutputFormat) throws(GStreamerError) {
        self.format = format.id
        (fileExtensions, namedExtensions) = (format.fileExtensions, format.namedExtensions)
        isNumbered = format.isNumbered
        self.codec = codec.id
        isDefault = codec == format.defaultCodec
        profiles = codec.profiles
        presets = format.isStream ? [] : codec.presets
        carriesAlpha = codec.carriesAlpha
        depths = format.depths(of: codec)
        chromas = format.chromas(of: codec)
        isLossless = codec.isLossless
        var missing: [String] = []
        for name in format.elements(for: codec) where try !Element.isAvailable(name) { missing.append(name) }
        missing += format.libraries.filter { !$0.isInstalled }.map(\.name)
        missingElements = missing
    }
}

extension OutputFormat {
    /// The elements that write such a file and read it back; none where GStreamer has no part in it.
    fileprivate func elements(for codec: VideoCodec) -> [String] {
        guard let muxing, codec.work != nil else { return [] }
        let conversion = codec.elementLayouts.values.flatMap(\.conversion).map(\.factory).filter { $0 != "capsfilter" }
        return Set(conversion) + [codec.elementName].compactMap { $0 } + codec.parsers.map(\.factory)
            + [muxing.muxer] + (muxing.demultiplexer.map { [$0] } ?? [])
    }
}
