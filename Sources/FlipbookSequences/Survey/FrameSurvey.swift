public import FlipbookCore
import FlipbookFiles
public import FlipbookImaging

/// The facts in the headers of a sequence's files. They are read before any picture is decoded.
public struct FrameSurvey: Sendable {
    /// A frame and its picture's header.
    public struct Entry: Sendable {
        /// The frame, whose image includes the header's facts.
        public let frame: Frame
        /// The header as stored, or the reason why it cannot be read. If `nil`, the frame is black.
        public let header: Result<ImageHeader, ImageError>?
        let stamp: FileStamp?

        /// Creates an entry.
        public init(frame: Frame, header: Result<ImageHeader, ImageError>?) {
            self.init(frame: frame, header: header, stamp: nil)
        }

        fileprivate init(frame: Frame, header: Result<ImageHeader, ImageError>?, stamp: FileStamp?) {
            (self.header, self.stamp) = (header, stamp)
            self.frame = frame.showing(frame.image.withHeader(of: header))
        }

        /// The displayed size in pixels, or `nil` if there is no header.
        public var size: PixelSize? { (header?.header?.size).map(frame.image.imageOrientation.shownSize) }

        fileprivate init(reading frame: Frame, _ codecs: ImageCodecs) {
            // The stamp is read before the header, so that a later write changes it.
            let stamp = frame.path.flatMap { FileStamp(of: $0) }
            let header = frame.path.map { path in
                Result { () throws(ImageError) in try ImageHeader.read(contentsOf: path, codecs: codecs) }
            }
            self.init(frame: frame, header: header, stamp: stamp)
        }
    }

    /// The entries in frame order.
    public let entries: [Entry]
    /// The entries of other visible pictures: pictures above a frame, and the next pictures in transitions.
    let others: [Entry]

    package var read: [Entry] { others.isEmpty ? entries : entries + others }

    /// Creates a survey from existing entries.
    public init(entries: [Entry]) { self.init(entries: entries, others: []) }

    private init(entries: [Entry], others: [Entry]) { (self.entries, self.others) = (entries, others) }

    /// Reads the header of each file, on all cores. Stops if the task is canceled.
    /// - Parameter known: The entries of files that are not read again.
    public static func reading(_ frames: [Frame], known: [FilePath: Entry] = [:], codecs: ImageCodecs = .standard)
        async throws(CancellationError) -> FrameSurvey
    {
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

    package func changingImages(_ change: (Image) -> Image) -> FrameSurvey {
        func changed(_ entry: Entry) -> Entry {
            Entry(frame: entry.frame.showing(change(entry.frame.image)), header: entry.header, stamp: entry.stamp)
        }
        return FrameSurvey(entries: entries.map(changed), others: others.map(changed))
    }

    package func adding(_ other: FrameSurvey) -> FrameSurvey {
        FrameSurvey(entries: entries + other.entries, others: others + other.others)
    }

    package func showing(_ entries: [Entry]) -> FrameSurvey { FrameSurvey(entries: entries, others: others) }

    package var drawings: [Image.Source: Drawing] {
        let drawings = read.map { Drawing(source: $0.frame.source, header: $0.header, stamp: $0.stamp) }
        return Dictionary(drawings.map { ($0.source, $0) }) { $1 }
    }

    package var failures: [Frame.Source: ImageError] {
        Dictionary(read.compactMap { entry in entry.header?.failure.map { (entry.frame.source, $0) } }) { $1 }
    }

    package static func undecodable(_ paths: [FilePath], codecs: ImageCodecs) async throws(CancellationError) -> [Entry]
    {
        try await WorkExecutor.mapInChunks(paths, chunkLength: 4) { path -> Entry? in
            let entry = Entry(reading: Frame(file: path), codecs)
            do throws(ImageError) {
                _ = try Drawing(source: .file(path), header: entry.header, stamp: entry.stamp)
                    .pixels(keepsSixteenBits: false, codecs: codecs)
                return nil
            } catch { return Entry(frame: entry.frame, header: .failure(error)) }
        }.compactMap(\.self)
    }

    package var readFiles: [FilePath: Entry] {
        let files = read.filter { $0.header?.header != nil }
        return Dictionary(files.compactMap { entry in entry.frame.path.map { ($0, entry) } }) { $1 }
    }

    /// Returns the color information of files that have a profile, by path. Files that no longer exist are omitted.
    package func statedColors(
        codecs: ImageCodecs = .standard
    ) async throws(CancellationError) -> [FilePath: StatedColors] {
        let profiled = entries.filter { $0.header?.header?.hasColorProfile == true }
        let paths = profiled.compactMap { $0.frame.path.map { FilePath($0.string) } }.distinct
        let stated = try await WorkExecutor.mapInChunks(paths) { path in
            try? ImageDecoder(codecs: codecs).statedColors(ofFileAt: path)
        }
        let pairs = zip(paths, stated).compactMap { path, colors in colors.map { (path, $0) } }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// Returns the first SVG file that refers to another file, and the reference. The other file is not drawn. Returns `nil` if
    /// there is no such SVG file.
    package func outsideReference() async throws(CancellationError) -> (file: FilePath, target: String)? {
        let first = entries.first { $0.header?.header?.format == .svg }
        guard let path = first?.frame.path, path.picture == nil else { return nil }
        let found = try await WorkExecutor.mapInChunks([path]) { path in
            (try? DecodingLimits().withBytes(of: FilePath(path.string), SVGReferences.firstOutside)) ?? nil
        }
        return found.first.flatMap(\.self).map { (path, $0) }
    }

    /// The headers that could be read.
    public var headers: [ImageHeader] { read.compactMap { $0.header?.header } }
    /// The most common size. Of equally common sizes, this is the first.
    public var usualSize: PixelSize? { entries.lazy.compactMap(\.size).byFrequency.first }
    /// The most common scale factor. Of equally common factors, this is the first.
    public var usualScale: Double? { entries.lazy.filter { $0.header != nil }.map(\.frame.scale).byFrequency.first }
}

extension Image {
    package func withHeaders(_ known: [Image.Source: Drawing]) -> Image {
        withHeader(of: known[source]?.header).changingOthers { $0.withHeaders(known) }
    }

    fileprivate func withHeader(of read: Result<ImageHeader, ImageError>?) -> Image {
        guard pixelSize == nil, let header = read?.header else { return self }
        return withHeader(pixelSize: header.size, orientation: header.orientation)
    }
}

extension Frame {
    fileprivate func showing(_ image: Image) -> Frame { changing(self) { $0.image = image } }
}
