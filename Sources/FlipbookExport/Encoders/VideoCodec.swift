import FlipbookImaging
public import FlipbookMedia
import GStreamer

/// The compression of pictures: an entry of the table ``all``.
public struct VideoCodec: Sendable, Identifiable {
    /// The codec's name in options and receipts, such as `h264`.
    public let id: String
    /// The codec's usual name, such as `H.264`.
    public let name: String
    /// A Boolean value that indicates pixels that can come back exactly.
    public internal(set) var isLossless = false
    /// The layouts that pictures come in, the usual one first.
    let layouts: [PictureLayout]
    /// The colors of its pictures' numbers, the usual ones first; by default red, green and blue as they are.
    public internal(set) var colorSpaces: [ColorSpace] = [.srgb]
    /// The possible numbers of black and white in its pictures, the usual ones first.
    public internal(set) var colorRanges: [ColorRange] = [.full]
    /// A Boolean value that indicates BT.709's transfer in any color space, since its pictures can say no other.
    var hasCameraTransfer = false
    /// The standard whose matrix its pictures have in any color space, since they can say no other, or `nil` for that of the space.
    var matrix: ColorSpace?
    /// The name of the stream by a demultiplexer.
    let mediaType: String

    // The encoder of the pictures, mostly an element of GStreamer.
    /// The name in a message of the encoder whose presets it lists, such as `x264`, or `nil` for the codec's own name.
    var encoderName: String?
    /// The rate factors that it takes, and what the scale of qualities means in them, or `nil` if it takes none.
    var factors: RateFactors?
    /// The number of times that it wants the pictures to use so many bits in a second, or `nil` if it takes a quality alone.
    var bitRatePasses: Int?
    /// A Boolean value that gives a file of a size the best rate factor that fits, and no bit rate, by which the encoder
    /// stays below its best.
    var isSizedByFactor = false
    /// The properties of a rate factor where frames can have different ones, so that a file of a size can be between two of them:
    /// the element takes another one while it runs. None where each picture is compressed by itself.
    var mixedFactors: (@Sendable (Int) -> [ElementGraph.Property])?
    /// The encoder's own names of its presets, fastest first.
    var presets: [String] = []
    /// The presets that are meant by the names of all encoders: `balanced`, `fast` and `best`; empty without presets.
    var commonPresets: KeyValuePairs<String, String> = [:]
    /// GStreamer's names of the layouts that it takes.
    var elementLayouts: [PixelFormat: Layout] = [:]
    /// The least columns and rows of a picture, in pixels.
    var leastSide = 1
    /// The most columns and rows of a picture, in pixels.
    var mostSide = Int.max
    /// A Boolean value that indicates 4:2:2 of an even width alone.
    var needsEvenWidth = false
    /// The frame rate that it is given where frames are shown for different times, and which it needs.
    var nominalRate: Int32 = 0
    /// A Boolean value that indicates frames' durations that are handed on.
    var keepsLengths = true
    /// Properties by which pictures may be written in another order than they are shown.
    var reorderingProperties: Set<String> = []
    /// A Boolean value that indicates an encoder that knows no transparency, and compresses that as another film.
    var compressesAlphaApart = false
    /// A Boolean value that indicates colors that are stored multiplied by their alpha.
    var multipliesAlpha = false
    /// The element that decodes what it makes; another library where GStreamer has one, since that alone proves that others
    /// can read it. `nil` where GStreamer decodes nothing.
    var decoder: String?
    /// The same where transparency is compressed apart: elements in a row, the last of which decodes.
    var alphaDecoder: [String] = []
    /// The bytes that it holds while it runs; measured, and rather too little.
    var memory: @Sendable (EncodingJob) -> Int = { _ in 0 }
    /// The encoder's work, or `nil` if the format has a writer of its own.
    var work: Work?
    /// Its library, for films that get one quality and nothing else, where the element makes less of it, or `nil` if there is no such
    /// library, or one of another version.
    var library: (@Sendable (EncodingJob) throws -> LibAOM.Encoder?)?
    /// GStreamer's words for the library's packets.
    var packetType: String?
    /// The elements between it and the muxer.
    var parsers: [ElementGraph.Node] = []
    /// The length of the encoder's name and settings at the beginning of a film's first packet: a joined film has them once.
    var signature: (@Sendable (UnsafeRawBufferPointer) -> Int)?
    /// The change of the encoder's packets, whose pictures have these colors: the new bytes, or `nil` for a
    /// packet that is right.
    var mend: (@Sendable (UnsafeRawBufferPointer, OutputColors) -> [UInt8]?)?

    /// The codecs, in the order in which help lists them.
    public static let all: [VideoCodec] = [
        .h264, .h265, .av1, .vp9, .vp8, .ffv1, .proRes, .png, .gif, .animatedPNG, .webP, .jpeg, .tiff,
        .bmp, .tga, .avif, .jpegXL, .openEXR, .rgba8, .rawYUV, .rawRGBA,
    ]

    /// A Boolean value that indicates transparency in one of the codec's profiles at least.
    public var carriesAlpha: Bool { layouts.contains(where: \.carriesAlpha) }

    /// The codec's profiles, the default first; none where it has no choice of them.
    public var profiles: [String] { layouts.flatMap(\.profiles) }

    /// Returns `true` if its encoder has a property of this name, for `--option`. An element that is not installed has
    /// none: the export names it.
    package func hasProperty(_ name: String) -> Bool {
        guard let elementName else { return false }
        return (try? Element(elementName).hasProperty(name)) ?? false
    }

    /// The name of the element that compresses, or `nil` if each picture is compressed by itself.
    var elementName: String? {
        if case .element(let name, _) = work { name } else { nil }
    }

    /// The element that compresses, set up for some pictures.
    func element(_ job: EncodingJob) -> ElementGraph.Node? {
        guard case .element(let name, let properties) = work else { return nil }
        return ElementGraph.Node(name, properties(job) + job.request.options.map { .init($0.name, $0.value) })
    }
}

extension VideoCodec {
    /// Pictures from one that needs no other to the next, at most: ten seconds of a film, and the usual segment, so that
    /// cutting adds no such picture.
    static let keyDistance = 240

    enum Work: Sendable {
        /// By an element of this name, which is set up for some pictures; what a profile asks for besides is set after it.
        case element(String, @Sendable (EncodingJob) -> [ElementGraph.Property])
        /// Each by itself, on any core.
        case pictures(@Sendable (Picture, EncodingJob) throws -> [UInt8])
    }

    struct Layout: Sendable {
        /// The layout of pictures that are opaque, with how many of their planes are used.
        let opaque: (format: VideoFormat, planeCount: Int)
        /// The layout where transparency is kept, with all planes.
        let withAlpha: (format: VideoFormat, planeCount: Int)
        /// Range, matrix, transfer and primaries, or `nil` for RGB's default.
        var colorimetry: String?
        /// The same of the pictures that the conversion makes, by the names that caps have.
        var target: String?
        /// The elements that make other pictures of it before they are compressed.
        var conversion: [ElementGraph.Node] = []

        /// Luma and chroma of BT.709 in limited range, without transparency.
        static func bt709(_ format: VideoFormat) -> Layout {
            Layout(opaque: (format, 3), withAlpha: (format, 3), colorimetry: "bt709")
        }

        /// All layouts of luma and chroma, as ``bt709(_:)``.
        static let bt709: [PixelFormat: Layout] = [
            .i420: .bt709(.i420), .yuv422p: .bt709(.y42b), .yuv444p: .bt709(.y444),
            .yuv420p10: .bt709(.i420p10), .yuv422p10: .bt709(.i422p10), .yuva444p10: .bt709(.y444p10),
            .yuv420p12: .bt709(.i420p12), .yuv422p12: .bt709(.i422p12), .yuv444p12: .bt709(.y444p12),
        ]

        /// RGBA that GStreamer converts to 4:2:0, with the codecs' own place of chroma, on the left, of colors by GStreamer's name.
        static func converted(to colorimetry: String) -> Layout {
            Layout(
                opaque: (.rgba, 1),
                withAlpha: (.rgba, 1),
                target: colorimetry,
                conversion: [
                    ElementGraph.Node("videoconvert"),
                    ElementGraph.Node(
                        "capsfilter",
                        [.init("caps", "video/x-raw,format=I420,colorimetry=\(colorimetry),chroma-site=mpeg2")]
                    ),
                ]
            )
        }
    }

    /// The numbers that set an encoder's quality, and what the scale of qualities means in them.
    struct RateFactors: Sendable {
        let best: Int
        /// The one of the smallest files.
        let smallest: Int
        /// The factors of the qualities 0, 25, 50, 75 and 100: measured, such that a quality is about as good in each codec.
        let scale: [Int]

        var range: ClosedRange<Int> { min(best, smallest)...max(best, smallest) }

        /// From one of them to the next better one.
        var step: Int { best > smallest ? 1 : -1 }

        /// The factor of a quality, 0 to 100, rounded to the nearest.
        func factor(ofQuality quality: Int) -> Int {
            let place = min(quality / 25, scale.count - 2)
            let step = (scale[place + 1] - scale[place]) * (quality - place * 25)
            return scale[place] + (step >= 0 ? (step + 12) / 25 : (step - 12) / 25)
        }
    }
}

extension VideoCodec: RawRepresentable, Hashable, Codable {
    /// The codec's id, which documents name it by.
    public var rawValue: String { id }

    /// The codec that an id or another usual name means, such as `hevc`, or `nil` for none.
    public init?(rawValue name: String) {
        let id = ["hevc": "h265"][name] ?? name
        guard let codec = Self.all.first(where: { $0.id == id }) else { return nil }
        self = codec
    }
}
