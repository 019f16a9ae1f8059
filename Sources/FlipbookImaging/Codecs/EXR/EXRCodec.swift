internal import FlipbookCore
import FlipbookFiles

extension ImageCodec {
    /// OpenEXR, decoded by its core library: half and single precision, scan lines and tiles, and all compressions.
    ///
    /// The picture is the display window, and is clear outside the data window. The ``SourceColors`` of a request map
    /// premultiplied light to colors, and select a layer.
    public static let exr: ImageCodec = exr(ChannelChoice())

    private static func exr(_ choice: ChannelChoice) -> ImageCodec {
        ImageCodec(
            "OpenEXR",
            extensions: ["exr"],
            matches: EXRHeader.matches,
            details: { (file) throws(ImageError) in
                let header = try EXRHeader(&file, choice)
                // An unknown compression is an error, since its number of rows per chunk is unknown.
                try header.checkCompression()
                try header.checkRows(&file)
                let statements: ImageDetails.ColorStatements = header.primaries != nil ? .chromaticities : []
                let (image, count) = (header.imageHeader, file.byteCount)
                var details = ImageDetails(header: image, byteCount: count, colorStatements: statements)
                details.channels = header.allNames
                return details
            },
            decode: { (bytes, image, request) throws(ImageError) in
                var file = try FileReader(bytes)
                let header = try EXRHeader(&file, choice)
                try request.limits.check(header.data.size)
                guard let library = LibOpenEXR.loaded else { throw .notAnImage(found: FileContents(image.format)) }
                let view = LightView(request.colors, of: header.primaries ?? .bt709)
                if let picture = try EXRZip(bytes, header, view)?.picture(image, request) { return picture }
                return try Picture.exposed(image, request) { (sink) throws(ImageError) in
                    for index in 0..<image.size.area { sink.set(index, 0, 0, 0, 0) }
                    var loss = LightLoss()
                    try header.read(bytes, library) { (row, channels) in
                        header.show(row, channels, by: view, in: sink, &loss)
                    }
                    return loss
                }
            }
        ).loading(.openEXR).decoding(by: "ISA-L").makingColors()
            .choosing(EXRHeader.layers) { exr($0.channels) }
            .reading { (bytes) throws(ImageError) in
                var file = try FileReader(bytes)
                let header = try EXRHeader(&file, choice)
                try DecodingLimits().check(header.display.size)
                guard let library = LibOpenEXR.loaded else { throw .notAnImage(found: FileContents(.exr)) }
                return try header.numbers(bytes, library)
            }
    }
}

extension EXRHeader {
    var imageHeader: ImageHeader {
        let (model, hasAlpha): (ImageHeader.ColorModel, Bool) = (shown.count < 3 ? .gray : .rgb, shown.count % 2 == 0)
        var image = ImageHeader(display.size, .exr, bits: bitDepth, model, hasAlpha: hasAlpha).ofLight
        (image.remark, image.otherChannels, image.frameRate, image.timeCode) = (remark, otherNames, frameRate, timeCode)
        return image
    }

    private var rowsPerChunk: Int { [3: 16, 4: 32, 5: 16, 6: 32, 7: 32, 8: 32, 9: 256][compression] ?? 1 }

    private static let compressions = [
        "no", "RLE", "ZIPS", "ZIP", "PIZ", "PXR24", "B44", "B44A", "DWAA", "DWAB", "HTJ2K256", "HTJ2K32", "LJ2K",
        "ZSTD",
    ]

    private static let lastUnpacked = 9

    var unpackable: ImageError {
        let names = Self.compressions
        let name = names.indices.contains(compression) ? names[compression] : "unknown (\(compression))"
        let needs = compression > Self.lastUnpacked ? ", which needs OpenEXR 3.4 or later" : ""
        let remedy = "save it with a different compression (oiiotool IN --compression zip -o OUT)\(needs)"
        return .unsupported("an OpenEXR file with \(name) compression", .odd(remedy: remedy))
    }

    fileprivate func checkCompression() throws(ImageError) {
        guard compression <= Self.lastUnpacked else { throw unpackable }
        guard !isUnpackedByCore, LibOpenEXR.loaded != nil, LibOpenEXRColors(self) == nil else { return }
        throw unpackable
    }

    /// A Boolean value that indicates whether OpenEXR 3.1's core library can decode the pixels. The library does not support
    /// DWAA and DWAB. In B44 and B44A files without half precision, version 3.1.5 mistakes uncompressed values for compressed
    /// ones.
    private var isUnpackedByCore: Bool { compression < 8 && (compression < 6 || channels.contains { $0.type == 1 }) }

    fileprivate func read(
        _ bytes: UnsafeRawBufferPointer,
        _ library: LibOpenEXR,
        _ body: (Row, [UnsafePointer<Float>]) -> Void
    ) throws(ImageError) {
        if isUnpackedByCore { return try library.read(bytes, self, body) }
        guard let colors = LibOpenEXRColors(self) else { throw unpackable }
        try colors.read(bytes, self, body)
    }

    /// Throws an error if the offset table has gaps, or if the last rows are truncated. Programs complete the offset table
    /// last.
    fileprivate func checkRows(_ file: inout FileReader) throws(ImageError) {
        guard let list, tile == nil else { return }
        let count = (data.size.height + rowsPerChunk - 1) / rowsPerChunk
        guard count <= (file.byteCount - list) / 8 else { throw .truncated }
        var last = 0
        let step = FileReader.windowLength / 8
        for start in stride(from: 0, to: count, by: step) {
            let length = min(step, count - start)
            guard let places = try file.bytes(at: list + start * 8, count: length * 8) else { throw .truncated }
            for index in 0..<length {
                let (low, high) = (places.littleEndian32(at: index * 8), places.littleEndian32(at: index * 8 + 4))
                guard high == 0 || Int(high) < 1 << 20, low | high != 0 else { throw .truncated }
                last = max(last, Int(high) << 32 | Int(low))
            }
        }
        // The chunk's part number and row precede its length.
        let before = isMultipart ? 4 : 0
        guard let chunk = try file.bytes(at: last + before, count: 8),
            last + before + 8 + Int(chunk.littleEndian32(at: 4)) <= file.byteCount
        else { throw .truncated }
    }

    struct Row { let (x, y, count): (Int, Int, Int) }

    fileprivate func numbers(_ bytes: UnsafeRawBufferPointer, _ library: LibOpenEXR)
        throws(ImageError) -> SourceNumbers
    {
        let (size, count) = (display.size, shown.count)
        var values = [Float](repeating: 0, count: size.area * count)
        try read(bytes, library) { (row, channels) in
            let y = row.y - display.top
            guard (0..<size.height).contains(y) else { return }
            for place in 0..<row.count {
                let x = row.x + place - display.left
                guard (0..<size.width).contains(x) else { continue }
                for channel in 0..<count { values[(y * size.width + x) * count + channel] = channels[channel][place] }
            }
        }
        return SourceNumbers(values, names: shown, size: size)
    }

    fileprivate func show(
        _ row: Row,
        _ channels: [UnsafePointer<Float>],
        by view: LightView,
        in sink: PixelSink,
        _ loss: inout LightLoss
    ) {
        let y = row.y - display.top
        guard (0..<display.size.height).contains(y) else { return }
        let (first, past) = (max(0, display.left - row.x), min(row.count, display.right + 1 - row.x))
        guard first < past else { return }
        let (isGray, hasAlpha) = (channels.count < 3, channels.count % 2 == 0)
        for place in first..<past {
            let index = y &* display.size.width &+ row.x &+ place &- display.left
            let alpha = hasAlpha ? channels[channels.count - 1][place] : 1
            let (red, green, blue) = isGray ? (0, 0, 0) : (0, 1, 2)
            if !channels.allSatisfy({ $0[place].isFinite }) { loss.addStray(x: row.x + place - display.left, y: y) }
            let color = SIMD4(channels[red][place], channels[green][place], channels[blue][place], alpha)
            view.show(color, isGray: isGray, in: sink, at: index, &loss)
        }
    }
}
