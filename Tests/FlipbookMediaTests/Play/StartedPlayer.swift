import FlipbookExport
import FlipbookMedia
import FlipbookPlay

extension Player {
    /// Runs the player. Returns once something is on the screen, or the run is over.
    func start() async -> Task<RenderStatistics, any Error> {
        let events = events
        let run = Task { try await self.run() }
        for await event in events {
            switch event {
            case .shown, .stillShown: return run
            default: break
            }
        }
        return run
    }
}

/// Plays while `body` runs, and quits. An error of `body` goes before one of the run.
/// - Returns: The statistics of the run.
@discardableResult
func play(
    _ player: Player,
    isolation: isolated (any Actor)? = #isolation,
    while body: (Player) async throws -> Void
) async throws -> RenderStatistics {
    let run = await player.start()
    var failure: (any Error)?
    do { try await body(player) } catch { failure = error }
    await player.perform(.quit)
    let result = await run.result
    if let failure { throw failure }
    return try result.get()
}
