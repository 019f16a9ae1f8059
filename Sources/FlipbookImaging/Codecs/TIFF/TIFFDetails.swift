import FlipbookCore

extension ImageDetails {
    /// The most bytes of a directory that are read at once: eighty-five entries, where files have some twenty.
    private static let directoryLength = 1024

    /// What a directory of a TIFF file says (TIFF 6.0, part 1): the one at `page`, or the first.
    /// - Throws: ``ImageError/truncated`` where the directory or a strip lies beyond the end of the file, and
    ///   ``ImageError/notAnImage(found:)`` for pixels that are not read, such as floating-point numbers.
    static func tiff(
        _ file: borrowing FileReader,
        _ window: inout FileWindow,
        page: Int? = nil
    ) throws(ImageError) -> ImageDetails {
        guard let (order, first) = TIFFDirectory.beginning(of: window.bytes) else { throw .truncated }
        let offset = page ?? first
        let directory = try directory(at: offset, order: order, of: file, &window)
        guard page != nil || !isRaw(directory) else {
            let found = FileContents("a camera's raw file", .foreign(converter: "darktable-cli IN OUT.png"))
            throw .notAnImage(found: found)
        }
        guard let width = try directory.number(.width, of: file, &window),
            let height = try directory.number(.height, of: file, &window), width > 0, height > 0
        else { throw .corrupt(reason: "the directory gives no size") }
        let photometric = try directory.number(.photometric, of: file, &window) ?? 2
        guard let model = models[photometric] else {
            throw .notAnImage(found: "a TIFF file in a colour space that is not read (number \(photometric))")
        }
        let depth = try bitDepth(directory, of: file, &window)
        try checkSamples(directory, model: model, depth: depth, of: file, &window)
        try checkEnd(directory, of: file, &window)

        let samples = try directory.number(.samplesPerPixel, of: file, &window) ?? 1
        let hasProfile = directory.entries[TIFFDirectory.Tag.iccProfile.rawValue] != nil
        let colors = [ImageHeader.ColorModel.rgb: 3, .cmyk: 4][model] ?? 1
        let (hasAlpha, remark) = try alpha(directory, extraCount: samples - colors, of: file, &window)
        let isAnimated = try hasMorePages(after: directory, at: offset, of: file, &window)
        if page == nil, !isAnimated {
            let rowByteCount = (width * min(samples, 32) * depth + 7) / 8
            try checkSole(directory, at: offset, PixelSize(width: rowByteCount, height: height), of: file, &window)
        }
        var details = ImageDetails(
            header: ImageHeader(
                size: PixelSize(width: width, height: height),
                format: .tiff,
                bitDepth: depth,
                colorModel: model,
                hasAlpha: hasAlpha,
                colorTag: hasProfile ? .iccProfile : .untagged,
                orientation: directory.orientation ?? .up
            ),
            byteCount: file.byteCount,
            colorStatements: hasProfile ? .iccProfile : [],
            isAnimated: isAnimated
        )
        details.header.remark = remark
        details.namesCamera = directory.namesCamera
        return details
    }

    /// Whether one of the channels beside the colors is transparency, as `flipbook_tiff_layout` finds it, and what of them is
    /// not plain (TIFF 6.0, section 18: ExtraSamples).
    private static func alpha(
        _ directory: TIFFDirectory,
        extraCount: Int,
        of file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> (hasAlpha: Bool, remark: ImageHeader.Remark?) {
        guard extraCount > 0 else { return (false, nil) }
        var hasAlpha = false
        for index in 0..<min(extraCount, 32) {
            // Multiplied into the colors, or not.
            if let type = try directory.number(.extraSamples, at: index, of: file, &window), type == 1 || type == 2 {
                hasAlpha = true
                break
            }
        }
        if extraCount == 1 { return (true, hasAlpha ? nil : .assumedAlpha) }
        let left = extraCount - (hasAlpha ? 1 : 0)
        return (hasAlpha, left > 0 ? .extraChannels(left) : nil)
    }

    /// Throws where further pictures lie behind the only one that has a directory: so ImageJ writes large stacks, and tifffile
    /// series that are added to.
    /// - Parameter size: The bytes of a row of the first picture, and its rows.
    private static func checkSole(
        _ directory: TIFFDirectory,
        at offset: Int,
        _ size: PixelSize,
        of file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) {
        guard directory[.compression] ?? 1 == 1,
            let description = directory.entries[TIFFDirectory.Tag.imageDescription.rawValue],
            let start = try directory.number(.stripOffsets, of: file, &window)
        else { return }
        // A program that keeps the description of a stack for one picture of it writes the directory behind the pixels.
        let count = ((offset > start ? offset : file.byteCount) - start) / max(1, size.width) / size.height
        guard count > 1,
            let text = try window.bytes(
                at: description.offset,
                count: min(description.count, FileWindow.length),
                of: file
            )
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
        of file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> TIFFDirectory {
        guard offset < file.byteCount else { throw .truncated }
        let length = min(directoryLength, file.byteCount - offset)
        guard let bytes = try window.bytes(at: offset, count: length, of: file),
            let directory = TIFFDirectory(bytes, order: order, at: offset),
            directory.readCount == directory.count || length == directoryLength
        else { throw .truncated }
        return directory
    }

    /// Whether a file's first picture is a smaller version of what a camera saw, which lies elsewhere in the file: a DNG, or one of
    /// a maker's own form.
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
    private static func bitDepth(
        _ directory: TIFFDirectory,
        of file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> Int {
        let count = directory.entries[TIFFDirectory.Tag.bitsPerSample.rawValue]?.count ?? 0
        let depth = try directory.number(.bitsPerSample, of: file, &window) ?? 1
        for index in 0..<min(count, 32) {
            guard try directory.number(.bitsPerSample, at: index, of: file, &window) == depth else {
                throw .notAnImage(found: "a TIFF file whose channels have different numbers of bits")
            }
        }
        return depth
    }

    /// Throws for samples that are of no kind that is read.
    private static func checkSamples(
        _ directory: TIFFDirectory,
        model: ImageHeader.ColorModel,
        depth: Int,
        of file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) {
        switch try directory.number(.sampleFormat, of: file, &window) ?? 1 {
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

    /// Throws where the first or the last strip or tile lies beyond the end of the file.
    private static func checkEnd(
        _ directory: TIFFDirectory,
        of file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) {
        for (offsets, lengths) in [
            (TIFFDirectory.Tag.stripOffsets, TIFFDirectory.Tag.stripByteCounts), (.tileOffsets, .tileByteCounts),
        ] {
            guard let count = directory.entries[offsets.rawValue]?.count, count > 0 else { continue }
            for index in Set([0, count - 1]) {
                let offset = try directory.number(offsets, at: index, of: file, &window) ?? 0
                let length = try directory.number(lengths, at: index, of: file, &window) ?? 0
                guard offset + length <= file.byteCount else { throw .truncated }
            }
        }
    }

    /// Where the directories of the pages are, those of smaller versions of a page left out.
    ///
    /// A link that leads out of the file is that of a damaged page; one that leads back ends the list.
    static func tiffPages(
        of file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> [Int] {
        guard let (order, first) = TIFFDirectory.beginning(of: window.bytes) else { throw .truncated }
        var (pages, seen): ([Int], Set<Int>) = ([], [])
        var offset = first
        while offset > 0, seen.insert(offset).inserted, pages.count < FrameSet.maximumCount {
            let directory: TIFFDirectory
            do throws(ImageError) {
                directory = try self.directory(at: offset, order: order, of: file, &window)
            } catch {
                // A caller that asks for this page gets the error.
                return pages + [offset]
            }
            if (directory[.subfileType] ?? 0) & 1 == 0 { pages.append(offset) }
            let end = offset + 2 + directory.count * TIFFDirectory.entryLength
            guard let link = try window.bytes(at: end, count: 4, of: file) else { break }
            offset = order.number32(link, at: 0)
        }
        return pages
    }

    /// Returns `true` if a further directory follows that is not a smaller version of the first picture.
    private static func hasMorePages(
        after directory: TIFFDirectory,
        at offset: Int,
        of file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> Bool {
        let end = offset + 2 + directory.count * TIFFDirectory.entryLength
        guard let link = try window.bytes(at: end, count: 4, of: file) else { throw .truncated }
        let next = directory.order.number32(link, at: 0)
        guard next > 0, next != offset else { return false }
        // A page that is cut off is one all the same.
        guard next + 2 <= file.byteCount else { return true }
        guard let bytes = try window.bytes(at: next, count: min(directoryLength, file.byteCount - next), of: file),
            let page = TIFFDirectory(bytes, order: directory.order, at: next)
        else { return false }
        return page.count > 0 && (page.readCount == 0 || (page[.subfileType] ?? 0) & 1 == 0)
    }
}
