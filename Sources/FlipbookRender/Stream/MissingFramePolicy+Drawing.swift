package import FlipbookCore

extension MissingFramePolicy {
    /// Draws what stands in for a frame that cannot be drawn, where it is too late to leave it out of the sequence. Where a
    /// whole folder is gone each attempt costs, so that there are only a few.
    /// - Parameter draw: Draws the frame at a place, or `nil` if that is known to be in vain.
    /// - Returns: The place and the picture of the first one that can be drawn, or `nil` for black.
    package func standIn<Drawn>(
        at place: Int,
        in frames: [Frame],
        _ draw: (Int) async throws(FrameRenderError) -> Drawn?
    ) async -> (place: Int, drawn: Drawn)? {
        var (before, after, attempts) = (place - 1, place + 1, 0)
        while attempts < 8 {
            let other = standIn(
                at: place,
                before: before < 0 ? nil : before,
                after: after < frames.count ? after : nil
            ) { frames[$0].number }
            guard let other else { return nil }
            do throws(FrameRenderError) {
                if let drawn = try await draw(other) { return (other, drawn) }
            } catch {
                // The error that is reported is that of the frame itself.
                attempts += 1
            }
            if other < place { before -= 1 } else { after += 1 }
        }
        return nil
    }
}
