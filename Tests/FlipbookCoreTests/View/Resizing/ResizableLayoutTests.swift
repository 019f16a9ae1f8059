import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Resizable layouts")
struct ResizableLayoutTests {
    /// One row of the specification's table: slices, a destination, and where each part lies.
    ///
    /// A part is written `target sign source`: `=` is copied, `~` stretched, `#` tiled.
    struct Vector: Sendable, CustomTestStringConvertible {
        let row: String
        let slices: @Sendable () throws -> ImageSlices
        let destination: PixelSize
        let scale: Double
        let horizontal: [String]
        let vertical: [String]

        var testDescription: String { row }

        init(
            _ row: String,
            _ width: Int,
            _ height: Int,
            scale: Double = 1,
            horizontal: [String],
            vertical: [String],
            slices: @escaping @Sendable () throws -> ImageSlices
        ) {
            self.row = row
            self.slices = slices
            self.destination = PixelSize(width: width, height: height)
            self.scale = scale
            self.horizontal = horizontal
            self.vertical = vertical
        }
    }

    static func caps(
        _ width: Int,
        _ height: Int,
        scale: Double = 1,
        _ insets: [Double],
        _ mode: ResizingMode
    ) throws(CapInsetsError) -> ImageSlices {
        try ImageSlices(
            of: PixelSize(width: width, height: height),
            scale: scale,
            capInsets: EdgeInsets(top: insets[0], left: insets[1], bottom: insets[2], right: insets[3]),
            mode: mode
        )
    }

    private static func old(_ width: Int, _ height: Int, _ left: Int, _ top: Int) throws(CapInsetsError) -> ImageSlices
    {
        let size = PixelSize(width: width, height: height)
        let insets = try EdgeInsets(leftCapWidth: left, topCapHeight: top, of: Size(size))
        return try ImageSlices(of: size, capInsets: insets, mode: .stretch)
    }

    static let resizing = ImageSet.Resizing(
        capInsets: EdgeInsets(top: 12, left: 12, bottom: 12, right: 12),
        mode: .stretch,
        centerWidth: 1,
        centerHeight: 1
    )

    static let vectors: [Vector] = [
        Vector(
            "3.1: 20x20, caps 6, tile, on 50x20",
            50,
            20,
            horizontal: ["0..<6 = 0..<6", "6..<44 # 6..<14", "44..<50 = 14..<20"],
            vertical: ["0..<6 = 0..<6", "6..<14 = 6..<14", "14..<20 = 14..<20"]
        ) { try caps(20, 20, [6, 6, 6, 6], .tile) },
        Vector(
            "3.2: the same, stretched",
            50,
            20,
            horizontal: ["0..<6 = 0..<6", "6..<44 ~ 6..<14", "44..<50 = 14..<20"],
            vertical: ["0..<6 = 0..<6", "6..<14 = 6..<14", "14..<20 = 14..<20"]
        ) { try caps(20, 20, [6, 6, 6, 6], .stretch) },
        Vector(
            "3.3: 9x9, caps 4, tile, on 30x9: one column is the same in both modes",
            30,
            9,
            horizontal: ["0..<4 = 0..<4", "4..<26 ~ 4..<5", "26..<30 = 5..<9"],
            vertical: ["0..<4 = 0..<4", "4..<5 = 4..<5", "5..<9 = 5..<9"]
        ) { try caps(9, 9, [4, 4, 4, 4], .tile) },
        Vector(
            "3.3: 9x9, caps 4, stretch, on 30x9",
            30,
            9,
            horizontal: ["0..<4 = 0..<4", "4..<26 ~ 4..<5", "26..<30 = 5..<9"],
            vertical: ["0..<4 = 0..<4", "4..<5 = 4..<5", "5..<9 = 5..<9"]
        ) { try caps(9, 9, [4, 4, 4, 4], .stretch) },
        Vector(
            "3.4: stretchable image, left cap 6, 20x20 on 50x40",
            50,
            40,
            horizontal: ["0..<6 = 0..<6", "6..<37 ~ 6..<7", "37..<50 = 7..<20"],
            vertical: ["0..<40 ~ 0..<20"]
        ) { try old(20, 20, 6, 0) },
        Vector(
            "3.5: 40x40, caps 10, on 12x100: caps of 6",
            12,
            100,
            horizontal: ["0..<6 ~ 0..<10", "6..<12 ~ 30..<40"],
            vertical: ["0..<6 ~ 0..<10", "6..<94 ~ 10..<30", "94..<100 ~ 30..<40"]
        ) { try caps(40, 40, [10, 10, 10, 10], .stretch) },
        Vector(
            "3.6: content stretch (0.4, 0.4, 0.2, 0.2), 100x50 on 300x150",
            300,
            150,
            horizontal: ["0..<40 = 0..<40", "40..<260 ~ 40..<60", "260..<300 = 60..<100"],
            vertical: ["0..<20 = 0..<20", "20..<130 ~ 20..<30", "130..<150 = 30..<50"]
        ) {
            try ImageSlices(
                of: PixelSize(width: 100, height: 50),
                contentStretch: Rect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
            )
        },
        Vector(
            "3.7: 30x30, caps left and right 10, tile, on 45x30",
            45,
            30,
            horizontal: ["0..<10 = 0..<10", "10..<35 # 10..<20", "35..<45 = 20..<30"],
            vertical: ["0..<30 = 0..<30"]
        ) { try caps(30, 30, [0, 10, 0, 10], .tile) },
        Vector(
            "3.8: catalog, 40x40 at 2x, caps 12 px, center 1x1, on 50x25 at 2x",
            50,
            25,
            scale: 2,
            horizontal: ["0..<12 = 0..<12", "12..<38 ~ 12..<13", "38..<50 = 28..<40"],
            vertical: ["0..<12 = 0..<12", "12..<13 = 12..<13", "13..<25 = 28..<40"]
        ) {
            try ImageSlices(of: PixelSize(width: 40, height: 40), scale: 2, resizing: resizing)
        },
        Vector(
            "no center: caps 10 and 10 of 20 on 30: the column at 10 between them",
            30,
            20,
            horizontal: ["0..<10 = 0..<10", "10..<20 ~ 10..<11", "20..<30 = 10..<20"],
            vertical: ["0..<20 = 0..<20"]
        ) { try caps(20, 20, [0, 10, 0, 10], .tile) },
        Vector(
            "no center at the right edge: cap 20 of 20 on 30: the last column",
            30,
            20,
            horizontal: ["0..<20 = 0..<20", "20..<30 ~ 19..<20"],
            vertical: ["0..<20 = 0..<20"]
        ) { try caps(20, 20, [0, 20, 0, 0], .stretch) },
        Vector(
            "no caps, tile: the image repeated from the upper left",
            50,
            30,
            horizontal: ["0..<50 # 0..<20"],
            vertical: ["0..<30 # 0..<20"]
        ) { try caps(20, 20, [0, 0, 0, 0], .tile) },
        Vector(
            "two pixels per point on one: parts of half their pixels",
            30,
            20,
            horizontal: ["0..<3 ~ 0..<6", "3..<27 # 6..<14", "27..<30 ~ 14..<20"],
            vertical: ["0..<3 ~ 0..<6", "3..<17 # 6..<14", "17..<20 ~ 14..<20"]
        ) { try caps(20, 20, scale: 2, [3, 3, 3, 3], .tile) },
        Vector(
            "one pixel per point on two: parts of twice their pixels",
            60,
            40,
            scale: 2,
            horizontal: ["0..<12 ~ 0..<6", "12..<48 # 6..<14", "48..<60 ~ 14..<20"],
            vertical: ["0..<12 ~ 0..<6", "12..<28 # 6..<14", "28..<40 ~ 14..<20"]
        ) { try caps(20, 20, [6, 6, 6, 6], .tile) },
    ]

    private func shown(_ segments: [ResizableSegment]) -> [String] {
        segments.map { segment in
            let sign =
                switch segment.fill {
                case .copied: "="
                case .stretched: "~"
                case .tiled: "#"
                }
            return "\(segment.target) \(sign) \(segment.source)"
        }
    }

    @Test("each part lies where UIKit and Core Animation put it", arguments: vectors)
    func parts(vector: Vector) throws {
        let layout = try vector.slices().layout(in: vector.destination, scale: vector.scale)
        expectEqual(shown(layout.horizontal), vector.horizontal)
        expectEqual(shown(layout.vertical), vector.vertical)
    }

    @Test("nothing is laid out on nothing, or at a scale that is none")
    func degenerate() throws {
        let slices = try Self.caps(20, 20, [6, 6, 6, 6], .tile)
        expect(slices.layout(in: PixelSize(width: 0, height: 9), scale: 1).horizontal.isEmpty)
        for scale in [0, -1, .nan, .infinity] as [Double] {
            expect(slices.layout(in: PixelSize(width: 9, height: 9), scale: scale).vertical.isEmpty)
        }
        let largest = slices.layout(in: PixelSize(width: 1 << 41, height: 1), scale: 1e300)
        expectEqual(largest.horizontal.last?.target.upperBound, 1 << 41)
        let plain = try Self.caps(20, 20, scale: 1e-300, [0, 0, 0, 0], .tile)
        expectEqual(plain.layout(in: PixelSize(width: 9, height: 9), scale: 1e300).horizontal.count, 1)
    }

    @Test("every pixel is covered once, and caps keep every pixel where there is room, for all small sizes")
    func coverage() throws {
        for (left, right, mode) in [(0, 0, ResizingMode.tile), (1, 0, .stretch), (2, 3, .tile), (4, 4, .stretch)] {
            for scale in [1, 1.5, 2, 3] {
                for image in [1.0, 2.0] {
                    let points = [0, Double(left) / image, 0, Double(right) / image]
                    let slices = try Self.caps(8, 5, scale: image, points, mode)
                    for width in 1...40 {
                        let parts = slices.layout(in: PixelSize(width: width, height: 7), scale: scale).horizontal
                        expect(parts.first?.target.lowerBound == 0 && parts.last?.target.upperBound == width)
                        expect(
                            zip(parts, parts.dropFirst()).allSatisfy { $0.target.upperBound == $1.target.lowerBound }
                        )
                        guard scale == image, width >= left + right else { continue }
                        let lead = parts.first { $0.source == 0..<left }
                        expect(left == 0 || (lead?.fill == .copied && lead?.target == 0..<left))
                        let trail = parts.last { $0.source == (8 - right)..<8 }
                        expect(right == 0 || (trail?.fill == .copied && trail?.target == (width - right)..<width))
                    }
                }
            }
        }
    }

    @Test("caps have an effect in the modes that scale, a content stretch in three of them")
    func modes() {
        expectEqual(
            ContentMode.allCases.filter(\.isResizing),
            [.scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw]
        )
        expectEqual(
            ContentMode.allCases.filter(\.usesContentStretch),
            [.scaleToFill, .scaleAspectFit, .scaleAspectFill]
        )
    }
}
