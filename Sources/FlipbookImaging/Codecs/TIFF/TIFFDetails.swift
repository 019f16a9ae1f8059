import FlipbookCore

struct TIFFPageDetails {
    private(set) var details: ImageDetails
    /// The images after the first one, if a single directory describes only the first.
    private(set) var block: TIFFBlock?
    let description: TIFFDescription?

    /// Reads the directory at `page`, or the first directory (TIFF 6.0, part 1; BigTIFF).
    /// - Parameter stated: The values that map to black and to white. The first page specifies them for all pages.
    init(_ file: inout FileReader, page: Int? = nil, stated: ValueRange? = nil) throws(ImageError) {
        guard let (form, first) = TIFFDirectory.beginning(of: try file.head()) else { throw .truncated }
        let offset = page ?? first
        let directory = try TIFFDirectory(completeAt: offset, of: &file, form)
        guard page != nil || !directory.isRaw else {
            throw .unsupported("a camera raw file", .foreign(converter: "darktable-cli IN OUT.png"))
        }
        guard let width = try directory.number(.width, of: &file),
            let height = try directory.number(.height, of: &file), width > 0, height > 0
        else { throw .corrupt(reason: "the directory has no size") }
        let size = PixelSize(width: min(width, Int(UInt32.max)), height: min(height, Int(UInt32.max)))
        let space = try directory.number(.photometric, of: &file) ?? 2
        let models: [Int: ImageHeader.ColorModel] = [0: .gray, 1: .gray, 2: .rgb, 3: .indexed, 5: .cmyk, 6: .rgb]
        guard let model = models[space] else { throw .unsupported("a TIFF file in color space \(space)") }
        let depth = try directory.bitDepth(&file)
        let numbers = try directory.sampleRange(model, depth, &file)
        try directory.checkEnd(&file)

        let samples = try directory.number(.samplesPerPixel, of: &file) ?? 1
        let hasProfile = directory.entries[TIFFDirectory.Tag.iccProfile.rawValue] != nil
        let colors = [ImageHeader.ColorModel.rgb: 3, .cmyk: 4][model] ?? 1
        let (hasAlpha, remark) = try directory.alpha(of: samples - colors, &file)
        var isAnimated = try directory.hasMorePages(at: offset, &file)
        description = try directory.text(&file).map { TIFFDescription($0, samples: samples, area: size.area) }
        if page == nil, !isAnimated, let count = description?.imageCount, count > 1 {
            let bytesPerRow = (size.width * min(samples, 32) * depth + 7) / 8
            block = try TIFFBlock(of: count, directory, at: offset, bytesPerRow, size.height, of: &file)
            isAnimated = block != nil
        }
        let turn = directory.orientation ?? .up
        let header = ImageHeader(size, .tiff, bits: depth, model, hasAlpha: hasAlpha, turn, hasProfile: hasProfile)
        details = ImageDetails(header: header, byteCount: file.byteCount)
        if hasProfile { details.colorStatements = .iccProfile }
        (details.isAnimated, details.header.remark) = (isAnimated, remark)
        details.header.isFloatingPoint = numbers.areMapped
        details.header.statedRange = try directory.statedRange(&file) ?? description?.range ?? stated
        let range = numbers.areMapped ? details.header.statedRange ?? numbers.range : numbers.range
        if space == 0 {
            details.header.storedRange = ValueRange(black: range.white, white: range.black)
        } else if numbers.areMapped || range.black < 0 {
            details.header.storedRange = range
        }
        details.namesCamera = directory.namesCamera
        details.taken = try directory.captureTime(&file)
    }

    /// Returns the offsets of the pages' directories, except thumbnails. A link beyond the end of the file is treated as a
    /// damaged page. A backward link ends the list.
    static func offsets(in file: inout FileReader) throws(ImageError) -> [Int] {
        guard let (form, first) = TIFFDirectory.beginning(of: try file.head()) else { throw .truncated }
        var (pages, seen, offset): ([Int], Set<Int>, Int) = ([], [], first)
        while offset > 0, seen.insert(offset).inserted, pages.count < FrameSet.maximumCount {
            // The error for a damaged page is reported when the page is opened.
            guard let page = try? TIFFDirectory(completeAt: offset, of: &file, form) else { return pages + [offset] }
            if !page.isReduced { pages.append(offset) }
            guard let next = try page.next(&file) else { break }
            offset = next
        }
        return pages
    }
}

extension TIFFDirectory {
    fileprivate init(completeAt offset: Int, of file: inout FileReader, _ form: Form) throws(ImageError) {
        guard let directory = try TIFFDirectory(at: offset, of: &file, form),
            directory.readCount == directory.count || file.byteCount - offset >= Self.mostBytes
        else { throw .truncated }
        self = directory
    }

    fileprivate var isReduced: Bool { (self[.subfileType] ?? 0) & 1 == 1 }

    /// A Boolean value that indicates whether the file is a DNG or another raw file, in which the first image is a thumbnail.
    fileprivate var isRaw: Bool {
        entries[Tag.dngVersion.rawValue] != nil || isReduced && entries[Tag.subdirectories.rawValue] != nil
    }

    /// Returns the image description. Up to 64 KiB are read, since OME metadata begins with a list of the microscope's
    /// components.
    fileprivate func text(_ file: inout FileReader) throws(ImageError) -> String? {
        guard let entry = entries[Tag.imageDescription.rawValue] else { return nil }
        return try file.withBytes(at: entry.offset, count: min(entry.count, 1 << 16)) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Searches the extra channels for transparency, like `flipbook_tiff_layout` (TIFF 6.0, section 18).
    fileprivate func alpha(of count: Int, _ file: inout FileReader) throws(ImageError) -> (Bool, ImageHeader.Remark?) {
        guard count > 0 else { return (false, nil) }
        var hasAlpha = false
        for index in 0..<min(count, 32) where !hasAlpha {
            hasAlpha = try [1, 2].contains(number(.extraSamples, at: index, of: &file))
        }
        if count == 1 { return (true, hasAlpha ? nil : .assumedAlpha) }
        let left = count - (hasAlpha ? 1 : 0)
        return (hasAlpha, left > 0 ? .extraChannels(left) : nil)
    }

    fileprivate func bitDepth(_ file: inout FileReader) throws(ImageError) -> Int {
        let count = entries[Tag.bitsPerSample.rawValue]?.count ?? 0
        let depth = try number(.bitsPerSample, of: &file) ?? 1
        for index in 0..<min(count, 32) where try number(.bitsPerSample, at: index, of: &file) != depth {
            throw .unsupported("a TIFF file whose channels differ in depth")
        }
        return depth
    }

    /// Returns the values that map to black and to white by default. `areMapped` indicates whether the decoder maps the samples
    /// to 16 bits, as it does for floating point and for 32 bits.
    fileprivate func sampleRange(_ model: ImageHeader.ColorModel, _ depth: Int, _ file: inout FileReader)
        throws(ImageError) -> (range: ValueRange, areMapped: Bool)
    {
        let format = try number(.sampleFormat, of: &file) ?? 1
        guard let kind = [1: "", 2: "signed numbers of ", 3: "floating-point numbers of ", 4: ""][format] else {
            throw .unsupported("a TIFF file with complex numbers")
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
            // ImageMagick can convert pictures with 10, 12, and 14 bits.
            let isPacked = kind.isEmpty && (9..<16).contains(depth)
            let found = "a TIFF file with \(kind)\(depth) bits per channel"
            throw .unsupported(found, isPacked ? .foreign(converter: "convert IN OUT.png") : .picture)
        }
        if format == 3 { return (ValueRange(black: 0, white: 1), true) }
        let least = format == 2 ? -Double(1 << (depth - 1)) : 0
        return (ValueRange(black: least, white: least + Double(1 << depth - 1)), depth == 32)
    }

    fileprivate func statedRange(_ file: inout FileReader) throws(ImageError) -> ValueRange? {
        guard let least = try value(.leastSample, of: &file), let greatest = try value(.greatestSample, of: &file)
        else { return nil }
        return ValueRange(from: least, to: greatest)
    }

    fileprivate func checkEnd(_ file: inout FileReader) throws(ImageError) {
        for (offsets, lengths) in [(Tag.stripOffsets, Tag.stripByteCounts), (.tileOffsets, .tileByteCounts)] {
            guard let count = entries[offsets.rawValue]?.count, count > 0 else { continue }
            for index in Set([0, count - 1]) {
                let offset = try number(offsets, at: index, of: &file) ?? 0
                let length = try number(lengths, at: index, of: &file) ?? 0
                guard offset + length <= file.byteCount else { throw .truncated }
            }
        }
    }

    fileprivate func hasMorePages(at offset: Int, _ file: inout FileReader) throws(ImageError) -> Bool {
        guard let next = try next(&file) else { throw .truncated }
        guard next > 0, next != offset else { return false }
        guard next + form.countLength <= file.byteCount else { return true }
        guard let page = try TIFFDirectory(at: next, of: &file, form) else { return false }
        return page.count > 0 && (page.readCount == 0 || !page.isReduced)
    }
}

/// Consecutive uncompressed images, as written by ImageJ and tifffile. The directory describes only the first image.
struct TIFFBlock {
    let start, length: Int
    /// The number of images according to the description. `whole` is the number of complete images.
    let stated, whole: Int

    /// The number of images, including a truncated last one.
    var count: Int { min(stated, whole + 1) }

    /// Returns `nil` if nothing follows the first image.
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
        // The strips must be contiguous. If there is one strip, its length may cover all images.
        guard strips == 1 ? rest >= length : last + rest - start == length else { return nil }
        // Some programs keep the description of a stack when they save one of its images. They write the directory after the
        // pixels.
        let whole = ((offset > start ? offset : file.byteCount) - start) / length
        guard whole > 1 else { return nil }
        (self.start, self.length, stated) = (start, length, min(count, FrameSet.maximumCount))
        self.whole = min(whole, stated)
    }
}
