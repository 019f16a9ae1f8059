public import FlipbookCore

extension PictureFacts {
    /// Reads and sums up the pictures in many files on all cores; a result's index is its path's.
    ///
    /// A core holds one picture at a time, so the memory does not grow with the number of files; and all that are
    /// held at once share a budget of memory, so it does not grow with the number of cores either. A
    /// picture that is larger than the whole share is ``ImageError/tooLarge(reason:)``, as is one beyond
    /// ``DecodingLimits``.
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
        let (decoder, byteCount) = try decoder(for: path, within: budget, codecs)
        return try budget.withRoom(for: byteCount) { () throws(ImageError) in
            try decoder.withSession(contentsOf: path) { (session) throws(ImageError) in
                let picture = try session.frame(0)
                let isDeep = picture.format == .rgba64
                var facts = try ImageError.ofMachine { () throws(MachineShortage) in
                    PictureFacts(isDeep ? try picture.narrowed() : picture)
                }
                facts.isWidened = isDeep && picture.isWidened
                // The checksums of the pixels are a part of decoding.
                facts.damagedChunks = session.damagedParts
                return facts
            }
        }
    }

    /// What decodes a file, and how many bytes the file and its decoded picture take together; all of the budget where
    /// that is more.
    ///
    /// A picture of 16 bits that the budget has no room for is looked at in 8. One that is too large to be drawn is
    /// refused, as drawing refuses it.
    private static func decoder(
        for path: FilePath,
        within budget: MemoryBudget,
        _ codecs: ImageCodecs
    ) throws(ImageError) -> (ImageDecoder, byteCount: Int) {
        let header = try ImageHeader.read(contentsOf: path, codecs: codecs)
        let size = header.size
        let request = DecodingRequest(keepsSixteenBits: true)
        try request.check(header)
        var (decoder, bytesPerPixel) = (ImageDecoder(limits: request.limits, codecs: codecs), 4)
        // A picture of 16 bits is there in 8 as well.
        if request.isDeep(header), size.area <= budget.byteCount / 12 {
            (decoder, bytesPerPixel) = (ImageDecoder(keepsSixteenBits: true, codecs: codecs), 12)
        }
        let (pixels, overflow) = size.area.multipliedReportingOverflow(by: bytesPerPixel)
        guard !overflow, pixels <= budget.byteCount else {
            throw .tooLarge(
                reason: "the picture is \(size) and needs \(pixels.inMebibytes) MiB, "
                    + "all that are looked at together may have \(budget.byteCount.inMebibytes) MiB"
            )
        }
        let file = try FileReader(path).byteCount
        try decoder.limits.check(fileOf: file)
        return (decoder, min(budget.byteCount, pixels + file))
    }
}

extension Int {
    /// Bytes in units of 2^20, rounded up.
    fileprivate var inMebibytes: Int { self / (1 << 20) + (self % (1 << 20) == 0 ? 0 : 1) }
}
