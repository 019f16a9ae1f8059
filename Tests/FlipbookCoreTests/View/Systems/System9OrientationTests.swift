import FlipbookCore
import FlipbookTestSupport
import Testing

/// The templates of system 9 are pixels, and with those.
@Suite("System 9: orientations, as UIKit and EXIF number them")
struct System9OrientationTests {
    /// A row of the map: the numbers, and what a picture of 3 x 2 pixels with the numbers 0 to 5 is shown as.
    struct Row: Sendable, CustomTestStringConvertible {
        let row: String
        let orientation: ImageOrientation
        let rawValue: Int
        let exif: Int
        let shown: [[Int]]

        var testDescription: String { row }

        init(_ row: String, _ orientation: ImageOrientation, _ rawValue: Int, _ exif: Int, _ shown: [[Int]]) {
            self.row = row
            self.orientation = orientation
            self.rawValue = rawValue
            self.exif = exif
            self.shown = shown
        }
    }

    static let rows: [Row] = [
        Row("9.1 up", .up, 0, 1, [[0, 1, 2], [3, 4, 5]]),
        Row("9.2 down", .down, 1, 3, [[5, 4, 3], [2, 1, 0]]),
        Row("9.3 left", .left, 2, 8, [[2, 5], [1, 4], [0, 3]]),
        Row("9.4 right", .right, 3, 6, [[3, 0], [4, 1], [5, 2]]),
        Row("9.5 upMirrored", .upMirrored, 4, 2, [[2, 1, 0], [5, 4, 3]]),
        Row("9.6 downMirrored", .downMirrored, 5, 4, [[3, 4, 5], [0, 1, 2]]),
        Row("9.7 leftMirrored", .leftMirrored, 6, 5, [[0, 3], [1, 4], [2, 5]]),
        Row("9.8 rightMirrored", .rightMirrored, 7, 7, [[5, 2], [4, 1], [3, 0]]),
    ]

    @Test("each has UIKit's raw value, EXIF's number and its own order of pixels", arguments: rows)
    func map(row: Row) {
        expectEqual(row.orientation.rawValue, row.rawValue)
        expectEqual(row.orientation.exifValue, row.exif)
        expectEqual(ImageOrientation(exifValue: row.exif), row.orientation)
        expectEqual(ImageOrientation(name: row.orientation.name), row.orientation)
        expectEqual(ImageOrientationTests.shown(row.orientation), row.shown)
    }

    @Test("the display size is H x W for the four that turn, W x H for the others", arguments: rows)
    func size(row: Row) {
        let shown = row.orientation.shownSize(of: PixelSize(width: 3, height: 2))
        expectEqual(shown, PixelSize(width: row.shown[0].count, height: row.shown.count))
    }
}
