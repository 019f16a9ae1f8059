import FlipbookExport
import FlipbookCommandLine
import Synchronization

/// Shows how far an export has come: a bar, lines, or JSON lines, on standard error.
final class ProgressDisplay: Sendable {
    private struct State {
        var stage: ExportProgress.Stage?
        var stageStart = ContinuousClock.now
        var lastShown: ContinuousClock.Instant?
        var isLineOpen = false
    }

    private let style: Style
    private let state = Mutex(State())

    private enum Style {
        case bar
        case lines
        case json
        case none
    }

    /// A display in the style that the options ask for.
    init(_ options: OutputOptions) {
        style =
            switch options.progress {
            case .none: .none
            case .json: .json
            case _ where options.quiet: .none
            case .plain: .lines
            case .auto: Terminal.isWatched ? .bar : .lines
            }
    }

    /// Shows `progress`, unless something was shown a moment ago.
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
            // Lines are for jobs that take a while: a short one says nothing on the way.
            if style == .lines, state.lastShown == nil, !isLast {
                state.lastShown = now
                return
            }
            state.lastShown = now
            write(progress, elapsed: state.stageStart.duration(to: now), isLineOpen: &state.isLineOpen)
        }
    }

    /// Clears the bar, so that what is printed next stands on a line of its own.
    func finish() {
        state.withLock { state in
            guard state.isLineOpen else { return }
            Terminal.report(unterminated: "\r\u{1B}[K")
            state.isLineOpen = false
        }
    }

    private var interval: Duration {
        switch style {
        case .bar: .milliseconds(50)
        case .json: .milliseconds(200)
        case .lines, .none: .seconds(5)
        }
    }

    private func write(_ progress: ExportProgress, elapsed: Duration, isLineOpen: inout Bool) {
        let estimate = ProgressEstimate(progress, elapsed: elapsed)
        switch style {
        case .bar:
            Terminal.report(unterminated: "\r" + estimate.bar(width: Terminal.width - 1) + "\u{1B}[K")
            isLineOpen = true
        case .lines:
            // The result says that it has ended.
            if progress.frame < progress.frameCount { Terminal.report(estimate.line) }
        case .json:
            Terminal.report(estimate.json)
        case .none: break
        }
    }
}
