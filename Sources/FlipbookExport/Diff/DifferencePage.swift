import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene

struct DifferencePage {
    private let difference: SequenceDifference
    private let pairs: FramePairs
    private let shown: [SequenceDifference.Frame]
    private let strip: [Int: PagePicture]

    init(_ difference: SequenceDifference, of pairs: FramePairs, showing count: Int, strip: [Int: PagePicture]) {
        (self.difference, self.pairs, self.strip) = (difference, pairs, strip)
        shown = difference.worstFrames(count)
    }

    func html(facts: [(name: String, value: String)]) async throws -> String {
        let byNumber = Dictionary(pairs.pairs.map { ($0.number, $0) }) { first, _ in first }
        var frames = ""
        for frame in shown {
            guard let pair = byNumber[frame.number] else { continue }
            frames += try section(frame, try await pairs.pictures(of: pair))
        }
        var page = HTMLPage("Flipbook diff", summary: difference.summary, facts: facts)
        page.body = "<main>\n\(sequences)\(filmstrip)\(choice)\(frames)</main>\n"
        return page.text
    }

    /// A table of both sequences, and the frames that only one of them has.
    private var sequences: String {
        let rows = [
            ("First", pairs.comparer.first, pairs.comparer.firstSettings, difference.firstSize),
            ("Second", pairs.comparer.second, pairs.comparer.secondSettings, difference.secondSize),
        ].map { title, list, settings, size in
            let cells = [list.name, list.frames.count.of("frame"), "\(size)"] + list.rateAndLength(settings)
            return "<tr><th scope=\"row\">\(title)</th>"
                + cells.map { "<td>\($0.escapedForMarkup)</td>" }.joined() + "</tr>\n"
        }
        let heads = ["", "Sequence", "Frames", "Size", "Rate", "Length"].map { "<th scope=\"col\">\($0)</th>" }
        let lone = difference.text(listing: 0).split(separator: "\n").dropFirst()
            .map { "<p>\(String($0).escapedForMarkup)</p>\n" }
        return """
            <table>
            <thead><tr>\(heads.joined())</tr></thead>
            <tbody>
            \(rows.joined())</tbody>
            </table>
            \(lone.joined())
            """
    }

    /// The strip of all frames. Neighboring frames share a cell if there are too many.
    private var filmstrip: String {
        guard difference.comparedCount > 0 else { return "" }
        let found = Dictionary(difference.frames.map { ($0.number, $0) }) { first, _ in first }
        let worst = shown.first?.number
        let (all, stride) = (pairs.pairs, pairs.stride)
        var cells = Swift.stride(from: 0, to: all.count, by: stride).map { start -> (Int, FrameStrip.Cell) in
            let numbers = all[start..<min(start + stride, all.count)].map(\.number)
            let label = numbers.count == 1 ? "\(numbers[0])" : "\(numbers[0])-\(numbers[numbers.count - 1])"
            let most = numbers.compactMap { found[$0] }.max { $0.worst < $1.worst }
            let words =
                most.map { "frame \($0.number): \(difference.words(for: $0))" } ?? "frame \(label): no difference"
            var cell = FrameStrip.Cell(id: "c\(numbers[0])", label: label, words: words)
            (cell.level, cell.frameCount) = (Self.level(most?.worst ?? 0), numbers.count)
            cell.note = most.map { $0.worst.asLevels } ?? "="
            cell.picture = strip[numbers[0]]
            if let worst, numbers.contains(worst) { cell.style = "worst" }
            if let most, shown.contains(where: { $0.number == most.number }) { cell.link = "frame-\(most.number)" }
            return (numbers[0], cell)
        }
        let absences = [
            ("only in the first", difference.onlyInFirst), ("only in the second", difference.onlyInSecond),
            ("missing", FrameSet(Set(pairs.missing.flatMap { Array($0.frames) }).sorted())),
        ]
        for (words, numbers) in absences {
            let runs = numbers.ranges.lazy.flatMap { $0.step == 1 ? [$0] : $0.map { FrameRange($0) } }
            for range in runs.prefix(FrameStrip.mostCells) {
                let label = "\(FrameSet(range))"
                var cell = FrameStrip.Cell(id: "c\(range.first)", label: label, words: "\(label) \(words)")
                (cell.absence, cell.style, cell.frameCount) = (words, "missing", min(range.count, all.count))
                cells.append((range.first, cell))
            }
        }
        return changing(FrameStrip()) { strip in
            strip.cells = cells.sorted { $0.0 < $1.0 }.map(\.1)
            strip.legend =
                [("no difference", 0), ("largest difference 2", Self.level(2))]
                + [16, 64, 255].map { ("\(Int($0))", Self.level($0)) }
                + (cells.contains { $0.1.level == nil } ? [("only in one, or missing", nil)] : [])
            if let rate = pairs.comparer.second.rate(pairs.comparer.secondSettings) { strip.rate = rate }
        }.html
    }

    /// Returns the strength of the color for a difference. The square root makes small differences visible.
    private static func level(_ worst: Double) -> Double { worst == 0 ? 0 : 0.2 + 0.8 * (worst / 255).squareRoot() }

    /// A note on the frames that differ and have no section.
    private var choice: String {
        let numbers = Set(difference.frames.map(\.number)).subtracting(shown.map(\.number))
        if numbers.isEmpty { return "" }
        let words =
            "\(shown.count) of \(difference.frames.count) frames that differ are shown below, the worst first. "
            + "Not shown: \(FrameSet(numbers.sorted()))."
        return "<p class=\"note\">\(words.escapedForMarkup)</p>\n"
    }

    /// A frame of both sequences, side by side with their difference.
    private func section(_ frame: SequenceDifference.Frame, _ pictures: (Picture, Picture)) throws -> String {
        // At most 480 pixels on the longer side, and never larger than the frame.
        let room = PixelSize(width: 480, height: 480)
        let size = pictures.0.size.fitted(in: room)
        let amplification = max(1, (255 / frame.worst).rounded(.down))
        let gray = try LevelDifference.picture(of: pictures.0, pictures.1, size: size, amplification: amplification)
        var marked = try PagePicture(gray, fitting: room)
        let scale = Double(size.width) / Double(pictures.0.size.width)
        marked.spot = Point(x: (Double(frame.column) + 0.5) * scale, y: (Double(frame.row) + 0.5) * scale)
        let images = [
            (try PagePicture(pictures.0, fitting: room), frame.first ?? difference.first),
            (try PagePicture(pictures.1, fitting: room), frame.second ?? difference.second),
            (marked, amplification > 1 ? "difference, amplified \(Int(amplification)) times" : "difference"),
        ]
        let figures = images.enumerated().map { index, image in
            let caption = FilePath(image.1).description
            return "<figure>\(image.0.html(id: "p\(frame.number)-\(index)", label: caption))"
                + "<figcaption>\(caption.escapedForMarkup)</figcaption></figure>\n"
        }
        return """
            <section class="frame" id="frame-\(frame.number)" data-cell="c\(cellNumber(of: frame))">
            <h2>Frame \(frame.number) <small>\(difference.words(for: frame))</small></h2>
            <div class="beside">
            \(figures.joined())</div>
            </section>

            """
    }

    /// Returns the number of the first frame in the cell that contains a frame.
    private func cellNumber(of frame: SequenceDifference.Frame) -> Int {
        let place = pairs.pairs.firstIndex { $0.number == frame.number } ?? 0
        return pairs.pairs[place - place % pairs.stride].number
    }
}

extension FrameList {
    /// Returns the frame rate under the settings, or `nil` if it varies.
    fileprivate func rate(_ settings: SequenceSettings) -> FrameRate? {
        (try? times(at: settings.frameRate, lasting: settings.animationDuration))?.1
    }

    fileprivate func rateAndLength(_ settings: SequenceSettings) -> [String] {
        guard let (timing, rate) = try? times(at: settings.frameRate, lasting: settings.animationDuration) else {
            return ["unknown", "unknown"]
        }
        return [rate.map { "\($0) frames/s" } ?? "variable", "\(timing.cycleDuration.seconds.fixed(3)) s"]
    }
}
