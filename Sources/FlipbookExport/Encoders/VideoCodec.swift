import FlipbookImaging
public import FlipbookMedia
import GStreamer

/// A picture codec: an entry in the table ``all``.
public struct VideoCodec: Sendable, Identifiable {
    /// The codec's name in options and receipts, such as `h264`.
    public let id: String
    /// The codec's usual name, such as `H.264`.
    public let name: String
    /// A Boolean value that indicates whether the codec can preserve pixels exactly.
    public internal(set) var isLossless = false
    let layouts: [PictureLayout]
    /// The color spaces of the codec's pictures, starting with the default. If not specified, pictures are unconverted RGB.
    public internal(set) var colorSpaces: [ColorSpace] = [.srgb]
    /// The ranges of the codec's pictures, starting with the default.
    public internal(set) var colorRanges: [ColorRange] = [.full]
    /// A Boolean value that indicates whether the codec's pictures always specify BT.709's transfer, the only one that it
    /// supports.
    var hasCameraTransfer = false
    /// The matrix in every color space if the codec supports only one, or `nil` otherwise.
    var matrix: ColorSpace?
    let mediaType: String

    // The encoder, usually a GStreamer element.
    /// The encoder's name in messages about presets, such as `x264`, or `nil` for the codec's own name.
    var encoderName: String?
    /// The rate factors and their quality scale, or `nil` if the codec has no rate factors.
    var factors: RateFactors?
    /// The number of passes for a bit rate, or `nil` if the codec supports only a quality.
    var bitRatePasses: Int?
    /// A Boolean value that indicates whether a size limit is met by choosing a rate factor instead of a bit rate, which would
    /// be less efficient.
    var isSizedByFactor = false
    /// Returns the properties of a rate factor, which can change while the element runs. If `nil`, pictures are compressed
    /// individually.
    var mixedFactors: (@Sendable (Int) -> [ElementGraph.Property])?
    /// The names of the encoder's own presets, fastest first.
    var presets: [String] = []
    /// The presets for the common names `balanced`, `fast`, and `best`. Empty if there are no presets.
    var commonPresets: KeyValuePairs<String, String> = [:]
    /// GStreamer's layouts for the pixel formats that the encoder accepts.
    var elementLayouts: [PixelFormat: Layout] = [:]
    var leastSide = 1
    var mostSide = Int.max
    var needsEvenWidth = false
    /// The frame rate that the encoder needs if frames have different durations.
    var nominalRate: Int32 = 0
    var keepsLengths = true
    /// Properties that allow the encoder to write pictures out of display order.
    var reorderingProperties: Set<String> = []
    /// A Boolean value that indicates whether transparency is a separate video stream, because the encoder does not support it.
    var compressesAlphaApart = false
    var multipliesAlpha = false
    /// The element that decodes the codec's pictures, from a library other than the encoder's if possible. If `nil`, GStreamer
    /// does not decode them.
    var decoder: String?
    /// The elements for decoding separately compressed transparency. The last one is the decoder.
    var alphaDecoder: [String] = []
    /// Returns the memory that the encoder uses while it runs, in bytes. The value was measured and rounded down.
    var memory: @Sendable (EncodingJob) -> Int = { _ in 0 }
    /// The encoder, or `nil` if the format has its own writer.
    var work: Work?
    /// Opens the encoder's library, or returns `nil` if the library is missing or has a different version. The library gives
    /// better results than the element if only a quality is set.
    var library: (@Sendable (EncodingJob) throws -> LibAOM.Encoder?)?
    var packetType: String?
    var parsers: [ElementGraph.Node] = []
    /// Returns the length of the encoder's name and settings in a video's first packet. A joined video contains them only once.
    var signature: (@Sendable (UnsafeRawBufferPointer) -> Int)?
    /// Returns a corrected packet with these colors, or `nil` if the packet is already correct.
    var mend: (@Sendable (UnsafeRawBufferPointer, OutputColors) -> [UInt8]?)?

    /// All codecs, in the order used by the help.
    public static let all: [VideoCodec] = [
        .h264, .h265, .av1, .vp9, .vp8, .ffv1, .proRes, .png, .gif, .animatedPNG, .webP, .jpeg, .tiff,
        .bmp, .tga, .avif, .jpegXL, .openEXR, .rgba8, .rawYUV, .rawRGBA,
    ]

    /// A Boolean value that indicates whether any profile supports transparency.
    public var carriesAlpha: Bool { layouts.contains(where: \.carriesAlpha) }

    /// The codec's profiles, the default first. Empty if there are none.
    public var profiles: [String] { layouts.flatMap(\.profiles) }

    /// Returns whether the encoder has a property with this name, which `--option` can set. If the element is missing, returns
    /// `false`.
    package func hasProperty(_ name: String) -> Bool {
        guard let elementName else { return false }
        return (try? Element(elementName).hasProperty(name)) ?? false
    }

    var elementName: String? { if case .element(let name, _) = work { name } else { nil } }

    func element(_ job: EncodingJob) -> ElementGraph.Node? {
        guard case .element(let name, let properties) = work else { return nil }
        return ElementGraph.Node(name, properties(job) + job.request.options.map { .init($0.name, $0.value) })
    }

    /// The maximum distance between key frames, ten seconds at 24 frames per second. Segments are usually this long, so that
    /// dividing a video adds no key frames.
    static let keyDistance = 240

    enum Work: Sendable {
        /// An element with this name, and its properties for a job. Options are set after these properties.
        case element(String, @Sendable (EncodingJob) -> [ElementGraph.Property])
        /// A function that encodes a single picture, on any core.
        case pictures(@Sendable (Picture, EncodingJob) throws -> [UInt8])
    }

    struct Layout: Sendable {
        let opaque, withAlpha: (format: VideoFormat, planeCount: Int)
        /// Range, matrix, transfer, and primaries, or `nil` for RGB's default.
        var colorimetry: String?
        var target: String?
        var conversion: [ElementGraph.Node] = []

        /// Opaque luma and chroma of BT.709 in limited range.
        static func bt709(_ format: VideoFormat) -> Layout {
            Layout(opaque: (format, 3), withAlpha: (format, 3), colorimetry: "bt709")
        }

        static let bt709: [PixelFormat: Layout] = [
            .i420: .bt709(.i420), .yuv422p: .bt709(.y42b), .yuv444p: .bt709(.y444),
            .yuv420p10: .bt709(.i420p10), .yuv422p10: .bt709(.i422p10), .yuva444p10: .bt709(.y444p10),
            .yuv420p12: .bt709(.i420p12), .yuv422p12: .bt709(.i422p12), .yuv444p12: .bt709(.y444p12),
        ]

        /// Returns RGBA that GStreamer converts to 4:2:0, with chroma sited on the left, as in the codecs.
        static func converted(to colorimetry: String) -> Layout {
            let caps = "video/x-raw,format=I420,colorimetry=\(colorimetry),chroma-site=mpeg2"
            let conversion = [ElementGraph.Node("videoconvert"), .filter(caps)]
            return Layout(opaque: (.rgba, 1), withAlpha: (.rgba, 1), target: colorimetry, conversion: conversion)
        }
    }

    struct RateFactors: Sendable {
        let best, smallest: Int
        /// The factors for the qualities 0, 25, 50, 75, and 100. They were determined by measurement, so that each quality
        /// looks similar in all codecs.
        let scale: [Int]

        var range: ClosedRange<Int> { min(best, smallest)...max(best, smallest) }
        var step: Int { best > smallest ? 1 : -1 }

        func factor(ofQuality quality: Int) -> Int {
            let place = min(quality / 25, scale.count - 2)
            let step = (scale[place + 1] - scale[place]) * (quality - place * 25)
            return scale[place] + (step >= 0 ? (step + 12) / 25 : (step - 12) / 25)
        }
    }
}

extension VideoCodec: RawRepresentable, Hashable, Codable {
    /// The codec's ID, which identifies it in documents.
    public var rawValue: String { id }

    /// Returns the codec with an ID or another common name, such as `hevc`.
    public init?(rawValue name: String) {
        let id = ["hevc": "h265"][name] ?? name
        guard let codec = Self.all.first(where: { $0.id == id }) else { return nil }
        self = codec
    }
}
