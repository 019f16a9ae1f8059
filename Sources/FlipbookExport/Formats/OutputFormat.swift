public import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia

/// A kind of file that an export writes: an entry of the table ``all``.
///
/// Everything that differs from format to format is here, once. A new format is a value in a file of its own, and
/// its line in the table.
public struct OutputFormat: Sendable, Identifiable {
    /// The format's name in receipts, such as `mp4`.
    public let id: String
    /// The noun for such a file in messages, such as `an .mp4 file`.
    public let noun: String
    /// The ends of such files' names, without the dot; the usual one first.
    public internal(set) var fileExtensions: [String] = []
    /// The possible ends if the format is asked for by its id, since another format has names like these.
    public internal(set) var namedExtensions: [String] = []
    let kind: Kind
    /// The codecs that such a file carries, the default first.
    public let codecs: [VideoCodec]
    /// The texts about itself that such a file has a place for.
    public internal(set) var metadataFields = Set(Metadata.Field.allCases)
    /// The number of times that the writer needs the pictures.
    var passes = 1
    var libraries: [RuntimeLibrary] = []
    /// The refusals of such a file, besides those of its other entries.
    var rules: [EncodingRule] = []
    var leastSide = 1
    /// The file's way of telling the times of its pictures, or `nil` if it tells none.
    var clock: OutputClock?
    /// GStreamer's way of putting the compressed pictures into a file, or `nil` if another writer does it.
    var muxing: Muxing?
    /// The resolution of color in such a file if its codecs could keep more, or `nil` for no limit.
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

    /// A Boolean value that indicates pictures for standard output, without a file.
    public var isStream: Bool { kind == .stream }

    /// A Boolean value that indicates all drawings side by side on one sheet.
    public var isSheet: Bool { kind == .sheet }

    /// A Boolean value that indicates a file for each frame, so that the target is a pattern.
    public var isNumbered: Bool { kind == .images }

    /// A Boolean value that indicates a file with a loop count, so that its frames are stored once. A sheet has every
    /// drawing once, however often it is shown.
    public var loops: Bool { kind == .animation || kind == .sheet }

    /// The formats, in the order in which help lists them.
    public static let all: [OutputFormat] = [
        .mp4, .webM, .matroska, .quickTime, .gif, .animatedPNG, .animatedWebP, .animatedAVIF, .animatedJPEGXL,
        .numberedPNG, .numberedJPEG,
        .numberedTIFF, .numberedBMP, .numberedTGA, .numberedEXR,
        .numberedWebP, .numberedAVIF, .numberedJPEGXL, .spriteSheet, .contactSheet,
    ]

    /// The formats of image files, which hold one frame.
    public static var stills: [OutputFormat] { all.filter(\.isNumbered) }

    /// The streams that standard output takes, whose target is `-`.
    public static let streams: [OutputFormat] = [.y4m, .raw]

    /// The formats that are asked for by their ids: streams, and those of which another format has the names.
    public static var named: [OutputFormat] { streams + all.filter { !$0.namedExtensions.isEmpty } }

    private func writer(of job: EncodingJob) -> any OutputWriter.Type {
        job.storesAlphaApart ? AlphaMatroskaDestination.self : writer
    }

    /// Checks all that can be refused of a file of some pictures before the first of them, and writes nothing.
    func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws {
        let first = job.request.mostBytes == nil ? job : job.asking(job.sizeSearch.first)
        try writer(of: job).check(first, target: target, overwrites: overwrites)
    }

    /// Begins such a file of some pictures.
    func begin(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws -> any FrameDestination {
        let writer = writer(of: job)
        let makeFile: @Sendable (EncodingJob) throws -> any FrameDestination = { job in
            try writer.init(job: job, target: target, overwrites: overwrites)
        }
        let file = job.request.mostBytes == nil ? try makeFile(job) : try SizedDestination(job, makeFile)
        return job.settings.pixelVerification == nil ? file : VerifiedDestination(file, of: job)
    }

    /// A Boolean value that indicates pixels that can be decoded and compared with those that the file was made of.
    public var comparesPixels: Bool { !isStream && self != .contactSheet }

    func companions(of target: FilePath) -> [FilePath] { writer.companions(of: target) }

    /// A Boolean value that indicates a place for a sound beside the pictures.
    public var carriesAudio: Bool { muxing?.audio != nil }

    /// A Boolean value that indicates a place for the first frame's time code.
    public var carriesTimeCode: Bool { muxing?.carriesTimeCode == true }

    /// The usual end of such files' names, without the dot; empty for a stream.
    public var usualExtension: String { (fileExtensions + namedExtensions).first ?? "" }

    /// The codec that such a file carries by default.
    public var defaultCodec: VideoCodec { codecs[0] }

    /// The layouts of a codec's pictures that such a file carries.
    func layouts(of codec: VideoCodec) -> [PictureLayout] {
        codec.layouts.filter { mostChroma == nil || $0.chroma == mostChroma }
    }

    /// Bits of a channel that such a file keeps in a codec, in ascending order.
    func depths(of codec: VideoCodec) -> [Int] { Set(layouts(of: codec).map(\.depth)).sorted() }

    /// The resolutions of color in a codec in such a file, the usual one first.
    func chromas(of codec: VideoCodec) -> [Chroma] { layouts(of: codec).map(\.chroma).distinct }

    /// The possible meanings of the numbers of a codec's pictures in such a file, the usual one first. A sheet is sRGB.
    func colorSpaces(of codec: VideoCodec) -> [ColorSpace] {
        isSheet ? Array(codec.colorSpaces.prefix(1)) : codec.colorSpaces
    }

    /// The range of columns, and of rows, of a picture in this codec in such a file.
    func sides(of codec: VideoCodec) -> ClosedRange<Int> { max(leastSide, codec.leastSide)...codec.mostSide }

    /// The first format that carries a codec.
    static func carrying(_ codec: VideoCodec) -> OutputFormat {
        guard let format = (all + streams).first(where: { $0.codecs.contains(codec) }) else {
            preconditionFailure("every codec belongs to a format")
        }
        return format
    }

    var offer: Explanation {
        guard let ending = fileExtensions.first else { return "\(remedy: .set(.format, to: id))" }
        return isNumbered
            ? "numbered images: \(remedy: .set(.output, to: "frame.####.\(ending)"))"
            : "\(remedy: .choose(format: ending))"
    }

    /// Returns `true` if the path's name ends as the names of such files do.
    public func matches(_ path: FilePath) -> Bool {
        isStream ? path == "-" : matches(path, fileExtensions + namedExtensions)
    }

    private func matches(_ path: FilePath, _ extensions: [String]) -> Bool {
        let name = path.lastComponent.lowercased()
        return extensions.contains { name.hasSuffix("." + $0) && name.utf8.count > $0.utf8.count + 1 }
    }
}

extension OutputFormat {
    /// The format whose extension a path has, or `nil` if there is none. `.mp4` alone is a hidden file without an extension.
    ///
    /// If two formats share an extension, a place for a number (`frame.####.webp`) decides for numbered images.
    public init?(extensionOf path: FilePath) {
        let found = Self.all.filter { $0.matches(path, $0.fileExtensions) }
        guard let choice = found.first(where: { $0.isNumbered == path.hasPlaceForNumber }) ?? found.first else {
            return nil
        }
        self = choice
    }
}

extension FilePath {
    /// A Boolean value that indicates a pattern in the name, such as `####`.
    fileprivate var hasPlaceForNumber: Bool {
        do throws(FramePatternError) {
            _ = try FramePattern(parsing: string)
            return true
        } catch {
            // A pattern with a mistake is reported as one.
            return error.reason != .noPadding
        }
    }
}

extension OutputFormat: RawRepresentable, Hashable, Codable {
    /// The format's id, which documents name it by.
    public var rawValue: String { id }

    /// The format of an id, or `nil` for none.
    public init?(rawValue id: String) {
        guard let format = (Self.all + Self.streams).first(where: { $0.id == id }) else { return nil }
        self = format
    }
}

/// A file's way of telling the times of its pictures.
struct OutputClock: Sendable {
    /// The number of units in a second that the file counts durations in, if frames are shown for different times, and the
    /// most of them that a frame can have.
    let frameUnits: @Sendable (FrameSlots) -> (inSecond: Int64, most: Int64)
    /// The whole seconds that a file of a constant rate has to stay below.
    var limit: @Sendable (FrameRate) -> Int64? = { _ in nil }
    /// The largest distance of a time in the file from the exact one, in nanoseconds.
    var tolerance: @Sendable (EncodingJob) -> Int64 = { _ in 0 }
    /// Returns `true` if times survive only where pictures are written in the order in which they are shown.
    var needsDisplayOrder: @Sendable (EncodingJob) -> Bool = { _ in false }
    /// A sentence about the times that a user may not expect, or `nil` if there is nothing to say.
    var note: @Sendable (EncodingJob) -> Explanation? = { _ in nil }

    /// The clock of pictures that lie side by side: any times will do.
    static let unbounded = OutputClock(frameUnits: { _ in (inSecond: 1_000_000, most: 1_000_000_000_000_000) })
}
