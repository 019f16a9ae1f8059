import FlipbookImaging
import FlipbookMedia
import GStreamer

/// An encoder of pictures, mostly an element of GStreamer: the encoder of a ``VideoCodec``.
///
/// An encoder's peculiarities are in its own file, beside its entry.
struct VideoEncoder: Sendable {
    /// What messages call the encoder, such as `x264`.
    let name: String
    /// The rate factors that it takes, and what the scale of qualities means in them; `nil` where it takes none.
    var factors: RateFactors?
    /// How many times it wants the pictures where it is to use so many bits in a second; `nil` where it takes a quality alone.
    var bitRatePasses: Int?
    /// Whether a file of a size gets the best rate factor that fits, and no bit rate, by which the encoder stays far below its best.
    var isSizedByFactor = false
    /// The properties of a rate factor where frames can have different ones, so that a file of a size can be between two of them:
    /// the element takes another one while it runs. None where each picture is compressed by itself.
    var mixedFactors: (@Sendable (Int) -> [ElementGraph.Property])?
    /// The encoder's own names of its presets, fastest first.
    var presets: [String] = []
    /// Which of them the common names mean.
    var commonPresets: CommonPresets?
    /// What GStreamer calls the layouts that it takes.
    var layouts: [PixelFormat: Layout] = [:]
    /// The least columns and rows of a picture, in pixels.
    var leastSide = 1
    /// The most columns and rows of a picture, in pixels.
    var mostSide = Int.max
    /// Whether it takes 4:2:2 of an even width alone.
    var needsEvenWidth = false
    /// The frame rate that it is given where frames are shown for different times, and which it needs.
    var nominalRate: Int32 = 0
    /// Whether it hands on how long each frame is shown.
    var keepsLengths = true
    /// Properties by which pictures may be written in another order than they are shown.
    var reorderingProperties: Set<String> = []
    /// Whether it knows no transparency, and compresses that as another film.
    var compressesAlphaApart = false
    /// The element that decodes what it makes; another library where GStreamer has one, since that alone proves that others
    /// can read it. `nil` where GStreamer decodes nothing.
    var decoder: String?
    /// The same where transparency is compressed apart: elements in a row, the last of which decodes.
    var alphaDecoder: [String] = []
    /// What it holds while it runs, in bytes; measured, and rather too little.
    let memory: @Sendable (EncodingJob) -> Int
    /// How it compresses.
    let work: Work
    /// Its library, for films that get one quality and nothing else, where the element makes less of it; `nil` where there is no such
    /// library, or one of another version.
    var library: (@Sendable (EncodingJob) throws(StillEncodingError) -> LibAOM.Encoder?)?
    /// What the library's packets are, in GStreamer's words.
    var packetType: String?
    /// What stands between it and the muxer.
    var parsers: [ElementGraph.Node] = []
    /// How many bytes at the beginning of a film's first packet tell the encoder's name and settings: a joined film has them once.
    var signature: (@Sendable (UnsafeRawBufferPointer) -> Int)?
    /// What has to be changed about the encoder's packets, whose pictures have these colours: the new bytes, or `nil` for a
    /// packet that is right.
    var mend: (@Sendable (UnsafeRawBufferPointer, OutputColors) -> [UInt8]?)?

    /// Pictures from one that needs no other to the next, at most: ten seconds of a film, and the usual segment, so that
    /// cutting adds no such picture.
    static let keyDistance = 240

    /// How pictures are compressed.
    enum Work: Sendable {
        /// By an element of this name, which is set up for some pictures; what a profile asks for besides is set after it.
        case element(String, @Sendable (EncodingJob) -> [ElementGraph.Property])
        /// Each by itself, on any core.
        case pictures(@Sendable (Picture, EncodingJob) throws(ExportError) -> [UInt8])
    }

    /// A layout of pictures as GStreamer has it.
    struct Layout: Sendable {
        /// The layout of pictures that are opaque, with how many of their planes are used.
        let opaque: (format: VideoFormat, planeCount: Int)
        /// The layout where transparency is kept, with all planes.
        let withAlpha: (format: VideoFormat, planeCount: Int)
        /// Range, matrix, transfer and primaries; `nil` for RGB's default.
        var colorimetry: String?
        /// The same of the pictures that the conversion makes, by the names that caps have.
        var target: String?
        /// What makes other pictures of it before they are compressed.
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

        /// RGBA that GStreamer converts to 4:2:0, with the codecs' own place of chroma, on the left, of colours by GStreamer's name.
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
        /// The best that can be asked for.
        let best: Int
        /// The one of the smallest files.
        let smallest: Int
        /// The factors of the qualities 0, 25, 50, 75 and 100: measured, such that a quality is about as good in each codec.
        let scale: [Int]

        /// All of them.
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

    /// Which of an encoder's presets the names mean that all encoders share.
    struct CommonPresets: Sendable {
        let fast: String
        let balanced: String
        let best: String

        /// The common name of one of the encoder's own; `nil` where it has none.
        func commonName(of name: String) -> String? {
            [(balanced, "balanced"), (fast, "fast"), (best, "best")].first { $0.0 == name }?.1
        }

        /// The encoder's own name of a preset, by any of its names.
        func ownName(of name: String) -> String {
            ["fast": fast, "balanced": balanced, "best": best][name] ?? name
        }
    }

    /// The name of the element that it is; `nil` where each picture is compressed by itself.
    var elementName: String? {
        if case .element(let name, _) = work { name } else { nil }
    }

    /// Whether it is an element that has a property of this name. One that is not installed has none: the export names it.
    func hasProperty(_ name: String) -> Bool {
        guard let elementName else { return false }
        do throws(GStreamerError) { return try Element(elementName).hasProperty(name) } catch { return false }
    }

    /// The element that it is, set up for some pictures.
    func element(_ job: EncodingJob) -> ElementGraph.Node? {
        guard case .element(let name, let properties) = work else { return nil }
        return ElementGraph.Node(name, properties(job) + job.request.options.map { .init($0.name, $0.value) })
    }
}
