public import FlipbookCore

/// A lookup table of colors: a curve for each channel, a cube, or curves before a cube.
public struct ColorLookupTable: Hashable, Sendable {
    struct Domain: Hashable, Sendable {
        var (least, most) = (SIMD4<Float>(0, 0, 0, 0), SIMD4<Float>(1, 1, 1, 1))
    }

    /// Entries in equal steps through a domain. Curves have `count` entries. A cube has `count`³ entries, and red varies
    /// fastest.
    struct Table: Hashable, Sendable {
        let count: Int
        let domain: Domain
        let entries: [SIMD4<Float>]

        @inline(__always)
        fileprivate func place(_ color: SIMD4<Float>) -> SIMD4<Float> {
            let part = (color - domain.least) / (domain.most - domain.least)
            return part.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1)) * Float(count - 1)
        }
    }

    /// The name of the file.
    public let name: String
    let curves, cube: Table?
    private let digest: Int

    init(name: String, curves: Table?, cube: Table?) {
        (self.name, self.curves, self.cube) = (name, curves, cube)
        var hasher = Hasher()
        hasher.combine(curves)
        hasher.combine(cube)
        digest = hasher.finalize()
    }

    /// Returns `true` if the entries are equal.
    public static func == (left: ColorLookupTable, right: ColorLookupTable) -> Bool {
        left.digest == right.digest && left.curves == right.curves && left.cube == right.cube
    }

    /// Hashes the entries.
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    var most: SIMD4<Float> { (curves ?? cube)?.domain.most ?? SIMD4(repeating: 1) }

    /// Returns the color that replaces `color`, which is clamped to the domain. The fourth component is undefined.
    package func color(_ color: SIMD4<Float>) -> SIMD4<Float> {
        var color = color
        if let curves {
            let place = curves.place(color)
            for channel in 0..<3 {
                let index = min(Int(place[channel]), curves.count - 2)
                let (low, high) = (curves.entries[index][channel], curves.entries[index + 1][channel])
                color[channel] = low + (high - low) * (place[channel] - Float(index))
            }
        }
        return cube?.interpolated(color) ?? color
    }

    /// The maximum number of entries in a curve, according to the specification.
    static let longestCurve = 65_536
    /// The maximum edge length of a cube. A cube of this size takes 34 MB.
    static let longestEdge = 129
    private static let mostBytes = 256 << 20

    /// Reads Adobe's .cube format (Cube LUT Specification 1.0), including DaVinci Resolve's ranges and curves before a cube.
    public init(contentsOf path: FilePath) throws(ColorLookupTableError) {
        let parsed = try wrapping(
            DecodingLimits(maximumBytes: Self.mostBytes).withBytes(of: path) { bytes in
                Result { () throws(ColorLookupTableError) in try ColorLookupTable(bytes, of: path) }
            }
        ) { (error: ImageError) in ColorLookupTableError.unreadable(path, error) }
        self = try parsed.get()
    }

    package init(_ bytes: UnsafeRawBufferPointer, of path: FilePath) throws(ColorLookupTableError) {
        let tables = try CubeParser(bytes, of: path)
        self.init(name: path.lastComponent, curves: tables.curves, cube: tables.cube)
    }
}

extension ColorLookupTable.Table {
    /// Interpolates between the corners of one of the six tetrahedra around the gray axis.
    fileprivate func interpolated(_ color: SIMD4<Float>) -> SIMD4<Float> {
        let place = place(color)
        let index = SIMD4<Int>(place).clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: count - 2))
        let rest = place - SIMD4<Float>(index)
        let (red, green, blue) = (1, count, count * count)
        let first = index[0] + index[1] * green + index[2] * blue
        let last = first + red + green + blue
        let (x, y, z) = (rest[0], rest[1], rest[2])
        let (second, third, largest, middle, least): (Int, Int, Float, Float, Float) =
            if x >= y {
                if y >= z {
                    (red, red + green, x, y, z)
                } else if x >= z {
                    (red, red + blue, x, z, y)
                } else {
                    (blue, red + blue, z, x, y)
                }
            } else if x >= z {
                (green, red + green, y, x, z)
            } else if y >= z {
                (green, green + blue, y, z, x)
            } else {
                (blue, green + blue, z, y, x)
            }
        var sum: SIMD4<Float> = entries[first] * (1 - largest)
        sum += entries[first + second] * (largest - middle)
        sum += entries[first + third] * (middle - least)
        sum += entries[last] * least
        return sum
    }
}

/// An error from reading a lookup table.
public enum ColorLookupTableError: ExplainedError, Hashable {
    /// The file cannot be read.
    case unreadable(FilePath, ImageError)
    /// A line breaks the rules of the format. The values are the file, the 1-based line number, and the fault.
    case line(FilePath, Int, String)

    /// The code `lut.unreadable` or `lut.line`.
    public var code: ErrorCode { if case .unreadable = self { "lut.unreadable" } else { "lut.line" } }

    /// The file, the line, and the fault.
    public var explanation: Explanation {
        switch self {
        case .unreadable(let path, let error): "\(path): " + error.explanation
        case .line(let path, let line, let reason): "\(path), line \(line): \(reason)"
        }
    }
}
