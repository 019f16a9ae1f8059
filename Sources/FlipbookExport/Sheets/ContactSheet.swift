import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookRender

extension OutputFormat {
    /// A contact sheet: thumbnails of all frames with their numbers, on an HTML page, in a PDF, or on a single PNG.
    public static let contactSheet = OutputFormat(
        id: "contact",
        noun: "a contact sheet",
        fileExtensions: ["html", "pdf"],
        namedExtensions: ["png"],
        kind: .sheet,
        codecs: [.rgba8],
        metadataFields: [.title],
        clock: .unbounded,
        writer: SheetDestination<ContactSheetMaker>.self
    )
}

extension VideoCodec {
    /// Thumbnails as PNG or JPEG, depending on the page.
    static let rgba8 = VideoCodec(id: "thumbnails", name: "thumbnails", layouts: [.rgba], mediaType: "image/png")
}

struct ContactSheetMaker: SheetMaker {
    private let job: EncodingJob
    private let thumbnail: PixelSize
    /// The size of the pictures on an HTML page, which has a player. The pictures of a short sequence are larger.
    private let enlarged: PixelSize
    private let padding, labelHeight: Int

    init(_ job: EncodingJob) {
        (self.job, padding) = (job, job.settings.sheet.padding ?? 12)
        labelHeight = 18 + 10 * (job.settings.sheet.captions.values.map { Self.lines(of: $0).count }.max() ?? 0)
        // A thumbnail has 240 pixels on the longer side, but is never larger than the frame.
        thumbnail = job.size.fitted(in: PixelSize(width: 240, height: 240))
        enlarged = job.frameCount > 24 ? thumbnail : job.size.fitted(in: PixelSize(width: 480, height: 480))
    }

    func prepare(_ picture: Picture) throws -> Picture { try picture.scaled(to: enlarged) }

    func check(count: Int, distinctCount: Int, for target: FilePath) throws {
        guard ["html", "pdf", "-"].contains(target.ending) || count * thumbnail.area <= RenderTarget.largestArea
        else { throw tooLarge("more than \(RenderTarget.largestArea)") }
    }

    private func tooLarge(_ count: String) -> ExportError {
        let advice: Explanation = "Use \(remedy: .choose(format: "pdf")), which has pages, or use fewer frames."
        return .unencodable(reason: "The contact sheet would have \(count) pixels. " + advice)
    }

    func files(of drawings: [OutputPicture], for target: FilePath) throws -> [SheetFile] {
        let name = target.lastComponent
        let bytes: [UInt8]
        let cells = try cells(of: drawings, isPage: ["html", "-"].contains(target.ending))
        switch target.ending {
        case "html", "-": bytes = try page(cells)
        case "pdf": bytes = try document(cells)
        default:
            let whole = try sheet(cells[...], width: cellWidth(cells), columns: job.settings.sheet.columns)
            let picture = try PNGEncoder.file(of: whole, named: "The contact sheet")
            // The signature and header have 33 bytes.
            bytes = Array(picture[..<33]) + job.metadata.pngChunks + picture[33...]
        }
        return [(name, bytes)]
    }

    private struct Cell {
        let drawing: Int
        let picture: Picture
        var frames: Range<Int>
        var numbers: String
        let frame: Frame
        let placement: String?
        let caption: SheetSettings.Caption?

        /// The properties that neighboring frames in a cell have in common.
        var traits: [AnyHashable?] { [frame.substitution, frame.damage, placement, caption, drawing] }
    }

    /// Returns the pictures on the sheet. Neighboring frames share a cell if they show the same drawing for the same reason.
    /// Substitutes for missing and damaged frames are not shown.
    private func cells(of drawings: [OutputPicture], isPage: Bool) throws -> [Cell] {
        let card = try card()
        var cells: [Cell] = []
        for (drawing, output) in drawings.enumerated() {
            let picture = try output.color.scaled(to: isPage ? enlarged : thumbnail)
            for position in output.frames {
                let place = position % job.frames.frames.count
                let caption = job.settings.sheet.captions[place]
                var cell = Cell(
                    drawing: drawing,
                    picture: job.frames.frames[place].substitution == nil ? picture : card,
                    frames: position..<position + 1,
                    numbers: job.label(ofFrame: position),
                    frame: job.frames.frames[place],
                    placement: job.settings.sheet.placements[place],
                    caption: caption
                )
                if let last = cells.last, last.traits == cell.traits {
                    cell.frames = cells.removeLast().frames.lowerBound..<position + 1
                    cell.numbers = "\(job.label(ofFrame: cell.frames.lowerBound))-\(job.label(ofFrame: position))"
                }
                cells.append(cell)
            }
        }
        return cells
    }

    /// Returns the width of a picture and its label. Characters are six pixels wide, with three pixels on each side of the
    /// label.
    private func cellWidth(_ cells: [Cell]) -> Int {
        max(thumbnail.width, 60, 6 * (cells.flatMap { lines(below: $0).map(\.utf8.count) }.max() ?? 0) + 6)
    }

    /// Returns the lines below a picture: its number, with its placement or the reason for its absence, and the caption. A
    /// library's reason for damage would be too long.
    private func lines(below cell: Cell) -> [String] {
        let absence = cell.frame.absence.map { _ in cell.frame.damage == nil ? " missing" : " unreadable" }
        return [cell.numbers + (absence ?? cell.placement.map { " is \($0)" } ?? "")] + Self.lines(of: cell.caption)
    }

    private static func lines(of caption: SheetSettings.Caption?) -> [String] {
        (caption?.text ?? "").split(separator: ", ").map(String.init)
    }

    /// Returns a dark red card in place of a missing picture.
    private func card() throws -> Picture {
        try SheetCanvas.picture(thumbnail, color: Color(red: 0x70, green: 0x20, blue: 0x20)) { _ in }
    }

    /// Returns pictures with their labels on one opaque picture. Transparent areas show a checkerboard.
    private func sheet(_ cells: ArraySlice<Cell>, width: Int, columns: Int?) throws -> Picture {
        let cell = PixelSize(width: width, height: thumbnail.height + labelHeight)
        let layout = SheetLayout.grid(cell, count: cells.count, columns: columns, padding: padding)
        let size = PixelSize(width: layout.size.width + 2 * padding, height: layout.size.height + 2 * padding)
        guard size.area <= RenderTarget.largestArea else { throw tooLarge("\(size)") }
        return try SheetCanvas.picture(size, color: Color(red: 0x28, green: 0x28, blue: 0x28)) { canvas in
            for (shown, place) in zip(cells, layout.places) {
                let (x, y) = (padding + place.x, padding + place.y)
                canvas.draw(shown.picture, x: x + (cell.width - thumbnail.width) / 2, y: y)
                let room = PixelSize(width: width, height: labelHeight)
                canvas.write(lines(below: shown), in: room, x: x, y: y + thumbnail.height)
            }
        }
    }

    private func page(_ cells: [Cell]) throws -> [UInt8] {
        var strip = FrameStrip()
        strip.cells = try cells.map { cell in
            let (frame, remarks, id) = (cell.frame, cell.caption?.remarks ?? [], "frame-\(cell.numbers)")
            let name = (frame.damage?.source ?? frame.source).name.lastComponent
            let text = remarks.isEmpty ? cell.caption?.text ?? "" : ""
            let state = frame.absence ?? cell.placement ?? ""
            let words = ["frame \(cell.numbers)", name, state, text] + remarks.map { "\($0.name): \($0.value)" }
            let title = words.filter { !$0.isEmpty }.joined(separator: ", ")
            var shown = FrameStrip.Cell(id: id, label: cell.numbers, words: title)
            if frame.substitution == nil {
                shown.picture = try PagePicture(cell.picture, fitting: enlarged)
                shown.note = state
            } else if let damage = frame.damage {
                shown.picture = PagePicture.ofFile(at: damage.source.name, fitting: enlarged)
                (shown.absence, shown.note) = (state, shown.picture?.damage ?? "")
            } else if let gap = FrameSet(cell.frames.compactMap { job.number(ofFrame: $0) }).ranges.first {
                shown = FrameStrip.Cell(id: id, missing: gap)
            }
            let usual = frame.substitution != nil ? "error" : cell.placement == nil ? "" : "info"
            (shown.style, shown.frameCount) = (remarks.first?.severity ?? usual, cell.frames.count)
            let lines = [shown.gap == nil ? name : "", text].filter { !$0.isEmpty }.map(\.escapedForMarkup)
            let findings = remarks.map {
                "<b class=\"severity \($0.severity)\">\($0.name.escapedForMarkup)</b> \($0.value.escapedForMarkup)"
            }
            shown.details = (lines + findings).map { "<span class=\"line\">\($0)</span>" }.joined()
            return shown
        }
        let seconds = job.timing.cycleDuration.seconds
        strip.rate = job.rate ?? FrameRate(nearest: Double(job.frameCount) / seconds) ?? strip.rate
        strip.height = min(360, enlarged.height)
        let rate = job.rate.map { "\($0) frames/s" } ?? "variable rate"
        // A sheet of frames with findings is an excerpt, which is not played.
        let isExcerpt = !job.settings.sheet.captions.isEmpty
        let kind = isExcerpt ? " with findings, \(job.size)" : ", \(job.size), \(rate), \(seconds.fixed(3)) s"
        let (path, folder) = (job.frames.name, FilePath.currentFolder.string + "/")
        let name = job.metadata[.title] ?? (path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path)
        let absent = cells.filter { $0.frame.absence == "missing" }.reduce(0) { $0 + $1.frames.count }
        let count = (absent == 0 ? "" : "\(job.frameCount - absent) of ") + job.frameCount.of("frame")
        let (summary, facts) = ("\(name): \(count)\(kind)", job.settings.sheet.facts)
        var page = HTMLPage("Flipbook contact sheet", summary: summary, facts: facts.map { ($0.name, $0.value) })
        page.notes = job.frames.hints.map { "\($0)." }
        let room = isExcerpt ? "min(12rem,45%)" : "min(\(min(160, max(96, thumbnail.width)))px,45%)"
        let columns = job.settings.sheet.columns.map { "\($0),minmax(0,\(max(96, thumbnail.width))px)" }
        let grid = "repeat(\(columns ?? "auto-fill,minmax(\(room),1fr)"))"
        strip.grid = "gap:\(padding)px;grid-template-columns:\(grid)"
        page.body = "<main class=\"contact\" style=\"\(PagePicture.shape(thumbnail))\">\n\(strip.html)</main>\n"
        return Array(page.text.utf8)
    }

    /// Returns PDF 1.4 pages (ISO 32000-1) in A4 landscape, each of which is a single JPEG.
    private func document(_ cells: [Cell]) throws -> [UInt8] {
        let (width, height, margin) = (842.0, 595.0, 24.0)
        let columns = job.settings.sheet.columns ?? 5
        let cellWidth = cellWidth(cells)
        let cell = Double(thumbnail.height + labelHeight + padding) / Double(cellWidth + padding)
        let rows = max(1, Int((height - 2 * margin) / ((width - 2 * margin) / Double(columns) * cell)))
        var pages: [(bytes: [UInt8], size: PixelSize)] = []
        for first in stride(from: 0, to: cells.count, by: columns * rows) {
            let part = cells[first..<min(first + columns * rows, cells.count)]
            let picture = try sheet(part, width: cellWidth, columns: columns)
            pages.append((try JPEGEncoder.encode(picture, quality: 92, keepsColor: true), picture.size))
        }
        var pdf = PDFWriter()
        let kids = pages.indices.map { "\(3 + 3 * $0) 0 R" }.joined(separator: " ")
        pdf.add("<< /Type /Catalog /Pages 2 0 R >>")
        pdf.add("<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>")
        for (place, (page, size)) in pages.enumerated() {
            let scale = min((width - 2 * margin) / Double(size.width), (height - 2 * margin) / Double(size.height))
            let (w, h) = (Double(size.width) * scale, Double(size.height) * scale)
            let number = 3 + 3 * place
            pdf.add(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(Int(width)) \(Int(height))] /Contents \(number + 1) 0 R "
                    + "/Resources << /XObject << /P \(number + 2) 0 R >> >> >>"
            )
            let drawing = "q \(w) 0 0 \(h) \(margin) \(height - margin - h) cm /P Do Q"
            pdf.add("<< /Length \(drawing.utf8.count) >>", stream: Array(drawing.utf8))
            pdf.add(
                "<< /Type /XObject /Subtype /Image /Width \(size.width) /Height \(size.height) /ColorSpace /DeviceRGB "
                    + "/BitsPerComponent 8 /Filter /DCTDecode /Length \(page.count) >>",
                stream: page
            )
        }
        if let title = job.metadata[.title] { pdf.name(title) }
        return pdf.file
    }
}

extension Frame {
    /// The reason why a frame shows a substitute, or `nil` if it shows its own drawing.
    var absence: String? {
        substitution == nil ? nil : damage.map { String($0.reason.prefix { $0 != ";" }) } ?? "missing"
    }
}

private struct PDFWriter {
    private var bytes = Array("%PDF-1.4\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
    private var places: [Int] = []
    private var information = ""

    mutating func name(_ title: String) {
        let digits = title.utf16.map { $0.digits(4, radix: 16) }
        // UTF-16 with a byte order mark.
        add("<< /Title <feff\(digits.joined())> /Producer (Flipbook) >>")
        information = " /Info \(places.count) 0 R"
    }

    mutating func add(_ dictionary: String, stream: [UInt8]? = nil) {
        places.append(bytes.count)
        bytes += Array("\(places.count) 0 obj\n\(dictionary)\n".utf8)
        if let stream { bytes += Array("stream\n".utf8) + stream + Array("\nendstream\n".utf8) }
        bytes += Array("endobj\n".utf8)
    }

    var file: [UInt8] {
        let table = places.map { "\($0.digits(10)) 00000 n \n" }.joined()
        let count = places.count + 1
        let end =
            "xref\n0 \(count)\n0000000000 65535 f \n\(table)trailer\n<< /Size \(count) /Root 1 0 R\(information) >>\n"
            + "startxref\n\(bytes.count)\n%%EOF\n"
        return bytes + Array(end.utf8)
    }
}
