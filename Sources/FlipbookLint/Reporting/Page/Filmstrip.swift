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
    /// The section IDs of files in other sequences.
    var homes: [FilePath: String] = [:]
    let id: String
    private let usualHeight: Double
    private var cells: [FrameStrip.Cell] = []
    private var placesByFile: [FilePath: Int] = [:]
    private var missingVariants: [FilePath: [Int]] = [:]
    private let hasOneDepth: Bool

    init(_ sequence: SequenceEvidence, id: String, findings: [Finding], thumbnails: [FilePath: PagePicture]) {
        (self.sequence, self.id, self.thumbnails) = (sequence, id, thumbnails)
        hasOneDepth = Set(sequence.frames.lazy.compactMap(\.comparedDepth)).count < 2
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
        let strip = changing(FrameStrip()) { ($0.cells, $0.rate) = (cells, sequence.shownRate) }
        return strip.html
            + (left > 0
                ? "<p class=\"note\">The strip shows a sample that favors frames with findings. "
                    + "\(left.of("more frame")) \(left == 1 ? "is" : "are") not shown.</p>\n" : "")
    }

    /// The style of an element that contains the pictures.
    var shape: String { sequence.frames.lazy.compactMap(\.size).first.map(PagePicture.shape) ?? "" }

    /// The cells of the frames, by file.
    var cellIDs: [FilePath: String] { placesByFile.mapValues { cells[$0].id } }

    /// Links to damaged frames for which there is no finding.
    var damage: [String] {
        sequence.frames.filter { flags[$0.path] == nil && thumbnails[$0.source]?.intact != nil }
            .map { "<a href=\"#\(cellIDs[$0.path] ?? id)\">\($0.name.escapedForMarkup)</a>" }
    }

    /// Adds missing frames, or the missing variant of a frame at a scale factor.
    private mutating func add(missing gap: FrameRange, variant: Int? = nil, flags: [Finding]? = nil) {
        let flags = flags ?? gapFindings.filter { $0.frames?.contains(gap.first) ?? false }
        let suffix = variant.map { "@\($0)x" } ?? ""
        var cell = FrameStrip.Cell(id: "\(id)-m\(gap.first)\(suffix)", missing: gap, variant: suffix)
        if let severity = flags.lazy.map(\.severity).max() { cell.style = "\(severity) missing" }
        (cell.scale, cell.frameCount, cell.caption, cell.attributes) = (variant, 0, cell.words, flags.attributes)
        cells.append(cell)
    }

    private mutating func makeCells() {
        let isCrowded = sequence.frames.count > FrameStrip.mostCells
        let isSample = isCrowded || !thumbnails.isEmpty && sequence.frames.contains { thumbnails[$0.source] == nil }
        var gaps = sequence.missing.ranges.sorted { $0.first < $1.first }
        // In a sample, a cell that is followed by omitted frames is played for longer.
        var last: Int?
        for (place, frame) in sequence.frames.enumerated() where cells.count < FrameStrip.mostCells {
            while let gap = gaps.first, let number = frame.number, gap.first < number {
                // A range with a step may enclose existing frames. This cell shows the missing numbers before the frame.
                let part = FrameRange(gap.first, through: min(gap.last, number - 1), by: gap.step)
                add(missing: part)
                // The cells of files that may be the missing frames follow the gap's cell.
                for (file, frame) in sequence.misnamed where part.contains(frame.number) {
                    add(file, at: sequence.frames.count + cells.count, insteadOf: frame.number)
                    (cells[cells.count - 1].frameCount, cells[cells.count - 1].style) = (0, Self.candidate)
                }
                last = nil
                gaps.removeFirst()
                guard part.last < gap.last else { continue }
                gaps.append(FrameRange(part.last + gap.step, through: gap.last, by: gap.step))
                gaps.sort { $0.first < $1.first }
            }
            // A variant of the previous frame at a different scale factor is not played.
            let former = sequence.frames[max(0, place - 1)]
            let count = frame.number != nil && former.number == frame.number && former.scale != frame.scale ? 0 : 1
            if isSample, thumbnails[frame.source] == nil, flags[frame.path] == nil, frame.fault == nil {
                if let last { cells[last].frameCount += count }
                continue
            }
            last = count == 0 ? last : cells.count
            placesByFile[frame.path] = cells.count
            add(frame, at: place)
            cells[cells.count - 1].frameCount = count
            addMissingVariants(of: frame)
        }
        for gap in gaps.prefix(max(0, FrameStrip.mostCells - cells.count)) { add(missing: gap) }
    }

    private mutating func addMissingVariants(of frame: FrameEvidence) {
        let flags = flags[frame.path]?.filter(\.isAboutMissingVariants) ?? []
        guard !flags.isEmpty, let number = frame.number else { return }
        let own = Set(sequence.frames.lazy.filter { $0.number == number }.map(\.scale))
        for scale in sequence.scales where !own.contains(scale) {
            missingVariants[frame.path, default: []].append(cells.count)
            add(missing: FrameRange(number), variant: scale, flags: flags)
        }
    }

    /// - Parameter missing: The number of the missing frame that the file may be, or `nil` for a frame of the sequence.
    private mutating func add(_ frame: FrameEvidence, at place: Int, insteadOf missing: Int? = nil) {
        // A missing variant has its own cell.
        let own = (flags[frame.path] ?? []).filter { !$0.isAboutMissingVariants }
        let (flags, candidacy) = (missing == nil ? own : gapFindings, missing.map { "may be frame \($0)" })
        let name = FilePath(frame.path.lastComponent).description
        let picture = thumbnails[frame.source]
        let depth = hasOneDepth ? nil : frame.comparedDepth.map { "\($0) bits" }
        let facts = [frame.size.map { "\($0) px" }, frame.scale > 1 ? "@\(frame.scale)x" : nil, depth, picture?.damage]
        let caption = ([name, candidacy] + facts).compactMap { $0 }
        let words = caption + flags.map { "\($0.severity.rawValue) \($0.rule.rawValue)" }
        let number = frame.number.map { frame.scale > 1 ? "\($0)@\(frame.scale)x" : "\($0)" }
        let label = number ?? missing.map { "\($0)?" } ?? name
        var cell = FrameStrip.Cell(id: "\(id)-\(place)", label: label, words: words.joined(separator: ", "))
        cell.style = flags.lazy.map(\.severity).max()?.rawValue ?? (picture?.damage == nil ? "" : "warning")
        (cell.attributes, cell.scale, cell.caption) = (flags.attributes, frame.scale, caption.joined(separator: ", "))
        (cell.picture, cell.ratio) = (picture, ratio(of: frame))
        // The finding already contains the remedy, which follows the last semicolon of the reason.
        let reason = frame.fault.map { "\($0.reason)" } ?? "no picture"
        cell.absence = String(reason[..<(reason.lastIndex(of: ";") ?? reason.endIndex)])
        cell.isUnseen = frame.fault == nil
        cells.append(cell)
    }

    private func ratio(of frame: FrameEvidence) -> Double {
        guard usualHeight > 0, let height = Self.height(of: frame) else { return 1 }
        return min(2, max(0.05, (height / usualHeight * 1000).rounded() / 1000))
    }

    private static let (mostShown, mostLinks, candidate) = (3, 20, "candidate")

    private func places(of finding: Finding) -> [Int] {
        let variants = finding.isAboutMissingVariants ? missingVariants : [:]
        let files = finding.files.flatMap { file in (variants[file] ?? []) + (placesByFile[file].map { [$0] } ?? []) }
        guard files.isEmpty, let frames = finding.frames else { return files }
        return cells.indices.filter { place in cells[place].gap.map { frames.contains($0.first) } ?? false }
    }

    func cell(of frame: FrameEvidence) -> FrameStrip.Cell? { placesByFile[frame.path].map { cells[$0] } }

    func target(of finding: Finding) -> String? { places(of: finding).first.map { cells[$0].id } }

    func comparison(of finding: Finding) -> String {
        let places = places(of: finding)
        guard let first = places.first, places.count * 2 <= max(2, cells.count) else { return "" }
        let isGap = cells[first].gap != nil
        let shown = places.prefix(Self.mostShown)
        let comparesPictures = sequence.kind == .animation && (isGap || finding.isAboutPictures)
        let isAtOther = finding.rule == "seq.mixed-scale"
        let isGood = { (place: Int) in
            let isOfScale = cells[first].scale.map { isAtOther != (cells[place].scale == $0) } ?? true
            return comparesPictures && cells[place].picture != nil && cells[place].style.isEmpty && isOfScale
        }
        let neighbors = { (place: Int) in
            [cells.indices[..<place].last(where: isGood), cells.indices[(place + 1)...].first(where: isGood)]
        }
        // The other file of a pair may be in a different sequence.
        let others = finding.files.filter { placesByFile[$0] == nil }
        let otherFigures = others.prefix(Self.mostShown).enumerated().compactMap { index, file -> String? in
            guard let picture = thumbnails[file] else { return nil }
            return "<figure><a\(homes[file].map { " href=\"#\($0)\"" } ?? "")>"
                + picture.html(id: "\(cells[first].id)-\(finding.rule)-\(index)")
                + "<figcaption>\(file.name.description.escapedForMarkup)</figcaption></a></figure>\n"
        }
        let figures = { (places: [Int?]) in
            places.compactMap { $0.map { figure($0, isGood: isGood($0)) } }.joined()
        }
        let nearest = neighbors(first).compactMap(\.self).min { abs($0 - first) < abs($1 - first) }
        // Each gap has its own row: the frame before the gap, the gap, the files that may be the missing frames, and the frame
        // after it.
        var rows = isGap ? [] : [figures(Array(shown)) + otherFigures.joined() + figures([nearest])]
        for place in shown where isGap {
            let (sides, next) = (neighbors(place), cells.indices[(place + 1)...])
            let files = next.prefix { cells[$0].style == Self.candidate }.prefix(Self.mostShown)
            rows.append(figures([sides[0], place] + files.map(Optional.some) + [sides[1]]))
        }
        let rest = places.dropFirst(shown.count).map { cells[$0] }
        // Numbers are combined into ranges.
        let byNumber = Dictionary(rest.compactMap { cell in Int(cell.label).map { ($0, cell.id) } }) { first, _ in first
        }
        let ranges = FrameSet(byNumber.keys.sorted()).ranges.map { (byNumber[$0.first] ?? "", "\(FrameSet($0))") }
        let all = ranges + rest.filter { Int($0.label) == nil }.map { ($0.id, $0.label) }
        let links = all.map { "<a href=\"#\($0)\">\($1.escapedForMarkup)</a>" }.listed(atMost: Self.mostLinks)
        let more = links.isEmpty ? "" : "<p class=\"note\">Also \(links)</p>\n"
        return rows.map { "<div class=\"beside\">\($0)</div>\n" }.joined() + more
    }

    private func figure(_ place: Int, isGood: Bool) -> String {
        let cell = cells[place]
        let picture = cell.picture?.copy(of: cell.pictureID, ratio: cell.ratio) ?? cell.placeholder
        return "<figure\(isGood ? " class=\"good\"" : "")><a href=\"#\(cell.id)\">\(picture)"
            + "<figcaption>\(cell.caption.escapedForMarkup)</figcaption></a></figure>\n"
    }
}

extension Finding {
    /// A Boolean value that indicates whether `flipbook fix` can fix the fault, perhaps only with `--unsafe`.
    var isFixable: Bool { fix.applicability != .display && !isRefused }

    fileprivate var isAboutMissingVariants: Bool { rule == "scale.partial-sequence" }

    /// A Boolean value that indicates whether the fault is visible in a comparison with a good frame.
    fileprivate var isAboutPictures: Bool {
        let groups = ["alpha", "canvas", "color", "depth", "fix", "load", "opaque", "pixel", "scale", "size"]
        let others = ["seq.blank-frame", "seq.content-jump", "seq.duplicate-frames", "seq.stale-frame", "seq.swapped"]
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
