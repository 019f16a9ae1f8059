import FlipbookCore
import FlipbookImaging

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

extension Picture {
    /// Whether blue, green and red are below 16 everywhere.
    fileprivate var isDark: Bool {
        withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - 3, by: 4).allSatisfy { place in
                (bytes[place] | bytes[place + 1] | bytes[place + 2]) < 16
            }
        }
    }

    /// Whether some pixels are clear, and others are not; alpha is last.
    fileprivate var isPartlyClear: Bool {
        let pixel = format == .rgba64 ? 8 : 4
        return withUnsafeBytes { bytes in
            // The higher byte of 16 bits is the last one, too.
            var (hasClear, hasVisible) = (false, false)
            for place in stride(from: pixel - 1, to: bytes.count, by: pixel) {
                if bytes[place] == 0 { hasClear = true } else { hasVisible = true }
                if hasClear && hasVisible { return true }
            }
            return false
        }
    }
}
