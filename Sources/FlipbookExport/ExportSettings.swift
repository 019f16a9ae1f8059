public import FlipbookCore
public import FlipbookMedia
import FlipbookScene

/// The settings for writing a sequence to a file.
public struct ExportSettings: Sendable {
    /// The settings for drawing the sequence.
    public var sequence = SequenceSettings()
    /// The settings for encoding the file.
    public var encoding: EncodingRequest
    /// The treatment of transparency.
    public var alphaOutput = AlphaOutput.automatic
    /// The file's metadata, such as its title.
    public var metadata = Metadata()
    /// The layout of a sprite sheet.
    public var sheet = SheetSettings()
    /// The time code of the first frame, or `nil` for none.
    public var timeCode: TimeCode?
    /// The audio of a video file, or `nil` for none.
    public var audio: AudioTrack?
    /// The requirements on decoded pixels, or `nil` to skip the comparison.
    public var pixelVerification: PixelVerification?
    /// The number of the first image. If `nil`, images keep their frames' numbers. If these are not consecutive, images are
    /// numbered from 1.
    public var startNumber: Int?
    /// A Boolean value that indicates whether an existing file is replaced.
    public var overwrites = false

    /// Creates settings with all defaults except the encoding.
    public init(_ encoding: EncodingRequest) { self.encoding = encoding }

    /// Creates settings for a file whose extension determines the format.
    /// - Throws: ``EncodingError`` if no format has the extension, or the format does not support the codec.
    public init(for target: FilePath, codec: VideoCodec? = nil, quality: Int? = nil) throws(EncodingError) {
        guard let format = OutputFormat(extensionOf: target) else { throw .unknownExtension(target) }
        encoding = EncodingRequest(format: format, codec: codec, quality: quality)
        try encoding.check()
    }

    /// Adds a title and description to the metadata, unless these fields are set. If the format has only a comment, both are
    /// written to the comment.
    package mutating func describe(title: String? = nil, description: String?) {
        let fields = encoding.format.metadataFields
        var others: [String] = []
        for (field, text) in [(Metadata.Field.title, title), (.description, description)] {
            guard let text, !text.isEmpty else { continue }
            if fields.contains(field) { metadata[field] = metadata[field] ?? text } else { others.append(text) }
        }
        if fields == [.comment] { metadata[.comment] = metadata[.comment] ?? others.joined(separator: "\n") }
    }

    var isFlattened: Bool { alphaOutput == .flatten || alphaOutput == .matte }

    func request(of sequence: CheckedSequence) -> EncodingRequest {
        var request = encoding.inCommonWords
        let pictures = EncodingRequest.Pictures(sequence, isFlattened: isFlattened)
        request.pictures = pictures
        request.times = EncodingRequest.Times(sequence, loopCount: max(0, self.sequence.animationRepeatCount))
        request.keepsAlpha = pictures.hasGaps && (request.pictureLayout?.carriesAlpha == true || alphaOutput == .keep)
        (request.hasSound, request.hasTimeCode) = (audio != nil, timeCode != nil)
        request.fields = Set(metadata.fields.map(\.field))
        request.comparesPixels = pixelVerification != nil
        return request
    }

    /// Throws an error if a time code is invalid at `rate`. If `rate` is `nil`, a time code cannot be burned in.
    func checkTimeCodes(at rate: FrameRate?) throws {
        let shown = sequence.burnIns.compactMap { if case .timeCode(let first) = $0.content { first } else { nil } }
        guard rate != nil || shown.isEmpty else {
            throw ExportError.unencodable(
                reason:
                    "\(setting: .burnIn) timecode: these frames have different durations, and a time code requires a "
                    + "constant rate. Use \(remedy: .set(.frameRate))."
            )
        }
        for first in [timeCode].compactMap(\.self) + shown {
            guard let fault = rate.flatMap(first.fault) else { continue }
            throw ExportError.unencodable(reason: "\(setting: .timeCode) \(first.description): " + fault + ".")
        }
    }
}

/// The treatment of transparency in a file.
public enum AlphaOutput: String, Sendable, Hashable, CaseIterable {
    /// Keeps transparency if the codec supports it. Otherwise, composites the pictures over the background, and
    /// adds a note.
    case automatic = "auto"
    /// Keeps transparency, or fails.
    case keep
    /// Composites the pictures over the background, or over black.
    case flatten
    /// Composites the pictures, and writes a second, gray file that is white where they are opaque and black where they are
    /// transparent.
    case matte
}
