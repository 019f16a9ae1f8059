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
    private let padding, labelHeight: Int

    init(_ job: EncodingJob) {
        (self.job, padding) = (job, job.settings.sheet.padding ?? 12)
        labelHeight = 18 + 10 * (job.settings.sheet.captions.values.map { Self.lines(of: $0).count }.max() ?? 0)
        // A thumbnail has 240 pixels on the longer side, but is never larger than the frame.
        thumbnail = job.size.fitted(in: PixelSize(width: 240, height: 240))
    }

    func prepare(_ picture: Picture) throws -> Picture { try picture.scaled(to: thumbnail) }

    func check(count: Int, distinctCount: Int, for target: FilePath) throws {
        guard ["html", "pdf", "-"].contains(target.ending) || count * thumbnail.area <= RenderTarget.largestArea
        else { throw tooLarge("more than \(RenderTarget.largestArea)") }
    }

    private func tooLarge(_ count: String) -> ExportError {
        let advice: Explanation = "Write \(remedy: .choose(format: "pdf")), which has pages, or use fewer frames."
        return .unencodable(reason: "The contact sheet would have \(count) pixels. " + advice)
    }

    func files(of drawings: [OutputPicture], for target: FilePath) throws -> [SheetFile] {
        let name = target.lastComponent
        let bytes: [UInt8]
        let cells = try cells(of: drawings)
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
        let picture: Picture
        let numbers: String
        let caption: SheetSettings.Caption?
        /// A description of the substitute for the frames' own drawing, such as `missing: showing 5`, or `nil` if there is
        /// none.
        var substitution: String?

        var label: String { numbers + ((caption?.absence ?? substitution).map { " " + $0 } ?? "") }
    }

    /// Returns the pictures on the sheet. A frame without a picture gets a card with the reason.
    private func cells(of drawings: [OutputPicture]) throws -> [Cell] {
        var cells: [Cell] = []
        for drawing in drawings {
            // Frames that show their own drawing are kept separate from frames that show a substitute.
            var rest = drawing.frames
            while let first = rest.first {
                let (substitution, caption) = (substitution(ofFrame: first), caption(ofFrame: first))
                let part = rest.prefix {
                    self.substitution(ofFrame: $0) == substitution && self.caption(ofFrame: $0) == caption
                }
                let last = part.upperBound - 1
                let numbers = job.label(ofFrame: first) + (first == last ? "" : "-" + job.label(ofFrame: last))
                let picture = caption?.absence == nil ? drawing.color : try card(caption)
                cells.append(Cell(picture: picture, numbers: numbers, caption: caption, substitution: substitution))
                rest = part.upperBound..<rest.upperBound
            }
        }
        return cells
    }

    private func substitution(ofFrame frame: Int) -> String? {
        let place = frame % job.frames.frames.count
        return job.frames.frames[place].substitutionWords ?? job.settings.sheet.placements[place].map { "is \($0)" }
    }

    private func caption(ofFrame frame: Int) -> SheetSettings.Caption? {
        job.settings.sheet.captions[frame % job.frames.frames.count]
    }

    private static func lines(of caption: SheetSettings.Caption?) -> [String] {
        (caption?.text ?? "").split(separator: ", ").map(String.init)
    }

    /// Returns the width of a picture and its label. Characters are six pixels wide, with three pixels on each side of the
    /// label.
    private func cellWidth(_ cells: [Cell]) -> Int {
        max(thumbnail.width, 60, 6 * (cells.flatMap { lines(below: $0).map(\.utf8.count) }.max() ?? 0) + 6)
    }

    /// Returns the lines below a picture on a sheet. They include the file name if it does not fit on a card.
    private func lines(below cell: Cell) -> [String] {
        let isNamed = cell.caption.map { $0.absence != nil && lines(on: $0).isEmpty } ?? false
        return [isNamed ? cell.label + " " + (cell.caption?.name ?? "") : cell.label] + Self.lines(of: cell.caption)
    }

    /// Returns the reason and the file name on a card, or no lines if they do not fit.
    private func lines(on caption: SheetSettings.Caption) -> [String] {
        let room = TextBox.room(in: thumbnail)
        var lines = [caption.absence ?? ""]
        var rest = caption.name[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(room.columns)))
            rest = rest.dropFirst(room.columns)
        }
        return lines.count <= room.rows && lines[0].count <= room.columns ? lines : []
    }

    /// Returns a dark red card in place of a missing picture, with the file name if it fits.
    private func card(_ caption: SheetSettings.Caption?) throws -> Picture {
        let lines = caption.map(lines(on:)) ?? []
        return try SheetCanvas.picture(thumbnail, color: Color(red: 0x70, green: 0x20, blue: 0x20)) { canvas in
            canvas.write(lines, in: thumbnail, x: 0, y: 0)
        }
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
        let figures = try cells.map { cell in
            let (remarks, absence) = (cell.caption?.remarks ?? [], cell.caption?.absence)
            let lines: [String?] = [
                cell.label, absence == nil ? "" : cell.caption?.name, remarks.isEmpty ? cell.caption?.text : "",
            ]
            let findings = remarks.map {
                "<span class=\"severity \($0.severity)\">\($0.name)</span> \($0.value.escapedForMarkup)"
            }
            let words = lines.compactMap(\.self).filter { !$0.isEmpty }.map(\.escapedForMarkup) + findings
            let size = thumbnail
            let shown = absence == nil ? try PagePicture(cell.picture, fitting: size) : cell.caption?.picture
            let card = "<span class=\"none\" style=\"aspect-ratio:\(size.width)/\(size.height)\">"
            let picture =
                shown?.html(id: "p\(cell.numbers)", label: "frame \(cell.label)")
                ?? "\(card)\((absence ?? "").escapedForMarkup)</span>"
            let kind = remarks.first?.severity ?? (cell.label == cell.numbers ? "" : "missing")
            return "<figure id=\"frame-\(cell.numbers)\" class=\"\(kind)\">\(picture)"
                + "<figcaption>\(words.joined(separator: "<br>"))</figcaption></figure>\n"
        }
        let rate = job.rate.map { "\($0) frames/s" } ?? "variable rate"
        let length = job.timing.cycleDuration.seconds.fixed(3)
        // Frames with findings are an excerpt, which is not played.
        let isExcerpt = !job.settings.sheet.captions.isEmpty
        let kind = isExcerpt ? " with findings, \(job.size)" : ", \(job.size), \(rate), \(length) s"
        let (path, folder) = (job.frames.name, FilePath.currentFolder.string + "/")
        let name = job.metadata[.title] ?? (path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path)
        let (summary, facts) = ("\(name): \(job.frameCount.of("frame"))\(kind)", job.settings.sheet.facts)
        var page = HTMLPage("Flipbook contact sheet", summary: summary, facts: facts.map { ($0.name, $0.value) })
        page.hasScript = false
        let widest = "\(thumbnail.width)px"
        let room = isExcerpt ? "min(12rem,45%),1fr" : thumbnail.width > 160 ? "160px,1fr" : "0,\(widest)"
        let columns =
            job.settings.sheet.columns.map { "repeat(\($0),minmax(0,\(widest)))" }
            ?? "repeat(auto-fill,minmax(\(room)))"
        let notes = job.frames.hints.map { "<p class=\"note\">\("\($0).".markup)</p>\n" }
        page.body =
            notes.joined() + "<main class=\"sheet\" style=\"gap:\(padding)px;grid-template-columns:\(columns)\">\n"
            + figures.joined() + "</main>\n"
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
    /// A description of the substitute that a frame shows, or `nil` if it shows its own drawing.
    var substitutionWords: String? {
        let word = damage.map { String($0.reason.prefix { $0 != ";" }) } ?? "missing"
        return switch substitution {
        case .held(let number), .nearest(let number): "\(word): showing \(number)"
        case .black: "\(word): showing black"
        case nil: nil
        }
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
