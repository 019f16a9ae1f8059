import FlipbookCore
import FlipbookCommandLine
import FlipbookPlay

struct PlayStatusLine {
    static func showing<Result>(of player: Player, _ body: () async throws -> Result) async rethrows -> Result {
        TerminalMode.takeLine(TextStream.errors.descriptor)
        let updates = player.showingStatus { Terminal.show(line: text($0, width: Terminal.width - 1)) }
        defer {
            updates.cancel()
            TerminalMode.leaveLine()
        }
        return try await body()
    }

    static func text(_ status: PlayerStatus, width: Int) -> String {
        let text = status.prompt?.line ?? status.notice ?? facts(status)
        return text.count > width ? text.prefix(max(0, width - 1)) + "…" : text
    }

    private static func facts(_ status: PlayerStatus) -> String {
        let transport = status.transport
        let sign = !transport.isPlaying ? "paused " : transport.rate.isReverse ? "reverse" : "playing"
        var parts = [
            sign, "\(transport.position + 1)/\(transport.frameCount)", status.timecode,
            status.rateReached.map { "\($0.fixed(1)) fps" } ?? "\(status.rateAsked.fixed(1)) fps",
            "\(status.dropped) dropped", PlayerStatus.mebibytes(status.cacheBytes),
        ]
        if status.undecodable > 0 { parts.append("\(status.undecodable) cannot be decoded") }
        if let name = status.name { parts.append(name) }
        return parts.joined(separator: "  ")
    }
}

extension Player {
    /// Calls `show` with the player's status ten times per second, until the task is canceled.
    nonisolated func showingStatus(_ show: @escaping @Sendable (PlayerStatus) -> Void) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                if let status = await status { show(status) }
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }
}
