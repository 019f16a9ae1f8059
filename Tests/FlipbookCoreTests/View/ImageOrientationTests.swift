import FlipbookCore
import Testing

/// System 9: orientations, as UIKit and EXIF number them.
@Suite("Image orientations")
struct ImageOrientationTests {
    private static let size = PixelSize(width: 3, height: 2)

    /// The rows that an orientation shows of a picture of 3 x 2 pixels that are numbered from 0.
    private static func shown(_ orientation: ImageOrientation, of pixels: [[Int]] = [[0, 1, 2], [3, 4, 5]]) -> [[Int]] {
        let size = PixelSize(width: pixels[0].count, height: pixels.count)
        let shown = orientation.shownSize(of: size)
        var rows = [[Int]](repeating: [Int](repeating: -1, count: shown.width), count: shown.height)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let place = orientation.shownPosition(x: x, y: y, of: size)
                rows[place.y][place.x] = pixels[y][x]
            }
        }
        return rows
    }

    @Test(
        "each orientation has UIKit's raw value, EXIF's number and its own order of pixels",
        arguments: [
            (.up, 0, 1, [[0, 1, 2], [3, 4, 5]]), (.down, 1, 3, [[5, 4, 3], [2, 1, 0]]),
            (.left, 2, 8, [[2, 5], [1, 4], [0, 3]]), (.right, 3, 6, [[3, 0], [4, 1], [5, 2]]),
            (.upMirrored, 4, 2, [[2, 1, 0], [5, 4, 3]]), (.downMirrored, 5, 4, [[3, 4, 5], [0, 1, 2]]),
            (.leftMirrored, 6, 5, [[0, 3], [1, 4], [2, 5]]), (.rightMirrored, 7, 7, [[5, 2], [4, 1], [3, 0]]),
        ] as [(ImageOrientation, Int, Int, [[Int]])]
    )
    func cases(orientation: ImageOrientation, rawValue: Int, exif: Int, rows: [[Int]]) {
        #expect(orientation.rawValue == rawValue)
        #expect(orientation.exifValue == exif)
        #expect(ImageOrientation(exifValue: exif) == orientation)
        #expect(ImageOrientation(name: orientation.name) == orientation)
        #expect(Self.shown(orientation) == rows)
    }

    @Test("two in a row are the one that they make, for all 64 pairs")
    func composition() {
        for first in ImageOrientation.allCases {
            #expect(first.followed(by: first.inverse) == .up)
            for second in ImageOrientation.allCases {
                #expect(Self.shown(first.followed(by: second)) == Self.shown(second, of: Self.shown(first)))
            }
        }
    }

    @Test("the flip is what the eye sees: left goes with rightMirrored")
    func flip() {
        let pairs: [(ImageOrientation, ImageOrientation)] = [
            (.up, .upMirrored), (.down, .downMirrored), (.left, .rightMirrored), (.right, .leftMirrored),
        ]
        for (one, other) in pairs {
            #expect(one.horizontallyFlipped == other)
            #expect(other.horizontallyFlipped == one)
        }
        for orientation in ImageOrientation.allCases {
            #expect(
                Self.shown(orientation.horizontallyFlipped) == Self.shown(orientation).map { Array($0.reversed()) }
            )
        }
    }

    @Test("EXIF has no other numbers, and names are UIKit's", arguments: [0, 9, -1, 255])
    func others(value: Int) {
        #expect(ImageOrientation(exifValue: value) == nil)
        #expect(ImageOrientation(name: "Up") == nil)
    }
}
