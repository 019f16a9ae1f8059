internal import FlipbookCore
internal import Glibc

/// The mapping from light to 16-bit values of the canvas. It consists of exposure, primaries, and a curve. A lookup table whose
/// output is sRGB can replace the curve.
struct LightView: Sendable {
    /// The black level, and the factor for values above it. If `nil`, values are unchanged.
    private let levels: (black: Float, factor: Float)?
    private let transfer: TransferFunction?
    /// The results for one unit each of red, green, and blue light, including exposure. If `nil`, only `gain` is applied.
    private let columns: [SIMD4<Float>]?
    private let gain: Float
    private let table: ColorLookupTable?
    private let curve: LightCurve
    /// The conversion that follows the lookup table, or `nil` if the canvas is sRGB.
    private let conversion: NumberConversion?
    private let brightest: SIMD4<Float>

    /// Creates a view of light with the profile's primaries, or with the given primaries if there is no profile.
    init(_ colors: SourceColors, of primaries: RGBPrimaries = .bt709) {
        var (primaries, transfer) = (primaries, TransferFunction.linear)
        if case .standard(let standard)? = colors.profile {
            (primaries, transfer) = (standard.primaries, standard.transfer)
        }
        self.transfer = transfer == .linear ? nil : transfer
        levels = colors.levels.map { (Float($0.black), 1 / Float($0.white - $0.black)) }
        let gain = Float(exp2(colors.exposure))
        self.gain = gain
        table = colors.lookupTable
        brightest = table?.most ?? SIMD4(repeating: 1)
        let canvas = colors.canvas.numbers
        let matrix = primaries.conversion(to: table == nil ? canvas.primaries : .bt709)
        curve = .curve(of: canvas.transfer)
        conversion = table.flatMap { _ in .conversion(from: InputProfile.Standard.sRGB.space, to: canvas) }
        columns = matrix.flatMap { matrix in
            matrix.isIdentity ? nil : matrix.columns.map { SIMD4<Float>(SIMD3<Float>($0), 0) * gain }
        }
        isPlain = levels == nil && self.transfer == nil && columns == nil && table == nil
    }

    let isPlain: Bool

    struct Plain: Equatable {
        let gain: Float
        let curve: LightCurve
    }

    var plain: Plain? { isPlain ? Plain(gain: gain, curve: curve) : nil }

    var hasTable: Bool { table != nil }

    /// Returns the displayed values of the pixel at `index`. Adds its light to `loss` if it is too bright to be displayed.
    @inline(__always)
    func values(_ light: SIMD4<Float>, at index: Int, _ loss: inout LightLoss) -> SIMD3<UInt16> {
        guard isPlain else { return looked(light, at: index, &loss) }
        let color = light * gain
        if color.x > 1 || color.y > 1 || color.z > 1 { loss.clip(light, at: index) }
        return SIMD3(curve.value(color.x), curve.value(color.y), curve.value(color.z))
    }

    @inline(__always)
    func values(ofGray gray: Float, at index: Int, _ loss: inout LightLoss) -> SIMD3<UInt16> {
        let light = SIMD4(gray, gray, gray, 0)
        guard levels == nil, table == nil, transfer == nil else { return looked(light, at: index, &loss) }
        if gray * gain > 1 { loss.clip(light, at: index) }
        return SIMD3(repeating: curve.value(gray * gain))
    }

    /// Displays a premultiplied pixel. If `isGray`, red contains the gray value, and primaries are ignored.
    @inline(__always)
    func show(_ color: SIMD4<Float>, isGray: Bool = false, in sink: PixelSink, at index: Int, _ loss: inout LightLoss) {
        let alpha = min(1, max(0, color.w))
        guard alpha > 0 else { return sink.set(index, 0, 0, 0, 0) }
        let light = color / alpha
        let values = isGray ? values(ofGray: light.x, at: index, &loss) : values(light, at: index, &loss)
        sink.set(index, values.x, values.y, values.z, UInt16(alpha * 65_535 + 0.5))
    }

    private func looked(_ light: SIMD4<Float>, at index: Int, _ loss: inout LightLoss) -> SIMD3<UInt16> {
        var color = SIMD4(light.x, light.y, light.z, 0)
        if let levels { color = (color - levels.black) * levels.factor }
        color.replace(with: 0, where: color .!= color)
        if let transfer { for channel in 0..<3 { color[channel] = Float(transfer.light(of: Double(color[channel]))) } }
        if let columns {
            color = columns[0] * color[0] + columns[1] * color[1] + columns[2] * color[2]
        } else {
            color *= gain
        }
        if any(color .> brightest) { loss.clip(light, at: index) }
        guard let table else { return SIMD3(curve.value(color[0]), curve.value(color[1]), curve.value(color[2])) }
        color.replace(with: 0, where: color .!= color)
        let shown = table.color(color).clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
        let values = SIMD4<UInt16>(shown * 65_535 + 0.5)
        return conversion?.values(values[0], values[1], values[2]) ?? SIMD3(values[0], values[1], values[2])
    }
}
