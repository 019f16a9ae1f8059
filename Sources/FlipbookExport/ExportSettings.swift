public import FlipbookCore
public import FlipbookMedia
import FlipbookScene

/// The settings by which a sequence becomes a file.
public struct ExportSettings: Sendable {
    /// The settings of the sequence's drawing.
    public var sequence = SequenceSettings()
    /// The request for the file.
    public var encoding: EncodingRequest
    /// The treatment of transparency.
    public var alphaOutput = AlphaOutput.automatic
    /// The file's texts about itself.
    public var metadata = Metadata()
    /// The layout of the pictures of a sheet.
    public var sheet = SheetSettings()
    /// The time that the first frame has for an editor, or `nil` if the file says none.
    public var timeCode: TimeCode?
    /// The sound that a video file gets, or `nil` for none.
    public var audio: AudioTrack?
    /// The demands on the decoded pixels, or `nil` if they are not compared.
    public var pixelVerification: PixelVerification?
    /// The number in the name of the first of numbered images, or `nil` for that of its frame, where the frames' numbers go up by
    /// one, else 1.
    public var startNumber: Int?
    /// A Boolean value that replaces an existing file.
    public var overwrites = false

    /// Settings with everything at its default but what is written.
    public init(_ encoding: EncodingRequest) { self.encoding = encoding }

    /// Settings for a file of this name: its extension decides the format.
    /// - Throws: ``EncodingError`` where no format has the extension, or the format does not carry the codec.
    public init(for target: FilePath, codec: VideoCodec? = nil, quality: Int? = nil) throws(EncodingError) {
        guard let format = OutputFormat(extensionOf: target) else { throw .unknownExtension(target) }
        encoding = EncodingRequest(format: format, codec: codec, quality: quality)
        try encoding.check()
    }

    /// Adds what a sequence says of itself, where there is no text yet and the format has a place for one: its own fields, or in a
    /// format that has one text alone, that.
    package mutating func describe(title: String? = nil, description: String?) {
        let fields = encoding.format.metadataFields
        var others: [String] = []
        for (field, text) in [(Metadata.Field.title, title), (.description, description)] {
            guard let text, !text.isEmpty else { continue }
            if fields.contains(field) {
                metadata[field] = metadata[field] ?? text
            } else {
                others.append(text)
            }
        }
        if fields == [.comment] { metadata[.comment] = metadata[.comment] ?? others.joined(separator: "\n") }
    }

    /// A Boolean value that leaves transparency out.
    var isFlattened: Bool { alphaOutput == .flatten || alphaOutput == .matte }

    /// The whole request for the file, with the pictures of a sequence, whose transparency is kept where this file would
    /// keep it.
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

    /// Refuses time codes, in the file and in the pictures, that frames of this rate do not have.
    /// - Parameter rate: Frames per second, or `nil` if frames are shown for different times.
    func checkTimeCodes(at rate: FrameRate?) throws {
        let shown = sequence.burnIns.compactMap { if case .timeCode(let first) = $0.content { first } else { nil } }
        guard rate != nil || shown.isEmpty else {
            throw ExportError.unencodable(
                reason:
                    "\(setting: .burnIn) timecode: these frames are shown for different times, and a time code counts "
                    + "frames of one rate. Give \(remedy: .set(.frameRate))."
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
    /// It is kept where the codec carries it; else the pictures are composited over the background, and a note says so.
    case automatic = "auto"
    /// It is kept, or the export is refused.
    case keep
    /// The pictures are composited over the background, which is black where none is given.
    case flatten
    /// The same, and a second, gray file is made: white where the pictures cover all, black where they cover nothing.
    case matte
}
