/// The chromaticities of red, green, blue, and white, as CIE 1931 x and y.
package struct RGBPrimaries: Hashable, Sendable {
    let red, green, blue, white: SIMD2<Double>

    init(_ red: SIMD2<Double>, _ green: SIMD2<Double>, _ blue: SIMD2<Double>, white: SIMD2<Double> = d65) {
        (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
    }

    init(_ numbers: [Double]) {
        let places = stride(from: 0, to: 8, by: 2).map { SIMD2(numbers[$0], numbers[$0 + 1]) }
        self.init(places[0], places[1], places[2], white: places[3])
    }

    /// Daylight at 6500 K.
    static let d65 = SIMD2(0.3127, 0.3290)
    /// The white of ACES, about 6000 K.
    static let aces = SIMD2(0.32168, 0.33767)

    /// The primaries of ITU-R BT.709 and of sRGB.
    static let bt709 = RGBPrimaries([0.64, 0.33], [0.30, 0.60], [0.15, 0.06])
    static let bt2020 = RGBPrimaries([0.708, 0.292], [0.170, 0.797], [0.131, 0.046])
    /// The primaries of Display P3: SMPTE RP 431-2 with daylight as white.
    static let displayP3 = RGBPrimaries([0.680, 0.320], [0.265, 0.690], [0.150, 0.060])
    static let adobeRGB = RGBPrimaries([0.64, 0.33], [0.21, 0.71], [0.15, 0.06])
    /// The ACES primaries AP0, which contain all colors (SMPTE ST 2065-1).
    static let ap0 = RGBPrimaries([0.7347, 0.2653], [0, 1], [0.0001, -0.0770], white: aces)
    /// The ACES primaries AP1 (S-2014-004).
    static let ap1 = RGBPrimaries([0.713, 0.293], [0.165, 0.830], [0.128, 0.044], white: aces)

    func isNear(_ other: RGBPrimaries) -> Bool {
        zip([red, green, blue, white], [other.red, other.green, other.blue, other.white]).allSatisfy { one, other in
            let distance = one - other
            return abs(distance.x) < 0.002 && abs(distance.y) < 0.002
        }
    }

    /// Returns the conversion of light to other primaries with Bradford adaptation, or `nil` for degenerate primaries.
    func conversion(to other: RGBPrimaries) -> ColorMatrix? {
        guard let source = toXYZ, let target = other.toXYZ?.inverse, let cones = ColorMatrix.bradford.inverse
        else { return nil }
        let whites = (ColorMatrix.bradford * Self.xyz(white), ColorMatrix.bradford * Self.xyz(other.white))
        let adapted = cones * ColorMatrix(diagonal: whites.1 / whites.0) * ColorMatrix.bradford
        let matrix = target * adapted * source
        return matrix.isFinite ? matrix : nil
    }

    /// The conversion to CIE XYZ, in which white has a Y of 1, or `nil` for degenerate primaries.
    private var toXYZ: ColorMatrix? {
        let columns = ColorMatrix(columns: Self.xyz(red), Self.xyz(green), Self.xyz(blue))
        guard let amounts = columns.inverse.map({ $0 * Self.xyz(white) }) else { return nil }
        return columns * ColorMatrix(diagonal: amounts)
    }

    private static func xyz(_ place: SIMD2<Double>) -> SIMD3<Double> {
        SIMD3(place.x / place.y, 1, (1 - place.x - place.y) / place.y)
    }

    /// Reads a cHRM chunk's white, red, green, and blue (clause 11.3.2.1). Returns `nil` for degenerate primaries.
    init?(ofPNG payload: UnsafeRawBufferPointer) {
        guard payload.count == 32 else { return nil }
        let numbers = (0..<8).map { Double(payload.bigEndian32(at: $0 * 4)) / 100_000 }
        self.init(Array(numbers[2...] + numbers[..<2]))
        guard conversion(to: .bt709) != nil else { return nil }
    }
}

struct ColorMatrix: Hashable, Sendable {
    /// The columns, which are the results for one unit each of red, green, and blue light.
    let columns: [SIMD3<Double>]

    init(columns first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        columns = [first, second, third]
    }

    init(diagonal: SIMD3<Double>) { self.init(columns: [diagonal.x, 0, 0], [0, diagonal.y, 0], [0, 0, diagonal.z]) }

    static let bradford = ColorMatrix(
        columns: [0.8951, -0.7502, 0.0389],
        [0.2664, 1.7135, -0.0685],
        [-0.1614, 0.0367, 1.0296]
    )

    static func * (left: ColorMatrix, right: SIMD3<Double>) -> SIMD3<Double> {
        left.columns[0] * right.x + left.columns[1] * right.y + left.columns[2] * right.z
    }

    static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
        ColorMatrix(columns: left * right.columns[0], left * right.columns[1], left * right.columns[2])
    }

    var inverse: ColorMatrix? {
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let (a, b, c) = (columns[0], columns[1], columns[2])
        let rows = [cross(b, c), cross(c, a), cross(a, b)]
        let determinant = (a * rows[0]).sum()
        guard abs(determinant) > 1e-12, determinant.isFinite else { return nil }
        func column(_ index: Int) -> SIMD3<Double> { [rows[0][index], rows[1][index], rows[2][index]] / determinant }
        return ColorMatrix(columns: column(0), column(1), column(2))
    }

    var isFinite: Bool { columns.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite } }

    var isIdentity: Bool {
        let none = ColorMatrix(diagonal: [1, 1, 1])
        return zip(columns, none.columns).allSatisfy { abs(($0 - $1).min()) < 1e-5 && abs(($0 - $1).max()) < 1e-5 }
    }
}
