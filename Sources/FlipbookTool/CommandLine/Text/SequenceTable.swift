import FlipbookCore
import FlipbookImaging
import FlipbookSequences

/// Sequences in aligned columns: `walk.####.png  1-240  235 of 240 frames  1920x1080  8 bit rgba  missing 17,100-103`.
struct SequenceTable {
    let text: String

    init(_ entries: [FolderContents.Entry], _ animations: [AnimatedFile] = []) {
        let rows = entries.map(Self.cells) + animations.map(Self.cells)
        let columns = 4
        // A list of mixed sizes is long and rare, so it does not widen the column.
        let widths = (0..<columns).map { column -> Int in
            return rows.map { $0[column] }.filter { column != 3 || !$0.hasPrefix("mixed") }.map(\.count).max() ?? 0
        }
        text = rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                guard column < columns else {
                    if !cell.isEmpty { line += "  " + cell }
                    continue
                }
                let padded = cell.padding(to: widths[column])
                line += (column == 0 ? "" : "  ") + (column == 2 ? String(padded.dropFirst(cell.count)) + cell : padded)
            }
            return line.trimmingTrailingSpaces
        }.joined(separator: "\n")
    }

    private static func cells(_ entry: FolderContents.Entry) -> [String] {
        let sequence = entry.sequence
        var notes = [entry.summary.words, time(entry.summary)]
        if sequence.scales != [1] { notes.append(sequence.scales.map { "@\($0)x" }.joined(separator: " ")) }
        if entry.divided == nil, !sequence.missing.isEmpty { notes.append("missing " + shortened(sequence.missing)) }
        if let (before, _) = sequence.numbering.rollover { notes.append("restarts after \(before.last ?? 0)") }
        if !entry.strays.isEmpty { notes.append("not counting \(entry.strays.words)") }
        if !entry.repeatedNumbers.isEmpty { notes.append("repeated " + shortened(entry.repeatedNumbers)) }
        if !entry.animatedNumbers.isEmpty { notes.append("animated " + shortened(entry.animatedNumbers)) }
        notes += faults(entry.faults) + layers(entry.layers)
        if entry.openedFiles < entry.files { notes.append("(size of \(entry.openedFiles) of \(entry.files) files)") }
        return [
            (entry.divided.map { sequence.pattern.directory + $0.pattern } ?? sequence.pattern.description)
                .quotedForShell,
            entry.divided?.numbers ?? sequence.expected.description,
            entry.divided.map { "\($0.count) frames" } ?? count(sequence.frames.count, of: sequence.expected.count),
            size(entry.sizes),
        ] + notes
    }

    private static func cells(_ file: AnimatedFile) -> [String] {
        let list = file.list
        var notes = [
            file.summary.words, time(file.summary), file.duration.map { "\($0.seconds.inMilliseconds) s" } ?? "",
        ]
        if !list.missing.isEmpty { notes.append("missing " + shortened(list.missing)) }
        notes += [list.repeatWords, file.stack?.words].compactMap(\.self) + layers(file.layers)
        let advice = file.missingLibrary.flatMap { [MissingPart($0)].advice } ?? file.fault?.sentence
        notes.append(faults(file.faults).joined(separator: "  ") + (advice.map { ": \($0)" } ?? ""))
        return [
            file.path.string.quotedForShell + (file.tag.map { " --tag \($0.quotedForShell)" } ?? ""),
            list.expected?.description ?? "",
            count(list.frames.count, of: list.expected?.count ?? 0),
            size(file.sizes),
        ] + notes
    }

    private static func time(_ summary: PicturesSummary) -> String {
        let rate = summary.frameRate.map { "\($0)".asRate }
        return [rate, summary.timeCode.map { "from \($0)" }].compactMap(\.self).joined(separator: " ")
    }

    /// Returns the names of layers in the form that `--layer` accepts, with a count if there are many.
    private static func layers(_ names: [String]) -> [String] {
        let most = 8
        guard !names.isEmpty else { return [] }
        let shown = names.prefix(most).map(\.quotedForShell).joined(separator: ",")
        return ["layers " + shown + (names.count > most ? ",… (\(names.count) in all)" : "")]
    }

    private static func count(_ there: Int, of all: Int) -> String {
        if there < all { return "\(there) of \(all) frames" }
        return there == 1 ? "1 frame " : "\(there) frames"
    }

    private static func size(_ sizes: [PixelSize]) -> String {
        switch sizes.count {
        case 0: "?"
        case 1: sizes[0].description
        default:
            "mixed " + sizes.prefix(3).map(\.description).joined(separator: ",")
                + (sizes.count > 3 ? " and \(sizes.count - 3) more" : "")
        }
    }

    private static func faults(_ faults: [FaultyFrames]) -> [String] {
        faults.map { "\($0.kind.rawValue) \(shortened($0.frames))" }
    }

    private static func shortened(_ numbers: FrameSet) -> String {
        numbers.shortened(to: 12) + (numbers.ranges.count > 12 ? " (\(numbers.count) in all)" : "")
    }

    private static func shortened(_ ranges: String) -> String {
        let parts = ranges.split(separator: ",")
        return parts.prefix(12).joined(separator: ",") + (parts.count > 12 ? ",…" : "")
    }
}

extension FrameList {
    var repeatWords: String? { animationRepeatCount.map { $0 == 0 ? "forever" : $0 == 1 ? "once" : "\($0) times" } }
}

extension String { package var asRate: String { self == "1" ? "1 frame/s" : "\(self) frames/s" } }

extension FrameSet {
    func shortened(to most: Int) -> String {
        ranges.prefix(most).map(\.description).joined(separator: ",") + (ranges.count > most ? ",…" : "")
    }
}
