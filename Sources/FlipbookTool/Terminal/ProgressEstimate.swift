import FlipbookCore
import FlipbookExport

/// How fast an export goes and how long it will take, in words.
struct ProgressEstimate {
    private let progress: ExportProgress
    private let framesPerSecond: Double
    private let secondsLeft: Double?

    /// An estimate from what was done in `elapsed` since the stage began.
    init(_ progress: ExportProgress, elapsed: Duration) {
        self.progress = progress
        let seconds = elapsed / .seconds(1)
        framesPerSecond = seconds > 0 ? Double(progress.frame) / seconds : 0
        secondsLeft = framesPerSecond > 0 ? Double(progress.frameCount - progress.frame) / framesPerSecond : nil
    }

    /// `encoding 120 of 300 frames, 98 frames/s, 0:02 left`
    var line: String {
        let counts = "\(progress.stage.rawValue) \(progress.frame) of \(progress.frameCount) frames"
        guard let secondsLeft, progress.stage == .encoding else { return counts }
        return "\(counts), \(rate) frames/s, \(clock(secondsLeft)) left"
    }

    /// A bar in front of the line, at most `width` columns wide.
    func bar(width: Int) -> String {
        let room = width - line.count - 3
        guard room >= 10 else { return String(line.prefix(max(0, width))) }
        let length = min(room, 30)
        let done = progress.frameCount > 0 ? length * progress.frame / progress.frameCount : 0
        return "[" + String(repeating: "#", count: done) + String(repeating: "-", count: length - done) + "] " + line
    }

    /// One JSON document on one line.
    var json: String {
        var fields = "\"stage\":\"\(progress.stage.rawValue)\",\"frame\":\(progress.frame)"
        fields += ",\"frameCount\":\(progress.frameCount),\"framesPerSecond\":\(rate)"
        if let secondsLeft { fields += ",\"secondsLeft\":\(Int(secondsLeft.rounded()))" }
        return "{\(fields)}"
    }

    private var rate: String {
        framesPerSecond < 10 ? framesPerSecond.fixed(1) : "\(Int(framesPerSecond.rounded()))"
    }

    private func clock(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        let (minutes, rest) = (whole / 60 % 60, whole % 60)
        let tail = rest.digits(2)
        return whole < 3600 ? "\(minutes):\(tail)" : "\(whole / 3600):\(minutes.digits(2)):\(tail)"
    }
}
