import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

/// What a tree of layers shows at a place, one place at a time, in plain arithmetic on doubles.
private struct ReferenceLayer {
    /// Red, green, blue and alpha, multiplied by alpha, 0 to 1.
    typealias Pixel = SIMD4<Double>

    private let outwards: Transform
    private let inwards: Transform?
    private let bounds: Rect
    private let cornerRadius: Double
    private let clipsToBounds: Bool
    private let alpha: Double
    private let background: Pixel
    private let picture: (size: PixelSize, pixels: [Pixel])?
    private let sublayers: [ReferenceLayer]

    /// A layer at a moment; `nil` for one that is hidden.
    /// - Parameter pictures: The pictures, straight, by their images.
    init?(_ layer: Layer, at time: Int64, _ pictures: [Image: Picture]) {
        let layer = layer.presentation(atNanosecond: time)
        guard !layer.isHidden, layer.alpha > 0 else { return nil }
        outwards = layer.geometry.outwards
        inwards = outwards.inverted
        (bounds, cornerRadius) = (layer.bounds, layer.cornerRadius)
        (clipsToBounds, alpha) = (layer.clipsToBounds, layer.alpha)
        if case .color(let color)? = layer.backgroundColor {
            background = Self.pixel(color.red, color.green, color.blue, color.alpha)
        } else {
            background = .zero
        }
        if case .image(let image) = layer.contents, let picture = pictures[image] {
            let bytes = picture.bytes
            let pixels = stride(from: 0, to: bytes.count, by: 4).map {
                Self.pixel(bytes[$0], bytes[$0 + 1], bytes[$0 + 2], bytes[$0 + 3])
            }
            self.picture = (picture.size, pixels)
        } else {
            picture = nil
        }
        sublayers = layer.sublayers.compactMap { ReferenceLayer($0, at: time, pictures) }
    }

    private static func pixel(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> Pixel {
        Pixel(Double(red), Double(green), Double(blue), 255) / 255 * (Double(alpha) / 255)
    }

    /// The color at a place in the coordinates that the layer lies in.
    /// - Parameter edges: Takes, for each shape, whether the place is in it.
    func color(at place: Point, _ edges: inout [Bool]) -> Pixel {
        guard let inwards else { return .zero }
        let inner = place.applying(inwards)
        let isInside =
            inner.x >= bounds.minX && inner.x < bounds.maxX && inner.y >= bounds.minY && inner.y < bounds.maxY
        let isRounded = isInside && isWithinCorners(inner)
        edges.append(isInside)
        edges.append(isRounded)
        var result = isRounded ? background : .zero
        if isInside, !clipsToBounds || isRounded, let picture {
            result = over(sample(picture.pixels, picture.size, at: inner), result)
        }
        for sublayer in sublayers {
            let color = sublayer.color(at: inner, &edges)
            if !clipsToBounds || isRounded { result = over(color, result) }
        }
        return result * alpha
    }

    /// The sides of the rectangles that are seen of a layer and of those within, on the canvas.
    /// - Parameter space: From the coordinates that the layer lies in to those of the canvas.
    func sides(in space: Transform = .identity) -> [(start: Point, end: Point)] {
        let inner = outwards.concatenating(space)
        let (low, high) = (bounds.origin, Point(x: bounds.maxX, y: bounds.maxY))
        let corners = [low, Point(x: high.x, y: low.y), high, Point(x: low.x, y: high.y)].map { $0.applying(inner) }
        return corners.indices.map { (corners[$0], corners[($0 + 1) % 4]) } + sublayers.flatMap { $0.sides(in: inner) }
    }

    private func over(_ upper: Pixel, _ lower: Pixel) -> Pixel { upper + lower * (1 - upper.w) }

    private func isWithinCorners(_ place: Point) -> Bool {
        let radius = min(cornerRadius, bounds.width / 2, bounds.height / 2)
        let x = max(bounds.minX + radius - place.x, place.x - (bounds.maxX - radius), 0)
        let y = max(bounds.minY + radius - place.y, place.y - (bounds.maxY - radius), 0)
        return x * x + y * y <= radius * radius
    }

    private func sample(_ pixels: [Pixel], _ size: PixelSize, at place: Point) -> Pixel {
        let (width, height) = (size.width, size.height)
        let x = min(max((place.x - bounds.minX) / bounds.width * Double(width) - 0.5, 0), Double(width - 1))
        let y = min(max((place.y - bounds.minY) / bounds.height * Double(height) - 0.5, 0), Double(height - 1))
        func pixel(_ column: Int, _ row: Int) -> Pixel {
            pixels[min(row, height - 1) * width + min(column, width - 1)]
        }
        let (column, row) = (Int(x), Int(y))
        let (u, v) = (x - Double(column), y - Double(row))
        return (pixel(column, row) * (1 - u) + pixel(column + 1, row) * u) * (1 - v)
            + (pixel(column, row + 1) * (1 - u) + pixel(column + 1, row + 1) * u) * v
    }
}

@Suite("Trees of layers") struct LayerTreeTests {
    private static let size = PixelSize(width: 48, height: 42)
    private static let treeCount = LongTests.areWanted ? 300 : 12

    @Test("random trees are what plain arithmetic says, at moments of their animations")
    func reference() throws {
        let seed: UInt64 = 20_261_123
        var random = SeededGenerator(seed: seed)
        let pictures = try (0..<4).map { _ in try RandomTree.ramp(&random) }
        let images = try pictures.map { try Image(data: $0.pngData(), scale: 1) }
        let known = Dictionary(uniqueKeysWithValues: zip(images, pictures))
        var (errors, count, inner) = (0.0, 0, 0)
        for trial in 0..<Self.treeCount {
            var base = Layer(frame: Rect(origin: .zero, size: Size(Self.size)))
            base.backgroundColor = .color(.white)
            base.isOpaque = true
            base.sublayers = try (0..<2).map { _ in try RandomTree.layer(images, level: 3, &random) }
            let time = Int64.random(in: 0...1_100_000_000, using: &random)
            let scene = BoundScene(Scene(size: Self.size, layers: [base]))
            let target = RenderTarget(scene.scene)
            let drawn = try FrameRenderer(scene.drawings).picture(
                of: scene.displayList(atNanosecond: time),
                for: target
            )
            let (expected, isEdge) = Self.expected(try require(ReferenceLayer(base, at: time, known)))
            let bytes = drawn.bytes
            var (sum, most) = (0.0, 0.0)
            for pixel in 0..<Self.size.area {
                for channel in 0..<3 {
                    let error = (Double(bytes[pixel * 4 + channel]) - expected[pixel][channel] * 255).magnitude
                    sum += error
                    if !isEdge[pixel] { most = max(most, error) }
                }
            }
            errors += sum
            count += Self.size.area * 3
            inner += isEdge.count { !$0 } * 3
            expect(most <= 3, "trial \(trial) of seed \(seed) at \(time)")
        }
        let mean = errors / Double(count)
        expect(mean < 0.5, "seed \(seed)")
        expect(inner * 3 > count, "\(inner) of \(count) values lie away from edges")
    }

    /// How far a place is from a line between two others.
    private static func distance(_ place: Point, from side: (start: Point, end: Point)) -> Double {
        let (x, y) = (side.end.x - side.start.x, side.end.y - side.start.y)
        let (left, up) = (place.x - side.start.x, place.y - side.start.y)
        let length = x * x + y * y
        let part = length > 0 ? min(max((left * x + up * y) / length, 0), 1) : 0
        let (across, down) = (left - part * x, up - part * y)
        return (across * across + down * down).squareRoot()
    }

    /// The mean of 4x4 places in each pixel, and whether an edge of a shape is near.
    ///
    /// The places alone do not tell: a sliver, such as a layer that turns over, lies between them.
    private static func expected(_ base: ReferenceLayer) -> ([SIMD4<Double>], [Bool]) {
        var colors: [SIMD4<Double>] = []
        var shapes: [[Bool]?] = []
        var edges: [Bool] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                var sum = SIMD4<Double>.zero
                var shape: [Bool]??
                for part in 0..<16 {
                    edges.removeAll(keepingCapacity: true)
                    let place = Point(
                        x: Double(x) + (Double(part % 4) + 0.5) / 4,
                        y: Double(y) + (Double(part / 4) + 0.5) / 4
                    )
                    sum += base.color(at: place, &edges)
                    if let known = shape, known != edges { shape = .some(nil) } else if shape == nil { shape = edges }
                }
                colors.append(sum / 16)
                shapes.append(shape ?? nil)
            }
        }
        let sides = base.sides()
        let isEdge = colors.indices.map { pixel in
            let (x, y) = (pixel % size.width, pixel / size.width)
            let middle = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
            return sides.contains { distance(middle, from: $0) < 1.5 }
                || (-1...1).contains { down in
                    (-1...1).contains { across in
                        guard (0..<size.width).contains(x + across), (0..<size.height).contains(y + down) else {
                            return false
                        }
                        let other = shapes[pixel + down * size.width + across]
                        return other == nil || other != shapes[pixel]
                    }
                }
        }
        return (colors, isEdge)
    }

    private static func draw(_ layers: [Layer], at time: Int64 = 0) throws -> Picture {
        let scene = BoundScene(Scene(size: PixelSize(width: 20, height: 20), layers: layers))
        return try FrameRenderer(scene.drawings).picture(
            of: scene.displayList(atNanosecond: time),
            for: RenderTarget(scene.scene)
        )
    }

    private static func colored(_ color: Color, _ frame: Rect) -> Layer {
        var layer = Layer(frame: frame)
        layer.backgroundColor = .color(color)
        return layer
    }

    private static func pixel(_ picture: Picture, _ x: Int, _ y: Int) -> [UInt8] {
        let start = (y * picture.size.width + x) * 4
        return Array(picture.bytes[start..<start + 4])
    }

    @Test("a later layer lies above, a parent's alpha is that of its group, and a hidden parent hides")
    func vectors() throws {
        let red = Self.colored(Color(red: 255, green: 0, blue: 0), Rect(x: 0, y: 0, width: 10, height: 10))
        let blue = Self.colored(Color(red: 0, green: 0, blue: 255), Rect(x: 5, y: 5, width: 10, height: 10))
        let base = Self.colored(.white, Rect(x: 0, y: 0, width: 20, height: 20))
        expectEqual(Self.pixel(try Self.draw([base, red, blue]), 5, 5), [0, 0, 255, 255])
        expectEqual(Self.pixel(try Self.draw([base, blue, red]), 5, 5), [255, 0, 0, 255])
        var parent = Self.colored(Color(red: 0, green: 0, blue: 255), base.frame)
        parent.alpha = 0.5
        parent.sublayers = [red]
        let faded = Self.pixel(try Self.draw([base, parent]), 5, 5)
        expect(faded[0] == 255 && (126...128).contains(faded[1]) && (126...128).contains(faded[2]))
        parent.isHidden = true
        expectEqual(Self.pixel(try Self.draw([base, parent]), 5, 5), [255, 255, 255, 255])
    }

    @Test("the bounds' origin moves what is within and not the picture, and clipping cuts it off")
    func bounds() throws {
        let red = Self.colored(Color(red: 255, green: 0, blue: 0), Rect(x: 0, y: 0, width: 10, height: 10))
        let base = Self.colored(.white, Rect(x: 0, y: 0, width: 20, height: 20))
        var parent = Layer(frame: Rect(x: 4, y: 4, width: 8, height: 8))
        parent.bounds.origin = Point(x: -3, y: 2)
        parent.sublayers = [red]
        let shown = try Self.draw([base, parent])
        expectEqual(Self.pixel(shown, 7, 2), [255, 0, 0, 255])
        expectEqual(Self.pixel(shown, 16, 11), [255, 0, 0, 255])
        expectEqual(Self.pixel(shown, 6, 5), [255, 255, 255, 255])
        parent.clipsToBounds = true
        let clipped = try Self.draw([base, parent])
        expectEqual(Self.pixel(clipped, 7, 2), [255, 255, 255, 255])
        expectEqual(Self.pixel(clipped, 11, 11), [255, 0, 0, 255])
        expectEqual(Self.pixel(clipped, 12, 11), [255, 255, 255, 255])
    }

    @Test("a moved layer is the same pixels elsewhere, and a quarter turn of a square keeps them whole")
    func wholePixels() throws {
        var layer = Self.colored(Color(red: 10, green: 20, blue: 30), Rect(x: 2, y: 3, width: 6, height: 6))
        layer.tracks = [Track(.center, to: .point(Point(x: 15, y: 16)), duration: 1)]
        let moved = try Self.draw([Layer(frame: Rect(x: 0, y: 0, width: 20, height: 20)), layer], at: 1_000_000_000)
        expectEqual(Self.pixel(moved, 12, 13), [10, 20, 30, 255])
        expectEqual(Self.pixel(moved, 17, 18), [10, 20, 30, 255])
        expectEqual(Self.pixel(moved, 11, 13), [0, 0, 0, 0])
        layer.tracks = []
        layer.transform = Transform(rotationDegrees: 90)
        let turned = try Self.draw([layer])
        layer.transform = .identity
        expectEqual(turned.bytes, (try Self.draw([layer])).bytes)
    }

    @Test("a shadow lies beneath its layer and all within, blurred by its radius; a layer that clips has none")
    func shadows() throws {
        let base = Self.colored(.white, Rect(x: 0, y: 0, width: 20, height: 20))
        var layer = Self.colored(Color(red: 255, green: 0, blue: 0), Rect(x: 2, y: 2, width: 8, height: 8))
        layer.shadow = Shadow(opacity: 0.5, offset: Point(x: 4, y: 4), radius: 0)
        let sharp = try Self.draw([base, layer])
        expectEqual(Self.pixel(sharp, 9, 9), [255, 0, 0, 255])
        expect((126...128).contains(Self.pixel(sharp, 13, 13)[0]))
        expectEqual(Self.pixel(sharp, 14, 14), [255, 255, 255, 255])
        layer.shadow?.radius = 2
        let soft = try Self.draw([base, layer])
        expect((130...254).contains(Self.pixel(soft, 14, 14)[0]))
        layer.clipsToBounds = true
        expectEqual(Self.pixel(try Self.draw([base, layer]), 13, 13), [255, 255, 255, 255])
    }

    @Test("templates take the color of the layer around them")
    func tint() throws {
        let picture = try Picture(size: PixelSize(width: 4, height: 4), bytes: [UInt8](repeating: 255, count: 64))
        let image = try Image(data: picture.pngData(), scale: 1).withRenderingMode(.alwaysTemplate)
        var parent = Layer(frame: Rect(x: 0, y: 0, width: 20, height: 20))
        parent.tintColor = Color(red: 1, green: 2, blue: 3)
        parent.sublayers = [Layer(frame: Rect(x: 0, y: 0, width: 4, height: 4), contents: .image(image))]
        expectEqual(Self.pixel(try Self.draw([parent]), 1, 1), [1, 2, 3, 255])
    }

    @Test("a list's group ends where it began, and one with nothing in it is not there")
    func groups() {
        var parent = Layer(frame: Rect(x: 0, y: 0, width: 20, height: 20))
        parent.clipsToBounds = true
        parent.alpha = 0.5
        var hidden = Layer(frame: Rect(x: 0, y: 0, width: 4, height: 4))
        hidden.isHidden = true
        parent.sublayers = [hidden]
        let scene = BoundScene(Scene(size: PixelSize(width: 20, height: 20), layers: [parent]))
        let items = scene.displayList(at: 0).items
        expectEqual(items.count, 3)
        guard case .begin(let group) = items[0], case .layer(let layer) = items[1], items[2] == .end else {
            Issue.record("\(items)")
            return
        }
        expect(group.alpha == 0.5 && layer.alpha == 1)
    }
}
