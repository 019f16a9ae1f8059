internal import CImageKernels
public import FlipbookCore
package import FlipbookFiles
public import FlipbookImaging

/// The facts about a picture's pixels. They take only a few hundred bytes, so a linter does not have to keep the picture.
public struct PictureFacts: Hashable, Sendable {
    /// The size in pixels.
    public var size: PixelSize
    /// The lowest alpha in the picture, from 0 to 255.
    public var leastAlpha = 255
    /// The highest alpha in the picture, from 0 to 255.
    public var greatestAlpha = 255
    /// A Boolean value that indicates whether all pixels look alike: the same color, or all clear.
    public var isUniform = false
    /// The number of pixels that are neither clear nor opaque.
    public var translucentCount = 0
    /// The number of translucent pixels in which a channel exceeds alpha. This is impossible in premultiplied pixels.
    public var brightTranslucentCount = 0
    /// The signs of premultiplication in translucent pixels. Empty if there are no translucent pixels, or if one is too bright
    /// to be premultiplied.
    public var alphaLevels: [AlphaLevel] = []
    /// A 64-bit digest of the visible pixels, including light that is brighter than white. The colors of clear pixels are
    /// ignored. About one in 10^19 pairs of different pictures has the same digest.
    public var digest: UInt64
    /// A coarse version of the picture.
    public var grid: Grid
    /// The darkest and brightest tones.
    public var tones = Tones()
    /// The sums of columns and rows.
    public var profile = Profile()
    /// A Boolean value that indicates whether the file has 16 bits per channel but uses only 8 of them.
    public var isWidened = false
    /// The types of ancillary PNG chunks with a wrong checksum, such as `tEXt`, in file order. Decoders skip these chunks.
    public var damagedChunks: [String] = []
    /// The range of the color values in a 16-bit file, in the units of the file, or `nil` for other files.
    package var values: ClosedRange<Double>?
    package var lightLoss = LightLoss()

    /// Translucent pixels whose alpha is in one of 16 equal parts of the range.
    public struct AlphaLevel: Hashable, Sendable {
        /// The number of levels. Each level also covers this number of alpha values.
        public static let count = Int(FLIPBOOK_ALPHA_LEVELS)
        /// The level, from 0 for an alpha below 16 to 15 for an alpha of at least 240.
        public var level: Int
        /// The highest red, green, or blue value of pixels in this level, from 0 to 255.
        public var brightest: Int

        /// Creates a level.
        public init(level: Int, brightest: Int) { (self.level, self.brightest) = (level, brightest) }

        /// The alpha at the center of the level.
        public var alpha: Double { (Double(level) + 0.5) * 256 / Double(Self.count) }
    }

    /// The mean colors of an 8 by 8 grid of cells.
    public struct Grid: Hashable, Sendable {
        /// The number of cells per side.
        public static let side = Int(FLIPBOOK_GRID_SIDE)
        /// The premultiplied red, green, blue, and alpha of each cell, row by row: 0...255 in steps of 1/256.
        public var means: [UInt16]

        /// Creates a grid from the means, four for each cell.
        public init(means: [UInt16]) {
            precondition(means.count == Self.side * Self.side * 4, "each cell must have four means")
            self.means = means
        }

        /// Returns the mean difference between two grids, from 0 to 255.
        public func distance(to other: Grid) -> Double {
            Double(zip(means, other.means).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(means.count) / 256
        }

        /// Returns the largest difference between two means, from 0 to 255.
        public func largestDistance(to other: Grid) -> Double {
            Double(zip(means, other.means).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }) / 256
        }

        /// The share of the background that the picture would hide, from 0 to 1.
        public var coverage: Double {
            let sum = stride(from: 3, to: means.count, by: 4).reduce(0) { $0 + Int(means[$1]) }
            return Double(sum) * 4 / Double(means.count) / 256 / 255
        }

        /// The relative luminance of the picture over black, from 0 to 1, as defined by WCAG 2 for sRGB.
        public var luminance: Double {
            var sum = 0.0
            for cell in stride(from: 0, to: means.count, by: 4) {
                sum +=
                    0.2126 * Self.linear[Int(means[cell] >> 8)] + 0.7152 * Self.linear[Int(means[cell + 1] >> 8)]
                    + 0.0722 * Self.linear[Int(means[cell + 2] >> 8)]
            }
            return sum / Double(means.count / 4)
        }

        /// The linear light of sRGB's 256 levels (IEC 61966-2-1), computed from square roots, which are exact on every machine.
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

    /// Creates facts. Values that are not specified are those of an opaque picture.
    public init(size: PixelSize, digest: UInt64, grid: Grid) {
        (self.size, self.digest, self.grid) = (size, digest, grid)
    }

    /// Creates facts about a picture.
    /// - Precondition: The picture's format is `PixelFormat.rgba`.
    public init(_ picture: Picture) {
        var sums = PictureSums(picture.size)
        sums.take(picture)
        self = sums.facts
    }

    /// The darkest and brightest tones of a picture.
    public struct Tones: Hashable, Sendable {
        /// The lowest red, green, or blue value of visible pixels, from 0 to 255.
        public var darkest: Int
        /// The highest red, green, or blue value of visible pixels, from 0 to 255.
        public var brightest: Int
        /// The share of visible pixels that have a channel at 255, from 0 to 1.
        public var burntShare = 0.0
        /// The number of rows at the bottom that have a single color.
        public var blankRows = 0
        /// A Boolean value that indicates whether the rows with a single color are opaque.
        public var isBlankOpaque = true

        /// Creates tones. By default, they range from black to white.
        public init(darkest: Int = 0, brightest: Int = 255) { (self.darkest, self.brightest) = (darkest, brightest) }
    }

    /// The sums of the columns and rows in the middle of a picture. They reveal a shift by whole pixels.
    public struct Profile: Hashable, Sendable {
        /// For each column, the sum of alpha and of green multiplied by alpha.
        public var columns: [UInt32]
        /// For each row, the sum of alpha and of green multiplied by alpha.
        public var rows: [UInt32]

        /// Creates a profile. By default, it is empty, for an unknown picture.
        public init(columns: [UInt32] = [], rows: [UInt32] = []) { (self.columns, self.rows) = (columns, rows) }

        private static let farthest = 16

        /// Returns the shift from another picture, in pixels. Returns `nil` if there is no shift, or if the contents differ.
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

        private static func shift(of sums: [UInt32], from other: [UInt32]) -> Int? {
            let still = distance(sums, other, by: 0)
            let total = other.reduce(0) { $0 + Double($1) } / Double(other.count)
            // A difference of at most 0.2% means that there is no shift.
            if still <= total * 0.002 { return 0 }
            let reach = min(farthest, sums.count / 4)
            guard let best = (-reach...reach).min(by: { distance(sums, other, by: $0) < distance(sums, other, by: $1) })
            else { return nil }
            if best != 0, distance(sums, other, by: best) * 5 <= still { return best }
            // A slight movement, such as breathing, is not a shift.
            return still <= total * 0.02 ? 0 : nil
        }

        private static func distance(_ sums: [UInt32], _ other: [UInt32], by shift: Int) -> Double {
            let places = max(0, shift)..<min(sums.count, sums.count + shift)
            return places.reduce(0.0) { $0 + abs(Double(sums[$1]) - Double(other[$1 - shift])) } / Double(places.count)
        }
    }

    /// Reads and summarizes the pictures in many files on all cores, in the order of the paths. Each core processes one picture
    /// at a time, and all pictures share a budget, so memory does not grow with the number of files or cores. A picture that
    /// exceeds the budget or `DecodingLimits` results in `ImageError.tooLarge(reason:)`.
    public static func readAll(_ paths: [FilePath]) async throws(CancellationError) -> [Result<Self, ImageError>] {
        try await readAll(paths, within: MemoryBudget(byteCount: MemoryBudget.forPictures))
    }

    package static func readAll(_ paths: [FilePath], within budget: MemoryBudget, codecs: ImageCodecs = .standard)
        async throws(CancellationError) -> [Result<PictureFacts, ImageError>]
    {
        try await WorkExecutor.mapInChunks(paths, chunkLength: 4) { path in
            Result { () throws(ImageError) in
                try ImageError.naming(path) { () throws(ImageError) in try read(path, within: budget, codecs) }
            }
        }
    }

    private static func read(_ path: FilePath, within budget: MemoryBudget, _ codecs: ImageCodecs) throws(ImageError)
        -> PictureFacts
    {
        let header = try ImageHeader.read(contentsOf: path, codecs: codecs)
        try DecodingRequest(keepsSixteenBits: true).check(header)
        if let facts = try facts(ofRowsIn: path, header, within: budget, codecs) { return facts }
        let (decoder, byteCount) = try decoder(for: path, header, within: budget, codecs)
        return try budget.withRoom(for: byteCount) { () throws(ImageError) in
            try decoder.withSession(contentsOf: path) { (session) throws(ImageError) in
                let picture = try session.frame(0)
                var sums = PictureSums(picture.size)
                try sums.take(narrowing: picture)
                var facts = sums.facts
                (facts.damagedChunks, facts.lightLoss) = (session.damagedParts, picture.lightLoss)
                (facts.values, facts.digest) = (picture.values, facts.digest ^ picture.lightLoss.clippedMarks)
                return facts
            }
        }
    }

    /// Summarizes a file row by row, using little memory. Returns `nil` if the file cannot be read row by row
    /// and the budget is too small for the whole picture.
    private static func facts(
        ofRowsIn path: FilePath,
        _ header: ImageHeader,
        within budget: MemoryBudget,
        _ codecs: ImageCodecs
    ) throws(ImageError) -> PictureFacts? {
        let drawing = Drawing(source: .file(path), header: .success(header))
        return try drawing.withRows(keepsSixteenBits: true, codecs: codecs) { (rows) throws(ImageError) in
            let byteCount = rows.size.width * min(rows.step, rows.size.height) * 12
            // Decoding all rows at once saves no memory.
            guard rows.step < rows.size.height || byteCount <= budget.byteCount else { return nil }
            return try budget.withRoom(for: byteCount) { () throws(ImageError) in
                var sums = PictureSums(rows.size)
                try rows.forEachBand { (band) throws(ImageError) in try sums.take(narrowing: band) }
                return changing(sums.facts) { ($0.values, $0.lightLoss) = (rows.values, rows.lightLoss) }
            }
        }
    }

    /// Returns the decoder for a file, and the number of bytes that the file and its decoded picture need. The number is
    /// limited to the budget. If a 16-bit picture does not fit in the budget, it is read with 8 bits. A picture that is too
    /// large to draw is rejected.
    private static func decoder(
        for path: FilePath,
        _ header: ImageHeader,
        within budget: MemoryBudget,
        _ codecs: ImageCodecs
    ) throws(ImageError) -> (ImageDecoder, byteCount: Int) {
        let size = header.size
        let request = DecodingRequest(keepsSixteenBits: true)
        var (decoder, bytesPerPixel) = (ImageDecoder(limits: request.limits, codecs: codecs), 4)
        if request.isDeep(header), size.area <= budget.byteCount / 12 {
            (decoder, bytesPerPixel) = (ImageDecoder(keepsSixteenBits: true, codecs: codecs), 12)
        }
        decoder.takesValues = decoder.keepsSixteenBits
        let (pixels, overflow) = size.area.multipliedReportingOverflow(by: bytesPerPixel)
        guard !overflow, pixels <= budget.byteCount else {
            let (needed, most) = (DecodingLimits.mebibytes(pixels), DecodingLimits.mebibytes(budget.byteCount))
            let limit = "the limit for all pictures together is \(most) MiB"
            throw .tooLarge(reason: "the picture is \(size) and needs \(needed) MiB; \(limit)")
        }
        // A file with multiple pictures is already open, so its bytes are not counted.
        let isApart = path.picture == nil && codecs[header.format]?.inPlace == nil
        let file = isApart ? try FileReader(path).byteCount : 0
        try decoder.limits.check(fileOf: file)
        return (decoder, min(budget.byteCount, pixels + file))
    }
}

extension Picture {
    /// A Boolean value that indicates whether every 16-bit value is a widened 8-bit value.
    /// - Precondition: The picture's format is `PixelFormat.rgba64`.
    var isWidened: Bool {
        precondition(format == .rgba64, "only 16-bit pictures can be checked for 8 bits")
        return withUnsafeBytes { bytes in
            let values = bytes.bindMemory(to: UInt16.self)
            return values.baseAddress.map { flipbook_is_widened($0, size.area * 4) != 0 } ?? false
        }
    }
}
