import FlipbookCore
import FlipbookImaging
import FlipbookLintModel

/// A sequence's frames side by side, the flagged ones marked, with a player above them.
struct Filmstrip {
    let sequence: SequenceEvidence
    let findings: [Finding]
    let thumbnails: [FilePath: Thumbnail]

    /// The usual height of the frames that have a picture, in points: the one in the middle. What a header claims
    /// whose pixels cannot be decoded is no measure for the others.
    private let usualHeight: Double

    init(sequence: SequenceEvidence, findings: [Finding], thumbnails: [FilePath: Thumbnail]) {
        (self.sequence, self.findings, self.thumbnails) = (sequence, findings, thumbnails)
        let heights = sequence.frames.filter { thumbnails[$0.source] != nil }.compactMap(Self.height).sorted()
        usualHeight = heights.isEmpty ? 0 : heights[heights.count / 2]
    }

    private static func height(of frame: FrameEvidence) -> Double? {
        frame.size.map { Double($0.height) / Double(max(1, frame.scale)) }
    }

    private static let mostCells = 4000

    var html: String {
        let flags = flags
        let cells = cells(flags: flags)
        let left = sequence.frames.count - cells.count { $0.isFrame }
        let note =
            left > 0
            ? "<p class=\"note\">This is a sample, chosen with preference for frames that have findings. "
                + "\(left.of("more frame")) \(left == 1 ? "is" : "are") not shown.</p>\n"
            : ""
        let player = cells.contains { $0.hasPicture } ? player(frames: cells.reduce(0) { $0 + $1.length }) : ""
        return player + "<ol class=\"strip\" aria-label=\"Frames\">\n"
            + cells.map(\.html).joined() + "</ol>\n" + note
    }

    private struct Cell {
        let html: String
        let isFrame, hasPicture: Bool
        /// The number of frames that it is played for.
        var length = 1
    }

    private var flags: [FilePath: [Finding]] {
        var flags: [FilePath: [Finding]] = [:]
        // A finding about most of the frames marks none: it is about the sequence.
        for finding in findings where finding.files.count == 1 || finding.files.count * 2 <= sequence.frames.count {
            for file in finding.files { flags[file, default: []].append(finding) }
        }
        return flags
    }

    private func cells(flags: [FilePath: [Finding]]) -> [Cell] {
        let isSample =
            sequence.frames.count > Self.mostCells || sequence.frames.contains { thumbnails[$0.source] == nil }
        var cells: [Cell] = []
        var gaps = sequence.missing.ranges.sorted { $0.first < $1.first }
        for frame in sequence.frames where cells.count < Self.mostCells {
            while let gap = gaps.first, let number = frame.number, gap.first < number {
                // Of numbers between which there are frames, those before this one.
                let part = FrameRange(gap.first, through: min(gap.last, number - 1), by: gap.step)
                cells.append(missingCell(part))
                gaps.removeFirst()
                guard part.last < gap.last else { continue }
                gaps.append(FrameRange(part.last + gap.step, through: gap.last, by: gap.step))
                gaps.sort { $0.first < $1.first }
            }
            let isFlagged = flags[frame.path] != nil
            if isSample, thumbnails[frame.source] == nil, !isFlagged, frame.fault == nil,
                sequence.frames.count > Self.mostCells || !thumbnails.isEmpty
            {
                continue
            }
            cells.append(cell(frame, flags: flags[frame.path] ?? []))
        }
        return cells + (cells.count < Self.mostCells ? gaps.map(missingCell) : [])
    }

    private func cell(_ frame: FrameEvidence, flags: [Finding]) -> Cell {
        let name = FilePath(frame.path.lastComponent).description
        let label = frame.number.map { "\($0)" } ?? name
        let worst = flags.lazy.map(\.severity).max()
        let facts = [frame.size.map { "\($0) px" }, frame.scale > 1 ? "@\(frame.scale)x" : nil].compactMap { $0 }
        let words = ([name] + facts + flags.map { "\($0.severity.rawValue) \($0.rule.rawValue)" }).joined(
            separator: ", "
        )
        let severities = Set(flags.map(\.severity.rawValue)).sorted().joined(separator: " ")
        let rules = Set(flags.map(\.rule.rawValue)).sorted().joined(separator: " ")
        let mark = worst.map { " class=\"\($0.rawValue)\"" } ?? ""
        let data = flags.isEmpty ? "" : " data-severity=\"\(severities)\" data-rule=\"\(rules.escapedForMarkup)\""
        let picture: String
        if let thumbnail = thumbnails[frame.source] {
            picture =
                "<img alt=\"\" style=\"--r:\(ratio(of: frame))\" width=\"\(thumbnail.size.width)\" "
                + "height=\"\(thumbnail.size.height)\" loading=\"lazy\" "
                + "src=\"data:image/png;base64,\(thumbnail.png.base64)\">"
        } else {
            let reason = frame.fault.map { "\($0.reason)" } ?? "no picture"
            picture = "<span class=\"none\">\(reason.escapedForMarkup)</span>"
        }
        return Cell(
            html:
                "<li\(mark)\(data)><button type=\"button\" title=\"\(words.escapedForMarkup)\" aria-label=\"\(words.escapedForMarkup)\">"
                + "\(picture)<span class=\"number\">\(label.escapedForMarkup)</span></button></li>\n",
            isFrame: true,
            hasPicture: thumbnails[frame.source] != nil
        )
    }

    /// The frame's height beside the usual one, in points: an odd size is seen at a glance. Within bounds, so that one
    /// frame neither vanishes nor fills the page.
    private func ratio(of frame: FrameEvidence) -> Double {
        guard usualHeight > 0, let height = Self.height(of: frame) else { return 1 }
        return min(2, max(0.05, (height / usualHeight * 1000).rounded() / 1000))
    }

    private func missingCell(_ gap: FrameRange) -> Cell {
        let numbers = FrameSet(gap)
        let length = min(numbers.count, Self.mostCells)
        let words = "\(numbers)".escapedForMarkup
        return Cell(
            html:
                "<li class=\"missing\" data-first=\"\(gap.first)\" data-step=\"\(gap.step)\" data-length=\"\(length)\">"
                + "<button type=\"button\" aria-label=\"\(words) missing\"><span class=\"none\">missing</span>"
                + "<span class=\"number\">\(words)</span></button></li>\n",
            isFrame: false,
            hasPicture: false,
            length: length
        )
    }

    /// The player; the script shows it, since it is of no use without.
    private func player(frames: Int) -> String {
        """
        <div class="player" hidden>
        <div class="screen"><img alt=""><p class="absence" hidden></p></div>
        <div class="controls">
        <button type="button" class="play" aria-pressed="false">Play</button>
        <label class="scrub">Frame <input type="range" min="0" max="\(frames - 1)" value="0" step="1"></label>
        <label>per second <input type="number" class="rate" min="1" max="60" value="30"></label>
        </div>
        <p class="caption" aria-live="polite"></p>
        </div>

        """
    }
}
