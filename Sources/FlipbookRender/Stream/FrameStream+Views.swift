public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
public import FlipbookScene

extension FrameStream {
    /// Creates a stream of a scene, and reads the headers of its pictures.
    /// - Parameters:
    ///   - scene: The scene. If it has no size, it gets the size of the first picture in its lowest layer.
    ///   - timing: The times of the pictures.
    ///   - duration: The exact duration in seconds. If `nil`, the stream ends with the last finite change, if any.
    ///   - format: The layout of the pixels.
    ///   - memory: The budget for pictures in production and for repeated pictures. Multiple streams may share a budget.
    ///   - codecs: The formats to read.
    /// - Throws: ``RenderError`` if the scene has no pixels or too many, or if the task is canceled.
    public convenience init(
        _ scene: Scene,
        timing: OutputTiming = .changes,
        lasting duration: RationalTime? = nil,
        format: PixelFormat = .rgba,
        memory: MemoryBudget = MemoryBudget(),
        codecs: ImageCodecs = .standard
    ) async throws(RenderError) {
        let bound: BoundScene
        do throws(CancellationError) {
            bound = try await BoundScene(reading: scene, codecs: codecs)
        } catch {
            throw .cancelled
        }
        let target = RenderTarget(bound.scene, format: format)
        try self.init(bound, for: target, timing: timing, lasting: duration, memory: memory)
    }

    /// Creates a stream of a view tree from now on, including running animations. It shows the scene of `View.scene(scale:)`.
    /// - Parameter scale: Pixels per point.
    @MainActor
    public convenience init(
        _ view: View,
        scale: Double = 1,
        timing: OutputTiming = .changes,
        lasting duration: RationalTime? = nil,
        format: PixelFormat = .rgba,
        memory: MemoryBudget = MemoryBudget(),
        codecs: ImageCodecs = .standard
    ) async throws(RenderError) {
        let scene = view.scene(scale: scale)
        try await self.init(scene, timing: timing, lasting: duration, format: format, memory: memory, codecs: codecs)
    }

    /// Creates a stream of an image view, from `startAnimating()` to the end of the animation.
    /// - Parameter scale: Pixels per point.
    public convenience init(
        _ view: ImageView,
        scale: Double = 1,
        timing: OutputTiming = .changes,
        lasting duration: RationalTime? = nil,
        format: PixelFormat = .rgba,
        memory: MemoryBudget = MemoryBudget(),
        codecs: ImageCodecs = .standard
    ) async throws(RenderError) {
        var view = view
        view.startAnimating()
        let scene = Scene(view, scale: scale)
        try await self.init(scene, timing: timing, lasting: duration, format: format, memory: memory, codecs: codecs)
    }
}
