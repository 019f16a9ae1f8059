package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
package import FlipbookMedia
import FlipbookRender
import FlipbookScene

struct DifferencePage {
    private let difference: SequenceDifference
    private let pairs: FramePairs
    private let shown: [SequenceDifference.Frame]
    private let strip: [Int: [PagePicture]]
    private let count: Int
    private let pairsByNumber: [Int: FramePairs.Pair]

    init(_ difference: SequenceDifference, of pairs: FramePairs, showing count: Int, strip: [Int: [PagePicture]]) {
        (self.difference, self.pairs, self.strip, self.count) = (difference, pairs, strip, count)
        shown = difference.worstFrames(count)
        pairsByNumber = Dictionary(pairs.pairs.map { ($0.number, $0) }) { first, _ in first }
    }

    func html(facts: [(name: String, value: String)]) async throws -> String {
        var (frames, views, left, height) = ("", smallViews, Self.budgetForLarge, 360)
        for (place, frame) in shown.enumerated() {
            guard let pair = pairsByNumber[frame.number] else { continue }
            let (one, other) = try await pairs.pictures(of: pair)
            var pictures = try FramePairs.views(of: frame, one, other, fitting: Self.largeRoom)
            let share = left / (shown.count - place)
            if pictures.byteCount > share { pictures = try FramePairs.views(of: frame, one, other, fitting: Self.room) }
            (left, height) = (left - pictures.byteCount, max(height, pictures[0].size.height))
            frames += section(frame, pictures, try detail(of: frame, one, other), pair)
            views[frame.number] = pictures.enumerated().map { $1.copy(of: "p\(frame.number)-\($0)") }
        }
        let lone = [try await lone(0), try await lone(1)]
        var page = HTMLPage("Flipbook diff", summary: difference.summary, facts: facts)
        page.isGood = difference.isEmpty
        let notes = difference.notes.map { "<p class=\"note\">\("\($0)".markup)</p>\n" }
        let strip = filmstrip(views, lone.map(\.cells), height: height)
        frames += lone.map(\.section).joined()
        page.body = "<main>\n\(sequences)\(notes.joined())\(strip)\(choice)\(frames)</main>\n"
        return page.text
    }

    /// The maximum size of a picture: 960 pixels on the longer side, or 480 if the page would be too large. No picture is larger
    /// than its frame.
    private static let (largeRoom, room) = (PixelSize(width: 960, height: 960), PixelSize(width: 480, height: 480))
    /// The maximum number of bytes for all pictures of 960 pixels.
    private static let budgetForLarge = 9_000_000
    private static let sides = ["first", "second"]
    /// The maximum number of pictures of frames that only one of the sequences has.
    private static let mostLone = 100

    /// Returns the cells and the section of the frames that only one sequence has, up to a limit.
    private func lone(_ side: Int) async throws -> (cells: [FrameStrip.Cell], section: String) {
        let (sequence, own) = (side == 0 ? pairs.first : pairs.second, Self.sides[side])
        let words = "only in the \(own)"
        var (cells, figures) = ([FrameStrip.Cell](), "")
        for (name, position) in pairs.pairing.unpaired[side].prefix(difference.comparedCount > 0 ? Self.mostLone : 0) {
            let isLarge = cells.count < count
            let picture: PagePicture?
            do {
                let whole = try await sequence.picture(ofRun: sequence.runs.run(ofFrame: position))
                picture = try PagePicture(whole, fitting: isLarge ? Self.room : pairs.smallRoom)
            } catch let error as FrameRenderError where error.cause.isDamage { picture = nil }
            var cell = absentCell(FrameRange(name), picture == nil ? "\(words), damaged" : words)
            (cell.picture, cell.link) = (picture, isLarge ? "only-\(own)" : nil)
            let caption = "\(own): \(sequence.frames.frames[position].source.name)"
            cell.views =
                Self.sides.map { $0 == own ? (caption, "") : ($0, "not in the \($0)") } + [("difference", words)]
            cells.append(cell)
            guard isLarge else { continue }
            figures +=
                "<figure><a href=\"#\(cell.id)\">\(picture?.copy(of: cell.pictureID) ?? cell.placeholder)"
                + "<figcaption>frame \(cell.label)</figcaption></a></figure>\n"
        }
        let head = "<section class=\"frame\" id=\"only-\(own)\">\n<h2>Only in the \(own)</h2>\n<div class=\"beside\">\n"
        return (cells, figures.isEmpty ? "" : head + "\(figures)</div>\n</section>\n")
    }

    private func absentCell(_ range: FrameRange, _ words: String) -> FrameStrip.Cell {
        let name = "\(SequenceDifference.frames(FrameSet(range))): \(words)"
        var cell = FrameStrip.Cell(id: "c\(range.first)", label: "\(FrameSet(range))", words: name)
        (cell.absence, cell.style, cell.frameCount) = (words, "missing", min(range.count, pairs.pairs.count))
        (cell.attributes, cell.note) = (" style=\"border-top-color:var(--info)\"", "\u{2013}")
        return cell
    }

    /// The maximum number of bytes for all small pictures of the first sequence and of the differences.
    private static let budget = 2_000_000

    /// The views, in the page's player, of frames that are not shown side by side. The most different frames come first.
    private var smallViews: [Int: [String]] {
        var (result, left) = ([Int: [String]](), Self.budget)
        for frame in difference.worstFrames(.max).dropFirst(shown.count) {
            guard let pictures = strip[frame.number], pictures.count == 3 else { continue }
            left -= [pictures[0], pictures[2]].byteCount
            if left < 0 { break }
            let (first, gray) = (pictures[0].html(id: "a\(frame.number)"), pictures[2].html(id: "d\(frame.number)"))
            result[frame.number] = [first, "", gray]
        }
        return result
    }

    /// Returns three captions: for a frame in the first sequence, for the frame in the second sequence, and for the difference.
    private func captions(of pair: FramePairs.Pair, _ frame: SequenceDifference.Frame?) -> [String] {
        let amplification = Int(frame?.amplification ?? 1)
        return sides(of: pair).map { side, frame in
            "\(side): \(frame.source.name)" + (frame.substitutionWords.map { " (\($0))" } ?? "")
        } + [amplification > 1 ? "difference, amplified \(amplification) times" : "difference"]
    }

    private func sides(of pair: FramePairs.Pair) -> [(name: String, frame: Frame)] {
        [("first", pairs.first.frames.frames[pair.first]), ("second", pairs.second.frames.frames[pair.second])]
    }

    private func words(for frame: SequenceDifference.Frame) -> String {
        frame.judgment(in: difference.firstSize) + "; " + difference.words(for: frame)
    }

    /// A table that describes both sequences, and lists the frames that only one of them has.
    private var sequences: String {
        let comparer = pairs.comparer
        let rows = [
            ("First", pairs.first.frames, comparer.first, comparer.firstSettings, difference.firstSize),
            ("Second", pairs.second.frames, comparer.second, comparer.secondSettings, difference.secondSize),
        ].map { title, compared, list, settings, size in
            let held = compared.substituted.count
            let count =
                compared.frames.count.of("frame")
                + (held == 0 ? "" : " (\(held) \(settings.missing == .hold ? "held" : "replaced"))")
            // Compared frames have no durations.
            let timed = list.hasDurations ? list : compared
            let cells = [list.name, count, "\(size)"] + timed.rateAndLength(settings).words
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

    /// The strip of all frames. If there are too many, neighboring frames share a cell.
    private func filmstrip(_ views: [Int: [String]], _ lone: [[FrameStrip.Cell]], height: Int) -> String {
        guard difference.comparedCount > 0 else { return "" }
        let found = Dictionary(difference.frames.map { ($0.number, $0) }) { first, _ in first }
        let worst = shown.first?.number
        let (all, stride) = (pairs.pairs, pairs.stride)
        var cells = Swift.stride(from: 0, to: all.count, by: stride).map { start -> (Int, FrameStrip.Cell) in
            let numbers = all[start..<min(start + stride, all.count)].map(\.number)
            let label = numbers.count == 1 ? "\(numbers[0])" : "\(numbers[0])-\(numbers[numbers.count - 1])"
            let most = numbers.compactMap { found[$0] }.max { $0.worst < $1.worst }
            let words = most.map { "frame \($0.number): \(self.words(for: $0))" } ?? "frame \(label): no difference"
            let pair = most.flatMap { pairsByNumber[$0.number] } ?? all[start]
            let substitutions = sides(of: pair).compactMap { side, frame in
                frame.substitutionWords.map { "\(side) \($0)" }
            }
            let name = ([words] + substitutions).joined(separator: "; ")
            var cell = FrameStrip.Cell(id: "c\(numbers[0])", label: label, words: name)
            cell.style = substitutions.isEmpty ? "" : "warning"
            let same = ["", "", "no difference"]
            let contents = most.map { views[$0.number] ?? ["not on this page", "", "not on this page"] } ?? same
            var titles = captions(of: pair, most)
            // A group shows the picture of its first frame.
            if contents[1].isEmpty { titles[1] = captions(of: all[start], nil)[1] }
            cell.views = Array(zip(titles, contents))
            (cell.level, cell.frameCount) = (Self.level(most?.worst ?? 0), numbers.count)
            cell.note = most.map { $0.worst.inTenths } ?? "="
            cell.picture = strip[numbers[0]].map { $0.count == 3 ? $0[1] : $0[0] }
            if let worst, numbers.contains(worst) { cell.style += " worst" }
            if let most, shown.contains(where: { $0.number == most.number }) { cell.link = "frame-\(most.number)" }
            return (numbers[0], cell)
        }
        let unpaired = pairs.pairing.unpaired
        cells += zip(unpaired, lone).flatMap { zip($0.lazy.map(\.name), $1) }
        let absences = [
            ("only in the first", unpaired[0].dropFirst(lone[0].count).map(\.name)),
            ("only in the second", unpaired[1].dropFirst(lone[1].count).map(\.name)),
            ("missing", Set(pairs.missing.flatMap { Array($0.frames) }).sorted()),
        ]
        for (words, numbers) in absences {
            let runs = FrameSet(numbers).ranges.lazy.flatMap { $0.step == 1 ? [$0] : $0.map { FrameRange($0) } }
            cells += runs.prefix(FrameStrip.mostCells).map { ($0.first, absentCell($0, words)) }
        }
        return changing(FrameStrip()) { strip in
            strip.cells = cells.sorted { $0.0 < $1.0 }.map(\.1)
            (strip.views, strip.height) = (["First", "Second", "Difference", "Wipe"], height)
            strip.chosenView = difference.frames.isEmpty && !lone[0].isEmpty ? 0 : 1
            strip.legend =
                [("no difference", 0), ("slight: below 16 of 255", Self.level(4))]
                + [("clear: below 64", Self.level(32)), ("strong", Self.level(255))]
                + (cells.contains { $0.1.level == nil } ? [("only in one sequence, or missing", nil)] : [])
            if let rate = pairs.comparer.second.rateAndLength(pairs.comparer.secondSettings).rate { strip.rate = rate }
        }.html
    }

    /// Returns the strength of the color for a difference. The square root makes small differences visible.
    private static func level(_ worst: Double) -> Double { worst == 0 ? 0 : 0.2 + 0.8 * (worst / 255).squareRoot() }

    /// A note on the frames that differ but have no section.
    private var choice: String {
        let numbers = Set(difference.frames.map(\.number)).subtracting(shown.map(\.number))
        if numbers.isEmpty { return "" }
        let words =
            "\(shown.count) of \(difference.frames.count) frames that differ are shown below, the worst first. "
            + "Not shown: \(FrameSet(numbers.sorted()))."
        return "<p class=\"note\">\(words.escapedForMarkup)</p>\n"
    }

    /// Returns the section for a frame: its two pictures side by side, and their difference.
    private func section(
        _ frame: SequenceDifference.Frame,
        _ pictures: [PagePicture],
        _ detail: String,
        _ pair: FramePairs.Pair
    ) -> String {
        let figures = zip(pictures, captions(of: pair, frame)).enumerated().map { index, figure in
            "<figure>\(figure.0.html(id: "p\(frame.number)-\(index)", label: figure.1))"
                + "<figcaption>\(figure.1.escapedForMarkup)</figcaption></figure>\n"
        }
        return """
            <section class="frame" id="frame-\(frame.number)" data-cell="c\(cellNumber(of: frame))">
            <h2>Frame \(frame.number) <small>\(words(for: frame))</small></h2>
            <p class="note"><a href="#c\(cellNumber(of: frame))">Show in the player</a></p>
            <div class="beside">
            \(figures.joined())</div>
            \(detail)</section>

            """
    }

    /// Returns the area around a local difference at full size, unless the section already shows the frame at full size.
    private func detail(of frame: SequenceDifference.Frame, _ one: Picture, _ other: Picture) throws -> String {
        let size = one.size
        let room = PixelSize(width: min(240, size.width), height: min(160, size.height))
        guard frame.isLocal(in: size), max(size.width, size.height) > Self.room.width else { return "" }
        let x = min(max(0, frame.column - room.width / 2), size.width - room.width)
        let y = min(max(0, frame.row - room.height / 2), size.height - room.height)
        let part = PixelRect(x: x, y: y, width: room.width, height: room.height)
        let views = try FramePairs.views(of: frame, one, other, part, fitting: room)
        let figures = zip(views, Self.sides + ["difference"]).map { view, name in
            "<figure>\(view.html(id: "z\(frame.number)-\(name)", label: name))<figcaption>\(name)</figcaption></figure>\n"
        }
        return "<p class=\"note\">Around the largest difference:</p>\n<div class=\"beside detail\">\n"
            + figures.joined() + "</div>\n"
    }

    /// Returns the number of the first frame in the cell that contains the given frame.
    private func cellNumber(of frame: SequenceDifference.Frame) -> Int {
        let place = pairs.pairs.firstIndex { $0.number == frame.number } ?? 0
        return pairs.pairs[place - place % pairs.stride].number
    }
}

extension [PagePicture] {
    fileprivate var byteCount: Int { reduce(0) { $0 + $1.png.count } }
}

extension FrameList {
    /// Returns the frame rate that results from the settings, with descriptions of the rate and the length. If the rate varies,
    /// it is `nil`.
    package func rateAndLength(_ settings: SequenceSettings) -> (rate: FrameRate?, words: [String]) {
        guard let (timing, rate) = try? times(at: settings.frameRate, lasting: settings.animationDuration)
        else { return (nil, ["unknown", "unknown"]) }
        return (rate, [rate.map { "\($0) frames/s" } ?? "variable", "\(timing.cycleDuration.seconds.fixed(3)) s"])
    }
}
