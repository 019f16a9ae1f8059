import FlipbookCore
import FlipbookImaging
import FlipbookSequences

/// Sequences in aligned columns: `walk.####.png  1-240  235 of 240 frames  1920x1080  8 bit rgba  missing 17,100-103`.
struct SequenceTable {
    let text: String

    init(_ entries: [FolderContents.Entry], _ animations: [AnimatedFile] = []) {
        let rows = entries.map(Self.cells) + animations.map(Self.cells)
        let columns = 4
        // A list of mixed sizes is long and rare: it may reach into what follows.
        let widths = (0..<columns).map { column -> Int in
            let cells = rows.map { $0[column] }.filter { column != 3 || !$0.hasPrefix("mixed") }
            return cells.map(\.count).max() ?? 0
        }
        text = rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                guard column < columns else {
                    if !cell.isEmpty { line += "  " + cell }
                    continue
                }
                let padded = cell.padding(to: widths[column])
                // Counts are read from the right.
                line += (column == 0 ? "" : "  ") + (column == 2 ? String(padded.dropFirst(cell.count)) + cell : padded)
            }
            return line.trimmingTrailingSpaces
        }.joined(separator: "\n")
    }

    /// Pattern, range, count and size, which are aligned, then what is worth saying.
    private static func cells(_ entry: FolderContents.Entry) -> [String] {
        let sequence = entry.sequence
        var notes = [entry.summary.words]
        if sequence.scales != [1] { notes.append(sequence.scales.map { "@\($0)x" }.joined(separator: " ")) }
        if entry.divided == nil, !sequence.missing.isEmpty { notes.append("missing \(shortened(sequence.missing))") }
        if let (before, _) = sequence.numbering.rollover { notes.append("starts again after \(before.last ?? 0)") }
        if !entry.strays.isEmpty { notes.append("without \(entry.strays.words)") }
        if !entry.repeatedNumbers.isEmpty { notes.append("doubled \(shortened(entry.repeatedNumbers))") }
        if !entry.animatedNumbers.isEmpty { notes.append("several pictures each \(shortened(entry.animatedNumbers))") }
        if !entry.damagedNumbers.isEmpty { notes.append("damaged \(shortened(entry.damagedNumbers))") }
        notes += layers(entry.layers)
        if entry.openedFiles < entry.files { notes.append("(size of \(entry.openedFiles) of \(entry.files) files)") }
        return [
            (entry.divided.map { sequence.pattern.directory + $0.pattern } ?? sequence.pattern.description)
                .quotedForShell,
            entry.divided?.numbers ?? sequence.expected.description,
            entry.divided.map { "\($0.count) frames" } ?? count(sequence),
            size(entry.sizes),
        ] + notes
    }

    private static func cells(_ file: AnimatedFile) -> [String] {
        let count = file.list.frames.count
        var notes = [file.summary.words, file.duration.map { "\($0.seconds.inMilliseconds) s" } ?? ""]
        notes += [file.list.repeatWords, file.stack?.words].compactMap(\.self) + layers(file.layers)
        if !file.damaged.isEmpty {
            notes.append("damaged \(shortened(file.damaged))" + (file.fault.map { ": \($0.sentence)" } ?? ""))
        }
        if let library = file.missingLibrary {
            notes.append("not read here" + ([MissingPart(library)].advice.map { ": \($0)" } ?? ""))
        }
        return [
            file.path.string.quotedForShell + (file.tag.map { " --tag \($0.quotedForShell)" } ?? ""),
            file.list.expected?.description ?? "",
            count == 1 ? "1 frame " : "\(count) frames",
            size(file.size.map { [$0] } ?? []),
        ] + notes
    }

    /// The names of layers, as they are given to --layer, and the count where there are many.
    private static func layers(_ names: [String]) -> [String] {
        let most = 8
        guard !names.isEmpty else { return [] }
        let shown = names.prefix(most).map(\.quotedForShell).joined(separator: ",")
        return ["layers " + shown + (names.count > most ? ",… (\(names.count) in all)" : "")]
    }

    /// The number of frames, and of how many if some are missing: the range alone would look like a count.
    private static func count(_ sequence: FileSequence) -> String {
        let (there, all) = (sequence.frames.count, sequence.expected.count)
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

    private static func shortened(_ numbers: FrameSet) -> String {
        numbers.shortened(to: 12) + (numbers.ranges.count > 12 ? " (\(numbers.count) in all)" : "")
    }
}

extension FrameList {
    /// How often an animated file says that it is shown, or `nil` if it says nothing.
    var repeatWords: String? {
        animationRepeatCount.map { $0 == 0 ? "for ever" : $0 == 1 ? "once" : "\($0) times" }
    }
}

extension FrameSet {
    func shortened(to most: Int) -> String {
        ranges.prefix(most).map(\.description).joined(separator: ",") + (ranges.count > most ? ",…" : "")
    }
}
