import FlipbookCore
import FlipbookImaging
import FlipbookLintModel

/// The charts of a sequence: what its headers say, over the frames.
struct FrameCharts {
    /// The sequence that is shown.
    let sequence: SequenceEvidence

    /// A chart for each quantity that changes, and a sentence about those that do not; empty for a single frame.
    var html: String {
        let charts = charts
        guard sequence.frames.count > 1, let axis, !charts.isEmpty else { return "" }
        let gaps = gaps(on: axis)
        let rows = charts.filter { !$0.isConstant }.map { $0.html(axis: axis, gaps: gaps) }
        let constant = charts.filter(\.isConstant).map { "\($0.title) \($0.summary)" }.joined(separator: ", ")
        let sentence =
            constant.isEmpty
            ? "" : "<p>\("No chart of what never changes: \(constant) in all frames.".escapedForMarkup)</p>\n"
        return "<figure class=\"chart\">\n\(rows.joined())\(sentence)</figure>\n"
    }

    /// What is missing, as stripes behind a line.
    private func gaps(on axis: ClosedRange<Int>) -> String {
        guard isByNumber else { return "" }
        let scale = Double(FrameChart.width) / Double(axis.count)
        let most = 1000
        return sequence.missing.ranges.prefix(most).map { gap in
            let left = Int((Double(gap.first - axis.lowerBound) * scale).rounded())
            let right = Int((Double(gap.last + 1 - axis.lowerBound) * scale).rounded())
            return "<rect class=\"gap\" x=\"\(left)\" y=\"0\" width=\"\(max(2, right - left))\" height=\"40\">"
                + "<title>\(FrameSet(gap).description.escapedForMarkup) missing</title></rect>"
        }.joined()
    }

    /// Whether the axis counts frame numbers; places in the list where these are too far apart to draw.
    private var isByNumber: Bool {
        let numbers = sequence.frames.lazy.compactMap(\.number)
        guard let low = numbers.min(), let high = numbers.max(), numbers.count == sequence.frames.count else {
            return false
        }
        let (span, overflow) = high.subtractingReportingOverflow(low)
        return !overflow && span / 16 < sequence.frames.count
    }

    private var axis: ClosedRange<Int>? {
        guard !sequence.frames.isEmpty else { return nil }
        guard isByNumber else { return 1...sequence.frames.count }
        let numbers = sequence.frames.lazy.compactMap(\.number)
        guard let low = numbers.min(), let high = numbers.max() else { return nil }
        return low...high
    }

    private var charts: [FrameChart] {
        let isByNumber = isByNumber
        let places = sequence.frames.enumerated().map { index, frame in
            (place: isByNumber ? frame.number ?? index + 1 : index + 1, frame: frame)
        }
        let numbers = sequence.frames.compactMap(\.number)
        let names = isByNumber || numbers.count < sequence.frames.count ? nil : numbers
        func chart(
            _ title: String,
            unit: String = "",
            text: (Double) -> String = { $0.shortest },
            _ value: (FrameEvidence) -> Double?
        ) -> FrameChart {
            let values = places.map { place, frame -> (place: Int, value: Double?, text: String) in
                let number = value(frame)
                return (place, number, number.map(text) ?? FrameChart.unknown)
            }
            return FrameChart(title, unit: unit, numbers: names, values: values)
        }
        let all = [
            chart("width", unit: "px") { $0.size.map { Double($0.width) } },
            chart("height", unit: "px") { $0.size.map { Double($0.height) } },
            chart("scale", text: { "@\($0.shortest)x" }) { Double($0.scale) },
            chart("alpha", text: { $0 > 0 ? "yes" : "no" }) { $0.header.map { $0.hasAlpha ? 1 : 0 } },
            chart("duration", text: { "\($0) s" }) { $0.duration?.seconds },
        ]
        // A chart of which nothing is known says nothing.
        return all.filter { $0.runs.contains { $0.value != nil } }
    }
}
