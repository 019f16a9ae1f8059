public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
public import FlipbookScene

extension FrameStream {
    /// A stream of what a scene shows, the headers of its pictures read now.
    /// - Parameters:
    ///   - scene: The scene. One without a size gets that of the first picture of its lowest layer.
    ///   - timing: At which moments pictures are given.
    ///   - duration: The exact time that is shown, in seconds, or `nil` for until the last of what ends has ended: without
    ///     an end if all that moves goes on for ever. A scene in which nothing moves gives one picture.
    ///   - format: The layout of the pixels.
    ///   - memory: The budget for the pictures in the making and for those that are shown again. Several
    ///     streams may share one.
    ///   - codecs: The formats that are read.
    /// - Throws: ``RenderError`` where the scene has no pixels or too many, and when the task is cancelled.
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

    /// A stream of a tree of views as it is now, with all that is under way: the scene `View.scene(scale:)`.
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

    /// A stream of an image view from `startAnimating()` to the animation's end: its bounds with what is in them.
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
