public import FlipbookCore

/// What the headers of a sequence's files say, gathered before any picture is decoded.
public struct FrameSurvey: Sendable {
    /// One frame and what its picture's header says.
    public struct Entry: Sendable {
        /// The frame, its image with what the header says.
        public let frame: Frame
        /// The header as stored, or why there is none; `nil` for a black frame.
        public let header: Result<ImageHeader, ImageError>?

        /// A frame and its header.
        public init(frame: Frame, header: Result<ImageHeader, ImageError>?) {
            self.header = header
            guard frame.image.pixelSize == nil, case .success(let header) = header else {
                self.frame = frame
                return
            }
            self.frame = frame.showing(
                frame.image.withHeader(pixelSize: header.size, orientation: header.orientation)
            )
        }

        /// The picture's size in pixels as it is shown; `nil` when there is no header.
        public var size: PixelSize? {
            guard case .success(let header) = header else { return nil }
            return frame.image.orientation.shownSize(of: header.size)
        }
    }

    /// One entry for each frame, in the frames' order.
    public let entries: [Entry]

    /// A survey of entries gathered elsewhere.
    public init(entries: [Entry]) {
        self.entries = entries
    }

    /// Reads the header of each file once, on all cores. Cancelling the task stops it.
    /// - Parameter known: Headers that are not read again, by their files.
    public static func reading(
        _ frames: [Frame],
        known: [FilePath: ImageHeader] = [:]
    ) async throws(CancellationError) -> FrameSurvey {
        var indexOfPath: [FilePath: Int] = [:]
        var paths: [FilePath] = []
        for path in frames.compactMap(\.path) where indexOfPath[path] == nil && known[path] == nil {
            indexOfPath[path] = paths.count
            paths.append(path)
        }
        let headers = try await ImageHeader.readAll(paths)
        var headersOfData: [ImageData: Result<ImageHeader, ImageError>] = [:]
        return FrameSurvey(
            entries: frames.map { frame in
                switch frame.source {
                case .black: return Entry(frame: frame, header: nil)
                case .file(let path):
                    return Entry(
                        frame: frame,
                        header: known[path].map { .success($0) } ?? indexOfPath[path].map { headers[$0] }
                    )
                case .data(let data):
                    let header =
                        headersOfData[data] ?? Result { () throws(ImageError) in try ImageHeader(data) }
                    headersOfData[data] = header
                    return Entry(frame: frame, header: header)
                }
            }
        )
    }

    /// The survey with other images in its frames, of the same pixels.
    package func changingImages(_ change: (Image) -> Image) -> FrameSurvey {
        FrameSurvey(
            entries: entries.map { Entry(frame: $0.frame.showing(change($0.frame.image)), header: $0.header) }
        )
    }

    /// What the headers say, by where the pixels come from.
    package var headersBySource: [Image.Source: Result<ImageHeader, ImageError>] {
        var headers: [Image.Source: Result<ImageHeader, ImageError>] = [:]
        for entry in entries { headers[entry.frame.source] = entry.header }
        return headers
    }

    /// The headers that could be read.
    public var headers: [ImageHeader] {
        entries.compactMap { entry in
            if case .success(let header) = entry.header { header } else { nil }
        }
    }

    /// The size that most frames have; of sizes equally frequent, the one that comes first.
    public var usualSize: PixelSize? { Self.mostFrequent(entries.lazy.compactMap(\.size)) }

    /// The scale factor that most frames have; of factors equally frequent, the one that comes first.
    public var usualScale: Double? {
        Self.mostFrequent(entries.lazy.filter { $0.frame.source != .black }.map(\.frame.scale))
    }

    private static func mostFrequent<Value: Hashable>(_ values: some Sequence<Value>) -> Value? {
        var counts: [Value: (count: Int, first: Int)] = [:]
        for (index, value) in values.enumerated() {
            counts[value, default: (0, index)].count += 1
        }
        return counts.max { ($0.value.count, -$0.value.first) < ($1.value.count, -$1.value.first) }?.key
    }
}

extension Frame {
    /// The same frame with another image.
    fileprivate func showing(_ image: Image) -> Frame {
        Frame(image, number: number, substitution: substitution, duration: duration)
    }
}
