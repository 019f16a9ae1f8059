package import FlipbookCore
import FlipbookImaging
package import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences

struct DifferencePage {
    private let difference: SequenceDifference
    private let pairs: FramePairs
    private let shown: [SequenceDifference.Frame]
    private let strip: [Int: [PagePicture]]
    private let count: Int
    private let pairsByNumber: [Int: FramePairing.Pair]
    private let sides: [Side]

    init(_ difference: SequenceDifference, of pairs: FramePairs, showing count: Int, strip: [Int: [PagePicture]]) {
        (self.difference, self.pairs, self.strip, self.count) = (difference, pairs, strip, count)
        shown = difference.worstFrames(count)
        let comparer = pairs.comparer
        sides = [
            Side(name: "first", sequence: pairs.first, list: comparer.first, settings: comparer.firstSettings),
            Side(name: "second", sequence: pairs.second, list: comparer.second, settings: comparer.secondSettings),
        ]
        pairsByNumber = Dictionary(pairs.pairs.map { ($0.number, $0) }) { first, _ in first }
    }

    func html(facts: [(name: String, value: String)], naming words: (Explanation) -> String) async throws -> String {
        var (frames, views, left, height) = ("", smallViews, Self.budgetForLarge, 360)
        for (place, frame) in shown.enumerated() {
            guard let pair = pairsByNumber[frame.number] else { continue }
            let (one, other) = try await pairs.pictures(of: pair)
            var pictures = try FramePairs.views(of: frame, one, other, fitting: Self.largeRoom)
            let share = left / (shown.count - place)
            if pictures.byteCount > share { pictures = try FramePairs.views(of: frame, one, other, fitting: Self.room) }
            (left, height) = (left - pictures.byteCount, max(height, pictures[0].size.height))
            let figures = zip(pictures, captions(of: pair, frame)).enumerated().map { index, shown in
                figure(shown.0.html(id: "p\(frame.number)-\(index)", label: shown.1), shown.1)
            }
            let (words, detail) = (self.words(for: frame), try self.detail(of: frame, one, other))
            frames += """
                <section class="frame" id="frame-\(frame.number)" data-cell="c\(frame.number)">
                <h2>Frame \(frame.number) <small>\(words)</small></h2>
                <p class="note go"><a href="#c\(frame.number)">Show in the player</a></p>
                <div class="beside">
                \(figures.joined())</div>
                \(detail)</section>

                """
            views[frame.number] = pictures.enumerated().map { $1.copy(of: "p\(frame.number)-\($0)") }
        }
        let uncompared = try await uncompared()
        var page = HTMLPage("Flipbook diff", summary: difference.summary, facts: facts)
        let lone = difference.text(listing: 0).split(separator: "\n").dropFirst().map(String.init)
        page.error = pairs.comparer.accepted
        page.isGood = difference.isEmpty && page.error == nil
        page.notes = lone + difference.notes.map(words)
        let numbers = Set(difference.frames.map(\.number)).subtracting(shown.map(\.number)).sorted()
        if !numbers.isEmpty {
            let words = "\(shown.count) of \(difference.frames.count) frames that differ are shown below"
            page.notes.append("\(words), the worst first. Not shown: \(FrameSet(numbers)).")
        }
        let strip = try await filmstrip(views, uncompared.cells, height: height)
        page.body =
            "<main style=\"\(PagePicture.shape(difference.firstSize))\">\n"
            + "\(sequences)\(strip)\(uncompared.sections)\(frames)</main>\n"
        return page.text
    }

    /// The maximum size of a picture: 960 pixels on the longer side, or 480 if the page would otherwise be too large. No
    /// picture is larger than its frame.
    private static let (largeRoom, room) = (PixelSize(width: 960, height: 960), PixelSize(width: 480, height: 480))
    /// The maximum total size of all 960-pixel pictures, in bytes.
    private static let budgetForLarge = 9_000_000
    /// The maximum number of pictures of uncompared frames: those that only one sequence has, and those that cannot be
    /// compared.
    private static let mostUncompared = 100

    private struct Side {
        let name: String
        let sequence: CheckedSequence
        let list: FrameList
        let settings: SequenceSettings

        func frame(_ position: Int) -> Frame { sequence.frames.frames[position] }

        /// The number of frames, including missing ones that are not compared.
        var frameCount: Int {
            settings.missing == .error ? list.frames.count + list.missing.count : sequence.frames.frames.count
        }

        // Compared frames have no durations.
        var rateAndLength: (rate: FrameRate?, words: [String]) {
            (list.hasDurations ? list : sequence.frames).rateAndLength(settings, of: frameCount)
        }

        /// Returns the name of a frame's file, with the frame's size and placement if the frame does not fill the canvas, and
        /// with its bit depth if more than 8 bits are compared.
        func caption(_ position: Int) -> String {
            let (frame, header) = (frame(position), sequence.survey.entries[position].header?.header)
            let depth = sequence.target.format == .rgba64 ? header.map { $0.bitDepth.of("bit") } : nil
            let facts = ["\(frame.source.name)", sequence.placement(at: position), depth].compactMap(\.self)
            return "\(name): \(facts.joined(separator: ", "))" + (frame.absence.map { " (\($0))" } ?? "")
        }

        typealias Own = (picture: PagePicture?, caption: String, fault: String)

        /// Returns a frame's own picture, or its intact upper part. Also returns a caption, or the reason why there is no
        /// picture, and a phrase that describes any fault.
        func picture(_ position: Int?, fitting room: PixelSize) async throws -> Own {
            guard let position else { return (nil, "not in the \(name)", "") }
            let frame = frame(position)
            var fault = frame.absence ?? ""
            do {
                if fault.isEmpty {
                    let picture = try await sequence.picture(ofRun: sequence.runs.run(ofFrame: position))
                    return (try PagePicture(picture, fitting: room), caption(position), "")
                }
            } catch let error as FrameRenderError where error.cause.isDamage {
                fault = "damaged"
            }
            let source = frame.substitution == nil ? frame.source : frame.damage?.source
            let picture = source?.path.flatMap { PagePicture.ofFile(at: $0, fitting: room) }
            return (picture, picture == nil ? fault : "\(name): \(source?.name ?? "")", "; \(name): \(fault)")
        }
    }

    private var isComparable: Bool { difference.firstSize == difference.secondSize && !pairs.pairs.isEmpty }

    /// Cells with the numbers of their first frames.
    private typealias Cells = [(Int, FrameStrip.Cell)]

    /// Frames that are not compared, by number, with their positions in the sequences that have them.
    private var groups: [(id: String, title: String, frames: [(number: Int, positions: [Int?])])] {
        guard isComparable else { return [] }
        let incomparable = difference.incomparable.compactMap { pairsByNumber[$0] }
        return [
            ("incomparable", "Cannot be compared", incomparable.map { ($0.number, $0.positions) }),
            ("only-first", "Only in the first", pairs.pairing.unpaired[0].map { ($0.name, [$0.position, nil]) }),
            ("only-second", "Only in the second", pairs.pairing.unpaired[1].map { ($0.name, [nil, $0.position]) }),
        ]
    }

    /// Returns the cells and the sections of the frames that are not compared, up to a limit. If the sizes differ, it returns the
    /// first frames.
    private func uncompared() async throws -> (cells: Cells, sections: String) {
        var (cells, sections, firstFrames) = (Cells(), "", "")
        for side in sides where difference.firstSize != difference.secondSize {
            let (own, size) = (try await side.picture(0, fitting: Self.room), side.sequence.outputSize)
            let share = Double(size.width) / Double(max(difference.firstSize.width, difference.secondSize.width))
            firstFrames += figure(own.picture?.html(id: side.name, ratio: share) ?? "", "\(own.caption), \(size)")
        }
        if !firstFrames.isEmpty { sections = Self.section("first-frames", "First frames", firstFrames) }
        for (id, title, frames) in groups {
            let words = title.prefix(1).lowercased() + title.dropFirst()
            var figures = ""
            for (place, (number, positions)) in frames.prefix(Self.mostUncompared).enumerated() {
                let isLarge = place < count
                var own: [Side.Own] = []
                for (side, position) in zip(sides, positions) {
                    own.append(try await side.picture(position, fitting: isLarge ? Self.room : pairs.smallRoom))
                }
                let picture = own.compactMap(\.picture).min { ($0.intact ?? 2) < ($1.intact ?? 2) }
                let views = zip(sides, own).map { side, own in
                    own.picture.map { (own.caption, $0 == picture ? "" : $0.html(id: "u\(number)-\(side.name)")) }
                        ?? (side.name, own.caption.escapedForMarkup)
                }
                let reasons = own.map(\.fault).joined()
                var cell = absentCell(FrameRange(number), words + reasons)
                (cell.picture, cell.link, cell.views) = (picture, isLarge ? id : nil, views + [("difference", words)])
                if picture?.intact != nil { cell.style = "error" }
                cells.append((number, cell))
                let shown = picture?.copy(of: cell.pictureID) ?? cell.placeholder
                let link = "<a href=\"#\(cell.id)\" aria-label=\"frame \(number)\">\(shown)</a>"
                if isLarge { figures += figure(link, "frame \(number)\(reasons)") }
            }
            let part = frames.count > count ? " <small>\(count) of \(frames.count.of("frame")) shown here</small>" : ""
            sections += figures.isEmpty ? "" : Self.section(id, title + part, figures, style: "beside others")
            cells += absentCells(FrameSet(frames.dropFirst(Self.mostUncompared).map(\.number)), words)
        }
        return (cells + absentCells(pairs.missing, "missing"), sections)
    }

    private static func section(_ id: String, _ title: String, _ figures: String, style: String = "beside") -> String {
        "<section class=\"frame\" id=\"\(id)\">\n<h2>\(title)</h2>\n<div class=\"\(style)\">\n\(figures)</div>\n</section>\n"
    }

    private func absentCells(_ frames: FrameSet, _ words: String) -> Cells {
        let runs = frames.ranges.lazy.flatMap { $0.step == 1 ? [$0] : $0.map { FrameRange($0) } }
        return isComparable ? runs.prefix(FrameStrip.mostCells).map { ($0.first, absentCell($0, words)) } : []
    }

    private func absentCell(_ range: FrameRange, _ words: String) -> FrameStrip.Cell {
        let name = "\(SequenceDifference.frames(FrameSet(range))): \(words)"
        var cell = FrameStrip.Cell(id: "c\(range.first)", label: "\(FrameSet(range))", words: name)
        (cell.absence, cell.style, cell.frameCount) = (words, "missing", min(range.count, pairs.pairs.count))
        (cell.color, cell.note) = ("var(--info)", "\u{2013}")
        return cell
    }

    /// The maximum total size of all small pictures of the first sequence and of the differences, in bytes.
    private static let budget = 2_000_000

    /// The page player's views of frames that are not shown side by side. The frames that differ most come first.
    private var smallViews: [Int: [String]] {
        var (result, left) = ([Int: [String]](), Self.budget)
        for frame in difference.worstFrames(.max).dropFirst(shown.count) + difference.tolerated {
            guard let pictures = strip[frame.number], pictures.count == 3 else { continue }
            left -= [pictures[0], pictures[2]].byteCount
            if left < 0 { break }
            let (first, gray) = (pictures[0].html(id: "a\(frame.number)"), pictures[2].html(id: "d\(frame.number)"))
            result[frame.number] = [first, "", gray]
        }
        return result
    }

    /// Returns three captions: for the frame in the first sequence, for the frame in the second sequence, and for their
    /// difference.
    private func captions(of pair: FramePairing.Pair, _ frame: SequenceDifference.Frame?) -> [String] {
        let amplification = Int(frame?.amplification ?? 1)
        return zip(sides, pair.positions).map { $0.caption($1) }
            + [amplification > 1 ? "difference, amplified \(amplification)x" : "difference"]
    }

    private func words(for frame: SequenceDifference.Frame) -> String {
        let placements = zip(sides, pairsByNumber[frame.number]?.positions ?? []).map { $0.sequence.placement(at: $1) }
        let fitting = placements.compactMap(\.self).joined(separator: ", ")
        return (Set(placements).count > 1 ? "the sizes differ (\(fitting)); " : "")
            + (frame.pixelCount > 0 ? frame.judgment(in: difference.firstSize) + "; " : "")
            + difference.words(for: frame)
    }

    /// A table that describes both sequences.
    private var sequences: String {
        let rows = zip(sides, [difference.firstSize, difference.secondSize]).map { side, size in
            let (sequence, existing, all) = (side.sequence, side.list.frames.count, side.frameCount)
            let count = (existing < all ? "\(existing) of " : "") + all.of("frame")
            let faults = [(sequence.damaged.count, "damaged"), (sequence.fitted.count, "of a different size")]
            let counts = [count] + faults.filter { $0.0 > 0 }.map { "\($0) \($1)" }
            let cells = [side.list.name, counts.joined(separator: ", "), "\(size)"] + side.rateAndLength.words
            return "<tr><th scope=\"row\">\(side.name.prefix(1).uppercased() + side.name.dropFirst())</th>"
                + cells.map { "<td>\($0.escapedForMarkup)</td>" }.joined() + "</tr>\n"
        }
        let heads = ["", "Sequence", "Frames", "Size", "Rate", "Length"].map { "<th scope=\"col\">\($0)</th>" }
        return """
            <table>
            <thead><tr>\(heads.joined())</tr></thead>
            <tbody>
            \(rows.joined())</tbody>
            </table>

            """
    }

    /// The strip of all frames. If there are too many, neighboring frames share a cell.
    private func filmstrip(_ views: [Int: [String]], _ uncompared: Cells, height: Int) async throws -> String {
        guard isComparable else { return "" }
        let found = Dictionary((difference.frames + difference.tolerated).map { ($0.number, $0) }) { first, _ in first }
        let (all, others, lone) = (pairs.pairs, Set(difference.incomparable), Set(shown.map(\.number)))
        // A frame with a section has its own cell.
        let starts = all.indices.filter { place in
            place % pairs.stride == 0 || all[max(0, place - 1)...place].contains { lone.contains($0.number) }
        }
        var cells = uncompared
        for (start, end) in zip(starts, starts.dropFirst() + [all.count]) {
            let group = all[start..<end].filter { !others.contains($0.number) }
            guard let first = group.first else { continue }
            let label = group.count == 1 ? "\(first.number)" : "\(first.number)-\(group[group.count - 1].number)"
            let most = group.compactMap { found[$0.number] }.max { $0.differsLess(than: $1) }
            let words = most.map { "frame \($0.number): \(self.words(for: $0))" } ?? "frame \(label): no difference"
            let pair = most.flatMap { pairsByNumber[$0.number] } ?? first
            var cell = FrameStrip.Cell(id: "c\(first.number)", label: label, words: words)
            cell.style = zip(sides, pair.positions).contains { $0.frame($1).substitution != nil } ? "warning" : ""
            let same = ["", "", "no difference"]
            let contents = most.map { views[$0.number] ?? ["not on this page", "", "not on this page"] } ?? same
            var titles = captions(of: pair, most)
            // A group shows the picture of its first frame.
            if contents[1].isEmpty { titles[1] = captions(of: first, nil)[1] }
            cell.views = Array(zip(titles, contents))
            (cell.color, cell.frameCount) = ("var(--\(most?.strength ?? "line"))", group.count)
            cell.note = most.map { difference.words(for: $0.worst) } ?? "="
            cell.picture = strip[first.number].flatMap { $0.dropFirst($0.count / 2).first }
            if cell.picture == nil {
                cell.picture = try PagePicture(try await pairs.pictures(of: first).1, fitting: pairs.smallRoom)
            }
            if first.number == shown.first?.number { cell.style += " worst" }
            if lone.contains(first.number) { cell.link = "frame-\(first.number)" }
            cells.append((first.number, cell))
        }
        return changing(FrameStrip()) { strip in
            strip.cells = cells.sorted { $0.0 < $1.0 }.map(\.1)
            (strip.views, strip.height) = (["First", "Second", "Difference", "Wipe"], height)
            let none = difference.tolerance > 0 ? "at most \(difference.tolerance.shortest)" : "no difference"
            strip.legend =
                [(none, "var(--line)"), ("slight: on average below 16 of 255", "var(--slight)")]
                + [("clear: below 64", "var(--clear)"), ("strong", "var(--strong)")]
                + (uncompared.isEmpty ? [] : [("only in one sequence, or cannot be compared", "var(--info)")])
            if let rate = sides[1].rateAndLength.rate { strip.rate = rate }
        }.html
    }

    private func figure(_ html: String, _ caption: String) -> String {
        "<figure>\(html)<figcaption>\(caption.escapedForMarkup)</figcaption></figure>\n"
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
        let figures = zip(views, sides.map(\.name) + ["difference"]).map { view, name in
            figure(view.html(id: "z\(frame.number)-\(name)", label: name), name)
        }
        return "<p class=\"note\">Around the largest difference:</p>\n<div class=\"beside detail\">\n"
            + figures.joined() + "</div>\n"
    }
}

extension [PagePicture] {
    fileprivate var byteCount: Int { reduce(0) { $0 + $1.png.count } }
}

extension FrameList {
    /// Returns the frame rate that results from the settings, with descriptions of the rate and the length. If the rate varies,
    /// it is `nil`.
    /// - Parameter count: The number of frames, including missing ones.
    package func rateAndLength(_ settings: SequenceSettings, of count: Int) -> (rate: FrameRate?, words: [String]) {
        guard let (timing, rate) = try? times(at: settings.frameRate, lasting: settings.animationDuration)
        else { return (nil, ["unknown", "unknown"]) }
        let whole = settings.animationDuration > .zero ? nil : rate.map { $0.frameDuration.seconds * Double(count) }
        let length = "\((whole ?? timing.cycleDuration.seconds).fixed(3)) s"
        return (rate, [rate.map { "\($0) frames/s" } ?? "variable", length])
    }
}
