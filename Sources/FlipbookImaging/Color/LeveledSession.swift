internal import CImageKernels
internal import FlipbookCore
internal import FlipbookFiles

/// A session that measures 16-bit integer pictures, or maps them to levels, before colors are converted.
struct LeveledSession: RecoloredSession, RowSession {
    var base: any ImageSession
    private let levels: ValueRange?
    private let keepsSixteenBits: Bool

    init?(_ base: any ImageSession, _ levels: ValueRange?, keepsSixteenBits: Bool) {
        (self.base, self.levels, self.keepsSixteenBits) = (base, levels, keepsSixteenBits)
        guard levels != nil || header.bitDepth == 16 || hasPages else { return nil }
    }

    /// A Boolean value that indicates whether the file has multiple pages, which may differ in bit depth.
    private var hasPages: Bool { header.holdsSeveralPictures && hasIndependentFrames }

    private func numbers(ofFrame index: Int) throws(ImageError) -> ImageHeader {
        hasPages ? try header(ofFrame: index) : header
    }

    mutating func frame(_ index: Int) throws(ImageError) -> Picture {
        let header = try numbers(ofFrame: index)
        return try leveled(base.frame(index), header)
    }

    private func leveled(_ read: Picture, _ header: ImageHeader) throws(ImageError) -> Picture {
        guard let full = header.fullRange, read.format == .rgba || read.format == .rgba64 else { return read }
        var picture = read
        if let levels {
            picture = try ImageError.wrapping(read.shown(by: levels, of: full))
        } else if header.bitDepth == 16 {
            picture = read.measured(as: read.values(in: full))
        }
        guard picture.format == .rgba64, !keepsSixteenBits else { return picture }
        return try ImageError.wrapping(picture.narrowed()).measured(as: picture.values)
    }

    func rows(ofFrame number: Int) throws(ImageError) -> (any PictureRows)? {
        guard let rows = try (base as? any RowSession)?.rows(ofFrame: number) else { return nil }
        let header = try numbers(ofFrame: number)
        return ChangedRows(rows, format: keepsSixteenBits ? rows.format : .rgba) { (band) throws(ImageError) in
            try leveled(band, header)
        }
    }
}

extension Picture {
    /// Returns the range of the color values of a 16-bit picture, on the scale of the file's values.
    func values(in full: ValueRange) -> ClosedRange<Double>? {
        guard format == .rgba64 else { return nil }
        var range = (least: UInt16.max, greatest: UInt16(0))
        withUnsafeBytes { bytes in
            guard let start = bytes.bindMemory(to: UInt16.self).baseAddress else { return }
            flipbook_rgba64_range(&range.least, &range.greatest, start, size.area)
        }
        let ends = [range.least, range.greatest].map { full.value(at: Double($0) / 65_535).rounded() }
        return min(ends[0], ends[1])...max(ends[0], ends[1])
    }

    fileprivate func shown(by levels: ValueRange, of full: ValueRange) throws(MachineShortage) -> Picture {
        let isDeep = format == .rgba64
        let table = LevelsTable.table(LevelsTable(levels: levels, full: full, most: isDeep ? 65_535 : 255))
        return try withUnsafeBytes { (source) throws(MachineShortage) in
            try Picture(size: size, format: format) { target in
                func show<Channel: FixedWidthInteger>(_ type: Channel.Type) {
                    guard let source = source.bindMemory(to: type).baseAddress,
                        let target = target.bindMemory(to: type).baseAddress
                    else { return }
                    table.withUnsafeBufferPointer { table in
                        for place in stride(from: 0, to: size.area &* 4, by: 4) {
                            for channel in place..<place &+ 3 {
                                target[channel] = Channel(truncatingIfNeeded: table[Int(source[channel])])
                            }
                            target[place &+ 3] = source[place &+ 3]
                        }
                    }
                }
                if isDeep { show(UInt16.self) } else { show(UInt8.self) }
            }
        }
    }
}

private struct LevelsTable: Equatable {
    let levels, full: ValueRange
    let most: Int

    private static let known = RecentValues<LevelsTable, [UInt16]>()

    static func table(_ key: LevelsTable) -> [UInt16] { known.value(for: key) { key.made } }

    private var made: [UInt16] {
        (0...most).map { number in
            // The file contains integers. Values with fewer than 16 bits were scaled to 16 bits.
            let value = full.value(at: Double(number) / Double(most)).rounded()
            let part = min(1, max(0, levels.fraction(of: value)))
            // A picture whose smallest value is white stays inverted.
            return UInt16(((full.black < full.white ? part : 1 - part) * Double(most)).rounded())
        }
    }
}
