import FlipbookCommandLine
import FlipbookCore
import FlipbookMedia
import FlipbookPlay
import FlipbookScene

extension PlayCommand {
    /// Creates a player without a sequence. Its window shows instructions. If there is a sentence, it is shown until a later
    /// message replaces it.
    private func emptyPlayer(saying sentence: String? = nil, in session: ViewerSession) throws -> Player {
        var settings = PlaybackSettings()
        settings.wording = \.sentence
        try playing.apply(to: &settings)
        settings.window = session.window
        settings.sequence.size = PixelSize(width: 640, height: 360)
        settings.sequence.backgroundColor = .black
        (settings.startsPaused, settings.staysOpen) = (true, true)
        settings.isEmpty = true
        settings.notes = sentence.map { [Explanation($0)] } ?? []
        settings.noticeDuration = .seconds(1 << 30)
        settings.notesFolder = nil
        settings.refuseDropped = refuseDropped
        let name = sequence.input.first ?? "flipbook"
        return Player(frames: FrameList(name: name, frames: FrameList.beneathViews.frames), settings: settings)
    }

    private func run(_ player: Player, in session: ViewerSession) async throws -> [FilePath] {
        try await Self.run(player, in: session.window, changing(messages) { $0.progress = .none }, statistics)
        return await player.report.opened
    }

    /// Opens an empty window for a command without input. Returns the paths that the viewer opened.
    func open(in session: ViewerSession) async throws -> [String] {
        if session.window == nil { try sequence.requireInput() }
        return try await run(emptyPlayer(in: session), in: session).map(\.string)
    }

    /// Shows the reason why nothing can be played, until the viewer quits or opens something else.
    /// - Throws: The exit status when the viewer quits.
    func show(_ failure: any EndingError, in session: ViewerSession) async throws -> [FilePath] {
        do {
            let opened = try await run(emptyPlayer(saying: failure.sentence, in: session), in: session)
            if !opened.isEmpty { return opened }
        } catch let error as any EndingError where error.ending != .interrupted {}
        throw failure.ending
    }

    /// Waits for the first frame of a followed input, in a window if there is one.
    /// - Returns: `nil` if the viewer quits or opens something else.
    func frames(of followed: FollowedInput, in session: inout ViewerSession) async throws -> FollowedInput.Arrival? {
        let sentence: String
        switch try await Interruption.cancelling(mayRest: { true }, { try await followed.news() }) {
        case .frames(let found): return (found.frames, nil)
        case .waiting(let text): sentence = text
        }
        messages.note([sentence])
        guard session.window != nil else {
            return try await Interruption.cancelling(mayRest: { true }) { [messages] in
                try await followed.frames(after: sentence) { messages.note([$0]) }
            }
        }
        let player = try emptyPlayer(saying: sentence, in: session)
        let waiting = Task {
            let found = await Result { try await followed.frames(after: sentence) { player.tell(Explanation($0)) } }
            await player.perform(.quit)
            return try found.get()
        }
        session.opened = try await run(player, in: session)
        waiting.cancel()
        do {
            return try await waiting.value
        } catch let failure as Failure where failure.status == .interrupted { return nil }
    }
}

extension PlaybackError {
    var isAboutDisplay: Bool {
        switch self {
        case .noDisplay, .displayLost, .missingElement, .sinkProperty, .pipeline: true
        default: false
        }
    }
}
