import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookRender
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// Terminals that take nothing for longer than a frame waits.
@Suite(.hangLimit) struct StalledTerminalTests {
    private let folder: TemporaryDirectory
    private let frames = TestFrames(width: 4, height: 4)
    /// What stands for the terminal: a pipe, which takes nothing while it is full.
    private let (reader, writer): (Int32, Int32)

    init() throws {
        folder = try TemporaryDirectory()
        try frames.write(1...6, to: folder)
        var ends: [Int32] = [-1, -1]
        let status = pipe(&ends)
        try require(status == 0)
        (reader, writer) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(writer, F_SETFL, O_NONBLOCK)
    }

    /// Fills it with what shows nothing.
    private func fill() {
        let returns = [UInt8](repeating: UInt8(ascii: "\r"), count: 4096)
        while write(writer, returns, returns.count) > 0 {}
    }

    /// Everything that comes until the other end is closed.
    private func readToEnd() -> [UInt8] {
        var (output, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65536))
        while true {
            let count = read(reader, &buffer, buffer.count)
            guard count > 0 else { return output }
            output += buffer[..<count]
        }
    }

    /// The numbers of the frames that were shown, one after the other: each has a blue of its own.
    private func shown(in output: [UInt8]) -> [Int] {
        var terminal = ShownTerminal(columns: 4, rows: 3)
        var numbers: [Int] = []
        // Where an update ends.
        for update in String(decoding: output, as: UTF8.self).components(separatedBy: "\u{1B}[?2026l") {
            _ = terminal.take(Array(update.utf8))
            let blue = terminal.cells[0][0].background.split(separator: ";").last.flatMap { Int($0) }
            if let number = (1...6).first(where: { 40 + 9 * $0 == blue }), number != numbers.last {
                numbers.append(number)
            }
        }
        return numbers
    }

    @Test("where every frame is shown the clock waits for the terminal, and each is shown and counted so")
    func everyFrame() async throws {
        fill()
        var settings = PlaybackSettings()
        // Not one of them is waited for by the display itself.
        settings.terminal = TerminalDisplay(
            descriptor: writer,
            graphics: .blocks,
            colors: .trueColor,
            size: TerminalSize(columns: 4, rows: 3),
            patience: .zero
        )
        settings.pacing = .everyFrame
        settings.sequence.frameRate = FrameRate(1000, 1)
        settings.sequence.animationRepeatCount = 1
        let player = Player(frames: try SequenceLocator().locate([folder.path]), settings: settings)
        let playing = Task { try await player.run() }
        let reading = Task.detached { readToEnd() }
        _ = try await playing.value
        close(writer)
        expectEqual(shown(in: await reading.value), Array(1...6))
        close(reader)
        let report = await player.report
        expectEqual(report.presented, 6)
        expectEqual(report.dropped, 0)
    }
}
