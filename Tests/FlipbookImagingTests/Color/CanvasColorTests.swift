import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// What is drawn on canvases of other colors than sRGB's, beside plain arithmetic.
@Suite("Canvases in wide colors and in light")
struct CanvasColorTests {
    static let canvases = CanvasSpace.allCases.flatMap { space in
        BlendSpace.allCases.map { CanvasColors(space: space, blend: $0) }
    }

    /// sRGB's curve and its inverse (IEC 61966-2-1).
    private func light(_ number: Double) -> Double {
        number <= 0.040_45 ? number / 12.92 : pow((number + 0.055) / 1.055, 2.4)
    }
    private func number(_ light: Double) -> Double {
        light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    private func random(size: PixelSize, isOpaque: Bool) throws -> Picture {
        var random = SeededGenerator(seed: 11)
        return try Picture(size: size, format: .rgba) { bytes in
            for index in bytes.indices {
                let isAlpha = index % 4 == 3
                bytes[index] = isOpaque && isAlpha ? 255 : UInt8.random(in: 0...255, using: &random)
            }
        }
    }

    /// What a view with a background shows of a picture's file.
    private func drawn(
        _ file: [UInt8],
        over background: Background? = nil,
        alpha: Double = 1,
        on canvas: CanvasColors,
        format: PixelFormat = .rgba,
        output: InputProfile.Standard? = .sRGB
    ) throws -> Picture {
        let image = try Image(source: .data(ImageData(file))).readingHeader()
        let size = try require(image.pixelSize)
        var scene = Scene(size: size)
        var layer = Layer(frame: scene.bounds, contents: .image(image))
        (layer.backgroundColor, layer.alpha) = (background, alpha)
        scene.layers = [layer]
        let codecs = ImageCodecs.standard.reading(try SourceColors(canvas: canvas))
        let bound = BoundScene(scene, drawings: DrawingTable(codecs: codecs))
        var target = RenderTarget(scene, format: format)
        (target.canvas, target.output) = (canvas, output)
        return try FrameRenderer(bound.drawings).picture(of: bound.displayList(at: 0), for: target)
    }

    private func bytes(_ picture: Picture) -> [UInt8] { picture.withUnsafeBytes { Array($0) } }
    private func words(_ picture: Picture) -> [UInt16] {
        picture.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    }

    @Test("half of white over black is 128 as numbers, and 188 as light")
    func halves() throws {
        let half = try Picture(size: PixelSize(width: 4, height: 2), format: .rgba) { bytes in
            for index in bytes.indices { bytes[index] = index % 4 == 3 ? 128 : 255 }
        }
        let file = try half.pngData()
        for (blend, level) in [(BlendSpace.gamma, 128), (.linear, 188)] {
            let picture = try drawn(file, over: .black, on: CanvasColors(blend: blend))
            expectEqual(picture[1, 1], Color(red: UInt8(level), green: UInt8(level), blue: UInt8(level)))
        }
        // On a canvas of light there is nothing else to mix.
        let picture = try drawn(file, over: .black, on: CanvasColors(space: .linear))
        expectEqual(picture[1, 1].red, 188)
    }

    @Test("translucent colors over a color are mixed as plain arithmetic does it, faded ones too")
    func mixing() throws {
        let (size, ground) = (PixelSize(width: 61, height: 33), Color(red: 200, green: 30, blue: 90))
        let source = try random(size: size, isOpaque: false)
        let file = try source.pngData()
        for (blend, alpha) in [(BlendSpace.linear, 1.0), (.linear, 0.4), (.gamma, 1), (.gamma, 0.4)] {
            let found = try drawn(
                file,
                over: .color(ground),
                alpha: alpha,
                on: CanvasColors(blend: blend),
                format: .rgba64
            )
            let (values, pixels) = (words(found), bytes(source))
            var worst = 0.0
            for place in 0..<size.area {
                let cover = Double(pixels[place * 4 + 3]) / 255
                for (channel, back) in [ground.red, ground.green, ground.blue].enumerated() {
                    let (over, under) = (Double(pixels[place * 4 + channel]) / 255, Double(back) / 255)
                    let expected =
                        blend == .linear
                        ? number(light(over) * cover + light(under) * (1 - cover)) : over * cover + under * (1 - cover)
                    worst = max(worst, abs(Double(values[place * 4 + channel]) / 65_535 - expected))
                }
                expect(abs(Double(values[place * 4 + 3]) / 65_535 - alpha) < 1e-4)
            }
            expect(worst < (alpha == 1 ? 0.0005 : 0.002), "\(blend) \(alpha): \(worst)")
        }
    }

    @Test("pictures and colors of sRGB come through every canvas as they were", arguments: canvases)
    func identity(canvas: CanvasColors) throws {
        for isOpaque in [true, false] {
            let source = try random(size: PixelSize(width: 64, height: 64), isOpaque: isOpaque)
            try expectEqual(bytes(drawn(source.pngData(), on: canvas)), bytes(source))
        }
        let clear = try Picture(size: PixelSize(width: 1, height: 1), format: .rgba) { bytes in
            for index in bytes.indices { bytes[index] = 0 }
        }
        let file = try clear.pngData()
        for level in stride(from: 0, through: 255, by: 5) {
            let color = Color(red: UInt8(level), green: UInt8(255 - level), blue: UInt8(level / 2))
            try expectEqual(drawn(file, over: .color(color), on: canvas)[0, 0], color)
        }
    }

    @Test(
        "a canvas' own numbers are the standard's",
        arguments: [
            // Of sRGB's red and of its gray 128, by the primaries and the curves of SMPTE EG 432-1, BT.709 and BT.2020.
            (CanvasSpace.displayP3, [0.9175, 0.2003, 0.1386], 0.5020), (.bt709, [1, 0, 0], 0.4524),
            (.bt2020, [0.7922, 0.2310, 0.0738], 0.4524), (.linear, [1, 0, 0], 0.2159), (.sRGB, [1, 0, 0], 0.5020),
        ]
    )
    func numbers(space: CanvasSpace, red: [Double], gray: Double) throws {
        let source = try Picture(size: PixelSize(width: 2, height: 1), format: .rgba) { bytes in
            bytes.copyBytes(from: [255, 0, 0, 255, 128, 128, 128, 255])
        }
        let canvas = CanvasColors(space: space)
        let found = words(try drawn(source.pngData(), on: canvas, format: .rgba64, output: nil)).map {
            Double($0) / 65_535
        }
        for (found, expected) in pairs(found, red + [1, gray, gray, gray, 1]) {
            expect(abs(found - expected) < 0.0006, "\(found), not \(expected)")
        }
    }

    @Test("colors beyond sRGB stay on a canvas that has them, from a tagged file and from light")
    func wide() throws {
        let red = try Picture(size: PixelSize(width: 1, height: 1), format: .rgba) {
            $0.copyBytes(from: [255, 0, 0, 255])
        }
        let png = try red.pngData()
        let tagged = Array(png[..<33]) + StandardProfile.pngChunks(of: .displayP3) + Array(png[33...])
        let lit = EXRWriter.file(
            width: 1,
            height: 1,
            channels: [("R", [1]), ("G", [0]), ("B", [0])],
            primaries: [0.680, 0.320, 0.265, 0.690, 0.150, 0.060, 0.3127, 0.3290]
        )
        for file in [tagged, lit] {
            let wide = CanvasColors(space: .displayP3)
            try expectEqual(drawn(file, on: wide, output: .displayP3)[0, 0], Color(red: 255, green: 0, blue: 0))
            // sRGB has no such red.
            let narrow = try drawn(file, on: .sRGB, output: .displayP3)[0, 0]
            expectEqual(narrow, Color(red: 234, green: 51, blue: 35))
        }
    }
}
