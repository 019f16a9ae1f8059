import FlipbookCore

/// An open animated WebP (RFC 9649, section 2.7.1.1): its pictures, each composed with those before it.
struct WebPAnimationSession: ImageSession {
    /// One picture.
    fileprivate struct Frame {
        let step: AnimationStep
        /// Its duration, in milliseconds.
        let delay: Int
        /// Its chunks with their heads, from transparency to pixels.
        let chunks: Range<Int>
        /// A Boolean value that indicates whether its transparency stands in a chunk of its own.
        let hasAlphaChunk: Bool
        /// Its fault, as far as its chunks tell.
        let damage: ImageError?
    }

    let header: ImageHeader
    private let bytes: UnsafeRawBufferPointer
    private let library: LibWebP
    private let frames: [Frame]
    private let loops: Int
    private let canvas: AnimationCanvas<UInt32>

    /// A picture that is shown for less than this, in milliseconds, is shown for ``usualDelay``, as in browsers.
    private static let leastDelay = 11
    private static let usualDelay = 100

    /// Reads where the pictures of `bytes`, a whole file, are.
    init(
        _ bytes: UnsafeRawBufferPointer,
        _ header: ImageHeader,
        _ library: LibWebP,
        _ request: DecodingRequest
    ) throws(ImageError) {
        (self.bytes, self.library) = (bytes, library)
        var (frames, loops): ([Frame], Int) = ([], 0)
        var (end, isCut) = (12, false)
        func addPlace() {
            let step = AnimationStep(rect: PixelRect(header.size), disposal: .none, isOpaque: false)
            let delay = frames.last?.delay ?? Self.usualDelay
            frames.append(Frame(step: step, delay: delay, chunks: 0..<0, hasAlphaChunk: false, damage: .truncated))
        }
        for chunk in RIFFChunk.row(in: bytes) {
            let payload = chunk.payload.clamped(to: 0..<bytes.count)
            (end, isCut) = (chunk.next, payload != chunk.payload)
            if chunk.type == "ANIM", payload.count >= 6 {
                loops = Int(bytes.littleEndian16(at: payload.lowerBound + 4))
            } else if chunk.type == "ANMF" {
                if payload.count >= 16 {
                    frames.append(Frame(bytes, payload, isComplete: !isCut, on: header.size))
                } else {
                    addPlace()
                }
                if frames.count == FrameSet.maximumCount { break }
            }
        }
        guard !frames.isEmpty else { throw .truncated }
        // Cut between two chunks, or in the head of one: mostly a picture's, since hardly anything follows them.
        let isNamed = isCut && frames.last?.damage != nil
        if !isNamed, end < 8 + Int(bytes.littleEndian32(at: 4)), frames.count < FrameSet.maximumCount { addPlace() }
        (self.frames, self.loops) = (frames, loops)
        let steps = frames.map(\.step)
        var header = header
        header.holdsSeveralPictures = frames.count > 1
        header.hasAlpha = steps.haveGaps(on: header.size)
        self.header = header
        canvas = AnimationCanvas(header.size, steps)
    }

    var frameCount: Int { frames.count }

    var loopCount: Int? { frameCount > 1 ? loops : nil }

    var remarks: [String] {
        let count = frames.count { $0.damage == nil && $0.delay < Self.leastDelay }
        guard frameCount > 1, count > 0 else { return [] }
        return [
            (count == 1 ? "1 frame has" : "\(count) frames have")
                + " a delay of 0.01 s or less, which counts as 0.1 s, as in browsers"
        ]
    }

    func duration(ofFrame number: Int) -> RationalTime? {
        guard frameCount > 1 else { return nil }
        let delay = frames[number].delay
        return RationalTime(Int64(delay < Self.leastDelay ? Self.usualDelay : delay), 1000)
    }

    func header(ofFrame number: Int) throws(ImageError) -> ImageHeader {
        if let damage = frames[number].damage { throw damage }
        return header.ofOnePicture
    }

    func frame(_ number: Int) throws(ImageError) -> Picture {
        try canvas.picture(number) { (number, area, _) throws(ImageError) in
            let frame = frames[number]
            if let damage = frame.damage { throw damage }
            let picture = try file(of: frame).lendingBytes { (file) throws(ImageError) in
                try library.picture(in: file, size: frame.step.rect.size)
            }
            try canvas.lay(picture, in: area, replaces: frame.step.replaces, of: UInt8.self)
        }
    }

    /// The picture as a WebP file of its own.
    private func file(of frame: Frame) -> [UInt8] {
        let size = frame.step.rect.size
        // Transparency in a chunk of its own needs the extended form: its flag, and the size.
        let extended: [UInt8] =
            frame.hasAlphaChunk
            ? Array("VP8X".utf8) + little(10, 4) + little(0x10, 4) + little(size.width - 1, 3)
                + little(size.height - 1, 3) : []
        let body = Array("WEBP".utf8) + extended + bytes[frame.chunks]
        return Array("RIFF".utf8) + little(body.count, 4) + body
    }
}

extension WebPAnimationSession.Frame {
    /// What the head of a picture says, and which chunks it has.
    fileprivate init(_ bytes: UnsafeRawBufferPointer, _ payload: Range<Int>, isComplete: Bool, on canvas: PixelSize) {
        func number(_ offset: Int) -> Int { Int(bytes.littleEndian32(at: payload.lowerBound + offset) & 0xFF_FFFF) }
        let rect = PixelRect(x: 2 * number(0), y: 2 * number(3), width: number(6) + 1, height: number(9) + 1)
        let flags = bytes[payload.lowerBound + 15]
        delay = number(12)
        var (isOpaque, hasAlphaChunk, end) = (false, false, Int?.none)
        let start = payload.lowerBound + 16
        for chunk in RIFFChunk.row(in: .init(rebasing: bytes[..<payload.upperBound]), from: start) {
            hasAlphaChunk = hasAlphaChunk || chunk.type == "ALPH"
            let isLossless = chunk.type == "VP8L"
            if isLossless || chunk.type == "VP8 ", chunk.payload.upperBound <= payload.upperBound {
                end = min(chunk.next, payload.upperBound)
                // Of lossless pixels a bit behind the sizes says whether there is transparency.
                isOpaque =
                    isLossless
                    ? chunk.payload.count >= 5 && bytes[chunk.payload.lowerBound + 4] & 0x10 == 0 : !hasAlphaChunk
                break
            }
        }
        chunks = start..<(end ?? start)
        self.hasAlphaChunk = hasAlphaChunk
        step = AnimationStep(
            rect: rect,
            disposal: flags & 1 == 1 ? .background : .none,
            isOpaque: isOpaque,
            replaces: flags & 2 == 2
        )
        damage =
            !isComplete && end == nil
            ? .truncated
            : end == nil
                ? .corrupt(reason: "it has no pixels")
                : rect.columns.upperBound > canvas.width || rect.rows.upperBound > canvas.height
                    ? .corrupt(reason: "it lies at \(rect.x),\(rect.y) with \(rect.size), and the canvas is \(canvas)")
                    : nil
    }
}
