import FlipbookImaging
import GStreamer

/// The properties of a format with one of its codecs. ``missingElements`` is empty if this machine can write such files.
public struct FormatSupport: Sendable, Hashable, Codable {
    /// The format's ID, such as `mp4`.
    public let format: String
    /// The file extensions, without the dot.
    public let fileExtensions: [String]
    /// The file extensions for which the format must be selected by its ID.
    public let namedExtensions: [String]
    /// A Boolean value that indicates whether each frame has its own file.
    public let isNumbered: Bool
    /// The codec's ID, such as `h264`.
    public let codec: String
    /// A Boolean value that indicates whether the codec is the format's default.
    public let isDefault: Bool
    /// The codec's profiles, the default first.
    public let profiles: [String]
    /// The encoder's own presets, fastest first. For TIFF and OpenEXR, these are the compression methods.
    public let presets: [String]
    /// A Boolean value that indicates whether transparency can be kept.
    public let carriesAlpha: Bool
    /// The bits per channel that can be kept.
    public let depths: [Int]
    /// The resolutions of color, the default first.
    public let chromas: [Chroma]
    /// A Boolean value that indicates whether pixels can be preserved exactly.
    public let isLossless: Bool
    /// The missing GStreamer elements and libraries. Empty if such files can be written.
    public let missingElements: [String]

    /// Returns every format with each of its codecs, in the order used by the help.
    /// - Throws: ``ExportError/pipeline(element:message:)`` if GStreamer does not start.
    public static func all() throws(ExportError) -> [FormatSupport] {
        try ExportError.of {
            try (OutputFormat.all + OutputFormat.streams).flatMap { format in
                try format.codecs.map { try FormatSupport($0, in: format) }
            }
        }
    }

    private init(_ codec: VideoCodec, in format: OutputFormat) throws(GStreamerError) {
        (self.format, self.codec) = (format.id, codec.id)
        (fileExtensions, namedExtensions) = (format.fileExtensions, format.namedExtensions)
        (isNumbered, isDefault) = (format.isNumbered, codec == format.defaultCodec)
        (profiles, presets) = (codec.profiles, format.isStream ? [] : codec.presets)
        (depths, chromas) = (format.depths(of: codec), format.chromas(of: codec))
        (carriesAlpha, isLossless) = (codec.carriesAlpha, codec.isLossless)
        var missing: [String] = []
        for name in format.elements(for: codec) where try !Element.isAvailable(name) { missing.append(name) }
        missing += format.libraries.filter { !$0.isInstalled }.map(\.name)
        missingElements = missing
    }
}

extension OutputFormat {
    fileprivate func elements(for codec: VideoCodec) -> [String] {
        guard let muxing, codec.work != nil else { return [] }
        let conversion = codec.elementLayouts.values.flatMap(\.conversion).map(\.factory).filter { $0 != "capsfilter" }
        return Set(conversion) + [codec.elementName].compactMap { $0 } + codec.parsers.map(\.factory)
            + [muxing.muxer] + (muxing.demultiplexer.map { [$0] } ?? [])
    }
}
