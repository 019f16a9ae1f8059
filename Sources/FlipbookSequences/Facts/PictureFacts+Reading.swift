public import FlipbookCore
package import FlipbookFiles
public import FlipbookImaging

extension PictureFacts {
    /// Reads and summarizes the pictures in many files on all cores, in the order of the paths. Each core holds one picture at
    /// a time, and all pictures share a budget, so memory does not grow with the number of files or cores. A picture that
    /// exceeds the budget or `DecodingLimits` results in `ImageError.tooLarge(reason:)`.
    public static func readAll(_ paths: [FilePath]) async throws(CancellationError) -> [Result<Self, ImageError>] {
        try await readAll(paths, within: MemoryBudget(byteCount: MemoryBudget.forPictures))
    }

    package static func readAll(
        _ paths: [FilePath],
        within budget: MemoryBudget,
        codecs: ImageCodecs = .standard
    ) async throws(CancellationError) -> [Result<PictureFacts, ImageError>] {
        try await WorkExecutor.mapInChunks(paths, chunkLength: 4) { path in
            Result { () throws(ImageError) in
                try ImageError.naming(path) { () throws(ImageError) in try read(path, within: budget, codecs) }
            }
        }
    }

    private static func read(
        _ path: FilePath,
        within budget: MemoryBudget,
        _ codecs: ImageCodecs
    ) throws(ImageError) -> PictureFacts {
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
                facts.values = picture.values
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
            // Reading row by row saves no memory if the rows are the whole picture.
            guard rows.step < rows.size.height || byteCount <= budget.byteCount else { return nil }
            return try budget.withRoom(for: byteCount) { () throws(ImageError) in
                var sums = PictureSums(rows.size)
                try rows.forEachBand { (band) throws(ImageError) in try sums.take(narrowing: band) }
                return changing(sums.facts) { ($0.values, $0.lightLoss) = (rows.values, rows.lightLoss) }
            }
        }
    }

    /// Returns the decoder for a file, and the memory for the file and its decoded picture, at most the whole budget. If a
    /// 16-bit picture does not fit in the budget, it is read at 8 bits. A picture that is too large to draw is rejected.
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
        // A file with multiple pictures is already open.
        let isApart = path.picture == nil && codecs[header.format]?.inPlace == nil
        let file = isApart ? try FileReader(path).byteCount : 0
        try decoder.limits.check(fileOf: file)
        return (decoder, min(budget.byteCount, pixels + file))
    }
}
