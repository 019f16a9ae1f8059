public import FlipbookCore
public import FlipbookImaging

/// A file that holds several pictures, and what it says of them.
package struct AnimatedFile: Sendable {
    package let path: FilePath
    /// The name of a part of its pictures, or `nil` for all of them.
    package let tag: String?
    package let list: FrameList
    /// Their sizes in pixels, the commonest first; empty where no header could be read.
    package let sizes: [PixelSize]
    /// The facts of the headers beside the size.
    package let summary: PicturesSummary
    /// The layers of its first picture, where that is a file by itself; empty where its format has none.
    package let layers: [String]
    /// The order of its images, or `nil` if the file does not say.
    package let stack: ImageStack?
    /// Those that give no picture, as far as it can be seen without drawing them.
    package let faults: [FaultyFrames]
    /// The fault of the only one, or `nil` if there are several, or nothing is.
    package let fault: ImageError?
    /// The library that would read it and is not installed, or `nil` if none is missing.
    package let missingLibrary: String?

    /// Reads what a file says, or `nil` for a file of one picture, and for one that is no image.
    package init?(
        _ path: FilePath,
        codecs: ImageCodecs = .standard,
        isNamed: Bool = true
    ) async throws(CancellationError) {
        guard let list = FrameList(picturesOf: path, codecs: codecs, isNamed: isNamed) else { return nil }
        try await self.init(path, list, codecs: codecs)
    }

    package init(
        _ path: FilePath,
        _ list: FrameList,
        tag: String? = nil,
        codecs: ImageCodecs = .standard
    ) async throws(CancellationError) {
        (self.path, self.list, self.tag) = (path, list, tag)
        layers = list.frames.first?.path.map { FolderContents.layers(of: $0) } ?? []
        let survey = try await FrameSurvey.reading(list.frames, codecs: codecs)
        sizes = survey.entries.lazy.compactMap(\.size).byFrequency
        summary = PicturesSummary(survey.headers)
        stack = survey.headers.first?.stack
        let failed = survey.entries.compactMap { if case .failure(let error) = $0.header { error } else { nil } }
        missingLibrary = failed.lazy.compactMap(\.missingLibrary).first
        fault = list.frames.count == 1 ? failed.first : nil
        // Files that a manifest names one by one have their places for numbers.
        let read = survey.entries.enumerated().map { (number: $1.frame.number ?? $0 + 1, header: $1.header) }
        faults = FaultyFrames.all(read) { FrameSet(Set($0).sorted()).description }
    }

    /// The time that one cycle lasts, or `nil` if the file does not say.
    package var duration: RationalTime? {
        FrameTiming(durations: list.frames.compactMap(\.duration)).flatMap {
            $0.frameCount == list.frames.count ? $0.cycleDuration : nil
        }
    }
}

extension FrameList {
    /// The pictures of one file that holds several, such as an animated GIF, numbered from 1, each shown as long as the
    /// file says.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - codecs: The formats that are read.
    /// - Returns: `nil` for a file of one picture that is not cut, and for one that is no image.
    public init?(picturesOf path: FilePath, codecs: ImageCodecs = .standard) {
        self.init(picturesOf: path, codecs: codecs, isNamed: true)
    }

    /// The same; of a JPEG that is not named by itself no more is read than its header, which may not tell of a second picture.
    init?(picturesOf path: FilePath, codecs: ImageCodecs, isNamed: Bool) {
        var hints: [String] = []
        var (count, loopCount, durations): (Int, Int?, [RationalTime?]) = (1, nil, [nil])
        // A caller that reads the file as one picture gets the error.
        guard let header = try? ImageHeader.read(contentsOf: path, codecs: codecs) else { return nil }
        let isSure = header.holdsSeveralPictures || codecs.cut != nil
        guard isSure || isNamed && header.format == .jpeg else { return nil }
        // Without an open file the first picture stands for it, so that its faults are reported where it is read.
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
    /// The order of the images of the first picture's file, or `nil` if the file does not say.
    package func stack(codecs: ImageCodecs) -> ImageStack? {
        // A fault of the file is named where it is read.
        frames.first?.path.flatMap { try? ImageHeader.read(contentsOf: $0, codecs: codecs) }?.stack
    }
}
