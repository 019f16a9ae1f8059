public import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia

/// A kind of file that an export writes: an entry of the table ``all``.
///
/// Everything that differs from format to format is here, once. A new format is a value in a file of its own, and
/// its line in the table.
public struct OutputFormat: Sendable, Identifiable {
    /// What receipts call the format, such as `mp4`.
    public let id: String
    /// What a message calls such a file, such as `an .mp4 file`.
    public let noun: String
    /// What the names of such files end in, without the dot; the usual one first.
    public internal(set) var fileExtensions: [String] = []
    /// What they can end in where the format is asked for by its id, since another format has names like these.
    public internal(set) var namedExtensions: [String] = []
    /// The noun for such a file.
    let kind: Kind
    /// The codecs that such a file carries, the default first.
    public let codecs: [VideoCodec]
    /// The texts about itself that such a file has a place for.
    public internal(set) var metadataFields = Set(Metadata.Field.allCases)
    /// How many times the writer needs the pictures.
    var passes = 1
    /// The libraries that the writer loads.
    var libraries: [RuntimeLibrary] = []
    /// The refusals of such a file, besides those of its other entries.
    var rules: [EncodingRule] = []
    /// The least columns and rows of a picture, in pixels.
    var leastSide = 1
    /// How a file tells when its pictures are shown; `nil` where it does not.
    var clock: OutputClock?
    /// How GStreamer puts the compressed pictures into a file; `nil` where another writer does.
    var muxing: Muxing?
    /// How finely such a file keeps colour where its codecs could keep more; `nil` for no limit.
    var mostChroma: Chroma?
    /// What writes such files.
    var writer: any FrameDestination.Type = GStreamerDestination.self

    /// A kind of file.
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

    /// Whether pictures go to standard output, and there is no file.
    public var isStream: Bool { kind == .stream }

    /// Whether all drawings lie side by side on one sheet.
    public var isSheet: Bool { kind == .sheet }

    /// Whether each frame is a file of its own, so that the target is a pattern.
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

    /// What writes such a file of some pictures.
    func writer(of job: EncodingJob) -> any FrameDestination.Type {
        var writer = job.storesAlphaApart ? AlphaMatroskaDestination.self : writer
        if job.request.mostBytes != nil, let measured = writer as? any MeasuredDestination.Type {
            writer = sized(measured)
        }
        guard job.verification != nil, let decodable = writer as? any DecodableDestination.Type else { return writer }
        return verified(decodable)
    }

    private func sized<Base: MeasuredDestination>(_ writer: Base.Type) -> any FrameDestination.Type {
        SizedDestination<Base>.self
    }

    private func verified<Base: DecodableDestination>(_ writer: Base.Type) -> any FrameDestination.Type {
        VerifiedDestination<Base>.self
    }

    /// Whether the pixels of such a file can be decoded and compared with those that it was made of.
    public var comparesPixels: Bool { writer is any DecodableDestination.Type }

    /// The files that are made beside one of this name.
    func companions(of target: FilePath) -> [FilePath] {
        (writer as? any CompanionDestination.Type)?.companions(of: target) ?? []
    }

    /// Whether such a file has a place for the first frame's time code.
    public var carriesTimeCode: Bool { muxing?.carriesTimeCode == true }

    /// What the names of such files end in mostly, without the dot; empty for a stream.
    public var usualExtension: String { (fileExtensions + namedExtensions).first ?? "" }

    /// The codec that such a file carries by default.
    public var defaultCodec: VideoCodec { codecs[0] }

    /// The layouts of a codec's pictures that such a file carries.
    func layouts(of codec: VideoCodec) -> [PictureLayout] {
        codec.layouts.filter { mostChroma == nil || $0.chroma == mostChroma }
    }

    /// Bits of a channel that such a file keeps in a codec, in ascending order.
    func depths(of codec: VideoCodec) -> [Int] { Set(layouts(of: codec).map(\.depth)).sorted() }

    /// How finely such a file keeps colour in a codec, the usual way first.
    func chromas(of codec: VideoCodec) -> [Chroma] { layouts(of: codec).map(\.chroma).distinct }

    /// What the numbers of a codec's pictures can mean in such a file, the usual meaning first. A sheet is sRGB.
    func colorSpaces(of codec: VideoCodec) -> [ColorSpace] {
        isSheet ? Array(codec.colorSpaces.prefix(1)) : codec.colorSpaces
    }

    /// How many columns, and how many rows, a picture may have that such a file carries in this codec.
    func sides(of codec: VideoCodec) -> ClosedRange<Int> {
        max(leastSide, codec.encoder?.leastSide ?? 1)...(codec.encoder?.mostSide ?? .max)
    }

    /// The first format that carries a codec.
    static func carrying(_ codec: VideoCodec) -> OutputFormat {
        guard let format = (all + streams).first(where: { $0.codecs.contains(codec) }) else {
            preconditionFailure("every codec belongs to a format")
        }
        return format
    }

    /// How a message proposes the format.
    var offer: Explanation {
        guard let ending = fileExtensions.first else { return "\(remedy: .set(.format, to: id))" }
        return isNumbered
            ? "numbered images: \(remedy: .set(.output, to: "frame.####.\(ending)"))"
            : "\(remedy: .choose(format: ending))"
    }

    /// Whether the path's name ends as the names of such files do.
    public func matches(_ path: FilePath) -> Bool {
        isStream ? path == "-" : matches(path, fileExtensions + namedExtensions)
    }

    private func matches(_ path: FilePath, _ extensions: [String]) -> Bool {
        let name = path.lastComponent.lowercased()
        return extensions.contains { name.hasSuffix("." + $0) && name.utf8.count > $0.utf8.count + 1 }
    }
}

extension OutputFormat {
    /// The format whose extension a path has; `nil` where there is none. `.mp4` alone is a hidden file without an extension.
    ///
    /// Where two formats share an extension, a place for a number (`frame.####.webp`) decides for numbered images.
    public init?(extensionOf path: FilePath) {
        let found = Self.all.filter { $0.matches(path, $0.fileExtensions) }
        guard let choice = found.first(where: { $0.isNumbered == path.hasPlaceForNumber }) ?? found.first else {
            return nil
        }
        self = choice
    }
}

extension FilePath {
    /// Whether a pattern is in the name, such as `####`.
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

extension OutputFormat: Hashable, Codable {
    /// Whether both are the same entry of the table.
    public static func == (left: OutputFormat, right: OutputFormat) -> Bool { left.id == right.id }

    /// Hashes the format's id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// The format of an id.
    public init(from decoder: any Decoder) throws {
        self = try decoder.entry(of: Self.all + Self.streams)
    }

    /// Writes the format's id.
    public func encode(to encoder: any Encoder) throws { try id.encode(to: encoder) }
}

/// How a file tells when its pictures are shown.
struct OutputClock: Sendable {
    /// How short and how long a frame may be shown where frames are shown for different times.
    let frameLengths: @Sendable (FrameSlots) -> ClosedRange<RationalTime>?
    /// The whole seconds that a file of a constant rate has to stay below.
    var limit: @Sendable (FrameRate) -> Int64? = { _ in nil }
    /// How far a time in the file may lie from the exact one, in nanoseconds.
    var tolerance: @Sendable (EncodingJob) -> Int64 = { _ in 0 }
    /// Whether times survive only where pictures are written in the order in which they are shown.
    var needsDisplayOrder: @Sendable (EncodingJob) -> Bool = { _ in false }
    /// What a user may not expect of the times, a sentence; `nil` where there is nothing to say.
    var note: @Sendable (EncodingJob) -> Explanation? = { _ in nil }

    /// That of pictures which lie side by side: any times will do.
    static let unbounded = OutputClock(
        frameLengths: { _ in RationalTime(1, 1_000_000).map { $0...RationalTime(1_000_000_000) } }
    )
}

extension Decoder {
    /// The entry of a table whose id is encoded here.
    func entry<Entry: Identifiable>(of table: [Entry]) throws -> Entry where Entry.ID == String {
        let id = try String(from: self)
        guard let entry = table.first(where: { $0.id == id }) else {
            let known = table.map(\.id).joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: codingPath, debugDescription: "'\(id)' is none of \(known).")
            )
        }
        return entry
    }
}

extension OutputFormat {
    /// Whether such a file can have a sound beside its pictures.
    public var carriesAudio: Bool { muxing?.audio != nil }
}
