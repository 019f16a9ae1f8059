public import FlipbookCore
import FlipbookFiles
public import FlipbookImaging

/// The facts in the headers of a sequence's files, gathered before any picture is decoded.
public struct FrameSurvey: Sendable {
    /// One frame and what its picture's header says.
    public struct Entry: Sendable {
        /// The frame, its image with what the header says.
        public let frame: Frame
        /// The header as stored, or why there is none, or `nil` for a black frame.
        public let header: Result<ImageHeader, ImageError>?
        /// The stamp of the contents of the frame's file the header was read of, or `nil` if it was read of none.
        let stamp: FileStamp?

        /// A frame and its header.
        public init(frame: Frame, header: Result<ImageHeader, ImageError>?) {
            self.init(frame: frame, header: header, stamp: nil)
        }

        fileprivate init(frame: Frame, header: Result<ImageHeader, ImageError>?, stamp: FileStamp?) {
            (self.header, self.stamp) = (header, stamp)
            self.frame = frame.showing(frame.image.withHeader(of: header))
        }

        /// The picture's size in pixels as it is shown, or `nil` if there is no header.
        public var size: PixelSize? { (header?.header?.size).map(frame.image.imageOrientation.shownSize) }
    }

    /// One entry for each frame, in the frames' order.
    public let entries: [Entry]

    /// One entry for each further picture that is seen of a frame: above it, and what it is on its way to.
    let others: [Entry]

    package var read: [Entry] { others.isEmpty ? entries : entries + others }

    /// A survey of entries gathered elsewhere.
    public init(entries: [Entry]) { self.init(entries: entries, others: []) }

    private init(entries: [Entry], others: [Entry]) { (self.entries, self.others) = (entries, others) }

    /// Reads the header of each file once, on all cores. Cancelling the task stops it.
    /// - Parameters:
    ///   - known: The entries of files that are not read again.
    ///   - codecs: The formats that are read.
    public static func reading(
        _ frames: [Frame],
        known: [FilePath: Entry] = [:],
        codecs: ImageCodecs = .standard
    ) async throws(CancellationError) -> FrameSurvey {
        var entries = known
        var unknown: [Frame] = []
        let others = frames.lazy.filter(\.image.isComposed).flatMap { $0.image.parts.dropFirst().map { Frame($0) } }
        for frame in frames + others {
            guard let path = frame.path, entries[path] == nil else { continue }
            entries[path] = Entry(frame: frame, header: nil)
            unknown.append(frame)
        }
        let read = try await WorkExecutor.mapInChunks(unknown) { frame in Entry(reading: frame, codecs) }
        for entry in read { if let path = entry.frame.path { entries[path] = entry } }
        var headersOfData: [ImageData: Result<ImageHeader, ImageError>] = [:]
        func entry(_ frame: Frame) -> Entry {
            switch frame.source {
            case .black, .nothing: return Entry(frame: frame, header: nil)
            case .drawn(let commands): return Entry(frame: frame, header: .success(ImageHeader(commands)))
            case .file(let path): return Entry(frame: frame, header: entries[path]?.header, stamp: entries[path]?.stamp)
            case .data(let data):
                let header =
                    headersOfData[data] ?? Result { () throws(ImageError) in try ImageHeader(data, codecs: codecs) }
                headersOfData[data] = header
                return Entry(frame: frame, header: header)
            }
        }
        let survey = FrameSurvey(entries: frames.map(entry), others: others.map(entry))
        guard !others.isEmpty else { return survey }
        let drawings = survey.drawings
        return survey.changingImages { $0.withHeaders(drawings) }
    }

    /// The survey with other images in its frames, of the same pixels.
    package func changingImages(_ change: (Image) -> Image) -> FrameSurvey {
        func changed(_ entry: Entry) -> Entry {
            Entry(frame: entry.frame.showing(change(entry.frame.image)), header: entry.header, stamp: entry.stamp)
        }
        return FrameSurvey(entries: entries.map(changed), others: others.map(changed))
    }

    package func adding(_ other: FrameSurvey) -> FrameSurvey {
        FrameSurvey(entries: entries + other.entries, others: others + other.others)
    }

    /// The same pictures in frames that follow one another in another way.
    package func showing(_ entries: [Entry]) -> FrameSurvey { FrameSurvey(entries: entries, others: others) }

    /// The facts of each picture, by the source of its pixels.
    package var drawings: [Image.Source: Drawing] {
        var drawings: [Image.Source: Drawing] = [:]
        for entry in read {
            let source = entry.frame.source
            drawings[source] = Drawing(source: source, header: entry.header, stamp: entry.stamp)
        }
        return drawings
    }

    /// The faults of the drawings that cannot be read.
    package var failures: [Frame.Source: ImageError] {
        var failures: [Frame.Source: ImageError] = [:]
        for entry in read { if case .failure(let error) = entry.header { failures[entry.frame.source] = error } }
        return failures
    }

    /// Decodes files, and returns those that cannot be decoded, as they would have been read.
    package static func undecodable(_ paths: [FilePath], codecs: ImageCodecs) async throws(CancellationError) -> [Entry]
    {
        try await WorkExecutor.mapInChunks(paths, chunkLength: 4) { path -> Entry? in
            let entry = Entry(reading: Frame(file: path), codecs)
            do throws(ImageError) {
                _ = try Drawing(source: .file(path), header: entry.header, stamp: entry.stamp)
                    .pixels(keepsSixteenBits: false, codecs: codecs)
                return nil
            } catch {
                return Entry(frame: entry.frame, header: .failure(error))
            }
        }.compactMap(\.self)
    }

    package var readFiles: [FilePath: Entry] {
        var files: [FilePath: Entry] = [:]
        for entry in read where entry.header?.header != nil { if let path = entry.frame.path { files[path] = entry } }
        return files
    }

    /// The statements of files that have a profile about their colors, by their paths; none of files that are gone.
    package func statedColors(
        codecs: ImageCodecs = .standard
    ) async throws(CancellationError) -> [FilePath: StatedColors] {
        let profiled = entries.filter { $0.header?.header?.hasColorProfile == true }
        let paths = profiled.compactMap { $0.frame.path.map { FilePath($0.string) } }.distinct
        let stated = try await WorkExecutor.mapInChunks(paths) { path in
            // A fault of the file is named where it is decoded.
            try? ImageDecoder(codecs: codecs).statedColors(ofFileAt: path)
        }
        let pairs = zip(paths, stated).compactMap { path, colors in colors.map { (path, $0) } }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// The part of another file that the first SVG draws, which is left out, and the SVG's own, or `nil` if it draws nothing
    /// such, or if there is no SVG.
    package func outsideReference() async throws(CancellationError) -> (file: FilePath, target: String)? {
        let first = entries.first { $0.header?.header?.format == .svg }
        guard let path = first?.frame.path, path.picture == nil else { return nil }
        let found = try await WorkExecutor.mapInChunks([path]) { path in
            // A fault of the file is named where it is decoded.
            (try? DecodingLimits().withBytes(of: FilePath(path.string), SVGReferences.firstOutside)) ?? nil
        }
        return found.first.flatMap(\.self).map { (path, $0) }
    }

    /// The headers that could be read.
    public var headers: [ImageHeader] { read.compactMap { $0.header?.header } }

    /// The size that most frames have; of sizes equally frequent, the one that comes first.
    public var usualSize: PixelSize? { entries.lazy.compactMap(\.size).byFrequency.first }

    /// The scale factor that most frames have; of factors equally frequent, the one that comes first.
    public var usualScale: Double? { entries.lazy.filter { $0.header != nil }.map(\.frame.scale).byFrequency.first }
}

extension FrameSurvey.Entry {
    fileprivate init(reading frame: Frame, _ codecs: ImageCodecs) {
        // Taken first: what is written from now on has another stamp than the header's contents.
        let stamp = frame.path.flatMap { FileStamp(of: $0) }
        let header = frame.path.map { path in
            Result { () throws(ImageError) in try ImageHeader.read(contentsOf: path, codecs: codecs) }
        }
        self.init(frame: frame, header: header, stamp: stamp)
    }
}

extension Image {
    /// The image with what its header and those of its other parts say, where these were not read before.
    package func withHeaders(_ known: [Image.Source: Drawing]) -> Image {
        withHeader(of: known[source]?.header).changingOthers { $0.withHeaders(known) }
    }

    /// The image with what its header says, where that was not read before.
    fileprivate func withHeader(of read: Result<ImageHeader, ImageError>?) -> Image {
        guard pixelSize == nil, let header = read?.header else { return self }
        return withHeader(pixelSize: header.size, orientation: header.orientation)
    }
}

extension Frame {
    fileprivate func showing(_ image: Image) -> Frame { changing(self) { $0.image = image } }
}
