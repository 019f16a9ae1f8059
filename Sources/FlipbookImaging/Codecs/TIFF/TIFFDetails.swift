import FlipbookCore

extension ImageDetails {
    /// The directory at `page`, or the first (TIFF 6.0, part 1; BigTIFF), if its pixels are of a kind that is read.
    /// - Parameter stated: The values for black and white that the first page names for all of them, or `nil` for none.
    static func tiff(
        _ file: inout FileReader,
        page: Int? = nil,
        stated: ValueRange? = nil
    ) throws(ImageError) -> ImageDetails {
        try readTIFF(&file, page: page, stated: stated).details
    }

    /// The details with the images behind the first, if a single directory names that one alone, and what the file says
    /// of their order.
    static func readTIFF(
        _ file: inout FileReader,
        page: Int? = nil,
        stated: ValueRange? = nil
    ) throws(ImageError) -> (details: ImageDetails, block: TIFFBlock?, description: TIFFDescription?) {
        guard let (form, first) = TIFFDirectory.beginning(of: try file.head()) else { throw .truncated }
        let offset = page ?? first
        let directory = try directory(at: offset, form, of: &file)
        guard page != nil || !isRaw(directory) else {
            let found = FileContents("a camera's raw file", .foreign(converter: "darktable-cli IN OUT.png"))
            throw .notAnImage(found: found)
        }
        guard let width = try directory.number(.width, of: &file),
            let height = try directory.number(.height, of: &file), width > 0, height > 0
        else { throw .corrupt(reason: "the directory gives no size") }
        let size = PixelSize(width: min(width, Int(UInt32.max)), height: min(height, Int(UInt32.max)))
        let photometric = try directory.number(.photometric, of: &file) ?? 2
        guard let model = models[photometric] else {
            throw .notAnImage(found: "a TIFF file in a color space that is not read (number \(photometric))")
        }
        let depth = try bitDepth(directory, of: &file)
        let numbers = try numbers(directory, model: model, depth: depth, of: &file)
        try checkEnd(directory, of: &file)

        let samples = try directory.number(.samplesPerPixel, of: &file) ?? 1
        let hasProfile = directory.entries[TIFFDirectory.Tag.iccProfile.rawValue] != nil
        let colors = [ImageHeader.ColorModel.rgb: 3, .cmyk: 4][model] ?? 1
        let (hasAlpha, remark) = try alpha(directory, extraCount: samples - colors, of: &file)
        var isAnimated = try hasMorePages(after: directory, at: offset, of: &file)
        let description = try description(directory, samples: samples, size, of: &file)
        var block: TIFFBlock?
        if page == nil, !isAnimated, let count = description?.imageCount, count > 1 {
            let bytesPerRow = (size.width * min(samples, 32) * depth + 7) / 8
            block = try TIFFBlock(of: count, directory, at: offset, bytesPerRow, size.height, of: &file)
            isAnimated = block != nil
        }
        var details = ImageDetails(
            header: ImageHeader(
                size,
                .tiff,
                bits: depth,
                model,
                hasAlpha: hasAlpha,
                directory.orientation ?? .up,
                hasProfile: hasProfile
            ),
            byteCount: file.byteCount,
            colorStatements: hasProfile ? .iccProfile : [],
            isAnimated: isAnimated
        )
        details.header.remark = remark
        details.header.isFloatingPoint = numbers.areMapped
        details.header.statedRange = try statedRange(directory, of: &file) ?? description?.range ?? stated
        let range = numbers.areMapped ? details.header.statedRange ?? numbers.range : numbers.range
        if photometric == 0 {
            details.header.storedRange = ValueRange(black: range.white, white: range.black)
        } else if numbers.areMapped || range.black < 0 {
            details.header.storedRange = range
        }
        details.namesCamera = directory.namesCamera
        details.taken = try directory.captureTime(&file)
        return (details, block, description)
    }

    /// The longest description that is read; OME's begins with the devices of a microscope.
    private static let longestDescription = 1 << 16

    private static func description(
        _ directory: TIFFDirectory,
        samples: Int,
        _ size: PixelSize,
        of file: inout FileReader
    ) throws(ImageError) -> TIFFDescription? {
        guard let entry = directory.entries[TIFFDirectory.Tag.imageDescription.rawValue] else { return nil }
        let text = try file.withBytes(at: entry.offset, count: min(entry.count, longestDescription)) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return TIFFDescription(text, samples: samples, area: size.area)
    }

    /// The presence of transparency among extra channels, as `flipbook_tiff_layout` finds it (TIFF 6.0, section 18).
    private static func alpha(
        _ directory: TIFFDirectory,
        extraCount: Int,
        of file: inout FileReader
    ) throws(ImageError) -> (hasAlpha: Bool, remark: ImageHeader.Remark?) {
        guard extraCount > 0 else { return (false, nil) }
        var hasAlpha = false
        for index in 0..<min(extraCount, 32) {
            // Multiplied into the colors, or not.
            if let type = try directory.number(.extraSamples, at: index, of: &file), type == 1 || type == 2 {
                hasAlpha = true
                break
            }
        }
        if extraCount == 1 { return (true, hasAlpha ? nil : .assumedAlpha) }
        let left = extraCount - (hasAlpha ? 1 : 0)
        return (hasAlpha, left > 0 ? .extraChannels(left) : nil)
    }

    private static func directory(
        at offset: Int,
        _ form: TIFFDirectory.Form,
        of file: inout FileReader
    ) throws(ImageError) -> TIFFDirectory {
        guard let directory = try TIFFDirectory(at: offset, of: &file, form),
            directory.readCount == directory.count || file.byteCount - offset >= TIFFDirectory.mostBytes
        else { throw .truncated }
        return directory
    }

    /// Returns `true` for a DNG or a maker's raw file, whose first picture is a smaller version of another one.
    private static func isRaw(_ directory: TIFFDirectory) -> Bool {
        let entries = directory.entries
        if entries[TIFFDirectory.Tag.dngVersion.rawValue] != nil { return true }
        return (directory[.subfileType] ?? 0) & 1 == 1 && entries[TIFFDirectory.Tag.subdirectories.rawValue] != nil
    }

    /// The meaning of channels, by the number of a photometric interpretation.
    private static let models: [Int: ImageHeader.ColorModel] = [
        0: .gray, 1: .gray, 2: .rgb, 3: .indexed, 5: .cmyk, 6: .rgb,
    ]

    /// The bits of each channel, which must be as many for all.
    private static func bitDepth(_ directory: TIFFDirectory, of file: inout FileReader) throws(ImageError) -> Int {
        let count = directory.entries[TIFFDirectory.Tag.bitsPerSample.rawValue]?.count ?? 0
        let depth = try directory.number(.bitsPerSample, of: &file) ?? 1
        for index in 0..<min(count, 32) {
            guard try directory.number(.bitsPerSample, at: index, of: &file) == depth else {
                throw .notAnImage(found: "a TIFF file whose channels have different numbers of bits")
            }
        }
        return depth
    }

    /// The values that are shown as black and white if neither the file nor the user says others, and whether the decoder
    /// maps them to 16 bits: numbers of floating point, and whole ones of 32 bits.
    private static func numbers(
        _ directory: TIFFDirectory,
        model: ImageHeader.ColorModel,
        depth: Int,
        of file: inout FileReader
    ) throws(ImageError) -> (range: ValueRange, areMapped: Bool) {
        let format = try directory.number(.sampleFormat, of: &file) ?? 1
        guard let kind = [1: "", 2: "signed numbers of ", 3: "floating-point numbers of ", 4: ""][format] else {
            throw .notAnImage(found: "a TIFF file of complex numbers")
        }
        let isLight = model == .gray || model == .rgb
        let depths: [Int] =
            switch (format, model) {
            case (2, _): isLight ? [8, 16, 32] : []
            case (3, _): isLight ? [16, 32, 64] : []
            case (_, .gray): [1, 2, 4, 8, 16, 32]
            case (_, .indexed): [1, 2, 4, 8]
            case (_, .rgb): [8, 16, 32]
            case (_, .cmyk): [8, 16]
            }
        guard depths.contains(depth) else {
            let found = "a TIFF file of \(kind)\(depth) bits a channel"
            // ImageMagick reads 10, 12 and 14 bits.
            let isPacked = kind.isEmpty && (9..<16).contains(depth)
            throw .notAnImage(
                found: FileContents(found, isPacked ? .foreign(converter: "convert IN OUT.png") : .picture)
            )
        }
        if format == 3 { return (ValueRange(black: 0, white: 1), true) }
        let least = format == 2 ? -Double(1 << (depth - 1)) : 0
        return (ValueRange(black: least, white: least + Double(1 << depth - 1)), depth == 32)
    }

    /// The values that the file names as the least and the greatest one (TIFF 6.0, section 19).
    private static func statedRange(
        _ directory: TIFFDirectory,
        of file: inout FileReader
    ) throws(ImageError) -> ValueRange? {
        guard let least = try directory.value(.leastSample, of: &file),
            let greatest = try directory.value(.greatestSample, of: &file)
        else { return nil }
        return ValueRange(from: least, to: greatest)
    }

    private static func checkEnd(_ directory: TIFFDirectory, of file: inout FileReader) throws(ImageError) {
        for (offsets, lengths) in [
            (TIFFDirectory.Tag.stripOffsets, TIFFDirectory.Tag.stripByteCounts), (.tileOffsets, .tileByteCounts),
        ] {
            guard let count = directory.entries[offsets.rawValue]?.count, count > 0 else { continue }
            for index in Set([0, count - 1]) {
                let offset = try directory.number(offsets, at: index, of: &file) ?? 0
                let length = try directory.number(lengths, at: index, of: &file) ?? 0
                guard offset + length <= file.byteCount else { throw .truncated }
            }
        }
    }

    /// The places of the pages' directories, without smaller versions. A link out of the file is a damaged page; one
    /// back ends the list.
    static func tiffPages(of file: inout FileReader) throws(ImageError) -> [Int] {
        guard let (form, first) = TIFFDirectory.beginning(of: try file.head()) else { throw .truncated }
        var (pages, seen): ([Int], Set<Int>) = ([], [])
        var offset = first
        while offset > 0, seen.insert(offset).inserted, pages.count < FrameSet.maximumCount {
            let directory: TIFFDirectory
            do throws(ImageError) {
                directory = try self.directory(at: offset, form, of: &file)
            } catch {
                // A caller that asks for this page gets the error.
                return pages + [offset]
            }
            if (directory[.subfileType] ?? 0) & 1 == 0 { pages.append(offset) }
            guard let next = try directory.next(&file) else { break }
            offset = next
        }
        return pages
    }

    /// Returns `true` if a further directory follows that is not a smaller version of the first picture.
    private static func hasMorePages(
        after directory: TIFFDirectory,
        at offset: Int,
        of file: inout FileReader
    ) throws(ImageError) -> Bool {
        guard let next = try directory.next(&file) else { throw .truncated }
        guard next > 0, next != offset else { return false }
        // A page that is cut off is one all the same.
        guard next + directory.form.countLength <= file.byteCount else { return true }
        guard let page = try TIFFDirectory(at: next, of: &file, directory.form) else { return false }
        return page.count > 0 && (page.readCount == 0 || (page[.subfileType] ?? 0) & 1 == 0)
    }
}

/// Images one behind another without compression, of which the directory names the first alone: large stacks of ImageJ,
/// and growing series of tifffile.
struct TIFFBlock {
    /// The place and the length in bytes of the first image.
    let start, length: Int
    /// The number of images that the file says it has.
    let stated: Int
    /// The number of those that are there.
    let whole: Int

    /// The number of pictures: where the file ends early, the one that is cut off counts.
    var count: Int { min(stated, whole + 1) }

    /// - Returns: `nil` where nothing follows the first image.
    init?(
        of count: Int,
        _ directory: TIFFDirectory,
        at offset: Int,
        _ bytesPerRow: Int,
        _ height: Int,
        of file: inout FileReader
    ) throws(ImageError) {
        let strips = directory.entries[TIFFDirectory.Tag.stripOffsets.rawValue]?.count ?? 0
        let (length, isOverflow) = bytesPerRow.multipliedReportingOverflow(by: height)
        guard directory[.compression] ?? 1 == 1, !isOverflow, length > 0, strips > 0,
            let start = try directory.number(.stripOffsets, of: &file),
            let last = try directory.number(.stripOffsets, at: strips - 1, of: &file),
            let rest = try directory.number(.stripByteCounts, at: strips - 1, of: &file)
        else { return nil }
        // Strips that lie elsewhere are not those of a block; the length of a single one may be that of all images.
        guard strips == 1 ? rest >= length : last + rest - start == length else { return nil }
        // A program that keeps the description of a stack for one picture of it writes the directory behind the pixels.
        let whole = ((offset > start ? offset : file.byteCount) - start) / length
        guard whole > 1 else { return nil }
        (self.start, self.length, stated) = (start, length, min(count, FrameSet.maximumCount))
        self.whole = min(whole, stated)
    }
}
