public import FlipbookCore

/// A way to cut one picture, a sprite sheet, into the pictures of a sequence.
public struct SheetCut: Hashable, Sendable {
    /// One picture of the sequence, as it lies on the sheet.
    public struct Part: Hashable, Sendable {
        /// The place where it lies; of one that is turned the place of the turned picture.
        public var rect: PixelRect
        /// A Boolean value that indicates a part that is turned by 90° clockwise, as TexturePacker packs pictures.
        public var isTurned: Bool
        /// The picture's own size, its clear edges included.
        public var size: PixelSize
        /// The place of the part in its picture.
        public var origin: PixelRect

        /// A part; by default a whole picture.
        public init(_ rect: PixelRect, isTurned: Bool = false, size: PixelSize? = nil, x: Int = 0, y: Int = 0) {
            self.rect = rect
            self.isTurned = isTurned
            let upright = isTurned ? PixelSize(width: rect.size.height, height: rect.size.width) : rect.size
            self.size = size ?? upright
            origin = PixelRect(x: x, y: y, width: upright.width, height: upright.height)
        }
    }

    private enum Plan: Hashable {
        case parts([Part])
        case grid(columns: Int, rows: Int, count: Int, spacing: Int, margin: Int)
    }

    private let plan: Plan

    /// A cut into parts, in the order of the sequence.
    public init(_ parts: [Part]) { plan = .parts(parts) }

    /// A cut into cells of one size, row by row from the upper left, `count` of which hold a picture, or all; `nil` for
    /// a number of cells that no range can have.
    /// - Parameters:
    ///   - spacing: The pixels between two cells.
    ///   - margin: The pixels around all of them.
    public init?(columns: Int, rows: Int, count: Int? = nil, spacing: Int = 0, margin: Int = 0) {
        let most = columns.multipliedReportingOverflow(by: rows)
        guard columns > 0, rows > 0, !most.overflow, most.partialValue <= FrameSet.maximumCount,
            (1...most.partialValue).contains(count ?? most.partialValue), spacing >= 0, margin >= 0
        else { return nil }
        let count = count ?? most.partialValue
        plan = .grid(columns: columns, rows: rows, count: count, spacing: spacing, margin: margin)
    }

    /// Returns `true` if cells of one size lie on a sheet of this size, or for a cut into parts.
    package func divides(_ sheet: PixelSize) -> Bool { (try? parts(of: sheet)) != nil }

    /// The parts of a sheet of this size, if the cells of a grid have all one size.
    func parts(of sheet: PixelSize) throws(ImageError) -> [Part] {
        switch plan {
        case .parts(let parts): return parts
        case .grid(let columns, let rows, let count, let spacing, let margin):
            // All cells with the space behind each.
            let wide = sheet.width - 2 * margin + spacing
            let high = sheet.height - 2 * margin + spacing
            guard wide % columns == 0, high % rows == 0, wide / columns > spacing, high / rows > spacing else {
                throw .notAnImage(
                    found: "a sheet of \(sheet), which cannot be cut into \(columns)x\(rows) equal pictures"
                )
            }
            let (across, down) = (wide / columns, high / rows)
            return (0..<count).map { index in
                let (x, y) = (margin + index % columns * across, margin + index / columns * down)
                return Part(PixelRect(x: x, y: y, width: across - spacing, height: down - spacing))
            }
        }
    }
}

extension SheetCut.Part {
    /// Throws where the part does not lie on a sheet of this size, or not in its own picture.
    fileprivate func check(on sheet: PixelSize) throws(ImageError) {
        guard rect.intersection(PixelRect(sheet)) == rect else {
            throw .corrupt(reason: "it lies at \(rect.x),\(rect.y) with \(rect.size), and the sheet is \(sheet)")
        }
        guard origin.intersection(PixelRect(size)) == origin else {
            throw .corrupt(reason: "its \(origin.size) at \(origin.x),\(origin.y) do not lie in its own \(size)")
        }
    }
}

struct SheetSession: ImageSession {
    private var sheet: any ImageSession
    private let parts: [SheetCut.Part]
    private let request: DecodingRequest
    /// The sheet, once a part was asked for.
    private var picture: Picture?

    init(_ sheet: any ImageSession, _ cut: SheetCut, _ request: DecodingRequest) throws(ImageError) {
        (self.sheet, self.request) = (sheet, request)
        parts = try cut.parts(of: sheet.header.size)
    }

    var header: ImageHeader { changing(sheet.header) { $0.holdsSeveralPictures = true } }

    var frameCount: Int { parts.count }

    func header(ofFrame number: Int) throws(ImageError) -> ImageHeader {
        let part = parts[number]
        try part.check(on: sheet.header.size)
        var header = sheet.header.ofOnePicture
        header.size = part.size
        if part.origin != PixelRect(part.size) { header.hasAlpha = true }
        try request.check(header)
        return header
    }

    mutating func frame(_ number: Int) throws(ImageError) -> Picture {
        let sheet: Picture
        if let picture { sheet = picture } else { sheet = try self.sheet.frame(0) }
        picture = sheet
        try parts[number].check(on: sheet.size)
        let (part, bytesPerPixel) = (parts[number], sheet.format.isDeep ? 8 : 4)
        return try Picture.decoded(size: part.size, format: sheet.format) { (target) throws(ImageError) in
            target.initializeMemory(as: UInt8.self, repeating: 0)
            sheet.withUnsafeBytes { source in
                for y in part.origin.rows {
                    for x in part.origin.columns {
                        let (dx, dy) = (x - part.origin.x, y - part.origin.y)
                        // Turned clockwise, the picture's upper left lies at the upper right.
                        let column = part.rect.x + (part.isTurned ? part.rect.size.width - 1 - dy : dx)
                        let row = part.rect.y + (part.isTurned ? dx : dy)
                        let from = (row * sheet.size.width + column) * bytesPerPixel
                        let place = (y * part.size.width + x) * bytesPerPixel
                        for byte in 0..<bytesPerPixel { target[place + byte] = source[from + byte] }
                    }
                }
            }
        }
    }
}
