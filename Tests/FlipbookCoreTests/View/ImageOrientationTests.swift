import FlipbookCore
import FlipbookTestSupport
import Testing

/// Orientations in a row, undone and mirrored; their table is system 9's.
@Suite("Image orientations")
struct ImageOrientationTests {
    /// The rows that an orientation shows of a picture of 3 x 2 pixels that are numbered from 0.
    static func shown(_ orientation: ImageOrientation, of pixels: [[Int]] = [[0, 1, 2], [3, 4, 5]]) -> [[Int]] {
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

    @Test("two in a row are the one that they make, for all 64 pairs")
    func composition() {
        for first in ImageOrientation.allCases {
            expectEqual(first.followed(by: first.inverse), .up)
            for second in ImageOrientation.allCases {
                expectEqual(Self.shown(first.followed(by: second)), Self.shown(second, of: Self.shown(first)))
            }
        }
    }

    @Test("the flip is what the eye sees: left goes with rightMirrored")
    func flip() {
        let pairs: [(ImageOrientation, ImageOrientation)] = [
            (.up, .upMirrored), (.down, .downMirrored), (.left, .rightMirrored), (.right, .leftMirrored),
        ]
        for (one, other) in pairs {
            expectEqual(one.horizontallyFlipped, other)
            expectEqual(other.horizontallyFlipped, one)
        }
        for orientation in ImageOrientation.allCases {
            expectEqual(
                Self.shown(orientation.horizontallyFlipped),
                Self.shown(orientation).map { Array($0.reversed()) }
            )
        }
    }

    @Test("EXIF has no other numbers, and names are UIKit's", arguments: [0, 9, -1, 255])
    func others(value: Int) {
        expect(ImageOrientation(exifValue: value) == nil)
        expect(ImageOrientation(name: "Up") == nil)
    }
}
