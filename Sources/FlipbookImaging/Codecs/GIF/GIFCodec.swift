import FlipbookCore

extension ImageCodec {
    /// Graphics Interchange Format, with composed pictures, delays, and loops. Delays of 0 and 0.01 s are treated as 0.1 s, as
    /// in browsers and ffmpeg.
    public static let gif = ImageCodec(
        "GIF",
        extensions: ["gif"],
        matches: { $0.starts(with: "GIF87a".utf8) || $0.starts(with: "GIF89a".utf8) },
        details: { file throws(ImageError) in try ImageDetails.gif(&file) },
        open: { (bytes, request) throws(ImageError) in try AnimationSession(gif: bytes, request) }
    )
}

extension ImageDetails {
    fileprivate static func gif(_ file: inout FileReader) throws(ImageError) -> ImageDetails? {
        guard file.byteCount >= 13 else { return nil }
        let index = try GIFIndex(&file)
        guard index.pictureCount > 0 else { return nil }
        if index.pictureCount == 1, index.frames.last?.damage == .truncated { throw .truncated }
        if let end = index.end { try ImageFormat.gif.checkSole(&file, after: end) }
        var details = ImageDetails(header: index.header, byteCount: file.byteCount)
        if index.header.hasAlpha { details.transparency = .palette }
        details.isAnimated = index.pictureCount > 1
        return details
    }
}

extension GIFIndex {
    fileprivate var header: ImageHeader {
        var header = ImageHeader(size, .gif, bits: 8, .indexed, hasAlpha: frames[0].transparent != nil)
        header.isInterlaced = frames[0].isInterlaced
        return header
    }
}

extension AnimationSession {
    fileprivate init(gif bytes: UnsafeRawBufferPointer, _ request: DecodingRequest) throws(ImageError) {
        var file = try FileReader(bytes)
        let index = try GIFIndex(&file)
        if let end = index.end { try ImageFormat.gif.checkSole(bytes, after: end) }
        var frames = index.frames.map(\.shown)
        // Most programs specify a transparent color even if the first picture does not use it, so its pixels are checked.
        if index.header.hasAlpha { frames[0].step.isOpaque = try index.frames[0].hidesAll(of: bytes, request) }
        try request.check(index.header)
        self.init(
            bytes,
            index.header,
            frames,
            loops: index.loopCount,
            remark: "a delay below 0.02 s",
            check: { (number) throws(ImageError) in try GIFPixels(index.frames[number], of: bytes).check() },
            draw: { (number, area, canvas) throws(ImageError) in
                try index.frames[number].draw(bytes, in: area, of: canvas)
            }
        )
    }
}

extension GIFIndex.Frame {
    fileprivate var shown: AnimationSession.Frame {
        AnimationSession.Frame(
            step: AnimationStep(rect: rect, disposal: disposal, isOpaque: transparent == nil && damage == nil),
            // The delay is in hundredths of a second. Delays of 0 and 1 are ignored.
            duration: delay < 2 ? nil : RationalTime(Int64(delay), 100),
            damage: damage
        )
    }

    fileprivate func hidesAll(of bytes: UnsafeRawBufferPointer, _ request: DecodingRequest) throws(ImageError) -> Bool {
        guard damage == nil, let transparent else { return damage == nil }
        try request.limits.check(rect.size)
        // The error for a damaged picture is reported when the picture is requested.
        return (try? withIndices(of: bytes) { !$0.contains(transparent) }) ?? false
    }

    private func withIndices<Result>(
        of bytes: UnsafeRawBufferPointer,
        _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
    ) throws(ImageError) -> Result {
        let indices = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: rect.size.area)
        defer { indices.deallocate() }
        try GIFPixels(self, of: bytes).unpack(into: indices)
        return body(indices)
    }

    fileprivate func draw(_ bytes: UnsafeRawBufferPointer, in area: PixelRect, of canvas: AnimationCanvas)
        throws(ImageError)
    {
        var colors = [UInt32](repeating: 0, count: 256)
        for color in 0..<palette.count / 3 {
            let place = palette.lowerBound + 3 * color
            colors[color] = BMPDecoder.word(bytes[place], bytes[place + 1], bytes[place + 2])
        }
        try withIndices(of: bytes) { indices in
            guard let indices = indices.baseAddress,
                let pixels = canvas.pixels.bindMemory(to: UInt32.self).baseAddress
            else { return }
            let (isWhole, clear) = (transparent == nil, transparent ?? 0)
            for (place, row) in rows.enumerated() {
                let y = rect.y + row
                guard area.rows.contains(y) else { continue }
                let source = indices + (place * rect.size.width + area.x - rect.x)
                let target = pixels + (y * canvas.size.width + area.x)
                for x in 0..<area.size.width {
                    let color = source[x]
                    if color != clear || isWhole { target[x] = colors[Int(color)] }
                }
            }
        }
    }

    /// The row numbers in file order. An interlaced picture has four passes (GIF89a, appendix E).
    private var rows: [Int] {
        let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        return passes.flatMap { Array(stride(from: $0.0, to: rect.size.height, by: $0.1)) }
    }
}
