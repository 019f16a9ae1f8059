internal import CImageKernels
import FlipbookCore
import FlipbookFiles
import FlipbookImaging

struct PictureSums {
    private let size: PixelSize
    private var sums = flipbook_picture_facts()
    private var tones = flipbook_picture_tones()
    private var alpha = flipbook_alpha_profile()
    private var taken = 0
    private var isWidened = true

    init(_ size: PixelSize) { self.size = size }

    /// Adds the next rows, or all rows.
    /// - Precondition: The rows' format is `PixelFormat.rgba`.
    mutating func take(_ rows: Picture) {
        precondition(rows.format == .rgba, "facts require straight alpha")
        isWidened = false
        precondition(rows.size.width == size.width && taken + rows.size.height <= size.height)
        let translucent = sums.translucent_count
        rows.withUnsafeBytes { bytes in
            guard let pixels = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            flipbook_sum_up(&sums, pixels, size.width, size.height, taken, rows.size.height)
            // A second pass is needed only for pictures that have translucent pixels but none that are too bright. Such
            // pictures are rare.
            if sums.translucent_count > translucent, sums.bright_translucent_count == 0 {
                flipbook_profile_alpha(&alpha, pixels, rows.size.area)
            }
            flipbook_take_tones(&tones, pixels, size.width, size.height, taken, rows.size.height)
        }
        taken += rows.size.height
    }

    mutating func take(narrowing rows: Picture) throws(ImageError) {
        guard rows.format == .rgba64 else { return take(rows) }
        let isWidened = isWidened && rows.isWidened
        take(try ImageError.wrapping(rows.narrowed()))
        self.isWidened = isWidened
    }

    var facts: PictureFacts {
        precondition(taken == size.height, "rows are missing")
        var facts = PictureFacts(size: size, digest: sums.digest, grid: PictureFacts.Grid(sums: sums, size: size))
        (facts.leastAlpha, facts.greatestAlpha) = (Int(sums.least_alpha), Int(sums.greatest_alpha))
        (facts.isUniform, facts.isWidened) = (sums.is_uniform != 0, isWidened)
        facts.translucentCount = Int(sums.translucent_count)
        facts.brightTranslucentCount = Int(sums.bright_translucent_count)
        if sums.bright_translucent_count == 0 { facts.alphaLevels = PictureFacts.AlphaLevel.all(of: alpha) }
        facts.tones = PictureFacts.Tones(tones)
        facts.profile = PictureFacts.Profile(tones)
        return facts
    }
}

extension PictureFacts.AlphaLevel {
    fileprivate static func all(of profile: flipbook_alpha_profile) -> [Self] {
        withUnsafeBytes(of: profile) { bytes in
            (0..<count).filter { bytes[count + $0] != 0 }.map { Self(level: $0, brightest: Int(bytes[$0])) }
        }
    }
}

extension PictureFacts.Grid {
    fileprivate init(sums: flipbook_picture_facts, size: PixelSize) {
        let side = Self.side
        var means: [UInt16] = []
        means.reserveCapacity(side * side * 4)
        withUnsafeBytes(of: sums.cells) { bytes in
            let sums = bytes.bindMemory(to: UInt64.self)
            for row in 0..<side {
                let rows = Self.edge(row + 1, of: size.height) - Self.edge(row, of: size.height)
                for column in 0..<side {
                    let columns = Self.edge(column + 1, of: size.width) - Self.edge(column, of: size.width)
                    let count = UInt64(max(1, rows * columns))
                    for channel in 0..<4 {
                        means.append(UInt16(sums[(row * side + column) * 4 + channel] * 256 / count))
                    }
                }
            }
        }
        self.init(means: means)
    }

    private static func edge(_ cell: Int, of length: Int) -> Int { (cell * length + side - 1) / side }
}

extension PictureFacts.Tones {
    fileprivate init(_ sums: flipbook_picture_tones) {
        self.init(darkest: Int(sums.darkest), brightest: Int(sums.brightest))
        burntShare = sums.seen_count == 0 ? 0 : Double(sums.burnt_count) / Double(sums.seen_count)
        (blankRows, isBlankOpaque) = (Int(sums.blank_rows), sums.last_color.3 == 255)
    }
}

extension PictureFacts.Profile {
    fileprivate init(_ sums: flipbook_picture_tones) {
        let (columnCount, rowCount) = (Int(sums.column_count), Int(sums.row_count))
        let columns = withUnsafeBytes(of: sums.columns) { Array($0.bindMemory(to: UInt32.self).prefix(columnCount)) }
        let rows = withUnsafeBytes(of: sums.rows) { Array($0.bindMemory(to: UInt32.self).prefix(rowCount)) }
        self.init(columns: columns, rows: rows)
    }
}
