public import FlipbookCore

/// What the headers of a sequence's files say, gathered before any picture is decoded.
public struct FrameSurvey: Sendable {
    /// One frame and what its file's header says. A frame without a file has no header.
    public struct Entry: Sendable {
        /// The frame.
        public let frame: Frame
        /// The header, or why there is none; `nil` for a black frame.
        public let header: Result<ImageHeader, ImageError>?

        /// A frame and its header.
        public init(frame: Frame, header: Result<ImageHeader, ImageError>?) {
            self.frame = frame
            self.header = header
        }

        /// The picture's size in pixels as it is shown; `nil` when there is no header.
        public var size: PixelSize? {
            if case .success(let header) = header { header.shownSize } else { nil }
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
        return FrameSurvey(
            entries: frames.map { frame in
                Entry(
                    frame: frame,
                    header: frame.path.flatMap { path in
                        known[path].map { .success($0) } ?? indexOfPath[path].map { headers[$0] }
                    }
                )
            }
        )
    }

    /// The survey with every picture in one orientation, whatever the files say; unchanged for `nil`.
    public func withOrientation(_ orientation: ImageOrientation?) -> FrameSurvey {
        guard let orientation else { return self }
        return changingOrientations { _ in orientation }
    }

    /// The survey with every picture mirrored from left to right as it is shown, where that is asked for.
    public func mirrored(_ isMirrored: Bool) -> FrameSurvey {
        isMirrored ? changingOrientations(\.horizontallyFlipped) : self
    }

    private func changingOrientations(_ change: (ImageOrientation) -> ImageOrientation) -> FrameSurvey {
        FrameSurvey(
            entries: entries.map { entry in
                let header = entry.header?.map { header in
                    var turned = header
                    turned.orientation = change(header.orientation)
                    return turned
                }
                return Entry(frame: entry.frame, header: header)
            }
        )
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
    public var usualScale: Int? {
        Self.mostFrequent(entries.lazy.filter { $0.frame.path != nil }.map(\.frame.scale))
    }

    private static func mostFrequent<Value: Hashable>(_ values: some Sequence<Value>) -> Value? {
        var counts: [Value: (count: Int, first: Int)] = [:]
        for (index, value) in values.enumerated() {
            counts[value, default: (0, index)].count += 1
        }
        return counts.max { ($0.value.count, -$0.value.first) < ($1.value.count, -$1.value.first) }?.key
    }
}
