package import FlipbookCore
package import FlipbookFiles

/// A conversion between RGB spaces with different primaries or curves, clipped to 16 bits.
package struct NumberConversion: Sendable {
    package struct Space: Hashable, Sendable {
        package let primaries: RGBPrimaries
        package let transfer: TransferFunction

        package init(primaries: RGBPrimaries, transfer: TransferFunction) {
            (self.primaries, self.transfer) = (primaries, transfer)
        }
    }

    private let light: [Float]
    private let columns: [SIMD4<Float>]?
    private let curve: LightCurve

    private struct Pair: Equatable { let source, target: Space }

    private static let known = RecentValues<Pair, NumberConversion>(16)

    /// Returns the cached conversion between two spaces, or `nil` if they are equal.
    package static func conversion(from source: Space, to target: Space) -> NumberConversion? {
        guard source != target else { return nil }
        return known.value(for: Pair(source: source, target: target)) { NumberConversion(from: source, to: target) }
    }

    private init(from source: Space, to target: Space) {
        light = (0...65_535).map { Float(source.transfer.light(of: Double($0) / 65_535)) }
        let matrix = source.primaries == target.primaries ? nil : source.primaries.conversion(to: target.primaries)
        columns = matrix?.columns.map { SIMD4<Float>(SIMD3<Float>($0), 0) }
        curve = .curve(of: target.transfer)
    }

    @inline(__always)
    func values(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> SIMD3<UInt16> {
        light.withUnsafeBufferPointer { light in
            var color = SIMD4(light[Int(red)], light[Int(green)], light[Int(blue)], 0)
            if let columns { color = columns[0] * color[0] + columns[1] * color[1] + columns[2] * color[2] }
            return SIMD3(curve.value(color[0]), curve.value(color[1]), curve.value(color[2]))
        }
    }

    package func converted(_ picture: Picture) throws(MachineShortage) -> Picture {
        let picture = try picture.widened()
        return try Picture(size: picture.size, format: .rgba64) { target in
            guard let target = target.baseAddress?.assumingMemoryBound(to: UInt16.self) else { return }
            picture.withUnsafeBytes { source in
                guard let source = source.baseAddress?.assumingMemoryBound(to: UInt16.self) else { return }
                // Neighboring pixels are often equal, so the last result is reused.
                var (last, values) = (SIMD3<UInt16>.zero, self.values(0, 0, 0))
                for place in stride(from: 0, to: picture.size.area * 4, by: 4) {
                    let color = SIMD3(source[place], source[place + 1], source[place + 2])
                    if color != last { (last, values) = (color, self.values(color.x, color.y, color.z)) }
                    (target[place], target[place + 1], target[place + 2]) = (values.x, values.y, values.z)
                    target[place + 3] = source[place + 3]
                }
            }
        }
    }
}

extension CanvasColors {
    package var numbers: NumberConversion.Space {
        .init(primaries: space.standard.primaries, transfer: areLight ? .linear : space.standard.transfer)
    }

    /// The color space to which profiles are converted: the primaries of the canvas, and the curve of sRGB. With this curve, 16
    /// bits suffice even for dark colors.
    var profiled: NumberConversion.Space { .init(primaries: space.standard.primaries, transfer: .sRGB) }

    /// Returns an sRGB color in the canvas's color space: 16-bit red, green, blue, and alpha.
    package func pixel(_ color: Color) -> [UInt16] {
        let channels = [color.red, color.green, color.blue, color.alpha].map { UInt16($0) * 257 }
        guard let conversion = NumberConversion.conversion(from: InputProfile.Standard.sRGB.space, to: numbers) else {
            return channels
        }
        let values = conversion.values(channels[0], channels[1], channels[2])
        return [values.x, values.y, values.z, channels[3]]
    }
}
