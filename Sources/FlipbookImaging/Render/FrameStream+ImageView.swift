public import FlipbookCore

/// At which moments a stream gives pictures.
public enum OutputTiming: Hashable, Sendable {
    /// So many a second, each as long as the others.
    case constant(FrameRate)
    /// One for each frame, at its own time.
    case changes
}

extension ImageView {
    /// What the view shows from ``startAnimating()`` to the animation's end: its bounds with what is in them.
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
    /// - Throws: ``FrameStreamError`` where the view has no pixels or too many, and when the task is cancelled.
    public func pictures(
        scale: Double = 1,
        timing: OutputTiming = .changes,
        format: PixelFormat = .rgba,
        memory: MemoryBudget = MemoryBudget(),
        codecs: ImageCodecs = .standard
    ) async throws(FrameStreamError) -> FrameStream {
        let course = ViewCourse(self)
        let survey: FrameSurvey
        do throws(CancellationError) {
            survey = try await FrameSurvey.reading(course.images.map { Frame($0) }, codecs: codecs)
        } catch {
            throw .cancelled
        }
        var layer = layer
        layer.frame = Rect(origin: .zero, size: bounds.size)
        if bounds.size == .zero, let first = survey.entries.first { layer.frame.size = first.frame.image.size }
        let drawn: DrawnImages
        do throws(CanvasError) {
            drawn = try DrawnImages(course, survey, codecs, in: layer, scale: scale, format: format, memory: memory)
        } catch {
            throw .canvas(error)
        }
        return FrameStream(FrameStream.Contents(course, at: timing, drawn), window: drawn.window)
    }
}

/// The pictures of a view's animation, and when each is shown.
private struct ViewCourse {
    /// As they are drawn in the view.
    let images: [Image]
    /// `nil` where nothing changes.
    let timing: FrameTiming?
    /// How many times they are shown; 0 for ever.
    let cycles: Int

    init(_ view: ImageView) {
        var view = view
        let animated = view.activeAnimationImages ?? []
        let still = view.stillImage
        let images = animated.isEmpty ? still?.images ?? [still].compactMap(\.self) : animated
        cycles = animated.isEmpty ? 0 : max(0, view.animationRepeatCount)
        let own = animated.isEmpty ? still?.duration ?? .zero : view.animationDuration
        let duration = own > .zero ? own : FrameRate.imageViewDefault.duration(ofFrames: images.count)
        let isAnimated = !animated.isEmpty || still?.images != nil
        timing = isAnimated ? FrameTiming(frameCount: images.count, cycleDuration: duration) : nil
        // A view says of each picture alone how it shows it.
        view.stopAnimating()
        view.isHighlighted = false
        self.images = images.compactMap { image in
            view.image = image
            return view.visibleImage
        }
    }
}

/// The pictures of a view's course, each drawn as it wants to be.
private struct DrawnImages: Sendable {
    /// How many pictures are in the making at a time.
    let window: ProductionWindow
    private let scene: BoundScene
    private let isAnimated: Bool
    private let target: RenderTarget
    private let cache: FrameCache

    init(
        _ course: ViewCourse,
        _ survey: FrameSurvey,
        _ codecs: ImageCodecs,
        in layer: Layer,
        scale: Double,
        format: PixelFormat,
        memory: MemoryBudget
    ) throws(CanvasError) {
        var layer = layer
        let frames = survey.entries.map(\.frame)
        isAnimated = course.timing != nil
        layer.contents = course.timing.map { .frames(frames, $0) } ?? frames.first.map { .image($0.image) } ?? .nothing
        let scene = Scene(size: layer.frame.snapped(scale: scale).size, scale: scale, layers: [layer])
        target = RenderTarget(scene, format: format)
        try target.validate()
        self.scene = BoundScene(scene, survey, drawings: DrawingTable(codecs: codecs))
        let isShownAgain = course.cycles != 1 || Set(course.images).count < course.images.count
        let kept = isShownAgain ? memory : MemoryBudget(byteCount: 0)
        cache = FrameCache(kept, renderer: FrameRenderer(self.scene.drawings))
        let decoded = survey.headers.map { $0.size.area * (format.isDeep && $0.bitDepth > 8 ? 8 : 4) }.max() ?? 0
        window = ProductionWindow(
            count: ProcessorCount.usable + 2,
            byteCount: Picture.byteCount(size: target.outputSize, format: format) + decoded,
            memory: memory
        )
    }

    /// The picture of the image at a place.
    func picture(_ place: Int) async throws(FrameRenderError) -> Picture {
        let list = isAnimated ? scene.displayList(ofFrame: place) : scene.displayList(at: 0)
        return try await cache.picture(of: list, for: target)
    }
}

extension FrameStream.Contents {
    /// What a view shows at the moments of a timing.
    fileprivate init(_ course: ViewCourse, at timing: OutputTiming, _ drawn: DrawnImages) {
        guard let own = course.timing else {
            self.init(
                count: 1,
                time: { _ in (0, 0) },
                index: { _ in 0 },
                key: { _ in course.images.first },
                picture: { _ throws(FrameRenderError) in try await drawn.picture(0) }
            )
            return
        }
        let output: FrameTiming
        switch timing {
        case .constant(let rate): output = FrameTiming(frameCount: 1, rate: rate) ?? own
        case .changes: output = own
        }
        let (frames, overflow) = own.frameCount.multipliedReportingOverflow(by: course.cycles)
        let end = own.presentationTime(ofFrame: overflow ? .max : frames)
        let place: @Sendable (Int) -> Int = { index in
            own.positionInCycle(ofFrame: own.frame(at: output.presentationTime(ofFrame: index)))
        }
        self.init(
            // The last one begins before the end.
            count: course.cycles > 0 ? output.frame(at: end - 1) + 1 : nil,
            time: { (output.presentationTime(ofFrame: $0), output.duration(ofFrame: $0)) },
            index: { output.frame(at: $0) },
            key: { course.images[place($0)] },
            picture: { index throws(FrameRenderError) in try await drawn.picture(place(index)) }
        )
    }
}
