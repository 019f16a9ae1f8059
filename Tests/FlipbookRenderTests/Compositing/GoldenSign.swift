import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport

/// The small pictures that goldens of content modes and overlays are drawn from.
enum GoldenSign {
    /// 14 x 10 pixels that tell left from right and up from down: an F in a dark rim with four colored corners.
    static let sign = Picture(14, 10) { x, y in
        let (right, bottom) = (13 - x, 9 - y)
        if min(x, right) < 3, min(y, bottom) < 3 {
            return x < 7
                ? (y < 5 ? [230, 60, 60, 255] : [240, 190, 40, 255])
                : (y < 5 ? [50, 160, 80, 255] : [60, 110, 220, 255])
        }
        if min(x, right, y, bottom) == 0 { return [40, 40, 60, 255] }
        let letter = ["######", "##....", "#####.", "##....", "##....", "##...."]
        let isInk = (4..<10).contains(x) && (2..<8).contains(y) && Array(letter[y - 2])[x - 4] == "#"
        return isInk ? [200, 40, 140, 255] : [255, 250, 235, 255]
    }

    /// 9 x 9 pixels: a disc whose rim is half transparent, with a white bar.
    static let badge = Picture(9, 9) { x, y in
        let (across, down) = (x - 4, y - 4)
        let distance = across * across + down * down
        if distance > 20 { return [0, 0, 0, 0] }
        if abs(across) <= 2, down == 0 { return [255, 255, 255, 255] }
        return distance > 12 ? [220, 50, 50, 128] : [220, 50, 50, 255]
    }

    /// A frame of 32 x 22 pixels: a sky, a hill and a sun.
    static let scene = Picture(32, 22) { x, y in
        let (across, down) = (x - 7, y - 6)
        if across * across + down * down <= 10 { return [255, 220, 90, 255] }
        let hill = 15 - (16 - abs(x - 20)) / 4
        return y >= hill ? [80, 150, 90, 255] : [150, 200, UInt8(245 - y * 3), 255]
    }
}
