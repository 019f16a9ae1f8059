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
    /// - Throws: ``FrameStreamError`` where the view has no pixels or too many, and when the task is cancelled.
    public func pictures(
        scale: Double = 1,
        timing: OutputTiming = .changes,
        format: PixelFormat = .rgba,
        memory: MemoryBudget = MemoryBudget()
    ) async throws(FrameStreamError) -> FrameStream {
        let course = ViewCourse(self)
        let survey: FrameSurvey
        do throws(CancellationError) {
            survey = try await FrameSurvey.reading(course.images.map { Frame(number: nil, source: $0.source) })
        } catch {
            throw .cancelled
        }
        var view = self
        if let first = course.images.first, bounds.size == .zero {
            let read = survey.entries[0].size.map { Size($0, scale: first.scale) } ?? .zero
            view.bounds.size = first.size == .zero ? read : first.size
        }
        let drawn: DrawnImages
        do throws(CanvasError) {
            drawn = try DrawnImages(course, survey, in: view, scale: scale, format: format, memory: memory)
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

/// The pictures of images in a view, each drawn as it wants to be.
private struct DrawnImages: Sendable {
    /// What images have in common that one renderer draws.
    private struct Look: Hashable {
        let canvas: Canvas
        let scale: Double
        let orientation: ImageOrientation
    }

    /// How many pictures are in the making at a time.
    let window: ProductionWindow
    private var pictures: [(frame: Frame, cache: FrameCache)] = []

    init(
        _ course: ViewCourse,
        _ survey: FrameSurvey,
        in view: ImageView,
        scale: Double,
        format: PixelFormat,
        memory: MemoryBudget
    ) throws(CanvasError) {
        let decoder = ImageDecoder(keepsSixteenBits: format.isDeep)
        let isShownAgain = course.cycles != 1 || Set(course.images).count < course.images.count
        let kept = isShownAgain ? memory : MemoryBudget(byteCount: 0)
        var caches: [Look: FrameCache] = [:]
        for (image, entry) in zip(course.images, survey.entries) {
            var orientation = image.orientation
            if image.pixelSize == nil, orientation == .up, case .success(let header) = entry.header {
                orientation = header.orientation
            }
            let canvas = Canvas(view, showing: image, scale: scale)
            let look = Look(canvas: canvas, scale: image.scale, orientation: orientation)
            let cache: FrameCache
            if let known = caches[look] {
                cache = known
            } else {
                let renderer = try FrameRenderer(canvas: canvas, format: format) { path throws(ImageError) in
                    try decoder.decode(contentsOf: path)
                }
                cache = FrameCache(kept) { frame throws(FrameRenderError) in
                    try renderer.render(
                        Image(source: frame.source, scale: look.scale, orientation: look.orientation)
                    )
                }
                caches[look] = cache
            }
            pictures.append((Frame(number: nil, source: image.source), cache))
        }
        if course.images.isEmpty {
            let renderer = try FrameRenderer(canvas: Canvas(view, showing: nil, scale: scale), format: format) { _ in
                Picture(size: PixelSize(width: 1, height: 1), format: .rgba) {
                    $0.initializeMemory(as: UInt8.self, repeating: 0)
                }
            }
            // What lies behind a picture that is clear.
            pictures = [(Frame(number: nil, source: .file(FilePath("the view"))), FrameCache(kept, renderer: renderer))]
        }
        let size = Rect(origin: .zero, size: view.bounds.size).snapped(scale: scale).size
        let decoded = survey.headers.map { $0.size.area * (format.isDeep && $0.bitDepth > 8 ? 8 : 4) }.max() ?? 0
        window = ProductionWindow(
            count: ProcessorCount.usable + 2,
            byteCount: Picture.byteCount(size: format == .i420 ? size.roundedUpToEven : size, format: format) + decoded,
            memory: memory
        )
    }

    /// The picture of the image at a place.
    func picture(_ place: Int) async throws(FrameRenderError) -> Picture {
        try await pictures[place].cache.picture(for: pictures[place].frame)
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
