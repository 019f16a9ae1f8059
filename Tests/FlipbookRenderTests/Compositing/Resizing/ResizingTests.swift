import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Resizable pictures")
struct ResizingTests {
    /// A picture whose red tells the column, and whose green tells the row.
    private static func numbered(_ width: Int, _ height: Int) -> Picture {
        Picture(width, height) { x, y in [UInt8(x), UInt8(y), 7, 255] }
    }

    private func slices(
        _ width: Int,
        _ height: Int,
        scale: Double = 1,
        _ insets: [Double],
        _ mode: ResizingMode
    ) throws -> ImageSlices {
        let caps = EdgeInsets(top: insets[0], left: insets[1], bottom: insets[2], right: insets[3])
        return try ImageSlices(of: PixelSize(width: width, height: height), scale: scale, capInsets: caps, mode: mode)
    }

    /// The source column of each column of the first row, drawn with ``ScalingFilter/nearest``.
    static func columns(_ slices: ImageSlices, _ width: Int, _ height: Int, scale: Double = 1) throws -> [Int] {
        let result = try numbered(slices.horizontal.length, slices.vertical.length)
            .resized(slices, to: PixelSize(width: width, height: height), scale: scale, filter: .nearest)
        return (0..<width).map { Int(result.pixel($0, 0)[0]) }
    }

    /// The source row of each row of the first column.
    static func rows(_ slices: ImageSlices, _ width: Int, _ height: Int, scale: Double = 1) throws -> [Int] {
        let result = try numbered(slices.horizontal.length, slices.vertical.length)
            .resized(slices, to: PixelSize(width: width, height: height), scale: scale, filter: .nearest)
        return (0..<height).map { Int(result.pixel(0, $0)[1]) }
    }

    @Test("a center of one column is the same in both modes, with each filter", arguments: ResizingMode.allCases)
    func onePixel(mode: ResizingMode) throws {
        let slices = try slices(9, 9, [4, 4, 4, 4], mode)
        try expectEqual(Self.columns(slices, 30, 9), Array(0..<4) + Array(repeating: 4, count: 22) + Array(5..<9))
        var generator = SeededGenerator(seed: 3)
        let picture = Picture(9, 9, random: &generator)
        let size = PixelSize(width: 30, height: 17)
        let nearest = try picture.resized(slices, to: size, scale: 1, filter: .nearest)
        for filter in ScalingFilter.allCases {
            try expectEqual(picture.resized(slices, to: size, scale: 1, filter: filter).bytes, nearest.bytes)
        }
    }

    @Test("columns and rows that a catalog's image leaves out are never drawn")
    func catalog() throws {
        let resizing = ImageSet.Resizing(
            capInsets: EdgeInsets(top: 12, left: 12, bottom: 12, right: 12),
            mode: .stretch,
            centerWidth: 1,
            centerHeight: 1
        )
        let slices = try ImageSlices(of: PixelSize(width: 40, height: 40), scale: 2, resizing: resizing)
        let shown = Array(0...12) + Array(28..<40)
        try expectEqual(Self.columns(slices, 25, 25, scale: 2), shown)
        try expectEqual(Self.rows(slices, 25, 25, scale: 2), shown)
        try expectEqual(Set(Self.columns(slices, 90, 70, scale: 2)), Set(shown))
        let picture = Picture(40, 40) { x, y in
            (13..<28).contains(x) || (13..<28).contains(y) ? [255, 0, 0, 255] : [0, 0, 255, 255]
        }
        for scale in [1.0, 2, 3] {
            for filter in ScalingFilter.allCases {
                let bytes = try picture.resized(
                    slices,
                    to: PixelSize(width: 61, height: 53),
                    scale: scale,
                    filter: filter
                )
                .bytes
                expect(stride(from: 0, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 0 && bytes[$0 + 2] == 255 })
            }
        }
    }

    @Test("a tile at another scale begins at the cap and repeats at its own size")
    func scaledTiles() throws {
        let slices = try slices(8, 1, [0, 0, 0, 0], .tile)
        try expectEqual(Self.columns(slices, 20, 1, scale: 2), (0..<20).map { ($0 / 2) % 8 })
        try expectEqual(Self.columns(slices, 12, 1, scale: 1.5), [0, 1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7])
        let fine = try self.slices(8, 1, scale: 2, [0, 0, 0, 0], .tile)
        try expectEqual(Self.columns(fine, 9, 1), [1, 3, 5, 7, 1, 3, 5, 7, 1])
    }

    /// Random slices with a picture for them.
    private func random(
        _ generator: inout SeededGenerator,
        _ filter: ScalingFilter,
        sameScale: Bool = false
    ) throws -> (Picture, ImageSlices, ResizingReference) {
        let (width, height) = (Int.random(in: 1...20, using: &generator), Int.random(in: 1...20, using: &generator))
        let left = Int.random(in: 0...width, using: &generator)
        let right = Int.random(in: 0...(width - left), using: &generator)
        let top = Int.random(in: 0...height, using: &generator)
        let bottom = Int.random(in: 0...(height - top), using: &generator)
        let mode: ResizingMode = Bool.random(using: &generator) ? .tile : .stretch
        let image = [1.0, 2, 3][Int.random(in: 0...2, using: &generator)]
        let output = sameScale ? image : [1, 1.5, 2, 3][Int.random(in: 0...3, using: &generator)]
        let target = (Int.random(in: 1...50, using: &generator), Int.random(in: 1...50, using: &generator))
        let insets = [top, left, bottom, right].map { Double($0) / image }
        let reference = ResizingReference(
            size: (width, height),
            caps: (left, right, top, bottom),
            mode: mode,
            image: image,
            output: output,
            filter: filter,
            target: target
        )
        let slices = try slices(width, height, scale: image, insets, mode)
        return (Picture(width, height, random: &generator), slices, reference)
    }

    @Test("the nearest filter takes exactly the pixels of the definition, at random sizes, caps and scales")
    func nearest() throws {
        let seed: UInt64 = 41
        var generator = SeededGenerator(seed: seed)
        for round in 0..<150 {
            let (picture, slices, reference) = try random(&generator, .nearest, sameScale: round % 2 == 0)
            let size = PixelSize(width: reference.target.width, height: reference.target.height)
            let result = try picture.resized(slices, to: size, scale: reference.output, filter: .nearest)
            let columns = (0..<size.width).map { reference.column($0)[0].0 }
            var isExact = true
            for y in 0..<size.height {
                let row = reference.row(y)[0].0
                for x in 0..<size.width {
                    let source = picture.pixel(columns[x], row)
                    let expected =
                        source.prefix(3).map { UInt8(exactProduct(Int($0), Int(source[3]))) } + [source[3]]
                    isExact = isExact && result.pixel(x, y) == expected
                }
            }
            expect(isExact, "round \(round) of seed \(seed): \(reference)")
        }
    }

    @Test(
        "the filters that mix pixels stay within one level of the definition in floating point",
        arguments: [ScalingFilter.bilinear, .automatic]
    )
    func weighed(filter: ScalingFilter) throws {
        let seed: UInt64 = 42
        var generator = SeededGenerator(seed: seed)
        for round in 0..<60 {
            let (picture, slices, reference) = try random(&generator, filter, sameScale: round % 3 == 0)
            let size = PixelSize(width: reference.target.width, height: reference.target.height)
            let result = try picture.resized(slices, to: size, scale: reference.output, filter: filter)
            let columns = (0..<size.width).map { reference.column($0) }
            var worst = 0.0
            for y in 0..<size.height {
                let row = reference.row(y)
                for x in 0..<size.width {
                    var sums = [0.0, 0, 0, 0]
                    for (source, weight) in columns[x] where weight != 0 {
                        for (line, part) in row where part != 0 {
                            let pixel = picture.pixel(source, line)
                            let alpha = Double(pixel[3]) / 255
                            for c in 0..<3 { sums[c] += Double(pixel[c]) * alpha * weight * part }
                            sums[3] += Double(pixel[3]) * weight * part
                        }
                    }
                    // Weights below zero may take a sum out of its range.
                    sums[3] = min(max(sums[3], 0), 255)
                    for (found, sum) in zip(result.pixel(x, y), sums) {
                        worst = max(worst, abs(Double(found) - min(max(sum, 0), sums[3])))
                    }
                }
            }
            expect(worst <= 1.05, "round \(round) of seed \(seed): \(reference)")
        }
    }

    @Test("caps at the output's scale are copied byte by byte with every filter", arguments: ScalingFilter.allCases)
    func corners(filter: ScalingFilter) throws {
        var generator = SeededGenerator(seed: 5)
        let picture = Picture(20, 18) { _, _ in generator.bytes(3) + [255] }
        for mode in ResizingMode.allCases {
            let slices = try slices(20, 18, scale: 2, [2, 3, 2.5, 1], mode)
            let result = try picture.resized(slices, to: PixelSize(width: 47, height: 33), scale: 2, filter: filter)
            for y in Array(0..<4) + Array(28..<33) {
                for x in Array(0..<6) + Array(45..<47) {
                    expectEqual(result.pixel(x, y), picture.pixel(x < 6 ? x : x - 27, y < 4 ? y : y - 15))
                }
            }
        }
    }
}
