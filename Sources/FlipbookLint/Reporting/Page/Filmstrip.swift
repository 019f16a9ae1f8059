import FlipbookCore
import FlipbookImaging
import FlipbookLintModel
import FlipbookRender

/// The frames of a linted sequence on the page: the strip, and the pictures in findings.
struct Filmstrip {
    private let sequence: SequenceEvidence
    private let thumbnails: [FilePath: PagePicture]
    private let flags: [FilePath: [Finding]]
    private let gapFindings: [Finding]
    /// The sections of files in other sequences.
    var homes: [FilePath: String] = [:]
    let id: String
    private let usualHeight: Double
    private var cells: [FrameStrip.Cell] = []
    private var captions: [String] = []
    private var scales: [Int: Int] = [:]
    private var placesByFile: [FilePath: Int] = [:]

    init(_ sequence: SequenceEvidence, id: String, findings: [Finding], thumbnails: [FilePath: PagePicture]) {
        (self.sequence, self.id, self.thumbnails) = (sequence, id, thumbnails)
        let heights = sequence.frames.filter { thumbnails[$0.source] != nil }.compactMap(Self.height).sorted()
        usualHeight = heights.isEmpty ? 0 : heights[heights.count / 2]
        var flags: [FilePath: [Finding]] = [:]
        // A finding about most of the frames concerns the whole sequence, so no frame is marked.
        for finding in findings where finding.files.count == 1 || finding.files.count * 2 <= sequence.frames.count {
            for file in finding.files { flags[file, default: []].append(finding) }
        }
        self.flags = flags
        gapFindings = findings.filter(\.files.isEmpty)
        makeCells()
    }

    private static func height(of frame: FrameEvidence) -> Double? {
        frame.size.map { Double($0.height) / Double(max(1, frame.scale)) }
    }

    var html: String {
        let left = sequence.frames.count - placesByFile.count
        let strip = changing(FrameStrip()) { strip in
            strip.cells = cells
            if let rate = sequence.frameRate { strip.rate = rate }
        }
        return strip.html
            + (left > 0
                ? "<p class=\"note\">The strip shows a sample that favors frames with findings. "
                    + "\(left.of("more frame")) \(left == 1 ? "is" : "are") not shown.</p>\n" : "")
    }

    /// The names of damaged frames for which there is no finding.
    var damage: [String] {
        sequence.frames.filter { flags[$0.path] == nil && thumbnails[$0.source]?.intact != nil }.map(\.name)
    }

    private mutating func add(_ gap: FrameRange) {
        let numbers = "\(FrameSet(gap))"
        var cell = FrameStrip.Cell(id: "\(id)-m\(gap.first)", label: numbers, words: "\(numbers) missing")
        let flags = gapFindings.filter { $0.frames?.contains(gap.first) ?? false }
        let severity = flags.lazy.map(\.severity).max().map { $0.rawValue + " " } ?? ""
        (cell.gap, cell.style, cell.absence) = (gap, severity + "missing", "missing")
        cell.attributes = flags.attributes
        cells.append(cell)
        captions.append(cell.words)
    }

    private mutating func makeCells() {
        let isCrowded = sequence.frames.count > FrameStrip.mostCells
        let isSample = isCrowded || !thumbnails.isEmpty && sequence.frames.contains { thumbnails[$0.source] == nil }
        var gaps = sequence.missing.ranges.sorted { $0.first < $1.first }
        for (place, frame) in sequence.frames.enumerated() where cells.count < FrameStrip.mostCells {
            while let gap = gaps.first, let number = frame.number, gap.first < number {
                // A range with a step may enclose existing frames. This cell shows the missing numbers before the frame.
                let part = FrameRange(gap.first, through: min(gap.last, number - 1), by: gap.step)
                add(part)
                gaps.removeFirst()
                guard part.last < gap.last else { continue }
                gaps.append(FrameRange(part.last + gap.step, through: gap.last, by: gap.step))
                gaps.sort { $0.first < $1.first }
            }
            if isSample, thumbnails[frame.source] == nil, flags[frame.path] == nil, frame.fault == nil { continue }
            placesByFile[frame.path] = cells.count
            add(frame, at: place)
        }
        for gap in gaps.prefix(max(0, FrameStrip.mostCells - cells.count)) { add(gap) }
    }

    private mutating func add(_ frame: FrameEvidence, at place: Int) {
        let flags = flags[frame.path] ?? []
        let name = FilePath(frame.path.lastComponent).description
        let picture = thumbnails[frame.source]
        let damage = picture?.intact.map { $0 < 1 ? "damaged: top \(Int($0 * 100))% decoded" : "damaged" }
        let facts = [frame.size.map { "\($0) px" }, frame.scale > 1 ? "@\(frame.scale)x" : nil, damage]
        let caption = [name] + facts.compactMap { $0 }
        let words = caption + flags.map { "\($0.severity.rawValue) \($0.rule.rawValue)" }
        let label = frame.number.map { frame.scale > 1 ? "\($0)@\(frame.scale)x" : "\($0)" } ?? name
        var cell = FrameStrip.Cell(id: "\(id)-\(place)", label: label, words: words.joined(separator: ", "))
        cell.style = flags.lazy.map(\.severity).max()?.rawValue ?? (damage == nil ? "" : "warning")
        cell.attributes = flags.attributes
        (cell.picture, cell.ratio) = (picture, ratio(of: frame))
        // The finding already contains the remedy, which follows the last semicolon of the reason.
        let reason = frame.fault.map { "\($0.reason)" } ?? "no picture"
        cell.absence = String(reason[..<(reason.lastIndex(of: ";") ?? reason.endIndex)])
        cell.isUnseen = frame.fault == nil
        scales[cells.count] = frame.scale
        cells.append(cell)
        captions.append(caption.joined(separator: ", "))
    }

    private func ratio(of frame: FrameEvidence) -> Double {
        guard usualHeight > 0, let height = Self.height(of: frame) else { return 1 }
        return min(2, max(0.05, (height / usualHeight * 1000).rounded() / 1000))
    }

    private static let (mostShown, mostLinks) = (3, 20)

    private func places(of finding: Finding) -> [Int] {
        let files = finding.files.compactMap { placesByFile[$0] }
        guard files.isEmpty, let frames = finding.frames else { return files }
        return cells.indices.filter { place in cells[place].gap.map { frames.contains($0.first) } ?? false }
    }

    func cell(of frame: FrameEvidence) -> FrameStrip.Cell? { placesByFile[frame.path].map { cells[$0] } }

    func target(of finding: Finding) -> String? { places(of: finding).first.map { cells[$0].id } }

    func comparison(of finding: Finding) -> String {
        let places = places(of: finding)
        guard let first = places.first, places.count * 2 <= max(2, cells.count) else { return "" }
        let isGap = cells[first].gap != nil
        let shown = places.prefix(isGap ? 1 : Self.mostShown)
        var figures = shown.map { figure($0, isGood: false) }
        // The other file of a pair, or a copy of a missing frame, may be in a different sequence.
        let others = isGap ? sequence.copiesOfMissing.map(\.file) : finding.files.filter { placesByFile[$0] == nil }
        figures += others.prefix(Self.mostShown).enumerated().compactMap { index, file in
            guard let picture = thumbnails[file] else { return nil }
            let name = file.name.description.escapedForMarkup + (isGap ? "?" : "")
            return "<figure><a\(homes[file].map { " href=\"#\($0)\"" } ?? "")>"
                + picture.html(id: "\(cells[first].id)-\(finding.rule)-\(index)")
                + "<figcaption>\(name)</figcaption></a></figure>\n"
        }
        if sequence.kind == .animation, finding.isAboutPictures {
            let scale = scales[first]
            let isGood = { (place: Int) in
                cells[place].picture != nil && cells[place].style.isEmpty && (scale == nil || scales[place] == scale)
            }
            let before = cells.indices[..<first].last(where: isGood)
            let after = cells.indices[(first + 1)...].first(where: isGood)
            if isGap {
                if let before { figures.insert(figure(before, isGood: true), at: 0) }
                if let after { figures.append(figure(after, isGood: true)) }
            } else if let nearest = [before, after].compactMap({ $0 }).min(by: { abs($0 - first) < abs($1 - first) }) {
                figures.append(figure(nearest, isGood: true))
            }
        }
        let rest = places.dropFirst(shown.count).map { cells[$0] }
        // Numbers are joined to ranges.
        let byNumber = Dictionary(rest.compactMap { cell in Int(cell.label).map { ($0, cell.id) } }) { first, _ in first
        }
        let ranges = FrameSet(byNumber.keys.sorted()).ranges.map { (byNumber[$0.first] ?? "", "\(FrameSet($0))") }
        let all = ranges + rest.filter { Int($0.label) == nil }.map { ($0.id, $0.label) }
        var links = all.prefix(Self.mostLinks).map { "<a href=\"#\($0)\">\($1.escapedForMarkup)</a>" }
        if all.count > links.count { links.append("and \(all.count - links.count) more") }
        let more = links.isEmpty ? "" : "<p class=\"note\">Also \(links.joined(separator: ", "))</p>"
        return "<div class=\"beside\">\(figures.joined())\(more)</div>\n"
    }

    private func figure(_ place: Int, isGood: Bool) -> String {
        let cell = cells[place]
        let picture = cell.picture?.copy(of: cell.pictureID, ratio: cell.ratio) ?? cell.placeholder
        return "<figure\(isGood ? " class=\"good\"" : "")><a href=\"#\(cell.id)\">\(picture)"
            + "<figcaption>\(captions[place].escapedForMarkup)</figcaption></a></figure>\n"
    }
}

extension Finding {
    /// A Boolean value that indicates whether `flipbook fix` can fix it, perhaps only unsafely.
    var isFixable: Bool { fix.applicability != .display && !isRefused }

    /// A Boolean value that indicates whether the fault is visible in a comparison with a good frame.
    fileprivate var isAboutPictures: Bool {
        let groups = ["alpha", "canvas", "color", "depth", "fix", "load", "opaque", "pixel", "scale", "size"]
        let others = [
            "seq.blank-frame", "seq.content-jump", "seq.duplicate-frames", "seq.gap", "seq.stale-frame", "seq.swapped",
        ]
        let id = rule.rawValue
        return groups.contains { id.hasPrefix($0 + ".") } || id.hasPrefix("seq.mixed-") || others.contains(id)
    }
}

extension [Finding] {
    var attributes: String {
        if isEmpty { return "" }
        let severities = Set(map(\.severity.rawValue)).sorted().joined(separator: " ")
        let rules = Set(map(\.rule.rawValue)).sorted().joined(separator: " ")
        return " data-severity=\"\(severities)\" data-rule=\"\(rules.escapedForMarkup)\""
            + (contains(where: \.isFixable) ? " data-fixable" : "")
    }
}
