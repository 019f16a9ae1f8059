import FlipbookCore

extension ImageDetails {
    /// The most bytes of a directory that are read at once: eighty-five entries, where files have some twenty.
    private static let directoryLength = 1024

    /// The directory at `page`, or the first (TIFF 6.0, part 1), if its pixels are of a kind that is read.
    static func tiff(_ file: inout FileReader, page: Int? = nil) throws(ImageError) -> ImageDetails {
        guard let (order, first) = TIFFDirectory.beginning(of: try file.head()) else { throw .truncated }
        let offset = page ?? first
        let directory = try directory(at: offset, order: order, of: &file)
        guard page != nil || !isRaw(directory) else {
            let found = FileContents("a camera's raw file", .foreign(converter: "darktable-cli IN OUT.png"))
            throw .notAnImage(found: found)
        }
        guard let width = try directory.number(.width, of: &file),
            let height = try directory.number(.height, of: &file), width > 0, height > 0
        else { throw .corrupt(reason: "the directory gives no size") }
        let photometric = try directory.number(.photometric, of: &file) ?? 2
        guard let model = models[photometric] else {
            throw .notAnImage(found: "a TIFF file in a colour space that is not read (number \(photometric))")
        }
        let depth = try bitDepth(directory, of: &file)
        try checkSamples(directory, model: model, depth: depth, of: &file)
        try checkEnd(directory, of: &file)

        let samples = try directory.number(.samplesPerPixel, of: &file) ?? 1
        let hasProfile = directory.entries[TIFFDirectory.Tag.iccProfile.rawValue] != nil
        let colors = [ImageHeader.ColorModel.rgb: 3, .cmyk: 4][model] ?? 1
        let (hasAlpha, remark) = try alpha(directory, extraCount: samples - colors, of: &file)
        let isAnimated = try hasMorePages(after: directory, at: offset, of: &file)
        if page == nil, !isAnimated {
            let rowByteCount = (width * min(samples, 32) * depth + 7) / 8
            try checkSole(directory, at: offset, PixelSize(width: rowByteCount, height: height), of: &file)
        }
        var details = ImageDetails(
            header: ImageHeader(
                PixelSize(width: width, height: height),
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
        details.namesCamera = directory.namesCamera
        details.taken = try directory.captureTime { (offset, count) throws(ImageError) in
            try file.bytes(at: offset, count: count)
        }
        return details
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

    /// Throws if pictures lie behind the only one with a directory: large stacks of ImageJ, and growing series of
    /// tifffile.
    /// - Parameter size: The bytes of a row of the first picture, and its rows.
    private static func checkSole(
        _ directory: TIFFDirectory,
        at offset: Int,
        _ size: PixelSize,
        of file: inout FileReader
    ) throws(ImageError) {
        guard directory[.compression] ?? 1 == 1,
            let description = directory.entries[TIFFDirectory.Tag.imageDescription.rawValue],
            let start = try directory.number(.stripOffsets, of: &file)
        else { return }
        // A program that keeps the description of a stack for one picture of it writes the directory behind the pixels.
        let count = ((offset > start ? offset : file.byteCount) - start) / max(1, size.width) / size.height
        guard count > 1,
            let text = try file.bytes(at: description.offset, count: min(description.count, FileReader.windowLength))
        else { return }
        let words = String(decoding: text, as: UTF8.self)
        if words.hasPrefix("ImageJ=") {
            let counts = words.split(whereSeparator: \.isNewline).compactMap { line in
                line.hasPrefix("images=") ? Int(line.dropFirst("images=".count)) : nil
            }
            guard let count = counts.first, count > 1 else { return }
            let way = "in ImageJ, File > Save As > Image Sequence"
            let found = "an ImageJ stack of \(count) images, whose TIFF directory lists only the first"
            throw .notAnImage(found: FileContents(found, .pictures(splitter: way)))
        }
        if words.hasPrefix("{\"shape\": ["), words.contains("\"truncated\": true") {
            let found = "a tifffile series of \(count) images, whose TIFF directory lists only the first"
            throw .notAnImage(found: FileContents(found, .pictures(splitter: "in Python, tifffile.imread")))
        }
    }

    private static func directory(
        at offset: Int,
        order: TIFFDirectory.ByteOrder,
        of file: inout FileReader
    ) throws(ImageError) -> TIFFDirectory {
        guard offset < file.byteCount else { throw .truncated }
        let length = min(directoryLength, file.byteCount - offset)
        guard let bytes = try file.bytes(at: offset, count: length),
            let directory = TIFFDirectory(bytes, order: order, at: offset),
            directory.readCount == directory.count || length == directoryLength
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

    private static func checkSamples(
        _ directory: TIFFDirectory,
        model: ImageHeader.ColorModel,
        depth: Int,
        of file: inout FileReader
    ) throws(ImageError) {
        switch try directory.number(.sampleFormat, of: &file) ?? 1 {
        case 1, 4: break
        case 2: throw .notAnImage(found: "a TIFF file of signed numbers, which may be negative")
        case 3: throw .notAnImage(found: "a TIFF file of floating-point numbers")
        default: throw .notAnImage(found: "a TIFF file of complex numbers")
        }
        let depths: [Int] =
            switch model {
            case .gray: [1, 2, 4, 8, 16]
            case .indexed: [1, 2, 4, 8]
            case .rgb, .cmyk: [8, 16]
            }
        guard depths.contains(depth) else { throw .notAnImage(found: "a TIFF file of \(depth) bits a channel") }
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
        guard let (order, first) = TIFFDirectory.beginning(of: try file.head()) else { throw .truncated }
        var (pages, seen): ([Int], Set<Int>) = ([], [])
        var offset = first
        while offset > 0, seen.insert(offset).inserted, pages.count < FrameSet.maximumCount {
            let directory: TIFFDirectory
            do throws(ImageError) {
                directory = try self.directory(at: offset, order: order, of: &file)
            } catch {
                // A caller that asks for this page gets the error.
                return pages + [offset]
            }
            if (directory[.subfileType] ?? 0) & 1 == 0 { pages.append(offset) }
            let end = offset + 2 + directory.count * TIFFDirectory.entryLength
            guard let link = try file.bytes(at: end, count: 4) else { break }
            offset = order.number32(link, at: 0)
        }
        return pages
    }

    /// Returns `true` if a further directory follows that is not a smaller version of the first picture.
    private static func hasMorePages(
        after directory: TIFFDirectory,
        at offset: Int,
        of file: inout FileReader
    ) throws(ImageError) -> Bool {
        let end = offset + 2 + directory.count * TIFFDirectory.entryLength
        guard let link = try file.bytes(at: end, count: 4) else { throw .truncated }
        let next = directory.order.number32(link, at: 0)
        guard next > 0, next != offset else { return false }
        // A page that is cut off is one all the same.
        guard next + 2 <= file.byteCount else { return true }
        guard let bytes = try file.bytes(at: next, count: min(directoryLength, file.byteCount - next)),
            let page = TIFFDirectory(bytes, order: directory.order, at: next)
        else { return false }
        return page.count > 0 && (page.readCount == 0 || (page[.subfileType] ?? 0) & 1 == 0)
    }
}
