internal import CImageKernels
public import FlipbookCore
public import FlipbookImaging

/// The common facts of a picture's pixels, in a few hundred bytes: what a linter judges without keeping the picture.
public struct PictureFacts: Hashable, Sendable {
    /// The picture's size in pixels.
    public var size: PixelSize
    /// The smallest alpha of a pixel, 0...255.
    public var leastAlpha = 255
    /// The largest alpha of a pixel, 0...255.
    public var greatestAlpha = 255
    /// A Boolean value that indicates whether all pixels look alike: one color, or all of them clear.
    public var isUniform = false
    /// The number of pixels that are neither clear nor opaque.
    public var translucentCount = 0
    /// The number of those that have a channel above their alpha, as premultiplied pixels cannot.
    public var brightTranslucentCount = 0
    /// The signs of premultiplication in those pixels; empty where one is too bright for it, or none is translucent.
    public var alphaLevels: [AlphaLevel] = []
    /// The same for pictures that look the same; colors under clear pixels do not count.
    ///
    /// 64 bits: two pictures of a sequence that differ have the same digest once in 10^19 pairs.
    public var digest: UInt64
    /// The picture, roughly.
    public var grid: Grid
    /// The darkest and the brightest of it.
    public var tones = Tones()
    /// The sums of its columns and rows.
    public var profile = Profile()
    /// A Boolean value that indicates whether the file has 16 bits a channel and uses 8 of them.
    public var isWidened = false
    /// The chunks of a PNG besides the pixels whose checksum is wrong, by type in the file's order: `tEXt`. Decoders
    /// pass them over, so the picture is there all the same.
    public var damagedChunks: [String] = []
    /// The least and the greatest value of the colors of 16 bits, in the file's numbers, or `nil` if it has fewer.
    package var values: ClosedRange<Double>?
    /// The pixels of a scene-linear file that are not shown as they are.
    package var lightLoss = LightLoss()

    /// The translucent pixels whose alpha lies in one sixteenth of the range.
    public struct AlphaLevel: Hashable, Sendable {
        /// The number of levels, and how many steps of alpha each has.
        public static let count = Int(FLIPBOOK_ALPHA_LEVELS)
        /// The level, 0 for an alpha below 16 and 15 for one from 240 on.
        public var level: Int
        /// The greatest red, green or blue of its pixels, 0...255.
        public var brightest: Int

        /// A level that a picture has.
        public init(level: Int, brightest: Int) { (self.level, self.brightest) = (level, brightest) }

        /// The alpha in its middle.
        public var alpha: Double { (Double(level) + 0.5) * 256 / Double(Self.count) }
    }

    /// The mean color of each of 8 by 8 cells.
    public struct Grid: Hashable, Sendable {
        /// Cells on a side.
        public static let side = Int(FLIPBOOK_GRID_SIDE)
        /// For each cell, row by row, premultiplied red, green, blue, and alpha: 0...255 in steps of 1/256.
        public var means: [UInt16]

        /// A grid of the given means, four for each cell.
        public init(means: [UInt16]) {
            precondition(means.count == Self.side * Self.side * 4, "four means for each cell")
            self.means = means
        }

        /// The mean distance of two grids' means, 0...255.
        public func distance(to other: Grid) -> Double {
            Double(zip(means, other.means).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(means.count) / 256
        }

        /// The largest distance of two means, 0...255.
        public func largestDistance(to other: Grid) -> Double {
            Double(zip(means, other.means).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }) / 256
        }

        /// The share of what is behind the picture that it covers, 0...1.
        public var coverage: Double {
            let sum = stride(from: 3, to: means.count, by: 4).reduce(0) { $0 + Int(means[$1]) }
            return Double(sum) * 4 / Double(means.count) / 256 / 255
        }

        /// The relative luminance of the picture over black, 0...1, as WCAG 2 defines it for sRGB.
        public var luminance: Double {
            var sum = 0.0
            for cell in stride(from: 0, to: means.count, by: 4) {
                sum +=
                    0.2126 * Self.linear[Int(means[cell] >> 8)] + 0.7152 * Self.linear[Int(means[cell + 1] >> 8)]
                    + 0.0722 * Self.linear[Int(means[cell + 2] >> 8)]
            }
            return sum / Double(means.count / 4)
        }

        /// Light for each of sRGB's 256 steps (IEC 61966-2-1), computed by repeated square roots, which are exact everywhere.
        private static let linear: [Double] = (0...255).map { step in
            let value = Double(step) / 255
            guard value > 0.04045 else { return value / 12.92 }
            // x^2.4 = x^2 * x^0.4, and 0.4 in binary is 0.0110 0110 0110 ...
            let base = (value + 0.055) / 1.055
            var (power, root) = (base * base, base)
            for bit in 1...40 {
                root = root.squareRoot()
                if bit % 4 == 2 || bit % 4 == 3 { power *= root }
            }
            return power
        }
    }

    /// Facts of an opaque picture, which may be set.
    public init(size: PixelSize, digest: UInt64, grid: Grid) {
        (self.size, self.digest, self.grid) = (size, digest, grid)
    }

    /// The facts of `picture`.
    /// - Precondition: The picture is `PixelFormat.rgba`.
    public init(_ picture: Picture) {
        var sums = PictureSums(picture.size)
        sums.take(picture)
        self = sums.facts
    }
}

extension PictureFacts {
    /// The darkest and the brightest of a picture.
    public struct Tones: Hashable, Sendable {
        /// The least red, green or blue of a pixel that is not clear, 0...255.
        public var darkest: Int
        /// The greatest red, green or blue of a pixel that is not clear, 0...255.
        public var brightest: Int
        /// The share of the pixels that are not clear with a channel at its end, 255; 0...1.
        public var burntShare = 0.0
        /// The number of rows at the bottom that have one color, the same in all of them.
        public var blankRows = 0
        /// A Boolean value that indicates whether those rows are opaque.
        public var isBlankOpaque = true

        /// Tones, by default those of a picture with everything from black to white.
        public init(darkest: Int = 0, brightest: Int = 255) { (self.darkest, self.brightest) = (darkest, brightest) }
    }

    /// The sums of the columns and the rows in the middle of a picture: enough to see that it was moved by whole
    /// pixels.
    public struct Profile: Hashable, Sendable {
        /// For each column the sum of its pixels' green, multiplied by alpha, and alpha.
        public var columns: [UInt32]
        /// The same for each row.
        public var rows: [UInt32]

        /// A profile from its parts; empty for a picture of which nothing is known.
        public init(columns: [UInt32] = [], rows: [UInt32] = []) { (self.columns, self.rows) = (columns, rows) }
    }
}

extension PictureFacts.Profile {
    /// The most pixels that a picture is moved by.
    private static let farthest = 16

    /// The pixels to the right, and down, by which the picture is moved against another, or `nil` if it is not, or shows
    /// something else.
    package func shift(from other: Self) -> (across: Int, down: Int)? {
        guard columns.count == other.columns.count, rows.count == other.rows.count, columns.count >= 16,
            rows.count >= 16,
            let across = Self.shift(of: columns, from: other.columns),
            let down = Self.shift(of: rows, from: other.rows),
            across != 0 || down != 0
        else { return nil }
        return (across, down)
    }

    package func distance(to other: Self) -> Double {
        guard columns.count == other.columns.count, rows.count == other.rows.count else { return .infinity }
        return Self.distance(columns, other.columns, by: 0) + Self.distance(rows, other.rows, by: 0)
    }

    /// The shift by which the sums lie on each other: none where they do already, `nil` where they never do.
    private static func shift(of sums: [UInt32], from other: [UInt32]) -> Int? {
        let still = distance(sums, other, by: 0)
        let total = other.reduce(0) { $0 + Double($1) } / Double(other.count)
        // What lies beside the picture's middle moves in, and that is no more than this.
        if still <= total * 0.002 { return 0 }
        let reach = min(farthest, sums.count / 4)
        guard let best = (-reach...reach).min(by: { distance(sums, other, by: $0) < distance(sums, other, by: $1) })
        else { return nil }
        let left = distance(sums, other, by: best)
        if best != 0, left * 5 <= still { return best }
        // It breathes a little, and stands where it stood.
        return still <= total * 0.02 ? 0 : nil
    }

    private static func distance(_ sums: [UInt32], _ other: [UInt32], by shift: Int) -> Double {
        let places = max(0, shift)..<min(sums.count, sums.count + shift)
        var sum = 0.0
        for place in places { sum += abs(Double(sums[place]) - Double(other[place - shift])) }
        return sum / Double(places.count)
    }
}

extension Picture {
    /// A Boolean value that indicates whether every value of 16 bits is one of 8 bits.
    /// - Precondition: It is `PixelFormat.rgba64`.
    var isWidened: Bool {
        precondition(format == .rgba64, "only 16 bits can be looked at for 8")
        return withUnsafeBytes { bytes in
            let values = bytes.bindMemory(to: UInt16.self)
            return values.baseAddress.map { flipbook_is_widened($0, size.area * 4) != 0 } ?? false
        }
    }
}
