import Dispatch
import FlipbookCore

extension Playback {
    /// Tells `meter` ten times a second that the process runs, and `mailbox` when it did not for a while.
    ///
    /// From a thread that nothing else uses: where that one stands still, the process was stopped.
    /// - Returns: What ends it.
    static func heartbeat(of meter: PlaybackMeter, to mailbox: PlaybackMailbox) -> () -> Void {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "flipbook.heart"))
        timer.schedule(deadline: .now(), repeating: .milliseconds(100), leeway: .milliseconds(10))
        timer.setEventHandler { if meter.beat() { mailbox.post(.wasStopped) } }
        timer.activate()
        return { timer.cancel() }
    }

    /// Goes on from where it stood when the process was stopped.
    func goOnAfterStop() {
        arrive()
        if transport.isPlaying { needsShowing = true }
    }
}
