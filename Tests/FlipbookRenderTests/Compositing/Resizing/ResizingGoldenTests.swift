import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Testing

@Suite("Golden pictures of cap insets")
struct ResizingGoldenTests {
    /// A picture of 16 x 16 pixels to see the parts by: round corners in four colors, a dark rim,
    /// edges in bars, and between caps of 5 an arrow that tells where a tile begins.
    private static let panel = Picture(16, 16, pixel: panelPixel)

    private static func panelPixel(_ x: Int, _ y: Int) -> [UInt8] {
        let (right, bottom) = (15 - x, 15 - y)
        let (across, down) = (min(x, right), min(y, bottom))
        if across < 5, down < 5 {
            if across + down < 2 { return [0, 0, 0, 0] }
            if across == 0 || down == 0 || across + down == 2 { return [40, 40, 60, 255] }
            return x < 8
                ? (y < 8 ? [230, 60, 60, 255] : [240, 190, 40, 255])
                : (y < 8 ? [50, 160, 80, 255] : [60, 110, 220, 255])
        }
        if across == 0 || down == 0 { return [40, 40, 60, 255] }
        if down < 5 { return x % 2 == 1 ? [250, 250, 250, 255] : [150, 150, 170, 255] }
        if across < 5 { return y % 3 == 2 ? [120, 120, 150, 255] : [225, 225, 235, 255] }
        let arrow = ["#.....", "##....", "###...", "####..", "#.#...", "...#.."]
        let isArrow = Array(arrow[y - 5])[x - 5] == "#"
        return isArrow ? [200, 40, 140, 255] : [255, 240, 220, 255]
    }

    struct Golden: Sendable, CustomTestStringConvertible {
        let name: String
        let size: PixelSize
        let scale: Double
        let filter: ScalingFilter
        let slices: @Sendable (PixelSize) throws -> ImageSlices

        var testDescription: String { name }

        init(
            _ name: String,
            _ width: Int,
            _ height: Int,
            scale: Double = 1,
            filter: ScalingFilter = .automatic,
            slices: @escaping @Sendable (PixelSize) throws -> ImageSlices
        ) {
            self.name = "caps-\(name)"
            self.size = PixelSize(width: width, height: height)
            self.scale = scale
            self.filter = filter
            self.slices = slices
        }
    }

    private static let five = EdgeInsets(top: 5, left: 5, bottom: 5, right: 5)

    private static let catalog = ImageSet.Resizing(
        capInsets: EdgeInsets(top: 5, left: 5, bottom: 5, right: 5),
        mode: .stretch,
        centerWidth: 1,
        centerHeight: 1
    )

    static let goldens: [Golden] = [
        Golden("source", 16, 16) { try ImageSlices(of: $0, capInsets: five) },
        Golden("tile", 43, 26) { try ImageSlices(of: $0, capInsets: five) },
        Golden("stretch", 43, 26) { try ImageSlices(of: $0, capInsets: five, mode: .stretch) },
        Golden("stretch-nearest", 43, 26, filter: .nearest) {
            try ImageSlices(of: $0, capInsets: five, mode: .stretch)
        },
        Golden("plain", 43, 26) { try ImageSlices(of: $0, capInsets: .zero, mode: .stretch) },
        Golden("pattern", 43, 26) { try ImageSlices(of: $0, capInsets: .zero) },
        Golden("one-pixel", 43, 26) {
            try ImageSlices(of: $0, capInsets: EdgeInsets(top: 5, left: 5, bottom: 10, right: 10))
        },
        Golden("no-center", 43, 26) {
            try ImageSlices(of: $0, capInsets: EdgeInsets(top: 5, left: 5, bottom: 11, right: 11))
        },
        Golden("small", 6, 26) { try ImageSlices(of: $0, capInsets: five, mode: .stretch) },
        Golden("twice", 86, 52, scale: 2) { try ImageSlices(of: $0, capInsets: five) },
        Golden("half", 43, 26) {
            try ImageSlices(
                of: $0,
                scale: 2,
                capInsets: EdgeInsets(top: 2.5, left: 2.5, bottom: 2.5, right: 2.5)
            )
        },
        Golden("catalog", 43, 26) { try ImageSlices(of: $0, resizing: catalog) },
        Golden("old", 43, 26) {
            try ImageSlices(
                of: $0,
                capInsets: EdgeInsets(leftCapWidth: 5, topCapHeight: 0, of: Size($0)),
                mode: .stretch
            )
        },
    ]

    @Test("each is drawn as it was when a person looked at it", arguments: goldens)
    func golden(golden: Golden) throws {
        let panel = Self.panel
        let picture = try panel.resized(
            try golden.slices(panel.size),
            to: golden.size,
            scale: golden.scale,
            filter: golden.filter
        )
        try GoldenPicture.check(picture, golden.name)
    }
}
