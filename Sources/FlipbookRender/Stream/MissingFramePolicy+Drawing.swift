package import FlipbookCore

extension MissingFramePolicy {
    /// Draws a replacement for a frame that cannot be drawn, when it is too late to leave the frame out of the sequence. The
    /// number of attempts is limited, because each one takes time and a whole folder might be missing.
    /// - Parameter draw: Draws the frame at an index, or returns `nil` if drawing it is known to fail.
    /// - Returns: The index and the picture of the first frame that can be drawn, or `nil` for black.
    package func standIn<Drawn>(
        at place: Int,
        in frames: [Frame],
        _ draw: (Int) async throws(FrameRenderError) -> Drawn?
    ) async -> (place: Int, drawn: Drawn)? {
        var (before, after, attempts) = (place - 1, place + 1, 0)
        while attempts < 8 {
            let (left, right) = (before < 0 ? nil : before, after < frames.count ? after : nil)
            let other = standIn(at: place, before: left, after: right) { frames[$0].number }
            guard let other else { return nil }
            do throws(FrameRenderError) {
                if let drawn = try await draw(other) { return (other, drawn) }
            } catch { attempts += 1 }
            if other < place { before -= 1 } else { after += 1 }
        }
        return nil
    }
}
