import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// Views that Pillow can draw, too. Where there is no Python with Pillow, these are skipped.
@Suite("Views against Pillow", .enabled(if: Pillow.isAvailable, "there is no Python with Pillow"))
struct PillowViewTests {
    /// The most levels that a byte of two pictures differs by.
    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Int {
        guard one.count == other.count else { return .max }
        return zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? .max
    }

    private static let green = Color(red: 30, green: 160, blue: 90)
    private static let tint = Color(red: 240, green: 90, blue: 20, alpha: 200)

    private static func random(_ width: Int, _ height: Int, _ seed: UInt64) -> Picture {
        var generator = SeededGenerator(seed: seed)
        return Picture(width, height, random: &generator)
    }

    /// What `canvas` shows of `picture`, premultiplied.
    private static func drawn(_ picture: Picture, on canvas: Canvas) throws -> [UInt8] {
        try Picture.drawn(picture, on: canvas, as: .rgbaPremultiplied).bytes
    }

    /// What Pillow's `script` makes of `pictures`, which it finds as a.png and b.png: premultiplied bytes.
    private static func pillow(_ script: String, _ pictures: [Picture]) throws -> [UInt8] {
        let folder = try TemporaryDirectory()
        for (picture, name) in zip(pictures, ["a.png", "b.png"]) {
            try folder.write(PNGEncoder.encode(picture), to: name)
        }
        return try Pillow.run(script, in: folder)
    }

    @Test("a frame over a color is within a level of alpha_composite")
    func over() throws {
        let frame = Self.random(33, 21, 1)
        let theirs = try Self.pillow(
            """
            out = Image.new("RGBA", a.size, (30, 160, 90, 255))
            out.alpha_composite(a)
            """,
            [frame]
        )
        let ours = try Self.drawn(frame, on: Canvas(33, 21, .scaleToFill, .color(Self.green)))
        expect(Self.difference(theirs, ours) <= 1)
    }

    @Test(
        "a frame fitted into a canvas is within a level of resize and paste",
        arguments: [
            // Frame, canvas, the filter's names, and the rectangle as the definition gives it.
            ((24, 18), (8, 9), .automatic, "BOX", (0, 2, 8, 6)),
            ((23, 17), (13, 20), .nearest, "NEAREST", (0, 5, 13, 10)),
            ((7, 5), (20, 20), .nearest, "NEAREST", (0, 3, 20, 14)),
            ((7, 5), (20, 20), .bilinear, "BILINEAR", (0, 3, 20, 14)),
            ((7, 5), (20, 20), .automatic, "BILINEAR", (0, 3, 20, 14)),
            ((12, 24), (20, 4), .automatic, "BOX", (9, 0, 2, 4)),
        ] as [((Int, Int), (Int, Int), ScalingFilter, String, (Int, Int, Int, Int))]
    )
    func fit(
        frame: (Int, Int),
        canvas: (Int, Int),
        filter: ScalingFilter,
        pillowFilter: String,
        place: (Int, Int, Int, Int)
    ) throws {
        // BOX is the plain mean, which ours is at whole factors. Between them ours is sharper.
        let picture = Self.random(frame.0, frame.1, 2)
        let theirs = try Self.pillow(
            """
            small = a.convert("RGBa").resize((\(place.2), \(place.3)), Image.\(pillowFilter))
            out = Image.new("RGBa", \(canvas))
            out.paste(small, (\(place.0), \(place.1)))
            """,
            [picture]
        )
        let ours = try Self.drawn(
            picture,
            on: Canvas(canvas.0, canvas.1, .scaleAspectFit, filter: filter)
        )
        let difference = Self.difference(theirs, ours)
        expect(difference <= (filter == .nearest ? 0 : 1), "\(frame) in \(canvas)")
    }

    @Test(
        "an overlay is within a level of alpha_composite at its position, faded or not",
        arguments: LongTests.cases(
            [
                (.topLeft, 1, (2, 2)), (.top, 1, (11, 2)), (.topRight, 1, (20, 2)), (.left, 0.5, (2, 9)),
                (.center, 0.5, (11, 9)), (.right, 0.5, (20, 9)), (.bottomLeft, 0.2, (2, 16)), (.bottom, 0.2, (11, 16)),
                (.bottomRight, 0.2, (20, 16)),
            ] as [(ContentMode, Double, (Int, Int))],
            every: 4
        )
    )
    func overlay(position: ContentMode, alpha: Double, place: (Int, Int)) throws {
        // Sides whose free space is even, so that the middle is a whole pixel.
        let straight = Self.random(32, 24, 3)
        let frame = Picture(32, 24) { x, y in Array(straight.pixel(x, y).dropLast()) + [255] }
        let logo = Self.random(10, 6, 4)
        let theirs = try Self.pillow(
            """
            b.putalpha(b.getchannel("A").point(lambda level: round(level * \(Int((alpha * 255).rounded())) / 255)))
            out = a.copy()
            out.alpha_composite(b, \(place))
            """,
            [frame, logo]
        )
        var canvas = Canvas(32, 24)
        let image = try Image(data: PNGEncoder.encode(logo))
        let overlay = Overlay(image: FilePath("b.png"), position: position, alpha: alpha, inset: 2)
        canvas.overlays = [overlay.view(showing: image, on: Size(width: 32, height: 24))]
        let ours = try Self.drawn(frame, on: canvas)
        expect(Self.difference(theirs, ours) <= 1, "\(position)")
    }

    @Test("a template is within a level of a color whose alpha is the picture's")
    func template() throws {
        let picture = Self.random(19, 23, 5)
        let theirs = try Self.pillow(
            """
            out = Image.new("RGBA", a.size, (240, 90, 20, 255))
            out.putalpha(ImageChops.multiply(a.getchannel("A"), Image.new("L", a.size, 200)))
            """,
            [picture]
        )
        var canvas = Canvas(19, 23)
        canvas.tintColor = Self.tint
        try expect(Self.difference(theirs, Self.drawn(picture, on: canvas)) <= 1)
    }

    @Test(
        "a file's EXIF orientation turns and mirrors it as exif_transpose does, to the byte",
        arguments: LongTests.cases(Array(1...8), every: 3)
    )
    func orientation(value: Int) throws {
        let folder = try TemporaryDirectory()
        try folder.write(PNGEncoder.encode(Self.random(11, 6, 6)), to: "a.png")
        let theirs = try Pillow.run(
            """
            data = Image.Exif()
            data[0x0112] = \(value)
            a.save("turned.png", exif=data)
            out = ImageOps.exif_transpose(Image.open("turned.png")).convert("RGBA")
            """,
            in: folder
        )
        let image = try Image(contentsOfFile: folder.file("turned.png"))
        expectEqual(image.imageOrientation.exifValue, value)
        let size = image.imageOrientation.shownSize(of: PixelSize(width: 11, height: 6))
        let renderer = try CanvasRenderer(canvas: Canvas(size.width, size.height), format: .rgbaPremultiplied) {
            path throws(ImageError) in try ImageDecoder().decode(contentsOf: path)
        }
        try expectEqual(renderer.render(image).bytes, theirs)
    }
}

/// Python's imaging library, for pictures that another program draws.
enum Pillow {
    /// A Python that has it.
    private static let python: Program? = [.python, Program("/usr/bin/python3")].first { program in
        (try? program.run(["-c", "import PIL"]).status) == 0
    }

    /// Whether there is one.
    static let isAvailable = python != nil

    /// What a script leaves in `out`, premultiplied: it finds the folder's a.png and b.png in `a` and `b`.
    static func run(_ script: String, in folder: TemporaryDirectory) throws -> [UInt8] {
        let text = """
            import os
            from PIL import Image, ImageChops, ImageOps
            a = Image.open("a.png").convert("RGBA")
            b = Image.open("b.png").convert("RGBA") if os.path.exists("b.png") else None
            \(script)
            with open("out", "wb") as file:
                file.write((out.convert("RGBa") if out.mode == "RGBA" else out).tobytes())
            """
        let outcome = try require(python).run(["-c", text], in: folder.path)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        return Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("out").string)))
    }
}
