import FlipbookCore

extension ImageCodec {
    /// Graphics Interchange Format: each picture composed with those before it, with its delay and the number of loops.
    /// Delays of 0 and 0.01 s count as 0.1 s, as in browsers and in ffmpeg.
    public static let gif = ImageCodec(
        "GIF",
        extensions: ["gif"],
        matches: { $0.starts(with: "GIF87a".utf8) || $0.starts(with: "GIF89a".utf8) },
        details: { file throws(ImageError) in try ImageDetails.gif(&file) },
        open: { (bytes, request) throws(ImageError) in try AnimationSession(gif: bytes, request) }
    )
}

extension ImageDetails {
    /// The most blocks before the first picture that are looked at, the parts of comments included.
    private static let mostBlocks = 10_000

    /// The facts of a GIF up to its first picture, and whether another follows (GIF89a, sections 18 to 26), or `nil` if
    /// there is no picture; an error if the file ends before its one picture does.
    fileprivate static func gif(_ file: inout FileReader) throws(ImageError) -> ImageDetails? {
        guard let screen = try file.bytes(at: 6, count: 7) else { return nil }
        let size = PixelSize(width: Int(screen.littleEndian16(at: 0)), height: Int(screen.littleEndian16(at: 2)))
        var (offset, hasKey, blocks) = (13, false, 0)
        _ = GIFIndex.palette(screen[4], at: &offset)
        while blocks < mostBlocks {
            guard let block = try file.bytes(at: offset, count: 3) else { return nil }
            switch (block[0], block[1]) {
            case (0x21, 0xF9):
                guard let control = try file.bytes(at: offset + 3, count: 1) else { return nil }
                hasKey = control[0] & 1 == 1
            case (0x21, _): break
            case (0x2C, _):
                guard let flags = try file.bytes(at: offset + 9, count: 1)?[0] else { return nil }
                let (isAnimated, end) = try pictures(from: offset, of: &file)
                if let end { try ImageFormat.gif.checkSole(&file, after: end) }
                var header = ImageHeader(size, .gif, bits: 8, .indexed, hasAlpha: hasKey)
                header.isInterlaced = flags & 0x40 != 0
                return ImageDetails(
                    header: header,
                    byteCount: file.byteCount,
                    transparency: hasKey ? .palette : ImageDetails.Transparency.none,
                    isAnimated: isAnimated
                )
            default: return nil
            }
            // The parts of an extension, each preceded by its length, up to one of none.
            offset += 2
            while let length = try file.bytes(at: offset, count: 1)?[0] {
                offset += 1 + Int(length)
                blocks += 1
                if length == 0 || blocks >= mostBlocks { break }
            }
        }
        return nil
    }

    /// The presence of pictures behind the one at `start`, also of the beginning of one, and the place where the file's
    /// end is marked, or `nil` if it is not.
    private static func pictures(
        from start: Int,
        of file: inout FileReader
    ) throws(ImageError) -> (isAnimated: Bool, end: Int?) {
        var (offset, count) = (start, 0)
        while true {
            let kind = try file.bytes(at: offset, count: 1)?[0]
            switch kind {
            // The length of an extension's first part follows its label.
            case 0x21: offset += 2
            case 0x2C:
                count += 1
                guard let flags = try file.bytes(at: offset + 9, count: 1)?[0] else { return (true, nil) }
                offset += 10
                _ = GIFIndex.palette(flags, at: &offset)
                offset += 1
            case nil where count < 2: throw .truncated
            default: return (count > 1, kind == 0x3B ? offset + 1 : nil)
            }
            while let length = try file.bytes(at: offset, count: 1)?[0] {
                offset += 1 + Int(length)
                if length == 0 { break }
            }
        }
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
        let index = try GIFIndex(bytes)
        if let end = index.end { try ImageFormat.gif.checkSole(bytes, after: end) }
        var frames = index.frames.map(\.shown)
        // Most programs name a transparent colour that their first picture does not have.
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
            // In hundredths of a second; less than two of them count as none.
            duration: delay < 2 ? nil : RationalTime(Int64(delay), 100),
            damage: damage
        )
    }

    fileprivate func hidesAll(of bytes: UnsafeRawBufferPointer, _ request: DecodingRequest) throws(ImageError) -> Bool {
        guard damage == nil, let transparent else { return damage == nil }
        try request.limits.check(rect.size)
        do throws(ImageError) {
            return try withIndices(of: bytes) { !$0.contains(transparent) }
        } catch {
            // A caller that asks for the picture gets the error.
            return false
        }
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

    fileprivate func draw(
        _ bytes: UnsafeRawBufferPointer,
        in area: PixelRect,
        of canvas: AnimationCanvas
    ) throws(ImageError) {
        var colors = [UInt32](repeating: 0, count: 256)
        for color in 0..<palette.count / 3 {
            let place = palette.lowerBound + 3 * color
            let (red, green, blue) = (UInt32(bytes[place]), UInt32(bytes[place + 1]), UInt32(bytes[place + 2]))
            // R, G, B, A in memory.
            colors[color] = UInt32(littleEndian: 0xFF00_0000 | blue << 16 | green << 8 | red)
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

    /// The rows in the order in which the file has them: those of an interlaced picture in four passes (GIF89a, appendix E).
    private var rows: [Int] {
        let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        return passes.flatMap { Array(stride(from: $0.0, to: rect.size.height, by: $0.1)) }
    }
}
