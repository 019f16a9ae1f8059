public import FlipbookCore
import FlipbookImaging
import FlipbookMedia

/// A kind of output file: an entry in the table ``all``.
///
/// All differences between formats are properties of these values. To add a format, define a value in a separate file, and add
/// it to the table.
public struct OutputFormat: Sendable, Identifiable {
    /// The format's name in receipts, such as `mp4`.
    public let id: String
    /// The noun for such a file in messages, such as `an .mp4 file`.
    public let noun: String
    /// The file extensions without the dot, the usual one first.
    public internal(set) var fileExtensions: [String] = []
    /// The file extensions for which the format must be selected by its ID, because another format also uses them.
    public internal(set) var namedExtensions: [String] = []
    let kind: Kind
    /// The codecs of such a file, the default first.
    public let codecs: [VideoCodec]
    /// The metadata fields that such a file stores.
    public internal(set) var metadataFields = Set(Metadata.Field.allCases)
    var passes = 1
    var libraries: [RuntimeLibrary] = []
    var rules: [EncodingRule] = []
    var leastSide = 1
    /// The precision of times, or `nil` if the file stores no times.
    var clock: OutputClock?
    /// The GStreamer elements for the container, or `nil` if the format has its own writer.
    var muxing: Muxing?
    /// The maximum chroma resolution, or `nil` for no limit.
    var mostChroma: Chroma?
    var writer: any OutputWriter.Type = GStreamerDestination.self

    enum Kind: Sendable {
        case film
        case animation
        /// A file for each frame.
        case images
        /// All drawings side by side.
        case sheet
        /// Pictures for standard output, without a file.
        case stream
    }

    /// A Boolean value that indicates whether pictures are written to standard output.
    public var isStream: Bool { kind == .stream }

    /// A Boolean value that indicates whether all drawings are on one sheet.
    public var isSheet: Bool { kind == .sheet }

    /// A Boolean value that indicates whether each frame has its own file, in which case the target is a pattern.
    public var isNumbered: Bool { kind == .images }

    /// A Boolean value that indicates whether the file has a loop count, in which case frames are stored once. A sheet contains
    /// every drawing once, even if it is shown several times.
    public var loops: Bool { kind == .animation || kind == .sheet }

    /// All formats, in the order used by the help.
    public static let all: [OutputFormat] = [
        .mp4, .webM, .matroska, .quickTime, .gif, .animatedPNG, .animatedWebP, .animatedAVIF, .animatedJPEGXL,
        .numberedPNG, .numberedJPEG, .numberedTIFF, .numberedBMP, .numberedTGA, .numberedEXR,
        .numberedWebP, .numberedAVIF, .numberedJPEGXL, .spriteSheet, .contactSheet,
    ]

    /// The formats of image files with one frame.
    public static var stills: [OutputFormat] { all.filter(\.isNumbered) }

    /// The formats for standard output, with the target `-`.
    public static let streams: [OutputFormat] = [.y4m, .raw]

    /// The formats that are selected by ID: streams, and formats whose extensions select other formats.
    public static var named: [OutputFormat] { streams + all.filter { !$0.namedExtensions.isEmpty } }

    private func writer(of job: EncodingJob) -> any OutputWriter.Type {
        job.storesAlphaApart ? AlphaMatroskaDestination.self : writer
    }

    func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws {
        let first = job.request.mostBytes == nil ? job : job.asking(job.sizeSearch.first)
        try writer(of: job).check(first, target: target, overwrites: overwrites)
    }

    func begin(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws -> any FrameDestination {
        let writer = writer(of: job)
        let makeFile: @Sendable (EncodingJob) throws -> any FrameDestination = { job in
            try writer.init(job: job, target: target, overwrites: overwrites)
        }
        let file = job.request.mostBytes == nil ? try makeFile(job) : try SizedDestination(job, makeFile)
        return job.settings.pixelVerification == nil ? file : VerifiedDestination(file, of: job)
    }

    /// A Boolean value that indicates whether decoded pixels can be compared with the original pixels.
    public var comparesPixels: Bool { !isStream && self != .contactSheet }

    func companions(of target: FilePath) -> [FilePath] { writer.companions(of: target) }

    /// A Boolean value that indicates whether the format supports sound.
    public var carriesAudio: Bool { muxing?.audio != nil }

    /// A Boolean value that indicates whether the format stores the first frame's time code.
    public var carriesTimeCode: Bool { muxing?.carriesTimeCode == true }

    /// The usual file extension without the dot. Empty for a stream.
    public var usualExtension: String { (fileExtensions + namedExtensions).first ?? "" }

    /// The default codec.
    public var defaultCodec: VideoCodec { codecs[0] }

    func layouts(of codec: VideoCodec) -> [PictureLayout] {
        codec.layouts.filter { mostChroma == nil || $0.chroma == mostChroma }
    }

    func depths(of codec: VideoCodec) -> [Int] { Set(layouts(of: codec).map(\.depth)).sorted() }
    func chromas(of codec: VideoCodec) -> [Chroma] { layouts(of: codec).map(\.chroma).distinct }

    /// Returns the color spaces that the format supports with a codec, the default first. A sheet is sRGB.
    func colorSpaces(of codec: VideoCodec) -> [ColorSpace] {
        isSheet ? Array(codec.colorSpaces.prefix(1)) : codec.colorSpaces
    }

    func sides(of codec: VideoCodec) -> ClosedRange<Int> { max(leastSide, codec.leastSide)...codec.mostSide }

    static func carrying(_ codec: VideoCodec) -> OutputFormat {
        guard let format = (all + streams).first(where: { $0.codecs.contains(codec) })
        else { preconditionFailure("every codec must belong to a format") }
        return format
    }

    var offer: Explanation {
        guard let ending = fileExtensions.first else { return "\(remedy: .set(.format, to: id))" }
        return isNumbered
            ? "numbered images: \(remedy: .set(.output, to: "frame.####.\(ending)"))"
            : "\(remedy: .choose(format: ending))"
    }

    /// Returns whether a path has one of the format's extensions. An HTML page needs no extension.
    public func matches(_ path: FilePath) -> Bool {
        if fileExtensions == ["html"], path == "-" || !path.lastComponent.contains(".") { return true }
        return path == "-" ? isStream : matches(path, fileExtensions + namedExtensions)
    }

    private func matches(_ path: FilePath, _ extensions: [String]) -> Bool {
        let name = path.lastComponent.lowercased()
        return extensions.contains { name.hasSuffix("." + $0) && name.utf8.count > $0.utf8.count + 1 }
    }
}

extension OutputFormat {
    /// Creates the format for a path's extension, or returns `nil` if it is unknown. The path `.mp4` is a hidden file without
    /// an extension.
    ///
    /// If two formats share an extension, a placeholder for a number (`frame.####.webp`) selects numbered images.
    public init?(extensionOf path: FilePath) {
        let found = Self.all.filter { $0.matches(path, $0.fileExtensions) }
        guard let choice = found.first(where: { $0.isNumbered == hasPlaceForNumber(path) }) ?? found.first
        else { return nil }
        self = choice
    }
}

func hasPlaceForNumber(_ path: FilePath) -> Bool {
    do throws(FramePatternError) {
        _ = try FramePattern(parsing: path.string)
        return true
    } catch {
        // An invalid pattern is reported as such.
        return error.reason != .noPadding
    }
}

extension OutputFormat: RawRepresentable, Hashable, Codable {
    /// The format's ID, which identifies it in documents.
    public var rawValue: String { id }

    /// Returns the format with an ID.
    public init?(rawValue id: String) {
        guard let format = (Self.all + Self.streams).first(where: { $0.id == id }) else { return nil }
        self = format
    }
}

struct OutputClock: Sendable {
    /// Returns the units per second for variable durations, and the largest number of units per frame.
    let frameUnits: @Sendable (FrameSlots) -> (inSecond: Int64, most: Int64)
    /// Returns the number of whole seconds that a file's length must stay below at a constant rate, or `nil` for no limit.
    var limit: @Sendable (FrameRate) -> Int64? = { _ in nil }
    /// Returns the largest deviation of times in the file, in nanoseconds.
    var tolerance: @Sendable (EncodingJob) -> Int64 = { _ in 0 }
    /// Returns whether times are kept only if pictures are written in display order.
    var needsDisplayOrder: @Sendable (EncodingJob) -> Bool = { _ in false }
    var note: @Sendable (EncodingJob) -> Explanation? = { _ in nil }

    static let unbounded = OutputClock(frameUnits: { _ in (inSecond: 1_000_000, most: 1_000_000_000_000_000) })
}

extension OutputFormat {
    /// The format that `--format` selects by ID, or `nil` if there is none. `html` selects a contact sheet on an HTML page.
    package init?(named name: String) {
        let isPage = name == "html"
        guard let format = Self.named.first(where: { $0.id == (isPage ? "contact" : name) }) else { return nil }
        self = format
        if isPage { (fileExtensions, namedExtensions) = (["html"], []) }
    }
}
