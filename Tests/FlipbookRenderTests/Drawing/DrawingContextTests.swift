import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

/// The pixels of what a context is told to draw, beside what CoreGraphics's reference says of each call.
@Suite("Drawing contexts", .hangLimit, .enabled(if: RuntimeLibrary.pango.isInstalled, "Pango is not installed"))
struct DrawingContextTests {
    private static let red = Color(red: 255, green: 0, blue: 0)
    private static let all = Rect(x: 0, y: 0, width: 16, height: 12)

    private static func draw(
        _ width: Double = 16,
        _ height: Double = 12,
        scale: Double = 1,
        _ actions: (DrawingContext) -> Void
    ) throws -> Picture {
        let image = GraphicsImageRenderer(size: Size(width: width, height: height), scale: scale).image(actions)
        return try FrameRenderer.picture(of: ImageView(image: image), scale: scale)
    }

    /// The opacity of all pixels together, in opaque ones.
    private static func area(_ picture: Picture) -> Double {
        picture.withUnsafeBytes { bytes in stride(from: 3, to: bytes.count, by: 4).reduce(0) { $0 + Double(bytes[$1]) }
        }
            / 255
    }

    /// Expects red in these pixels, and nothing in all others.
    private static func expectRed(_ picture: Picture, in rects: [PixelRect], _ comment: Comment? = nil) {
        var strays: [String] = []
        for y in 0..<picture.size.height {
            for x in 0..<picture.size.width {
                let isInside = rects.contains {
                    ($0.x..<$0.x + $0.size.width).contains(x) && ($0.y..<$0.y + $0.size.height).contains(y)
                }
                if picture[x, y] != (isInside ? red : .clear) { strays.append("\(x),\(y) \(picture[x, y])") }
            }
        }
        expect(strays.isEmpty, comment)
    }

    @Test("an upright rectangle covers its pixels and no other, y downwards, at each scale", arguments: [1.0, 2, 3])
    func rectangle(scale: Double) throws {
        let picture = try Self.draw(scale: scale) { $0.fill(Rect(x: 2, y: 1, width: 3, height: 2), with: Self.red) }
        let factor = Int(scale)
        expectEqual(picture.size, PixelSize(width: 16 * factor, height: 12 * factor))
        Self.expectRed(picture, in: [PixelRect(x: 2 * factor, y: factor, width: 3 * factor, height: 2 * factor)])
    }

    @Test("a pixel that is covered in part is opaque in part")
    func coverage() throws {
        let picture = try Self.draw { $0.fill(Rect(x: 0.5, y: 0, width: 1, height: 1), with: Self.red) }
        expect((127...128).contains(picture[0, 0].alpha) && picture[0, 0].red == 255)
        expect((127...128).contains(picture[1, 0].alpha))
    }

    private static let curves: [(name: String, area: Double, path: Path)] = [
        ("circle", .pi * 40 * 40, Path(ellipseIn: Rect(x: 10, y: 10, width: 80, height: 80))),
        ("ellipse", .pi * 40 * 20, Path(ellipseIn: Rect(x: 10, y: 30, width: 80, height: 40))),
        // Archimedes: two thirds of the base times the height.
        (
            "parabola", 2.0 / 3 * 80 * 40,
            changing(Path()) {
                $0.move(to: Point(x: 10, y: 90))
                $0.addQuadCurve(to: Point(x: 90, y: 90), control: Point(x: 50, y: 10))
            }
        ),
        // The integral of 240 t (1 - t) over 80 (3 t² - 2 t³).
        (
            "cubic", 80.0 * 80 * 3 / 5,
            changing(Path()) {
                $0.move(to: Point(x: 10, y: 90))
                $0.addCurve(to: Point(x: 90, y: 90), control1: Point(x: 10, y: 10), control2: Point(x: 90, y: 10))
            }
        ),
        (
            "quarter", .pi * 40 * 40 / 4,
            changing(Path()) {
                $0.move(to: Point(x: 50, y: 50))
                $0.addArc(center: Point(x: 50, y: 50), radius: 40, startDegrees: 0, endDegrees: 90)
            }
        ),
        (
            "other three quarters", .pi * 40 * 40 * 3 / 4,
            changing(Path()) {
                $0.move(to: Point(x: 50, y: 50))
                $0.addArc(center: Point(x: 50, y: 50), radius: 40, startDegrees: 0, endDegrees: 90, clockwise: false)
            }
        ),
        (
            "rounded", 80 * 60 - (4 - .pi) * 10 * 10,
            Path(roundedRect: Rect(x: 10, y: 10, width: 80, height: 60), cornerRadius: 10)
        ),
        // Corners of half the shorter side at most: two half circles and what is between them.
        (
            "pill", 40 * 40 + .pi * 20 * 20,
            Path(roundedRect: Rect(x: 10, y: 10, width: 80, height: 40), cornerRadius: 100)
        ),
    ]

    @Test("the area of a filled curve is that of geometry", arguments: curves.indices)
    func areas(index: Int) throws {
        let (name, area, path) = Self.curves[index]
        let drawn = Self.area(try Self.draw(100, 100) { $0.fill(path, with: .black) })
        expect(abs(drawn - area) < area / 200, "\(name): \(drawn) instead of \(area)")
    }

    @Test("an angle of 90° is at the bottom, and the lower right quarter of a circle is from 0° to 90°")
    func angles() throws {
        let picture = try Self.draw(100, 100) { context in
            var path = Path()
            path.move(to: Point(x: 50, y: 50))
            path.addArc(center: Point(x: 50, y: 50), radius: 40, startDegrees: 0, endDegrees: 90)
            context.fill(path, with: Self.red)
        }
        expect(picture[60, 60] == Self.red && picture[40, 60] == .clear && picture[60, 40] == .clear)
    }

    @Test("a path that crosses itself is full under winding, and has a hole under the even-odd rule")
    func rules() throws {
        var path = Path(Rect(x: 0, y: 0, width: 8, height: 8))
        path.addRect(Rect(x: 2, y: 2, width: 4, height: 4))
        let full = try Self.draw { $0.fill(path, with: Self.red) }
        Self.expectRed(full, in: [PixelRect(x: 0, y: 0, width: 8, height: 8)])
        let holed = try Self.draw { $0.fill(path, with: Self.red, using: .evenOdd) }
        expect(holed[3, 3] == .clear && holed[1, 1] == Self.red && Self.area(holed) == 48)
    }

    @Test("transforms are done before those that the context has, as those of a CGContext")
    func transforms() throws {
        let moved = try Self.draw { context in
            context.translateBy(x: 4, y: 2)
            context.scaleBy(x: 2, y: 3)
            expectEqual(context.ctm, Transform(a: 2, b: 0, c: 0, d: 3, tx: 4, ty: 2))
            context.fill(Rect(x: 1, y: 1, width: 2, height: 1), with: Self.red)
        }
        Self.expectRed(moved, in: [PixelRect(x: 6, y: 5, width: 4, height: 3)])
        let turned = try Self.draw { context in
            context.translateBy(x: 10, y: 0)
            context.rotate(byDegrees: 90)
            context.fill(Rect(x: 0, y: 0, width: 4, height: 2), with: Self.red)
        }
        Self.expectRed(turned, in: [PixelRect(x: 8, y: 0, width: 2, height: 4)], "clockwise")
        // Without an area there is nothing to draw, and nothing is wrong.
        let flat = try Self.draw { context in
            context.saveState()
            context.scaleBy(x: 0, y: 1)
            context.fill(Self.all, with: Self.red)
            context.restoreState()
            context.fill(Rect(x: 1, y: 1, width: 1, height: 1), with: Self.red)
        }
        Self.expectRed(flat, in: [PixelRect(x: 1, y: 1, width: 1, height: 1)])
    }

    @Test("clips are cut with one another, and go with the state")
    func clips() throws {
        let picture = try Self.draw { context in
            context.saveState()
            context.clip(to: Path(Rect(x: 2, y: 2, width: 8, height: 8)))
            context.translateBy(x: 4, y: 0)
            context.clip(to: Path(Rect(x: 0, y: 4, width: 20, height: 2)))
            context.fill(Rect(x: -20, y: -20, width: 90, height: 90), with: Self.red)
            context.restoreState()
            context.fill(Rect(x: 15, y: 0, width: 1, height: 1), with: Self.red)
        }
        let lone = PixelRect(x: 15, y: 0, width: 1, height: 1)
        Self.expectRed(picture, in: [PixelRect(x: 4, y: 4, width: 6, height: 2), lone])
        let round = try Self.draw(100, 100) { context in
            context.clip(to: Path(ellipseIn: Rect(x: 10, y: 10, width: 80, height: 80)))
            context.fill(Rect(x: 0, y: 0, width: 100, height: 100), with: Self.red)
        }
        expect(abs(Self.area(round) - .pi * 1600) < 10)
    }

    @Test("saved states nest, have the opacity and the mode, and a restore without one changes nothing")
    func states() throws {
        _ = try Self.draw { context in
            context.restoreState()
            (context.alpha, context.blendMode) = (0.5, .multiply)
            context.saveState()
            (context.alpha, context.blendMode) = (7, .screen)
            expectEqual(context.alpha, 1, "opacities are 0 to 1")
            context.restoreState()
            expect(context.alpha == 0.5 && context.blendMode == .multiply)
        }
    }

    @Test("opacity multiplies that of the color, of images too")
    func alpha() throws {
        let square = GraphicsImageRenderer(size: Size(width: 2, height: 2)).image {
            $0.fill(Rect(x: 0, y: 0, width: 2, height: 2), with: Color(red: 255, green: 0, blue: 0, alpha: 128))
        }
        let picture = try Self.draw { context in
            context.alpha = 0.5
            context.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: Self.red)
            context.fill(Rect(x: 1, y: 0, width: 1, height: 1), with: Color(red: 255, green: 0, blue: 0, alpha: 128))
            context.draw(square, at: Point(x: 2, y: 0))
        }
        expect((127...128).contains(picture[0, 0].alpha))
        expect((63...65).contains(picture[1, 0].alpha) && (63...65).contains(picture[2, 0].alpha))
    }

    /// The W3C's Compositing and Blending Level 1, of an opaque color on another one, from 0 to 1, or `nil` for modes that are
    /// not of each channel alone.
    private static func formula(_ mode: BlendMode, on b: Double, of s: Double) -> Double? {
        switch mode {
        case .normal, .copy, .sourceAtop: return s
        case .destinationOver: return b
        case .plusLighter: return min(1, b + s)
        case .multiply: return b * s
        case .screen: return b + s - b * s
        case .overlay: return formula(.hardLight, on: s, of: b)
        case .hardLight: return s <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s)
        case .darken: return min(b, s)
        case .lighten: return max(b, s)
        case .colorDodge: return min(1, b / (1 - s))
        case .colorBurn: return 1 - min(1, (1 - b) / s)
        case .softLight:
            let lighter = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
            return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (lighter - b)
        case .difference: return abs(b - s)
        case .exclusion: return b + s - 2 * b * s
        case .clear, .destinationOut, .xor, .hue, .saturation, .color, .luminosity: return nil
        }
    }
    private static let before = Color(red: 200, green: 100, blue: 50)
    private static let drawn = Color(red: 60, green: 160, blue: 250)

    private static func blended(_ mode: BlendMode) throws -> Color {
        try draw { context in
            context.fill(all, with: before)
            context.blendMode = mode
            context.fill(all, with: drawn)
        }[0, 0]
    }

    private static func channels(_ color: Color) -> [Double] {
        [color.red, color.green, color.blue].map { Double($0) / 255 }
    }

    @Test("blend modes are those of the W3C's formulas", arguments: BlendMode.allCases)
    func blending(mode: BlendMode) throws {
        let found = Self.channels(try Self.blended(mode))
        for (found, (b, s)) in zip(found, zip(Self.channels(Self.before), Self.channels(Self.drawn))) {
            guard let wanted = Self.formula(mode, on: b, of: s) else { continue }
            expect(abs(found - wanted) < 2.5 / 255)
        }
    }

    @Test("modes that clear leave nothing, and those of hue, saturation, color and luminosity keep the rest")
    func mixedModes() throws {
        for mode in [BlendMode.clear, .destinationOut, .xor] { try expectEqual(Self.blended(mode), .clear) }
        func luminosity(_ color: Color) -> Double {
            let channels = Self.channels(color)
            return 0.3 * channels[0] + 0.59 * channels[1] + 0.11 * channels[2]
        }
        for mode in [BlendMode.hue, .saturation, .color] {
            expect(abs(luminosity(try Self.blended(mode)) - luminosity(Self.before)) < 0.01, "\(mode)")
        }
        expect(abs(luminosity(try Self.blended(.luminosity)) - luminosity(Self.drawn)) < 0.01)
    }

    @Test("a line lies half at each side of its path, and ends where its cap says")
    func strokes() throws {
        var line = Path()
        line.move(to: Point(x: 4, y: 4))
        line.addLine(to: Point(x: 10, y: 4))
        func drawn(_ style: StrokeStyle) throws -> Picture {
            try Self.draw { $0.stroke(line, with: Self.red, style: style) }
        }
        Self.expectRed(try drawn(StrokeStyle(lineWidth: 2)), in: [PixelRect(x: 4, y: 3, width: 6, height: 2)])
        let square = try drawn(StrokeStyle(lineWidth: 2, lineCap: .square))
        Self.expectRed(square, in: [PixelRect(x: 3, y: 3, width: 8, height: 2)])
        expect(abs(Self.area(try drawn(StrokeStyle(lineWidth: 2, lineCap: .round))) - 12 - .pi) < 0.1)
        let dashed = try drawn(StrokeStyle(lineWidth: 2, dash: [2, 1], dashPhase: 1))
        Self.expectRed(dashed, in: [4, 6, 9].map { PixelRect(x: $0, y: 3, width: $0 == 6 ? 2 : 1, height: 2) })
        // Dashes that lead nowhere are none, and a line without a width is not drawn.
        expectEqual(Self.area(try drawn(StrokeStyle(lineWidth: 2, dash: [0, 0]))), 12)
        expectEqual(Self.area(try drawn(StrokeStyle(lineWidth: 0))), 0)
    }

    @Test("corners are sharp, round or cut off")
    func joins() throws {
        var corner = Path()
        corner.move(to: Point(x: 2, y: 10))
        corner.addLine(to: Point(x: 10, y: 10))
        corner.addLine(to: Point(x: 10, y: 2))
        func area(_ join: StrokeStyle.LineJoin) throws -> Double {
            Self.area(
                try Self.draw { $0.stroke(corner, with: Self.red, style: StrokeStyle(lineWidth: 4, lineJoin: join)) }
            )
        }
        // Beside the two arms and what they share, a square of 2 points, a quarter of a circle, or half of the square.
        try expect(abs(area(.miter) - 60 - 4) < 0.05)
        try expect(abs(area(.round) - 60 - .pi) < 0.1)
        try expect(abs(area(.bevel) - 60 - 2) < 0.1)
    }

    @Test(
        "an image is drawn pixel by pixel where it has the size, flipped by the transform, and scaled to its rectangle"
    )
    func images() throws {
        let picture = Picture(3, 2) { x, y in [UInt8(80 * x), UInt8(100 * y), 7, x == 2 ? 90 : 255] }
        let image = try Image(data: picture.pngData())
        let plain = try Self.draw { $0.draw(image, at: Point(x: 4, y: 5)) }
        let mirrored = try Self.draw { context in
            context.translateBy(x: 7, y: 0)
            context.scaleBy(x: -1, y: 1)
            context.draw(image, at: Point(x: 0, y: 5))
        }
        for y in 0..<2 {
            for x in 0..<3 {
                for (drawn, place) in [(plain, 4 + x), (mirrored, 6 - x)] {
                    let (found, wanted) = (drawn[place, 5 + y], picture[x, y])
                    expect(found.alpha == wanted.alpha && abs(Int(found.red) - Int(wanted.red)) <= 1)
                    expect(abs(Int(found.green) - Int(wanted.green)) <= 1)
                }
            }
        }
        expect(Self.area(plain) < 6 && plain[7, 5] == .clear && plain[4, 7] == .clear)
        let large = try Self.draw { $0.draw(image, in: Rect(x: 0, y: 0, width: 12, height: 8)) }
        expect(large[1, 1].red < 8 && abs(Int(large[1, 7].green) - 100) < 8 && large[12, 0] == .clear)
    }

    @Test("a resizable image keeps its caps")
    func caps() throws {
        let picture = Picture(3, 1) { x, _ in [UInt8(100 * x), 0, 0, 255] }
        let image = try Image(data: picture.pngData())
            .resizableImage(withCapInsets: EdgeInsets(top: 0, left: 1, bottom: 0, right: 1), resizingMode: .stretch)
        let drawn = try Self.draw { $0.draw(image, in: Rect(x: 0, y: 0, width: 10, height: 1)) }
        expectEqual((0..<10).map { drawn[$0, 0].red }, [0] + [UInt8](repeating: 100, count: 8) + [200])
    }

    /// The columns and rows that have letters.
    private static func ink(_ picture: Picture) -> (columns: [Int], rows: [Int]) {
        let (width, height) = (picture.size.width, picture.size.height)
        return (
            (0..<width).filter { x in (0..<height).contains { picture[x, $0].alpha > 0 } },
            (0..<height).filter { y in (0..<width).contains { picture[$0, y].alpha > 0 } }
        )
    }

    @Test("a text begins, is in the middle or ends in its rectangle, and goes on in lines where there is no room")
    func texts() throws {
        func ink(_ text: String, _ alignment: TextAlignment, scale: Double = 1) throws -> (columns: [Int], rows: [Int])
        {
            let rect = Rect(x: 20, y: 10, width: 100, height: 80)
            return Self.ink(
                try Self.draw(140, 100, scale: scale) {
                    $0.draw(text, in: rect, size: 20, color: Self.red, alignment: alignment)
                }
            )
        }
        let left = try ink("HHH", .left)
        let (first, last) = (try require(left.columns.first), try require(left.columns.last))
        expect((20...24).contains(first) && last < 80)
        try expect(require(left.rows.first) >= 10 && left.rows.count < 20 && left.rows.count > 10)
        let right = try ink("HHH", .right)
        expect((115...119).contains(try require(right.columns.last)))
        let middle = try ink("HHH", .center)
        expect(abs(try require(middle.columns.first) + require(middle.columns.last) - 139) <= 2)
        let twice = try ink("HHH", .left, scale: 2)
        let width = try require(twice.columns.last) - require(twice.columns.first)
        expect(abs(width - 2 * (last - first)) <= 2)
        let lines = try ink("HHH HHH HHH", .left)
        try expect(require(lines.columns.last) < 120 && lines.rows.count >= 2 * left.rows.count)
    }

    @Test("a font, a file or a library that is not there is named when the picture is rendered")
    func errors() throws {
        let text = #expect(throws: RenderError.self) {
            try Self.draw { $0.draw("x", in: Self.all, font: "No Such Font 77") }
        }
        expectEqual(text?.explanation.description.hasPrefix("a drawing: There is no font 'No Such Font 77'"), true)
        let file = #expect(throws: RenderError.self) {
            try Self.draw { $0.draw(Image(byReferencingFile: FilePath("/none/walk.png")), in: Self.all) }
        }
        expectEqual(file?.explanation.description.contains("/none/walk.png: no such file"), true)
        let image = GraphicsImageRenderer(size: Self.all.size).image { $0.fill(Self.all, with: Self.red) }
        guard case .drawn(let commands) = image.source else { throw Failure() }
        let library = #expect(throws: ImageError.self) { try commands.picture(.standard, by: nil) }
        expectEqual(library?.explanation.remedies, TextError.noLibrary.explanation.remedies)
        expectEqual(library?.explanation.description.contains("require Pango and cairo, which are not installed"), true)
    }

    private struct Failure: Error {}
}
