import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Random views against a reference that evaluates the definition for each pixel in floating point.
@Suite("Views against a slow and obvious reference")
struct ViewOracleTests {
    /// A view as the program takes it and as the reference does.
    private struct View {
        var canvas: Canvas
        var image: Image
        var picture: Picture
        /// The frame's view first, then the overlays' from the back to the front.
        var references: [ViewReference]
        let isFlattened: Bool

        /// The largest difference of any byte from the definition's level.
        ///
        /// A view is in bytes when it is put over what is behind it, and so is that. Each overlay is therefore compared
        /// twice: alone, and then its bytes over what the program drew without it.
        func error() throws -> Int {
            let row = [ViewReference.RGBA](repeating: .zero, count: canvas.size.width)
            let nothing = [[ViewReference.RGBA]](repeating: row, count: canvas.size.height)
            let ground = nothing.map { $0.map { $0 + [0, 0, 0, isFlattened ? 255 : 0] } }
            var part = canvas
            part.overlays = []
            var behind = try drawn(part, isFlattened: isFlattened)
            var worst = Self.difference(behind, references[0].drawn(over: ground))
            for (overlay, reference) in pairs(canvas.overlays, references.dropFirst()) {
                var alone = canvas
                (alone.isHidden, alone.overlays) = (true, [overlay])
                let view = try drawn(alone, isFlattened: false)
                worst = max(worst, Self.difference(view, reference.drawn(over: nothing)))
                part.overlays.append(overlay)
                let found = try drawn(part, isFlattened: isFlattened)
                let expected = zip(view, behind).map { zip($0, $1).map { $0 + $1 * (1 - $0.w / 255) } }
                worst = max(worst, Self.difference(found, expected))
                behind = found
            }
            return worst
        }

        /// The levels of what the program draws.
        private func drawn(_ canvas: Canvas, isFlattened: Bool) throws -> [[ViewReference.RGBA]] {
            let picture = picture
            let renderer = try CanvasRenderer(canvas: canvas, format: .rgbaPremultiplied, isFlattened: isFlattened) {
                _ in
                picture
            }
            return try renderer.render(image).levels
        }

        /// The most levels that a byte is off.
        private static func difference(_ found: [[ViewReference.RGBA]], _ expected: [[ViewReference.RGBA]]) -> Int {
            var worst = 0.0
            for (row, expectedRow) in pairs(found, expected) {
                for (pixel, expectedPixel) in pairs(row, expectedRow) {
                    let error = pixel - expectedPixel.rounded(.toNearestOrAwayFromZero)
                    worst = max(worst, error.max(), -error.min())
                }
            }
            return Int(worst)
        }
    }

    /// Makes random views.
    private struct Source {
        var generator: SeededGenerator
        let filter: ScalingFilter

        /// True one time in `count`.
        mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

        mutating func color() -> Color {
            let bytes = generator.bytes(4)
            return Color(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: once(in: 2) ? 255 : bytes[3])
        }

        mutating func picture() -> Picture {
            let (width, height) = (Int.random(in: 1...12, using: &generator), Int.random(in: 1...12, using: &generator))
            return Picture(width, height, random: &generator)
        }

        mutating func alpha() -> Double {
            once(in: 2) ? 1 : Double(Int.random(in: 0...255, using: &generator)) / 255
        }

        /// Caps in pixels that fit a picture of `size`: top, left, bottom, right.
        mutating func caps(in size: PixelSize) -> [Int] {
            let (top, left) = (
                Int.random(in: 0...size.height, using: &generator), Int.random(in: 0...size.width, using: &generator)
            )
            return [
                top, left, Int.random(in: 0...(size.height - top), using: &generator),
                Int.random(in: 0...(size.width - left), using: &generator),
            ]
        }

        /// What frames and overlays have in common, on the pixels of the canvas that are given.
        mutating func reference(_ columns: Range<Int>, _ rows: Range<Int>, scale: Double) -> ViewReference {
            var view = ViewReference(picture: picture(), columns: columns, rows: rows)
            view.scale = scale
            view.filter = filter
            view.imageScale = [1, 1, 2, 3][Int.random(in: 0..<4, using: &generator)]
            view.orientation = ImageOrientation.allCases.randomElement(using: &generator) ?? .up
            view.mode = ContentMode.allCases.randomElement(using: &generator) ?? .center
            view.alpha = alpha()
            view.isOpaque = once(in: 4)
            view.isHidden = once(in: 12)
            view.tint = once(in: 4) ? color() : nil
            view.background = once(in: 2) ? .clear : .color(color())
            if once(in: 3) {
                let size = view.picture.size
                view.caps = caps(in: view.isTurned ? PixelSize(width: size.height, height: size.width) : size)
                view.resizingMode = once(in: 2) ? .stretch : .tile
            }
            return view
        }

        /// A view with its overlays.
        mutating func view(overlays count: Int) throws -> View {
            let size = PixelSize(
                width: Int.random(in: 1...24, using: &generator),
                height: Int.random(in: 1...24, using: &generator)
            )
            let scale = [1, 1, 1.5, 2, 3][Int.random(in: 0..<5, using: &generator)]
            var root = reference(0..<size.width, 0..<size.height, scale: scale)
            if root.caps == nil, once(in: 3) { root.policy = .exact }
            if once(in: 8) { root.background = .checkerboard }
            let insets = root.caps.map { EdgeInsets($0, scale: root.imageScale) }
            var canvas = Canvas(
                size: size,
                scale: scale,
                contentMode: root.mode,
                background: root.background,
                filter: filter,
                pixelPolicy: root.policy,
                resizing: insets.map { .capInsets($0, root.resizingMode) },
                tintColor: root.tint,
                alpha: root.alpha,
                isOpaque: root.isOpaque,
                isHidden: root.isHidden
            )
            var references = [root]
            for _ in 0..<count {
                let (view, reference) = try overlay(on: size, scale: scale)
                canvas.overlays.append(view)
                references.append(reference)
            }
            let image = Image(
                source: .file(FilePath("a.png")),
                scale: root.imageScale,
                orientation: root.orientation
            )
            return View(
                canvas: canvas,
                image: image,
                picture: root.picture,
                references: references,
                isFlattened: once(in: 3)
            )
        }

        /// A view somewhere on a canvas or in part beside it.
        private mutating func overlay(on size: PixelSize, scale: Double) throws -> (ImageView, ViewReference) {
            // In fifths of a pixel, so that edges fall between pixels too and never halfway.
            func edge(_ fifths: Int) -> Int { SamplingReference.floor(Double(fifths) / 5 + 0.5) }
            let x = Int.random(in: -20...(size.width * 5), using: &generator)
            let y = Int.random(in: -20...(size.height * 5), using: &generator)
            let (width, height) = (Int.random(in: 4...60, using: &generator), Int.random(in: 4...60, using: &generator))
            var reference = reference(edge(x)..<edge(x + width), edge(y)..<edge(y + height), scale: scale)
            reference.clips = once(in: 2)
            var image = try Image(data: PNGEncoder.encode(reference.picture), scale: reference.imageScale)
                .withOrientation(reference.orientation)
            if let caps = reference.caps {
                image = image.resizableImage(
                    withCapInsets: EdgeInsets(caps, scale: reference.imageScale),
                    resizingMode: reference.resizingMode
                )
            }
            var view = ImageView(image: image)
            view.frame = Rect(
                x: Double(x) / 5 / scale,
                y: Double(y) / 5 / scale,
                width: Double(width) / 5 / scale,
                height: Double(height) / 5 / scale
            )
            if let tint = reference.tint {
                view.image = image.withRenderingMode(.alwaysTemplate)
                view.tintColor = tint
            }
            view.contentMode = reference.mode
            view.alpha = reference.alpha
            view.isOpaque = reference.isOpaque
            view.isHidden = reference.isHidden
            view.clipsToBounds = reference.clips
            view.backgroundColor = reference.background == .clear ? nil : reference.background
            return (view, reference)
        }
    }

    @Test(
        "every pixel of a random view with up to two overlays is within a level of the definition",
        arguments: ScalingFilter.allCases
    )
    func random(filter: ScalingFilter) throws {
        let seed: UInt64 = 404
        var source = Source(generator: SeededGenerator(seed: seed), filter: filter)
        for round in 0..<(LongTests.areWanted ? 250 : 60) {
            let view = try source.view(overlays: round % 3)
            let error = try view.error()
            expect(error <= 1, "round \(round) of seed \(seed)")
        }
    }
}

extension Picture {
    /// The rows of pixels, each channel from 0 to 255.
    fileprivate var levels: [[ViewReference.RGBA]] {
        let bytes = bytes
        return (0..<size.height).map { y in
            (0..<size.width).map { x in
                let place = (y * size.width + x) * 4
                return ViewReference.RGBA((0..<4).map { Double(bytes[place + $0]) })
            }
        }
    }
}

extension EdgeInsets {
    /// Insets of so many pixels: top, left, bottom, right.
    fileprivate init(_ pixels: [Int], scale: Double) {
        let points = pixels.map { Double($0) / scale }
        self.init(top: points[0], left: points[1], bottom: points[2], right: points[3])
    }
}
