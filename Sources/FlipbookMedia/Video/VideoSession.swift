import FlipbookCore
import FlipbookFiles
package import FlipbookImaging
import GStreamer
import Synchronization

/// An open video, decoded in presentation order. To go back to an earlier picture, the file is opened again.
final class VideoSession: ImageSession {
    private let request: DecodingRequest
    private let times: VideoTimes
    /// A Boolean value that indicates whether values use the full range, which GStreamer 1.22 does not report for MP4.
    private let isFullRange: Bool
    /// A Boolean value that indicates whether the pictures are PNG files. They are decoded without GStreamer, whose version
    /// 1.22 shifts 16-bit transparency by a pixel.
    private let holdsPNG: Bool
    /// The fault of the picture after the last complete one, or `nil` if the file is complete.
    private let endDamage: ImageError?
    let header: ImageHeader
    let remarks: [String]

    private let open: () throws(ImageError) -> VideoReader
    private var reader: VideoReader?
    private var place = 0
    private var holdsPicture = false
    private var fault: ImageError?

    init(_ path: FilePath, _ request: DecodingRequest) throws(ImageError) {
        self.request = request
        try Self.checkRoom()
        let (isCut, isFullRange, takesLong, mayBeLong, changes) = try Self.container(of: path)
        self.isFullRange = isFullRange
        let index = try wrapping(
            VideoIndex(path.string, takesLong: takesLong, changes: changes),
            in: ImageError.init(ofVideo:)
        )
        guard index.count > 0 else {
            let what =
                mayBeLong
                ? "a video file in which GStreamer finds no picture (it does not read pictures larger than 15 MB)"
                : "a video file without pictures"
            let found = index.hasSound ? FileContents("a file with only audio", .sound) : FileContents(what, .recording)
            throw isCut ? .truncated : .notAnImage(found: found)
        }
        let (hasAlphaApart, holdsPNG) = (index.hasAlphaApart, index.holdsPNG)
        self.holdsPNG = holdsPNG
        open = { () throws(ImageError) in
            try wrapping(
                VideoReader(
                    path.string,
                    hasAlphaApart: hasAlphaApart,
                    takesLong: takesLong,
                    isPacked: holdsPNG,
                    changes: changes
                ),
                in: ImageError.init(ofVideo:)
            )
        }
        let first = try open()
        guard try wrapping(first.advance(), in: ImageError.init(ofVideo:))
        else { throw isCut ? .truncated : .corrupt(reason: "none of its pictures can be decoded") }
        var properties = first.properties
        if index.holdsPNG {
            let header = try Self.asFile(first) { (bytes) throws(ImageError) in try ImageHeader.read(bytes) }
            (properties.width, properties.height) = (header.size.width, header.size.height)
            properties.bitDepth = header.bitDepth
            (properties.hasAlpha, properties.isGray) = (header.hasAlpha, header.colorModel == .gray)
        }
        header = changing(ImageHeader(properties)) { $0.soundLead = index.hasSound ? .nanoseconds(index.start) : nil }
        try request.check(header)
        times = VideoTimes(index, rate: properties.rate)
        endDamage = index.fault.map(ImageError.init(ofVideo:)) ?? (isCut ? .truncated : nil)
        remarks = properties.remarks
        (reader, holdsPicture) = (first, true)
    }

    /// Checks that enough memory remains to decode videos. The first time, there must also be enough to load the plugins and
    /// libraries.
    static func checkRoom() throws(ImageError) {
        try ImageError.require(.videos(areLoaded: hadRoom.load(ordering: .relaxed)))
        hadRoom.store(true, ordering: .relaxed)
    }

    private static let hadRoom = Atomic(false)

    var frameCount: Int { times.durations.count + (endDamage == nil ? 0 : 1) }

    func duration(ofFrame number: Int) -> RationalTime? { times.durations[min(number, times.durations.count - 1)] }

    func header(ofFrame number: Int) throws(ImageError) -> ImageHeader {
        if let endDamage, number == times.durations.count { throw endDamage }
        return header.ofOnePicture
    }

    func frame(_ number: Int) throws(ImageError) -> Picture {
        _ = try header(ofFrame: number)
        if number < place || reader == nil {
            (place, holdsPicture, fault) = (0, false, nil)
            reader = try open()
        }
        while place < number { try step() }
        let reader = try current()
        guard !reader.isDamaged else { throw .corrupt(reason: "its bytes are damaged") }
        let (size, isDeep) = (header.size, request.isDeep(header))
        if holdsPNG {
            let decoder = ImageDecoder(limits: request.limits, keepsSixteenBits: isDeep)
            let picture = try Self.asFile(reader) { (bytes) throws(ImageError) in try decoder.decode(bytes) }
            guard picture.size == size, (picture.format == .rgba64) == isDeep
            else { throw .corrupt(reason: "its size or depth differs from that of the first frame, \(size)") }
            return picture
        }
        return try Picture.decoded(size: size, format: isDeep ? .rgba64 : .rgba) { (target) throws(ImageError) in
            guard PixelSize(reader.properties) == size
            else { throw .corrupt(reason: "its size differs from that of the first frame, \(size)") }
            guard reader.write(header, isDeep: isDeep, isFullRange: isFullRange, to: target)
            else { throw .corrupt(reason: "it cannot be read") }
        }
    }

    private static func asFile<Value>(
        _ reader: VideoReader,
        _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Value
    ) throws(ImageError) -> Value {
        let read = reader.withPackedBytes { bytes in Result { () throws(ImageError) in try body(bytes) } }
        guard let read else { throw .corrupt(reason: "it cannot be read") }
        return try read.get()
    }

    private func current() throws(ImageError) -> VideoReader {
        if let fault { throw fault }
        guard let reader else { throw .corrupt(reason: "it is not open") }
        // The file's times do not include a picture that precedes the current position.
        let start = times.starts.isEmpty ? .min : times.starts[place]
        while !holdsPicture || reader.time.map({ $0 + Self.tolerance < start }) ?? false {
            holdsPicture = try wrapping(reader.advance(), in: { failing(ImageError(ofVideo: $0)) })
            if !holdsPicture { throw failing(.corrupt(reason: "the decodable pictures end before this one")) }
        }
        if let time = reader.time, !times.starts.isEmpty, time - Self.tolerance > start {
            throw .corrupt(reason: "GStreamer cannot decode its pictures")
        }
        return reader
    }

    private func failing(_ error: ImageError) -> ImageError {
        fault = error
        return error
    }

    private func step() throws(ImageError) {
        do throws(ImageError) {
            _ = try current()
            holdsPicture = false
        } catch {
            // A final error applies to all later pictures. A single damaged picture is reported when it is requested.
            if fault != nil { throw error }
        }
        place += 1
    }

    private static let tolerance: Int64 = 1000

    /// Returns facts about a file. `mayBeLong` is `true` if it may contain a picture that is too long for GStreamer's Matroska
    /// demultiplexer. `changes` are bytes to replace for the MP4 demultiplexer.
    private static func container(
        of path: FilePath
    ) throws(ImageError) -> (isCut: Bool, isFullRange: Bool, takesLong: Bool, mayBeLong: Bool, changes: [ByteChange]) {
        var file = try FileReader(path)
        let head = try file.head()
        guard let container = VideoContainer(head) else { throw .notAnImage(found: FileContents(head)) }
        let (isCut, isFullRange) = (try container.isCut(&file), try container.isFullRange(&file))
        let changes = try container.withMovie(of: &file) {
            EncoderDelay.lengthening(MPEG4Boxes(file: $0), "vide", at: $1)
        }
        return (
            isCut, isFullRange, try container.hasLongSample(&file), file.byteCount > 15 << 20,
            changes?.map { [$0] } ?? []
        )
    }
}

extension ImageError {
    fileprivate init(ofVideo fault: any Error) {
        switch fault {
        case let error as PipelineError:
            let sentence = error.message.last == "." ? error.message.dropLast() : error.message[...]
            self.init(error.missingDecoder.map { .notAnImage(found: $0) } ?? .corrupt(reason: "GStreamer: \(sentence)"))
        case GStreamerError.missingElement(let factory):
            self.init(.notAnImage(found: FileContents("a video", .needing(library: "\(factory) of GStreamer"))))
        default: self.init(.corrupt(reason: "\(fault)"))
        }
    }
}

extension PipelineError {
    /// The kind of file, if no installed element decodes it. `decodebin` reports `Missing decoder: VP9 (video/x-vp9,
    /// width=(int)64)`.
    fileprivate var missingDecoder: FileContents? {
        guard let start = details.firstRange(of: "Missing decoder: ")?.upperBound else { return nil }
        let line = details[start...].prefix { !$0.isNewline }
        guard let caps = line.firstRange(of: " (video/") ?? line.firstRange(of: " (image/") else { return nil }
        let noun = "a video in \(String(line[..<caps.lowerBound]).escapingControlCharacters)"
        let hasAlpha = line.contains("codec-alpha=(boolean)true")
        let decoders = [
            "x-h264": "avdec_h264", "x-h265": "avdec_h265", "x-vp8": hasAlpha ? "vp8alphadecodebin" : "vp8dec",
            "x-vp9": hasAlpha ? "vp9alphadecodebin" : "vp9dec", "x-av1": "av1dec", "x-prores": "avdec_prores",
            "x-ffv": "avdec_ffv1", "png": "pngdec",
        ]
        let type = line[caps.upperBound...].prefix { $0 != "," && $0 != ")" }
        guard let factory = decoders[String(type)], (try? Element(factory)) == nil
        else { return FileContents(noun, .recording) }
        return FileContents(noun, .needing(library: "\(factory) of GStreamer"))
    }
}

extension PixelSize {
    fileprivate init(_ properties: VideoReader.Properties) {
        self.init(width: properties.width, height: properties.height)
    }
}

extension ImageHeader {
    fileprivate init(_ properties: VideoReader.Properties) {
        let turns: [String: ImageOrientation] = [
            "rotate-90": .right, "rotate-180": .down, "rotate-270": .left, "flip-rotate-0": .upMirrored,
            "flip-rotate-90": .rightMirrored, "flip-rotate-180": .downMirrored, "flip-rotate-270": .leftMirrored,
        ]
        self.init(
            size: PixelSize(properties),
            format: ImageCodec.video.format,
            bitDepth: properties.bitDepth,
            colorModel: properties.isGray ? .gray : .rgb,
            hasAlpha: properties.hasAlpha,
            orientation: properties.turn.flatMap { turns[$0] } ?? .up,
            holdsSeveralPictures: true
        )
    }
}

extension VideoReader.Properties {
    fileprivate var remarks: [String] {
        let (across, down) = pixelAspect
        let isSquare = across == down || across <= 0 || down <= 0
        return (isSquare ? [] : ["its pixels are not square (\(across):\(down)), but are shown as if they were"])
            + (curve.map { ["its colors are HDR (\($0)), but are shown as if they were sRGB"] } ?? [])
    }
}

extension ImageCodec {
    /// Videos, decoded by GStreamer. Each picture is a frame, with the duration that the file specifies.
    package static let video = ImageCodec(
        "video",
        extensions: ["mp4", "m4v", "mov", "mkv", "webm", "avi"],
        matches: { VideoContainer($0) != nil },
        openFile: { (path, request) throws(ImageError) in try VideoSession(path, request) }
    ).decoding(by: "GStreamer")

    /// Loads the elements that decode videos, for a process that later gives up access to all files except its inputs. Elements
    /// that do not load are missing when a video is opened.
    package static func prepareForVideos() {
        // A lack of memory is reported when a video is opened.
        if (try? VideoSession.checkRoom()) != nil { VideoReader.loadElements() }
    }
}

extension ImageCodecs { package var withVideos: ImageCodecs { adding(.video) } }
