import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import Synchronization

final class ProgressDisplay: Sendable {
    private struct State {
        var stage: ExportProgress.Stage?
        var stageStart = ContinuousClock.now
        var lastShown: ContinuousClock.Instant?
    }

    private let style: OutputOptions.ProgressStyle
    private let state = Mutex(State())

    init(_ options: OutputOptions) {
        style =
            switch options.progress {
            case .auto where options.quiet, .plain where options.quiet: .none
            case .auto where !Terminal.isWatched: .plain
            default: options.progress
            }
    }

    func show(_ progress: ExportProgress) {
        guard style != .none else { return }
        state.withLock { state in
            let now = ContinuousClock.now
            if state.stage != progress.stage {
                state.stage = progress.stage
                state.stageStart = now
                state.lastShown = nil
            }
            let isLast = progress.frame == progress.frameCount
            if let last = state.lastShown, !isLast, last.duration(to: now) < interval { return }
            // For a short job, no lines are printed.
            if style == .plain, state.lastShown == nil, !isLast {
                state.lastShown = now
                return
            }
            state.lastShown = now
            write(progress, elapsed: state.stageStart.duration(to: now))
        }
    }

    func finish() {
        state.withLock { state in
            guard style == .auto, state.lastShown != nil else { return }
            Terminal.report(unterminated: "\r\u{1B}[K")
            state.lastShown = nil
        }
    }

    private var interval: Duration {
        switch style {
        case .auto: .milliseconds(50)
        case .json: .milliseconds(200)
        case .plain, .none: .seconds(5)
        }
    }

    private func write(_ progress: ExportProgress, elapsed: Duration) {
        let estimate = ProgressEstimate(progress, elapsed: elapsed)
        switch style {
        case .auto: Terminal.report(unterminated: "\r" + estimate.bar(width: Terminal.width - 1) + "\u{1B}[K")
        case .plain: if progress.frame < progress.frameCount { Terminal.report(estimate.line) }
        case .json: Terminal.report(estimate.json)
        case .none: break
        }
    }
}

struct ProgressEstimate {
    private let progress: ExportProgress
    private let framesPerSecond: Double
    private let secondsLeft: Double?

    init(_ progress: ExportProgress, elapsed: Duration) {
        self.progress = progress
        let seconds = elapsed / .seconds(1)
        framesPerSecond = seconds > 0 ? Double(progress.frame) / seconds : 0
        secondsLeft = framesPerSecond > 0 ? Double(progress.frameCount - progress.frame) / framesPerSecond : nil
    }

    var line: String {
        let counts = "\(progress.stage.rawValue) \(progress.frame) of \(progress.frameCount) frames"
        guard let secondsLeft, progress.stage == .encoding else { return counts }
        return "\(counts), \(rate) frames/s, \(clock(secondsLeft)) left"
    }

    func bar(width: Int) -> String {
        let room = width - line.count - 3
        guard room >= 10 else { return String(line.prefix(max(0, width))) }
        let length = min(room, 30)
        let done = progress.frameCount > 0 ? length * progress.frame / progress.frameCount : 0
        return "[" + String(repeating: "#", count: done) + String(repeating: "-", count: length - done) + "] " + line
    }

    var json: String {
        var fields = "\"stage\":\"\(progress.stage.rawValue)\",\"frame\":\(progress.frame)"
        fields += ",\"frameCount\":\(progress.frameCount),\"framesPerSecond\":\(rate)"
        if let secondsLeft { fields += ",\"secondsLeft\":\(Int(secondsLeft.rounded()))" }
        return "{\(fields)}"
    }

    private var rate: String { framesPerSecond < 10 ? framesPerSecond.fixed(1) : "\(Int(framesPerSecond.rounded()))" }

    private func clock(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        let (minutes, rest) = (whole / 60 % 60, whole % 60)
        let tail = rest.digits(2)
        return whole < 3600 ? "\(minutes):\(tail)" : "\(whole / 3600):\(minutes.digits(2)):\(tail)"
    }
}
