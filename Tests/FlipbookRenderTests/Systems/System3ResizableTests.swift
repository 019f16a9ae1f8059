import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("System 3: resizable images, to the pixel")
struct System3ResizableTests {
    /// A row: how a picture is cut, the pixels it is drawn on with the nearest filter, and which of its columns and
    /// rows each of those shows.
    struct Row: Sendable, CustomTestStringConvertible {
        let row: String
        let size: PixelSize
        let scale: Double
        let columns: [Int]
        let rows: [Int]
        let slices: @Sendable () throws -> ImageSlices

        var testDescription: String { row }

        init(
            _ row: String,
            _ width: Int,
            _ height: Int,
            scale: Double = 1,
            columns: [Int],
            rows: [Int],
            slices: @escaping @Sendable () throws -> ImageSlices
        ) {
            self.row = row
            self.size = PixelSize(width: width, height: height)
            self.scale = scale
            self.columns = columns
            self.rows = rows
            self.slices = slices
        }
    }

    /// Caps in the order top, left, bottom, right, on a picture of `side` pixels in the square.
    private static func caps(_ side: Int, _ caps: [Double], _ mode: ResizingMode) throws -> ImageSlices {
        let insets = EdgeInsets(top: caps[0], left: caps[1], bottom: caps[2], right: caps[3])
        return try ImageSlices(of: PixelSize(width: side, height: side), capInsets: insets, mode: mode)
    }

    /// `count` pixels from `start` on stretched over `zone`: start + floor((d + 0.5) * count / zone).
    private static func stretched(_ start: Int, _ count: Int, over zone: Int) -> [Int] {
        (0..<zone).map { start + (2 * $0 + 1) * count / (2 * zone) }
    }

    private static let onePixel = Array(0..<4) + Array(repeating: 4, count: 22) + Array(5..<9)
    private static let catalog = Array(0...12) + Array(28..<40)

    static let rows: [Row] = [
        Row(
            "3.1: 20x20, caps 6, tile, on 50x20",
            50,
            20,
            columns: (0..<50).map { x in x < 6 ? x : x < 44 ? 6 + (x - 6) % 8 : x - 30 },
            rows: Array(0..<20)
        ) { try caps(20, [6, 6, 6, 6], .tile) },
        Row(
            "3.2: the same, stretched",
            50,
            20,
            columns: Array(0..<6) + stretched(6, 8, over: 38) + Array(14..<20),
            rows: Array(0..<20)
        ) { try caps(20, [6, 6, 6, 6], .stretch) },
        Row("3.3: 9x9, caps 4, tile, on 30x9", 30, 9, columns: onePixel, rows: Array(0..<9)) {
            try caps(9, [4, 4, 4, 4], .tile)
        },
        Row("3.3: 9x9, caps 4, stretch, on 30x9", 30, 9, columns: onePixel, rows: Array(0..<9)) {
            try caps(9, [4, 4, 4, 4], .stretch)
        },
        Row(
            "3.4: stretchable image, left cap 6, 20x20 on 50x40",
            50,
            40,
            columns: Array(0..<6) + Array(repeating: 6, count: 31) + Array(7..<20),
            rows: stretched(0, 20, over: 40)
        ) {
            let insets = try EdgeInsets(leftCapWidth: 6, topCapHeight: 0, of: Size(width: 20, height: 20))
            return try ImageSlices(of: PixelSize(width: 20, height: 20), capInsets: insets, mode: .stretch)
        },
        Row(
            "3.5: 40x40, caps 10, on 12x100: caps of 6, no center column, 88 rows between the caps",
            12,
            100,
            columns: stretched(0, 10, over: 6) + stretched(30, 10, over: 6),
            rows: stretched(0, 10, over: 6) + stretched(10, 20, over: 88) + stretched(30, 10, over: 6)
        ) { try caps(40, [10, 10, 10, 10], .stretch) },
        Row(
            "3.6: content stretch (0.4, 0.4, 0.2, 0.2), 100x50 on 300x150",
            300,
            150,
            columns: Array(0..<40) + stretched(40, 20, over: 220) + Array(60..<100),
            rows: Array(0..<20) + stretched(20, 10, over: 110) + Array(30..<50)
        ) {
            try ImageSlices(
                of: PixelSize(width: 100, height: 50),
                contentStretch: Rect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
            )
        },
        Row(
            "3.7: 30x30, caps left and right 10, tile, on 45x30: the third tile is cut off after five",
            45,
            30,
            columns: Array(0..<20) + Array(10..<20) + Array(10..<15) + Array(20..<30),
            rows: Array(0..<30)
        ) { try caps(30, [0, 10, 0, 10], .tile) },
        Row(
            "3.8: catalog, 40x40 at 2x, caps 12 px, center 1x1, at its natural size",
            25,
            25,
            scale: 2,
            columns: catalog,
            rows: catalog
        ) {
            let resizing = ImageSet.Resizing(
                capInsets: EdgeInsets(top: 12, left: 12, bottom: 12, right: 12),
                mode: .stretch,
                centerWidth: 1,
                centerHeight: 1
            )
            return try ImageSlices(of: PixelSize(width: 40, height: 40), scale: 2, resizing: resizing)
        },
    ]

    @Test("each column and row shows the one that the table says", arguments: rows)
    func map(row: Row) throws {
        let slices = try row.slices()
        try expectEqual(ResizingTests.columns(slices, row.size.width, row.size.height, scale: row.scale), row.columns)
        try expectEqual(ResizingTests.rows(slices, row.size.width, row.size.height, scale: row.scale), row.rows)
    }

    @Test("the table's own numbers of rows 3.1, 3.2 and 3.4")
    func spots() {
        expectEqual([13, 14, 43].map { Self.rows[0].columns[$0] }, [13, 6, 11])
        expectEqual([6, 24, 43].map { Self.rows[1].columns[$0] }, [6, 9, 13])
        expectEqual(Self.rows[4].rows, (0..<40).map { $0 / 2 })
    }

    @Test("3.8: its natural size is 25x25 pixels, 12.5x12.5 points, and its caps are 6 points")
    func natural() throws {
        let slices = try require(Self.rows.last).slices()
        expectEqual(slices.naturalSize, PixelSize(width: 25, height: 25))
        expectEqual(Size(slices.naturalSize, scale: slices.scale), Size(width: 12.5, height: 12.5))
        expectEqual(slices.capInsets, EdgeInsets(top: 6, left: 6, bottom: 6, right: 6))
    }
}
