import FlipbookCore
import FlipbookLintModel

/// One quantity of a sequence over its frames, drawn as a line of steps: a jump is seen at a glance.
struct FrameChart {
    /// What is drawn: `width`.
    let title: String
    /// What a value is counted in: `px`; empty for a bare number or a word.
    let unit: String
    /// The frame numbers by place where places are counted from 1, or `nil` if a place is a number itself.
    let numbers: [Int]?
    /// Runs of frames with one value, in the order of the frames.
    let runs: [Run]

    /// Frames one after another that have one value.
    struct Run {
        /// Places of the frames on the axis.
        var places: ClosedRange<Int>
        /// The value, or `nil` if a frame says nothing.
        let value: Double?
        /// The value as text.
        let text: String
    }

    /// A chart of `values`, one for each place on the axis.
    /// - Parameter numbers: the frame number of each place where the axis does not count these.
    init(
        _ title: String,
        unit: String = "",
        numbers: [Int]? = nil,
        values: [(place: Int, value: Double?, text: String)]
    ) {
        (self.title, self.unit, self.numbers) = (title, unit, numbers)
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

    /// The value that most frames have.
    private var usual: String? {
        let counts = Dictionary(grouping: runs, by: \.text).mapValues { $0.reduce(0) { $0 + $1.places.count } }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// A Boolean value that tells whether the value never changes.
    var isConstant: Bool { Set(runs.lazy.map(\.text)).count <= 1 }

    /// The chart as a picture with its title beside it and its values in words beneath.
    /// - Parameters:
    ///   - axis: the places of all frames.
    ///   - gaps: what is drawn behind the line.
    func html(axis: ClosedRange<Int>, gaps: String) -> String {
        let values = runs.compactMap(\.value)
        let (low, high) = (values.min() ?? 0, values.max() ?? 0)
        let scale = Double(Self.width) / Double(axis.count)
        let usual = usual
        let lines = runs.map { run -> String in
            let left = Double(run.places.lowerBound - axis.lowerBound) * scale
            let width = max(Double(run.places.count) * scale, 2)
            let level = run.value.map { high > low ? ($0 - low) / (high - low) : 0.5 } ?? 0
            let y = 30 - 24 * level
            let (first, last) = (number(at: run.places.lowerBound), number(at: run.places.upperBound))
            let place = first == last ? "\(first)" : "\(first)–\(last)"
            let mark = run.text == usual ? "" : " class=\"odd\""
            return "<rect\(mark) x=\"\(rounded(left))\" y=\"\(rounded(y))\" width=\"\(rounded(width))\" height=\"4\">"
                + "<title>\("\(title), frame \(place): \(labelled(run.text))".escapedForMarkup)</title></rect>"
        }
        return """
            <div class="row"><span>\(title)</span><svg viewBox="0 0 \(Self.width) 40" preserveAspectRatio="none" role="img" \
            aria-label="\("\(title): \(summary)".escapedForMarkup)">\(gaps)\(lines.joined())</svg></div>
            <p>\("\(title): \(summary)".escapedForMarkup)</p>

            """
    }

    /// What a frame at a place is called.
    private func number(at place: Int) -> Int {
        guard let numbers, numbers.indices.contains(place - 1) else { return place }
        return numbers[place - 1]
    }

    /// The text of a value that a frame does not tell.
    static let unknown = "unknown"

    /// The picture's width in its own units; a page stretches it.
    static let width = 1000

    private func labelled(_ text: String) -> String {
        unit.isEmpty || text == Self.unknown ? text : "\(text) \(unit)"
    }

    /// The values that occur, for readers without the picture: `160 px (9 frames), 200 px (frame 7)`.
    var summary: String {
        let groups = Dictionary(grouping: runs, by: \.text).sorted {
            ($1.value.reduce(0) { $0 + $1.places.count }, $0.key) < (
                $0.value.reduce(0) { $0 + $1.places.count }, $1.key
            )
        }
        let parts = groups.prefix(Self.mostValues).map { text, runs in
            let places = FrameSet(runs.lazy.prefix(Self.mostValues).flatMap { $0.places.lazy.map(number) })
            return
                "\(labelled(text)) (\(text == usual ? "most" : "\(places)\(runs.count > Self.mostValues ? ", …" : "")"))"
        }
        let rest = groups.count > Self.mostValues ? ", and \(groups.count - Self.mostValues) more values" : ""
        return groups.count == 1
            ? labelled(groups[0].key) : parts.joined(separator: ", ") + rest
    }

    /// How many values, and runs of one, the summary names.
    private static let mostValues = 12

    private func rounded(_ number: Double) -> String { ((number * 10).rounded() / 10).shortest }
}
