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
