import FlipbookCore
import FlipbookImaging

extension Playback {
    /// Does what someone asks for that changes how frames look, and not which are shown when.
    func obeyAboutView(_ command: PlayerCommand) async throws {
        switch command {
        case .togglePacing:
            pacing = pacing == .realtime ? .everyFrame : .realtime
            say(pacing == .realtime ? "on time: late frames are left out" : "every frame: the clock waits")
            needsShowing = true
        default: break
        }
    }

    /// Tells the viewer something.
    func say(_ text: String) {
        events.send(.note(text))
    }
}
