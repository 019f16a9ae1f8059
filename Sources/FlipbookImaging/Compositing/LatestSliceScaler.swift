internal import FlipbookCore
internal import Synchronization

/// The slice scaler used last. Frames of a sequence mostly have one size.
final class LatestSliceScaler: Sendable {
    private struct Entry {
        let slices: ImageSlices
        let placement: Placement
        /// `nil` where nothing is resized.
        let scaler: SliceScaler?
    }

    private let latest = Mutex<Entry?>(nil)

    /// The scaler for a picture cut as `slices` says that lies at `placement`; `nil` where each of its pixels is
    /// one pixel there, or none is visible.
    func scaler(for slices: ImageSlices, at placement: Placement, on canvas: Canvas) -> SliceScaler? {
        guard !placement.visible.isEmpty else { return nil }
        let known = latest.withLock { $0 }
        if let known, known.placement == placement, known.slices == slices { return known.scaler }
        let layout = slices.layout(in: placement.target.size, scale: canvas.scale)
        let isWhole = placement.isUnscaled && !slices.discardsPixels
        let scaler =
            layout.isIdentity && isWhole
            ? nil
            : SliceScaler(
                layout,
                sourceWidth: slices.horizontal.length,
                visible: placement.visibleInTarget,
                filter: canvas.filter
            )
        latest.withLock { $0 = Entry(slices: slices, placement: placement, scaler: scaler) }
        return scaler
    }
}

extension Canvas {
    /// How a frame of `size` is cut; `nil` where it is drawn as a whole.
    /// - Throws: ``ImageError/capInsets(_:)`` when the caps are larger than the frame.
    func slices(of size: PixelSize, scale: Double) throws(ImageError) -> ImageSlices? {
        do {
            return try resizing?.slices(of: size, scale: scale, in: contentMode)
        } catch {
            throw .capInsets(error)
        }
    }
}
