import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Synchronization
import Testing

/// What is drawn over the picture before is what is drawn from nothing.
@Suite("Redrawing what changed")
struct RedrawingTests {
    private static let formats: [PixelFormat] = [
        .rgba, .rgbaPremultiplied, .bgra, .rgba64, .rgba64Premultiplied, .gbra12, .gray16, .i420, .yuv420p10,
        .yuv422p10, .yuva444p10, .yuv422p, .yuv444p, .yuv420p12, .yuv422p12, .yuv444p12,
    ]

    /// What the scene has beneath all that moves.
    private static func base(
        _ size: PixelSize,
        _ images: [Image],
        _ random: inout SeededGenerator
    ) throws -> Layer {
        func chance(_ most: Int) -> Bool { Int.random(in: 0..<most, using: &random) == 0 }
        // One of several layers may cover the canvas, or not.
        let width = Double(size.width - (chance(4) ? 5 : 0))
        var base = Layer(frame: Rect(x: 0, y: 0, width: width, height: Double(size.height)))
        if !chance(4) { base.contents = .image(try require(images.randomElement(using: &random))) }
        base.contentMode = try require(ContentMode.allCases.randomElement(using: &random))
        if chance(2) { base.backgroundColor = chance(3) ? .checkerboard : .color(Color(red: 9, green: 200, blue: 90)) }
        base.alpha = chance(4) ? 0.6 : 1
        base.isOpaque = chance(3)
        base.cornerRadius = chance(4) ? 9 : 0
        base.clipsToBounds = chance(2)
        return base
    }

    /// Gives a layer of the tree a shadow, or a picture on its way to another.
    private static func dress(
        _ layer: inout Layer,
        _ images: [Image],
        at progress: Double,
        _ random: inout SeededGenerator
    ) throws {
        if Int.random(in: 0..<3, using: &random) == 0 {
            layer.shadow = Shadow(opacity: 0.7, offset: Point(x: 2, y: 3), radius: .random(in: 0...3, using: &random))
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            let (from, to) = (try require(images.first), try require(images.last))
            layer.contents = .image(from.transitioning(to: to, by: .push(.left), at: progress))
        }
        for place in layer.sublayers.indices { try dress(&layer.sublayers[place], images, at: progress, &random) }
    }

    @Test(
        "one renderer's pictures of moving trees are those of a new one for each, byte by byte",
        arguments: LongTests.cases(formats.flatMap { format in [false, true].map { (format, $0) } }, every: 3)
    )
    func identity(format: PixelFormat, dithers: Bool) throws {
        let seed: UInt64 = 4 + (dithers ? 1 : 0)
        var random = SeededGenerator(seed: seed)
        let images = try (0..<3).map { _ in try Image(data: RandomTree.ramp(&random).pngData(), scale: 1) }
        let drawings = DrawingTable()
        var (rows, all) = (0, 0)
        for trial in 0..<(LongTests.areWanted ? 60 : 3) {
            let size = PixelSize(width: 48 + trial % 2, height: 140 + trial % 3)
            let base = try Self.base(size, images, &random)
            let trees = try (0..<2).map { _ in
                let level = Int.random(in: 1...3, using: &random)
                return try RandomTree.layer(images, level: level, &random)
            }
            let dresses = random
            let renderer = FrameRenderer(drawings)
            let target = RenderTarget(
                size: size,
                format: format,
                isFlattened: trial % 3 == 0,
                dithers: dithers
            )
            for step in 0..<5 {
                let progress = Double(step / 2) / 4
                random = dresses
                var layers = trees
                for place in layers.indices { try Self.dress(&layers[place], images, at: progress, &random) }
                let scene = BoundScene(Scene(size: size, layers: [base] + layers), drawings: drawings)
                let list = scene.displayList(atNanosecond: Int64(progress * 1e9))
                let drawn = try renderer.picture(of: list, for: target)
                let fresh = FrameRenderer(drawings)
                expectEqual(
                    drawn.bytes,
                    (try fresh.picture(of: list, for: target)).bytes,
                    "step \(step) of trial \(trial) of seed \(seed) in \(format)"
                )
                all += fresh.times.rows
            }
            rows += renderer.times.rows
        }
        expect(rows < all, "some rows were not drawn again")
    }

    /// A still picture under a small label that goes down by 10 rows in each step.
    private func scene(at step: Int, _ image: Image, _ drawings: DrawingTable) -> BoundScene {
        let base = Layer(frame: Rect(x: 0, y: 0, width: 60, height: 200), contents: .image(image))
        var label = Layer(frame: Rect(x: 10, y: Double(10 * step), width: 20, height: 8))
        label.backgroundColor = .color(Color(red: 255, green: 0, blue: 0, alpha: 128))
        return BoundScene(Scene(size: PixelSize(width: 60, height: 200), layers: [base, label]), drawings: drawings)
    }

    @Test("a still picture under a moving label is decoded once, and only the rows of the label are drawn")
    func rows() throws {
        let image = try Image(data: TestFrames(width: 60, height: 200).picture(1).pngData(), scale: 1)
        let drawings = DrawingTable()
        let picture = TestFrames(width: 60, height: 200).picture(1)
        let decodes = Atomic(0)
        let renderer = FrameRenderer(
            drawings,
            decode: { _, _ throws(ImageError) in
                decodes.add(1, ordering: .relaxed)
                return picture
            }
        )
        for step in 0..<12 {
            let before = renderer.times.rows
            let scene = scene(at: step, image, drawings)
            _ = try renderer.picture(of: scene.displayList(at: 0), for: RenderTarget(scene.scene))
            // The first picture says nothing of what stays, the second is the first that is kept.
            expectEqual(renderer.times.rows - before, (step < 2 ? 200 : 16), "step \(step)")
        }
        expectEqual(decodes.load(ordering: .relaxed), 2)
    }

    @Test("a picture of equal layers is the same one, and another target's is drawn whole")
    func same() throws {
        let image = try Image(data: TestFrames(width: 60, height: 200).picture(1).pngData(), scale: 1)
        let drawings = DrawingTable()
        let renderer = FrameRenderer(drawings)
        let scene = scene(at: 0, image, drawings)
        let (list, target) = (scene.displayList(at: 0), RenderTarget(scene.scene))
        _ = try renderer.picture(of: list, for: target)
        let second = try renderer.picture(of: list, for: target)
        try expect(renderer.picture(of: list, for: target) === second)
        let other = RenderTarget(scene.scene, format: .i420)
        try expectEqual(renderer.picture(of: list, for: other).format, .i420)
        try expectEqual(renderer.picture(of: list, for: target).bytes, second.bytes)
    }

    @Test("without memory to spare nothing is kept, and all is drawn each time")
    func noMemory() throws {
        let image = try Image(data: TestFrames(width: 60, height: 200).picture(1).pngData(), scale: 1)
        let drawings = DrawingTable()
        let renderer = FrameRenderer(drawings, memory: .fixed(0))
        for step in 0..<4 {
            let scene = scene(at: step, image, drawings)
            _ = try renderer.picture(of: scene.displayList(at: 0), for: RenderTarget(scene.scene))
        }
        expectEqual(renderer.times.rows, 800)
    }
}
