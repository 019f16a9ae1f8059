import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
public import FlipbookScene
import FlipbookSequences

extension ImageView {
    /// The pictures of the view from `startAnimating()` to the animation's end: its bounds with what is in them.
    ///
    /// A view without an animation gives one picture. A view whose bounds are empty, since its picture's header was not
    /// read when it was made, gets the picture's size. The headers of all pictures are read first.
    /// - Parameters:
    ///   - scale: Pixels per point.
    ///   - timing: At which moments pictures are given.
    ///   - format: The layout of the pixels.
    ///   - memory: What the pictures take their memory from, those in the making and those that are shown again. Several
    ///     streams may share one.
    ///   - codecs: The formats that are read.
    /// - Throws: ``RenderError`` where the view has no pixels or too many, and when the task is cancelled.
    public func pictures(
        scale: Double = 1,
        timing: OutputTiming = .changes,
        format: PixelFormat = .rgba,
        memory: MemoryBudget = MemoryBudget(),
        codecs: ImageCodecs = .standard
    ) async throws(RenderError) -> FrameStream {
        let animated = activeAnimationImages ?? []
        let still = stillImage
        let images = animated.isEmpty ? still?.images ?? [still].compactMap(\.self) : animated
        let survey: FrameSurvey
        do throws(CancellationError) {
            survey = try await FrameSurvey.reading(asShownAlone(images).map { Frame($0) }, codecs: codecs)
        } catch {
            throw .cancelled
        }
        let frames = survey.entries.map(\.frame)
        var layer = layer
        if self.bounds.size == .zero, let first = frames.first { layer.bounds.size = first.image.size }
        layer.contents = frames.first.map { .image($0.image) } ?? .nothing
        if !animated.isEmpty || still?.images != nil {
            let own = animated.isEmpty ? still?.duration ?? .zero : exactAnimationDuration
            let duration = own > .zero ? own : FrameRate.imageViewDefault.duration(ofFrames: images.count)
            let timing = FrameTiming(frameCount: images.count, cycleDuration: duration)
            if let timing { layer.contents = .frames(frames, timing) }
        }
        let scene = Scene(layer, scale: scale)
        return try FrameStream(
            BoundScene(scene, survey, drawings: DrawingTable(codecs: codecs)),
            for: RenderTarget(scene, format: format),
            timing: timing,
            cycles: animated.isEmpty ? 0 : max(0, animationRepeatCount),
            memory: memory
        )
    }

    /// Images as the view shows each of them alone.
    private func asShownAlone(_ images: [Image]) -> [Image] {
        var view = self
        view.stopAnimating()
        view.isHighlighted = false
        return images.compactMap { image in
            view.image = image
            return view.visibleImage
        }
    }
}
