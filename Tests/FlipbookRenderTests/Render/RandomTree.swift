import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Trees of layers, turned, faded, clipped and animated at random.
enum RandomTree {
    /// A picture whose colors change evenly.
    static func ramp(_ random: inout SeededGenerator) throws -> Picture {
        let size = PixelSize(
            width: Int.random(in: 12...40, using: &random),
            height: Int.random(in: 12...40, using: &random)
        )
        let corners = (0..<16).map { _ in Double(Int.random(in: 60...255, using: &random)) }
        var bytes: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (u, v) = (Double(x) / Double(size.width - 1), Double(y) / Double(size.height - 1))
                for channel in 0..<4 {
                    let upper = corners[channel] * (1 - u) + corners[channel + 4] * u
                    let lower = corners[channel + 8] * (1 - u) + corners[channel + 12] * u
                    bytes.append(UInt8((upper * (1 - v) + lower * v).rounded()))
                }
            }
        }
        return try Picture(size: size, bytes: bytes)
    }

    static func layer(
        _ images: [Image],
        level: Int,
        _ random: inout SeededGenerator
    ) throws -> Layer {
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        func chance(_ most: Int) -> Bool { Int.random(in: 0..<most, using: &random) == 0 }
        let image = try require(images.randomElement(using: &random))
        var layer = Layer(
            frame: Rect(x: number(-5...40), y: number(-5...36), width: number(14...40), height: number(14...36))
        )
        layer.pixelPolicy = .exact
        // As the reference has it: a sharper filter differs near the edges of pictures.
        layer.filter = .bilinear
        if !chance(3) { layer.contents = .image(image) }
        if chance(2) {
            layer.backgroundColor = .color(
                Color(
                    red: .random(in: 0...255, using: &random),
                    green: .random(in: 0...255, using: &random),
                    blue: .random(in: 0...255, using: &random),
                    alpha: chance(2) ? 255 : 130
                )
            )
        }
        layer.cornerRadius = chance(3) ? number(1...12) : 0
        layer.clipsToBounds = chance(2)
        layer.alpha = chance(2) ? number(0.2...1) : 1
        layer.isHidden = chance(12)
        if chance(3) { layer.bounds.origin = Point(x: number(-6...6), y: number(-6...6)) }
        if chance(4) { layer.anchorPoint = Point(x: number(0...1), y: number(0...1)) }
        if !chance(3) {
            let parts = TransformParts(
                rotation: chance(4) ? 90 : number(-180...180),
                scale: Point(x: number(0.7...1.5) * (chance(5) ? -1 : 1), y: number(0.7...1.5)),
                shear: chance(3) ? number(-0.4...0.4) : 0
            )
            layer.transform = parts.transform
        }
        if chance(2) {
            var track = Track(.alpha, from: .number(0.1), to: .number(0.9), duration: 1)
            track.curve = .easeOut
            layer.tracks.append(track)
        }
        if chance(3) {
            layer.tracks.append(
                Track(.transform, to: .transform(TransformParts(rotation: number(-180...180))), duration: 1)
            )
        }
        if chance(3) {
            let end = Point(x: number(0...60), y: number(0...50))
            layer.tracks.append(Track(.center, to: .point(end), duration: 1))
        }
        guard level > 1 else { return layer }
        layer.sublayers = try (0..<Int.random(in: 0...2, using: &random)).map { _ in
            try Self.layer(images, level: level - 1, &random)
        }
        return layer
    }
}
