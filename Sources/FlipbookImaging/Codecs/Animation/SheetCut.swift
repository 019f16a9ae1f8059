public import FlipbookCore
import FlipbookFiles

/// A division of one picture, a sprite sheet, into the pictures of a sequence.
public struct SheetCut: Hashable, Sendable {
    /// The position of one picture on the sheet.
    public struct Part: Hashable, Sendable {
        /// The rectangle on the sheet.
        public var rect: PixelRect
        /// A Boolean value that indicates whether the part is rotated 90° clockwise, as on TexturePacker's sheets.
        public var isTurned: Bool
        /// The size of the picture, including its clear edges.
        public var size: PixelSize
        /// The rectangle of the part within its picture.
        public var origin: PixelRect

        /// Creates a part. By default, it contains a whole picture.
        public init(_ rect: PixelRect, isTurned: Bool = false, size: PixelSize? = nil, x: Int = 0, y: Int = 0) {
            (self.rect, self.isTurned) = (rect, isTurned)
            let upright = isTurned ? PixelSize(width: rect.size.height, height: rect.size.width) : rect.size
            self.size = size ?? upright
            origin = PixelRect(x: x, y: y, width: upright.width, height: upright.height)
        }

        fileprivate func check(on sheet: PixelSize) throws(ImageError) {
            let isOnSheet = rect.intersection(PixelRect(sheet)) == rect
            try require(isOnSheet, "the part at \(rect.x),\(rect.y) (\(rect.size)) is outside the \(sheet) sheet")
            let fits = origin.intersection(PixelRect(size)) == origin
            try require(fits, "the part at \(origin.x),\(origin.y) (\(origin.size)) is outside its \(size) picture")
        }
    }

    private enum Plan: Hashable {
        case parts([Part])
        case grid(columns: Int, rows: Int, count: Int, spacing: Int, margin: Int)
    }

    private let plan: Plan

    /// Creates a division into parts, in the order of the sequence.
    public init(_ parts: [Part]) { plan = .parts(parts) }

    /// Creates a division into cells of equal size, row by row from the upper left. Returns `nil` if the numbers are invalid.
    /// - Parameters:
    ///   - count: The number of cells that contain a picture, or `nil` for all.
    ///   - spacing: The distance between two cells, in pixels.
    ///   - margin: The width of the border, in pixels.
    public init?(columns: Int, rows: Int, count: Int? = nil, spacing: Int = 0, margin: Int = 0) {
        let most = columns.multipliedReportingOverflow(by: rows)
        guard columns > 0, rows > 0, !most.overflow, most.partialValue <= FrameSet.maximumCount,
            (1...most.partialValue).contains(count ?? most.partialValue), spacing >= 0, margin >= 0
        else { return nil }
        let count = count ?? most.partialValue
        plan = .grid(columns: columns, rows: rows, count: count, spacing: spacing, margin: margin)
    }

    package func divides(_ sheet: PixelSize) -> Bool { (try? parts(of: sheet)) != nil }

    func parts(of sheet: PixelSize) throws(ImageError) -> [Part] {
        switch plan {
        case .parts(let parts): return parts
        case .grid(let columns, let rows, let count, let spacing, let margin):
            let (wide, high) = (sheet.width - 2 * margin + spacing, sheet.height - 2 * margin + spacing)
            guard wide % columns == 0, high % rows == 0, wide / columns > spacing, high / rows > spacing else {
                throw .unsupported("a sheet of \(sheet) that cannot be divided into \(columns)x\(rows) equal pictures")
            }
            let (across, down) = (wide / columns, high / rows)
            return (0..<count).map { index in
                let (x, y) = (margin + index % columns * across, margin + index / columns * down)
                return Part(PixelRect(x: x, y: y, width: across - spacing, height: down - spacing))
            }
        }
    }
}

struct SheetSession: ImageSession {
    private var sheet: any ImageSession
    private let parts: [SheetCut.Part]
    private let request: DecodingRequest
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
        let part = parts[number]
        var places: [(picture: Picture, part: PixelRect, x: Int, y: Int)] = []
        // Some programs write an empty rectangle, or a rectangle whose size differs from the size of the part.
        if !part.rect.isEmpty {
            let piece = try ImageError.wrapping(sheet.cropped(to: part.rect).oriented(part.isTurned ? .left : .up))
            let area = PixelRect(piece.size).intersection(PixelRect(part.origin.size))
            places.append((piece, area, part.origin.x, part.origin.y))
        }
        return try ImageError.wrapping(Picture.assembled(of: places, size: part.size, format: sheet.format))
    }
}
