public import FlipbookCore

/// What can be laid over a picture on its way to a screen: text in boxes, a mark, one channel as grey.
///
/// It draws on a copy in ``PixelFormat/bgra``; pictures that are kept stay as they are.
public struct PictureOverlay: Hashable, Sendable {
    /// Where a box of text stands.
    public enum Corner: Hashable, Sendable {
        /// At the top left.
        case topLeft
        /// At the bottom left.
        case bottomLeft
        /// In the middle.
        case center
    }

    /// Lines of text in a dark box.
    public struct Text: Hashable, Sendable {
        /// The lines; what is not ASCII is shown as a box, and what has no room is cut off.
        public let lines: [String]
        /// Where they stand.
        public let corner: Corner

        /// Lines of text at a corner.
        public init(_ lines: [String], at corner: Corner) {
            self.lines = lines
            self.corner = corner
        }
    }

    /// The channel that is shown as grey; `nil` for the colours.
    public var channel: ColorChannel?
    /// Whether a cross and a frame in red say that the picture is not what should be here.
    public var isMarked = false
    /// The boxes, each over those before it.
    public var texts: [Text] = []

    /// Nothing laid over.
    public init() {}

    /// Whether there is nothing to draw.
    public var isEmpty: Bool { channel == nil && !isMarked && texts.isEmpty }

    /// `picture` with everything laid over it; the picture itself where there is nothing.
    /// - Precondition: The picture is ``PixelFormat/bgra``.
    public func drawn(over picture: Picture) -> Picture {
        guard !isEmpty else { return picture }
        precondition(picture.format == .bgra, "screens take BGRA")
        return picture.withUnsafeBytes { bytes in
            Picture(size: picture.size, format: .bgra) { target in
                if let channel { Self.copy(bytes, channel, to: target) } else { target.copyMemory(from: bytes) }
                var painter = PixelPainter(pixels: target, size: picture.size)
                if isMarked { painter.drawMark() }
                for text in texts { painter.draw(text) }
            }
        }
    }

    /// How many letters in a line, and how many lines, a box of text has room for in a picture.
    package static func room(in size: PixelSize) -> (columns: Int, rows: Int) {
        let dot = PixelPainter.dot(rows: size.height)
        let margins = 2 * PixelPainter.margin * dot
        return (
            max(1, (size.width - margins) / (BitmapFont.advance * dot)),
            max(1, (size.height - margins) / (BitmapFont.lineHeight * dot))
        )
    }

    private static func copy(
        _ source: UnsafeRawBufferPointer,
        _ channel: ColorChannel,
        to target: UnsafeMutableRawBufferPointer
    ) {
        let shift: UInt32 =
            switch channel {
            case .blue: 0
            case .green: 8
            case .red: 16
            case .alpha: 24
            }
        let (from, to) = (source.bindMemory(to: UInt32.self), target.bindMemory(to: UInt32.self))
        for index in 0..<min(from.count, to.count) {
            let grey = UInt32(littleEndian: from[index]) >> shift & 0xFF
            to[index] = (grey &* 0x01_0101 | 0xFF00_0000).littleEndian
        }
    }
}

/// Draws dots into BGRA pixels, cut off at the edges.
private struct PixelPainter {
    let pixels: UnsafeMutableRawBufferPointer
    let size: PixelSize

    /// Pixels in a dot of the font: 1 up to a picture of 540 rows, 2 up to 1080.
    static func dot(rows: Int) -> Int { max(1, (rows + 179) / 540) }

    private var dot: Int { Self.dot(rows: size.height) }

    /// Dots around the text in a box.
    static let margin = 3

    mutating func draw(_ text: PictureOverlay.Text) {
        let margin = Self.margin * dot
        let lines = text.lines.map { $0.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : 0 } }
        let columns = lines.map(\.count).max() ?? 0
        guard columns > 0 else { return }
        let width = min(columns * BitmapFont.advance * dot + 2 * margin, size.width)
        let height = min(lines.count * BitmapFont.lineHeight * dot + 2 * margin, size.height)
        let (left, top): (Int, Int) =
            switch text.corner {
            case .topLeft: (0, 0)
            case .bottomLeft: (0, size.height - height)
            case .center: ((size.width - width) / 2, (size.height - height) / 2)
            }
        darken(x: left, y: top, width: width, height: height)
        for (row, line) in lines.enumerated() {
            for (column, character) in line.enumerated() {
                draw(
                    character,
                    x: left + margin + column * BitmapFont.advance * dot,
                    y: top + margin + row * BitmapFont.lineHeight * dot,
                    right: left + width
                )
            }
        }
    }

    private mutating func draw(_ character: UInt8, x: Int, y: Int, right: Int) {
        for (column, bits) in BitmapFont.columns(of: character).enumerated() {
            for row in 0..<BitmapFont.height where bits >> row & 1 == 1 {
                fill(x: x + column * dot, y: y + row * dot, width: dot, height: dot, 0xFFFF_FFFF, right: right)
            }
        }
    }

    /// A quarter of the brightness, so that white letters can be read on anything.
    private mutating func darken(x: Int, y: Int, width: Int, height: Int) {
        change(x: x, y: y, width: width, height: height) { ($0 >> 2 & 0x3F_3F3F) | 0xFF00_0000 }
    }

    /// A red frame around the picture and a cross through it.
    mutating func drawMark() {
        let line = max(2, size.height / 120)
        let red: UInt32 = 0xFFFF_0000
        fill(x: 0, y: 0, width: size.width, height: line, red)
        fill(x: 0, y: size.height - line, width: size.width, height: line, red)
        fill(x: 0, y: 0, width: line, height: size.height, red)
        fill(x: size.width - line, y: 0, width: line, height: size.height, red)
        for y in 0..<size.height {
            let x = y * size.width / size.height
            fill(x: x - line / 2, y: y, width: line, height: 1, red)
            fill(x: size.width - 1 - x - line / 2, y: y, width: line, height: 1, red)
        }
    }

    private mutating func fill(x: Int, y: Int, width: Int, height: Int, _ color: UInt32, right: Int? = nil) {
        change(x: x, y: y, width: width, height: height, right: right) { _ in color }
    }

    private mutating func change(
        x: Int,
        y: Int,
        width: Int,
        height: Int,
        right: Int? = nil,
        _ body: (UInt32) -> UInt32
    ) {
        let words = pixels.bindMemory(to: UInt32.self)
        let (left, end) = (max(0, x), min(right ?? size.width, min(x + width, size.width)))
        guard left < end else { return }
        for row in max(0, y)..<max(0, y, min(y + height, size.height)) {
            for index in row * size.width + left..<row * size.width + end {
                words[index] = body(UInt32(littleEndian: words[index])).littleEndian
            }
        }
    }
}
