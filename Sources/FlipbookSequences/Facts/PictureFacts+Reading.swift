public import FlipbookCore
package import FlipbookFiles
public import FlipbookImaging

extension PictureFacts {
    /// Reads and sums up the pictures in many files on all cores; a result's index is its path's.
    ///
    /// A core holds one picture at a time, so the memory does not grow with the number of files; and all that are held
    /// at once share a budget of memory, so it does not grow with the number of cores either. A picture that is larger
    /// than the whole share is `ImageError.tooLarge(reason:)`, as is one beyond `DecodingLimits`.
    /// - Throws: `CancellationError` when the task is cancelled.
    public static func readAll(
        _ paths: [FilePath]
    ) async throws(CancellationError) -> [Result<PictureFacts, ImageError>] {
        try await readAll(paths, within: MemoryBudget(byteCount: MemoryBudget.forPictures))
    }

    /// The same within a budget of one's own.
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
                // The checksums of the pixels are a part of decoding.
                (facts.damagedChunks, facts.lightLoss) = (session.damagedParts, picture.lightLoss)
                facts.values = picture.values
                return facts
            }
        }
    }

    /// The same of a file that gives its rows one after another, in the memory of some of them, or `nil` for all others.
    private static func facts(
        ofRowsIn path: FilePath,
        _ header: ImageHeader,
        within budget: MemoryBudget,
        _ codecs: ImageCodecs
    ) throws(ImageError) -> PictureFacts? {
        let drawing = Drawing(source: .file(path), header: .success(header))
        return try drawing.withRows(keepsSixteenBits: true, codecs: codecs) { (rows) throws(ImageError) in
            // In 16 bits and in 8.
            let byteCount = rows.size.width * min(rows.step, rows.size.height) * 12
            // A band that is the whole picture saves nothing.
            guard rows.step < rows.size.height || byteCount <= budget.byteCount else { return nil }
            return try budget.withRoom(for: byteCount) { () throws(ImageError) in
                var sums = PictureSums(rows.size)
                try rows.forEachBand { (band) throws(ImageError) in try sums.take(narrowing: band) }
                return changing(sums.facts) { ($0.values, $0.lightLoss) = (rows.values, rows.lightLoss) }
            }
        }
    }

    /// The decoder of a file, and the bytes that the file and its decoded picture take together; all of the budget
    /// where that is more.
    ///
    /// A picture of 16 bits that the budget has no room for is looked at in 8. One that is too large to be drawn is
    /// refused, as drawing refuses it.
    private static func decoder(
        for path: FilePath,
        _ header: ImageHeader,
        within budget: MemoryBudget,
        _ codecs: ImageCodecs
    ) throws(ImageError) -> (ImageDecoder, byteCount: Int) {
        let size = header.size
        let request = DecodingRequest(keepsSixteenBits: true)
        var (decoder, bytesPerPixel) = (ImageDecoder(limits: request.limits, codecs: codecs), 4)
        // A picture of 16 bits is there in 8 as well.
        if request.isDeep(header), size.area <= budget.byteCount / 12 {
            (decoder, bytesPerPixel) = (ImageDecoder(keepsSixteenBits: true, codecs: codecs), 12)
        }
        decoder.takesValues = decoder.keepsSixteenBits
        let (pixels, overflow) = size.area.multipliedReportingOverflow(by: bytesPerPixel)
        guard !overflow, pixels <= budget.byteCount else {
            throw .tooLarge(
                reason: "the picture is \(size) and needs \(DecodingLimits.mebibytes(pixels)) MiB, "
                    + "all that are looked at together may have \(DecodingLimits.mebibytes(budget.byteCount)) MiB"
            )
        }
        // A file of several pictures is open already.
        let isApart = path.picture == nil && codecs[header.format]?.inPlace == nil
        let file = isApart ? try FileReader(path).byteCount : 0
        try decoder.limits.check(fileOf: file)
        return (decoder, min(budget.byteCount, pixels + file))
    }
}
