public import FlipbookCore
public import FlipbookImaging

package struct AnimatedFile: Sendable {
    package let path: FilePath
    package let tag: String?
    package let list: FrameList
    /// The sizes in pixels, from most to least common. Empty if no header could be read.
    package let sizes: [PixelSize]
    package let summary: PicturesSummary
    /// The layers of the first picture, if it is a separate file. Empty if the format of the file has no layers.
    package let layers: [String]
    package let stack: ImageStack?
    package let faults: [FaultyFrames]
    /// The fault of the only picture. It is `nil` if the file has multiple pictures, or if there is no fault.
    package let fault: ImageError?
    package let missingLibrary: String?

    /// Reads a file. Returns `nil` if the file contains a single picture, or is not an image.
    package init?(_ path: FilePath, codecs: ImageCodecs = .standard, isNamed: Bool = true)
        async throws(CancellationError)
    {
        guard let list = FrameList(picturesOf: path, codecs: codecs, isNamed: isNamed) else { return nil }
        try await self.init(path, list, codecs: codecs)
    }

    package init(_ path: FilePath, _ list: FrameList, tag: String? = nil, codecs: ImageCodecs = .standard)
        async throws(CancellationError)
    {
        (self.path, self.list, self.tag) = (path, list, tag)
        layers = list.frames.first?.path.map { FolderContents.layers(of: $0) } ?? []
        let survey = try await FrameSurvey.reading(list.frames, codecs: codecs)
        sizes = survey.entries.lazy.compactMap(\.size).byFrequency
        summary = PicturesSummary(survey.headers)
        stack = survey.headers.first?.stack
        let failed = survey.entries.compactMap(\.header?.failure)
        missingLibrary = failed.lazy.compactMap(\.missingLibrary).first
        fault = list.frames.count == 1 ? failed.first : nil
        // Files listed individually in a manifest are numbered by their positions in the list.
        let read = survey.entries.enumerated().map { (number: $1.frame.number ?? $0 + 1, header: $1.header) }
        faults = FaultyFrames.all(read) { FrameSet(Set($0).sorted()).description }
    }

    package var duration: RationalTime? {
        FrameTiming(durations: list.frames.compactMap(\.duration)).flatMap {
            $0.frameCount == list.frames.count ? $0.cycleDuration : nil
        }
    }
}

extension FrameList {
    /// Creates a list of the pictures in a file that contains multiple pictures, such as an animated GIF. The pictures are
    /// numbered from 1, and their durations are those in the file.
    /// - Returns: `nil` if the file contains a single picture that is not divided, or is not an image.
    public init?(picturesOf path: FilePath, codecs: ImageCodecs = .standard) {
        self.init(picturesOf: path, codecs: codecs, isNamed: true)
    }

    /// Like ``init(picturesOf:codecs:)``. For a JPEG file that the user did not name, only the header is read, which might not
    /// reveal a second picture.
    init?(picturesOf path: FilePath, codecs: ImageCodecs, isNamed: Bool) {
        var hints: [String] = []
        var (count, loopCount, durations): (Int, Int?, [RationalTime?]) = (1, nil, [nil])
        // The error is ignored, since the caller gets it when it reads the file as a single picture.
        guard let header = try? ImageHeader.read(contentsOf: path, codecs: codecs) else { return nil }
        let isSure = header.holdsSeveralPictures || codecs.cut != nil
        guard isSure || isNamed && header.format == .jpeg else { return nil }
        // For a file that cannot be opened, the list contains only the first picture, so that the error is reported when that
        // picture is read.
        if let file = try? OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs)) {
            guard file.holdsSeveralPictures else { return nil }
            (count, loopCount, durations) = (file.frameCount, file.loopCount, file.durations)
            hints = file.remarks.map { "\(path): \($0)" }
        } else if !isSure {
            return nil
        }
        let scale = Frame(file: path).scale
        self.init(
            name: path.description,
            frames: (1...count).map { number in
                let image = Image(source: .file(FilePath(path.string, picture: number)), scale: scale)
                return Frame(image, number: number, duration: durations[number - 1])
            },
            expected: FrameSet(FrameRange(1, through: count)),
            missing: FrameSet(),
            hints: hints,
            animationRepeatCount: loopCount
        )
    }

    /// The dimensions of the stack in the first picture's file, or `nil` if the file does not specify them.
    package func stack(codecs: ImageCodecs) -> ImageStack? {
        frames.first?.path.flatMap { try? ImageHeader.read(contentsOf: $0, codecs: codecs) }?.stack
    }
}
