import FlipbookCore
import FlipbookImaging
import FlipbookLintModel
import FlipbookRender

/// A quantity that may differ from frame to frame, drawn as a step line.
struct FrameChart {
    let title: String
    /// The frame number at each position, from position 1. If `nil`, the positions are the frame numbers.
    let numbers: [Int]?
    let runs: [Run]

    struct Run {
        var places: ClosedRange<Int>
        let value: Double?
        let text: String
    }

    /// Creates a chart of `values`, one for each position on the axis.
    /// - Parameter numbers: the frame number at each position, unless the axis shows frame numbers.
    init(_ title: String, numbers: [Int]? = nil, values: [(place: Int, value: Double?, text: String)]) {
        (self.title, self.numbers) = (title, numbers)
        var runs: [Run] = []
        for (place, value, text) in values {
            if let last = runs.last, last.value == value, last.text == text, last.places.upperBound + 1 == place {
                runs[runs.count - 1].places = last.places.lowerBound...place
            } else if runs.last?.places.contains(place) != true {
                runs.append(Run(places: place...place, value: value, text: text))
            }
        }
        self.runs = runs
    }

    private var usual: String? { groups.first?.text }

    /// The values with their runs, the most frequent first.
    private var groups: [(text: String, runs: [Run])] {
        func count(_ runs: [Run]) -> Int { runs.reduce(0) { $0 + $1.places.count } }
        return Dictionary(grouping: runs, by: \.text).sorted { (count($1.value), $0.key) < (count($0.value), $1.key) }
            .map { ($0.key, $0.value) }
    }

    var isConstant: Bool { Set(runs.lazy.filter { $0.value != nil }.map(\.text)).count <= 1 }

    var constant: String { runs.first { $0.value != nil }?.text ?? Self.unknown }

    /// The chart as a picture, with its title next to it and a summary in words below. Each run of a value links to its first
    /// frame.
    func html(axis: ClosedRange<Int>, gaps: String, cells: [Int: FrameStrip.Cell]) -> String {
        let values = runs.compactMap(\.value)
        let (low, high) = (values.min() ?? 0, values.max() ?? 0)
        let scale = Double(Self.width) / Double(axis.count)
        let usual = usual
        let lines = runs.map { run -> String in
            let left = Double(run.places.lowerBound - axis.lowerBound) * scale
            let width = max(Double(run.places.count) * scale, 2)
            let level = run.value.map { high > low ? ($0 - low) / (high - low) : 0.5 }
            // An unknown value is drawn as a bar of full height.
            let (y, height) = level.map { (30 - 24 * $0, 4) } ?? (0, 40)
            let (first, last) = (number(at: run.places.lowerBound), number(at: run.places.upperBound))
            let place = first == last ? "\(first)" : "\(first)–\(last)"
            let isOdd = run.text != usual && run.places.contains { cells[$0]?.isFaulty ?? false }
            let mark = level == nil ? " class=\"unknown\"" : isOdd ? " class=\"odd\"" : ""
            let link = cells[run.places.lowerBound].map { " href=\"#\($0.id)\" tabindex=\"-1\"" } ?? ""
            return
                "<a\(link)><rect\(mark) x=\"\(left.fixed(1))\" y=\"\(y.fixed(1))\" width=\"\(width.fixed(1))\" height=\"\(height)\">"
                + "<title>\("\(title), frame \(place): \(run.text)".escapedForMarkup)</title></rect></a>"
        }
        return """
            <div class="row"><span>\(title)</span><svg viewBox="0 0 \(Self.width) 40" preserveAspectRatio="none" role="img" \
            aria-label="\("\(title): \(summary)".escapedForMarkup)">\(gaps)\(lines.joined())</svg>
            <p>\(summary.escapedForMarkup)</p></div>

            """
    }

    func number(at place: Int) -> Int {
        guard let numbers, numbers.indices.contains(place - 1) else { return place }
        return numbers[place - 1]
    }

    static let unknown = "unknown"

    /// The width of the `viewBox`, which the page scales.
    static let width = 1000

    /// A description of the values for people who cannot see the chart: `160 px (most), 200 px (7)`.
    var summary: String {
        let (groups, usual) = (groups, usual)
        let parts = groups.prefix(Self.mostValues).map { text, runs in
            let places = FrameSet(runs.lazy.prefix(Self.mostValues).flatMap { $0.places.lazy.map(number) })
            return "\(text) (\(text == usual ? "most" : "\(places)\(runs.count > Self.mostValues ? ", …" : "")"))"
        }
        let rest = groups.count > Self.mostValues ? ", and \(groups.count - Self.mostValues) more values" : ""
        return groups.count == 1 ? groups[0].text : parts.joined(separator: ", ") + rest
    }

    /// The maximum number of values in the summary, and of runs for each value.
    private static let mostValues = 12
}

struct FrameCharts {
    let sequence: SequenceEvidence
    /// A Boolean value that indicates whether the axis shows frame numbers. If they are too far apart to draw, it shows the
    /// positions in the list.
    private let isByNumber: Bool
    private let axis: ClosedRange<Int>
    private let strip: Filmstrip
    private let frames: String

    /// Returns the charts of a sequence, separately for each scale factor if frames have variants.
    static func all(of sequence: SequenceEvidence, in strip: Filmstrip) -> [FrameCharts] {
        let scales = sequence.frames.count > sequence.frameCount ? sequence.scales : []
        if scales.count < 2 { return [FrameCharts(sequence, strip, "frames")] }
        let numbers = FrameSet(sequence.frames.compactMap(\.number))
        return scales.map { scale in
            var own = changing(sequence) { $0.frames.removeAll { $0.scale != scale } }
            let others = numbers.without(own.frames.compactMap(\.number))
            own.missing = FrameSet(joining: (own.missing.ranges + others.ranges).sorted { $0.first < $1.first })
            return FrameCharts(own, strip, "@\(scale)x frames")
        }
    }

    private init(_ sequence: SequenceEvidence, _ strip: Filmstrip, _ frames: String) {
        (self.sequence, self.strip, self.frames) = (sequence, strip, frames)
        let (numbers, count) = (sequence.frames.compactMap(\.number), sequence.frames.count)
        let ends = numbers + sequence.missing.ranges.flatMap { [$0.first, $0.last] }
        let (low, high) = (ends.min() ?? 0, ends.max() ?? 0)
        let (span, overflow) = high.subtractingReportingOverflow(low)
        isByNumber = count > 0 && numbers.count == count && !overflow && span / 16 < count
        axis = isByNumber ? low...high : 1...max(1, count)
    }

    /// A chart for each quantity that changes, and a sentence about the others. Empty for a single frame.
    var html: String {
        let charts = charts
        guard sequence.frames.count > 1, !charts.isEmpty else { return "" }
        let gaps = gaps
        let cells = Dictionary(places.map { ($0, strip.cell(of: $1)) }) { first, _ in first }.compactMapValues(\.self)
        let changing = charts.filter { !$0.isConstant }
        // If nothing changes but there are gaps, the first chart is drawn, because its axis shows the gaps.
        let drawn = changing.isEmpty && !gaps.isEmpty ? [charts[0]] : changing
        let rows = drawn.map { $0.html(axis: axis, gaps: gaps, cells: cells) }
        let sentence = constants.isEmpty ? "" : "<p>\("Same in all \(frames): \(constants)".escapedForMarkup)</p>\n"
        let ticks = stride(from: axis.lowerBound, through: axis.upperBound, by: (axis.count + 5) / 6).map { place in
            let left = (Double(place - axis.lowerBound) + 0.5) / Double(axis.count) * 100
            return "<i style=\"left:\(left.fixed(1))%\">\(charts[0].number(at: place))</i>"
        }
        let row = "<div class=\"row\"><span>\(frames.dropLast())</span><p class=\"axis\">\(ticks.joined())</p></div>\n"
        return "<figure class=\"chart\">\n\(rows.joined())\(rows.isEmpty ? "" : row)\(sentence)</figure>\n"
    }

    var constants: String {
        let charts = charts.filter(\.isConstant)
        let values = Dictionary(charts.map { ($0.title, $0.constant) }) { first, _ in first }
        let isOneSize = values["width"] != nil && values["height"] != nil
        let size = sequence.frames.lazy.compactMap(\.size).first.flatMap { isOneSize ? "\($0)" : nil }
        let alpha = values["alpha"].map { $0 == "yes" ? "alpha" : "no alpha" }
        let sides = size == nil ? ["width", "height"].compactMap { side in values[side].map { "\(side) \($0)" } } : []
        let others = ["scale", "colors", "depth"].map { values[$0] }.filter { $0.map(frames.hasPrefix) != true }
        let words = ([size] + sides + others + [alpha]).compactMap(\.self)
        let unknown = charts.lazy.map { chart in
            FrameSet(chart.runs.lazy.filter { $0.value == nil }.flatMap { $0.places.lazy.map(chart.number) })
        }.first { !$0.isEmpty }
        let gap = unknown.map { $0.ranges.count > 3 ? " (unknown in \($0.count) frames)" : " (unknown: \($0))" }
        return words.joined(separator: ", ") + (gap ?? "")
    }

    private var gaps: String {
        let scale = Double(FrameChart.width) / Double(axis.count)
        let most = 1000
        let numbers = sequence.frames.compactMap(\.number)
        // On an axis that shows positions, a gap lies between two frames.
        guard isByNumber || numbers.count == sequence.frames.count else { return "" }
        func place(_ number: Int) -> Int {
            let place = isByNumber ? number - axis.lowerBound : numbers.firstIndex { $0 >= number } ?? numbers.count
            return Int((Double(place) * scale).rounded())
        }
        return sequence.missing.ranges.prefix(most).map { gap in
            let (left, right) = (place(gap.first), place(gap.last + 1))
            return "<rect class=\"gap\" x=\"\(left)\" y=\"0\" width=\"\(max(4, right - left))\" height=\"40\">"
                + "<title>\(FrameSet(gap).description.escapedForMarkup) missing</title></rect>"
        }.joined()
    }

    private static let colors: [(model: ImageHeader.ColorModel, name: String)] = [
        (.gray, "gray"), (.indexed, "palette"), (.rgb, "RGB"), (.cmyk, "CMYK"),
    ]

    private var places: [(place: Int, frame: FrameEvidence)] {
        sequence.frames.enumerated().map { index, frame in (isByNumber ? frame.number ?? index + 1 : index + 1, frame) }
    }

    private var charts: [FrameChart] {
        let numbers = sequence.frames.compactMap(\.number)
        let names = isByNumber || numbers.count < sequence.frames.count ? nil : numbers
        func chart(_ title: String, text: (Double) -> String, _ value: (FrameEvidence) -> Double?) -> FrameChart {
            let values = places.map { place, frame -> (place: Int, value: Double?, text: String) in
                let number = value(frame)
                return (place, number, number.map(text) ?? FrameChart.unknown)
            }
            return FrameChart(title, numbers: names, values: values)
        }
        // On an axis that shows frame numbers, missing frames have their own places.
        let missing = isByNumber ? sequence.missing.filter(axis.contains) : []
        let states = places.map { ($0.place, Double?(1), "present") } + missing.map { ($0, 0, "missing") }
        let existence = FrameChart(frames, numbers: names, values: states.sorted { $0.0 < $1.0 })
        var all = [
            chart("width", text: { "\($0.shortest) px" }) { $0.size.map { Double($0.width) } },
            chart("height", text: { "\($0.shortest) px" }) { $0.size.map { Double($0.height) } },
            chart("scale", text: { "@\($0.shortest)x" }) { Double($0.scale) },
            chart("colors", text: { Self.colors[Int($0)].name }) { frame in
                Self.colors.firstIndex { $0.model == frame.header?.colorModel }.map(Double.init)
            },
            chart("depth", text: { "\($0.shortest) bits" }) { $0.comparedDepth.map(Double.init) },
            chart("alpha", text: { $0 > 0 ? "yes" : "no" }) { $0.header.map { $0.hasAlpha ? 1 : 0 } },
            chart("duration", text: { "\((($0 * 10_000).rounded() / 10_000).shortest) s" }) {
                $0.duration?.seconds
            },
        ]
        if !sequence.missing.isEmpty { all.insert(existence, at: 0) }
        return all.filter { $0.runs.contains { $0.value != nil } }
    }
}
