import FlipbookImaging
import FlipbookRender

/// Pictures that are not seen on black, such as an X bitmap's.
extension PictureSource {
    /// Whether nothing is seen of the frame at a position: some of its pixels are clear, the others as dark as the black behind them.
    func isUnseen(at position: Int) async throws(FrameRenderError) -> Bool {
        guard !isOpaque else { return false }
        let shown = try await picture(at: position).picture
        guard shown.format == .bgra, shown.isDark else { return false }
        let alone = try await withAlpha().picture(at: position).picture
        return alone.isPartlyClear
    }
}
