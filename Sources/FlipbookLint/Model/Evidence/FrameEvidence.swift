public import FlipbookCore
import FlipbookFiles
public import FlipbookImaging
public import FlipbookSequences

/// The facts about one file of a sequence.
public struct FrameEvidence: Sendable {
    /// The file.
    public let path: FilePath
    /// The number in the file's name, or `nil` if the name has no number.
    public let number: Int?
    /// The number of pixels per point: 2 for `@2x`, or 1 if the name has no scale factor.
    public let scale: Int
    /// The exact duration of the frame in seconds, or `nil` if the sequence's rate determines it.
    public let duration: RationalTime?
    /// The facts in the file's header, or the reason for their absence, or `nil` if headers were not requested.
    package var reading: Result<ImageDetails, ImageError>? {
        get { storedReading?.result }
        set { storedReading = newValue.map(Stored.init) }
    }
    /// The facts about the decoded pixels, or the reason for their absence, or `nil` if pixels were not requested.
    package var decoding: Result<PictureFacts, ImageError>? {
        get { storedDecoding?.result }
        set { storedDecoding = newValue.map(Stored.init) }
    }

    /// The origin of a frame created by a fix, as a phrase: `a copy of walk.0002.png`. See ``InventedFrames``.
    package var origin: String?

    /// A Boolean value that indicates whether the frame is in a sequence with sub-frames, whose numbers are not rewritten.
    package var isOfSubframes = false

    /// A large value that all copies of a frame share, because rules copy tens of thousands of frames.
    private final class Stored<Value: Sendable>: Sendable {
        let value: Value?
        let error: ImageError?

        init(_ result: Result<Value, ImageError>) {
            value = try? result.get()
            error = if case .failure(let error) = result { error } else { nil }
        }

        var result: Result<Value, ImageError>? {
            if let value { .success(value) } else { error.map { Result.failure($0) } }
        }
    }

    private var storedReading: Stored<ImageDetails>?
    private var storedDecoding: Stored<PictureFacts>?

    /// Creates evidence for a file.
    public init(
        path: FilePath,
        number: Int?,
        scale: Int = 1,
        reading: Result<ImageDetails, ImageError>? = nil,
        duration: RationalTime? = nil
    ) {
        (self.path, self.number, self.scale, self.duration) = (path, number, scale, duration)
        self.reading = reading
    }

    /// The location of a picture in an archive, or `nil` for any other file. In ``path``, the archive is treated as a folder.
    package var archivedPicture: FilePath?

    package var source: FilePath { archivedPicture ?? path }

    package var name: String { path.name.description }

    /// The facts in the file's header, or `nil` if there are none or they were not requested.
    public var details: ImageDetails? { storedReading?.value }

    /// The facts about the decoded pixels, or `nil` if they cannot be decoded or were not requested.
    public var pixels: PictureFacts? { storedDecoding?.value }

    /// The reason why the pixels cannot be decoded, or `nil` if they can or were not requested.
    package var decodingError: ImageError? { storedDecoding?.error }
    /// The file's header, even if Flipbook does not decode the format, or `nil` if there is none.
    public var header: ImageHeader? { storedReading?.value?.header ?? fault?.header }

    /// The bits per channel for comparisons between frames. A palette counts as 8 bits, and so does any lower depth.
    package var comparedDepth: Int? { header.map { $0.colorModel == .indexed ? 8 : max(8, $0.bitDepth) } }

    /// The picture's size in pixels, or `nil` if there is no header.
    public var size: PixelSize? { header?.size }

    /// The picture's size in pixels after the rotation that the file specifies, or `nil` if there is no header.
    public var shownSize: PixelSize? {
        header.map { header in
            let orientation = details.flatMap { ImageOrientation(exifValue: $0.orientation) } ?? header.orientation
            return orientation.shownSize(of: header.size)
        }
    }

    /// The picture's size in points after the rotation that the file specifies, or `nil` if there is no header.
    public var pointSize: Size? { shownSize.map { Size($0, scale: Double(max(1, scale))) } }

    /// The reason why the file is not a picture, or `nil` if its header is valid or was not requested.
    public var fault: ImageError? { storedReading?.error }

    var shortage: MachineShortage? { storedDecoding?.error?.shortage ?? fault?.shortage }

    /// The reason why the picture cannot be rewritten without loss, as a phrase, or `nil` if it can be. Only the header is
    /// checked.
    package var redrawingObstacle: String? {
        if source.picture != nil { return "its file contains multiple pictures" }
        guard let details else { return "its header cannot be read" }
        let header = details.header
        if header.format != .png { return "it is \(header.format.noun), but Flipbook writes PNG; use another program" }
        if header.bitDepth > 8 { return "it has \(header.bitDepth) bits per channel, but would be written with 8" }
        if details.isAnimated { return "it is an animation, and only one picture would be kept" }
        if details.orientation != 1 {
            return "its EXIF orientation rotates it, so the new picture would be rotated twice"
        }
        if case .gamma(let gamma) = header.colorTag, !(43_300...47_500).contains(gamma) {
            return "its gamma differs from sRGB, so its colors would change"
        }
        if header.colorModel == .gray, details.colorStatements.contains(.iccProfile) {
            return "its profile is for gray, but it would be written as RGB"
        }
        return nil
    }
}

extension Frame {
    package var wholeScale: Int { Int(exactly: scale.rounded()).map { max(1, $0) } ?? (scale > 1 ? .max : 1) }
}

extension ImageHeader {
    package var refusal: ImageError? {
        do { try DecodingRequest(keepsSixteenBits: true).check(self) } catch { return error }
        return nil
    }

    package var isTooLarge: Bool { refusal != nil }
}

extension ImageDetails {
    /// The reason why the file is too large to be read, regardless of its picture, or `nil` if it is small enough.
    package var fileRefusal: ImageError? {
        // Files that are read in place may have any length.
        guard ImageCodecs.standard[header.format]?.inPlace == nil else { return nil }
        do { try DecodingLimits().check(fileOf: byteCount) } catch { return error }
        return nil
    }
}

extension Fix.Operation {
    package var redrawnFiles: [FilePath]? {
        switch self {
        case .place(let files, _, _), .resample(let files, _), .dropAlpha(let files): files
        case .rename, .renumber, .hold: nil
        }
    }
}

extension [FrameEvidence] {
    package var numbers: FrameSet? {
        let isNumbered = !isEmpty && indices.allSatisfy { self[$0].number != nil }
        return isNumbered ? FrameSet(indices.lazy.compactMap { self[$0].number }) : nil
    }

    /// The frames by number or name: `walk.0007.png`, `frames 3-5`, `4 files (a.png, b.png, c.png, …)`.
    package var text: String {
        if count == 1 { return self[0].name }
        guard let numbers else { return "\(count) files (\(lazy.map(\.name).listed(atMost: 3)))" }
        return numbers.asFrames + (numbers.count == count ? "" : " (\(count) files)")
    }

    package var them: String { count == 1 ? "it" : "them" }
    package var these: String { count == 1 ? "this frame" : "these frames" }
}

extension String {
    package var asSentence: String { last.map { ".!?…".contains($0) } ?? true ? self : self + "." }

    /// The sentence in the plural. Changes the verb at the beginning, or adds `are` if the sentence does not begin with a word.
    package var inPlural: String {
        let verb = prefix { $0.isLetter }
        let plural =
            switch verb {
            case "": "are "
            case "has": "have"
            case "is": "are"
            case "was": "were"
            case "does": "do"
            case "reaches": "reach"
            case _ where verb.hasSuffix("s"): String(verb.dropLast())
            // Verbs such as `can` do not change. Rules from other packages may use verbs that are not in this list.
            default: String(verb)
            }
        return plural + dropFirst(verb.count)
    }
}
