import FlipbookCore

private struct WebPFrame {
    let shown: AnimationSession.Frame
    let chunks: Range<Int>
    let hasAlphaChunk: Bool

    func file(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let size = shown.step.rect.size
        // An alpha chunk requires the extended format, with a flag and the size.
        let extended: [UInt8] =
            hasAlphaChunk
            ? Array("VP8X".utf8) + little(10, 4) + little(0x10, 4) + little(size.width - 1, 3)
                + little(size.height - 1, 3) : []
        let body = Array("WEBP".utf8) + extended + bytes[chunks]
        return Array("RIFF".utf8) + little(body.count, 4) + body
    }

    /// A placeholder at the end of a truncated file, with the duration of the previous picture.
    init(cutOn canvas: PixelSize, after last: WebPFrame?) {
        let step = AnimationStep(rect: PixelRect(canvas), disposal: .none, isOpaque: false)
        shown = AnimationSession.Frame(step: step, duration: last?.shown.duration, damage: .truncated)
        (chunks, hasAlphaChunk) = (0..<0, false)
    }

    init(_ bytes: UnsafeRawBufferPointer, _ payload: Range<Int>, isComplete: Bool, on canvas: PixelSize) {
        func number(_ offset: Int) -> Int { Int(bytes.littleEndian32(at: payload.lowerBound + offset) & 0xFF_FFFF) }
        let rect = PixelRect(x: 2 * number(0), y: 2 * number(3), width: number(6) + 1, height: number(9) + 1)
        let flags = bytes[payload.lowerBound + 15]
        var (isOpaque, hasAlphaChunk, end) = (false, false, Int?.none)
        let start = payload.lowerBound + 16
        for chunk in RIFFChunk.row(in: .init(rebasing: bytes[..<payload.upperBound]), from: start) {
            hasAlphaChunk = hasAlphaChunk || chunk.type == "ALPH"
            let isLossless = chunk.type == "VP8L"
            if isLossless || chunk.type == "VP8 ", chunk.payload.upperBound <= payload.upperBound {
                end = min(chunk.next, payload.upperBound)
                // In a lossless picture, the bit after the size indicates whether there is transparency.
                isOpaque =
                    isLossless
                    ? chunk.payload.count >= 5 && bytes[chunk.payload.lowerBound + 4] & 0x10 == 0 : !hasAlphaChunk
                break
            }
        }
        chunks = start..<(end ?? start)
        self.hasAlphaChunk = hasAlphaChunk
        let disposal: AnimationStep.Disposal = flags & 1 == 1 ? .background : .none
        let step = AnimationStep(rect: rect, disposal: disposal, isOpaque: isOpaque, replaces: flags & 2 == 2)
        let isOutside = rect.columns.upperBound > canvas.width || rect.rows.upperBound > canvas.height
        let outside = "\(rect.size) at \(rect.x),\(rect.y) is outside the \(canvas) canvas"
        let missing: ImageError = isComplete ? .corrupt(reason: "it has no pixels") : .truncated
        let damage: ImageError? = end == nil ? missing : isOutside ? .corrupt(reason: outside) : nil
        // The duration is in milliseconds. Values up to 10 are ignored.
        let duration = number(12) < 11 ? nil : RationalTime(Int64(number(12)), 1000)
        shown = AnimationSession.Frame(step: step, duration: duration, damage: damage)
    }
}

extension AnimationSession {
    init(webP bytes: UnsafeRawBufferPointer, _ header: ImageHeader, _ library: LibWebP) throws(ImageError) {
        var (frames, loops): ([WebPFrame], Int) = ([], 0)
        var (end, isCut) = (12, false)
        for chunk in RIFFChunk.row(in: bytes) {
            let payload = chunk.payload.clamped(to: 0..<bytes.count)
            (end, isCut) = (chunk.next, payload != chunk.payload)
            if chunk.type == "ANIM", payload.count >= 6 {
                loops = Int(bytes.littleEndian16(at: payload.lowerBound + 4))
            } else if chunk.type == "ANMF" {
                frames.append(
                    payload.count >= 16
                        ? WebPFrame(bytes, payload, isComplete: !isCut, on: header.size)
                        : WebPFrame(cutOn: header.size, after: frames.last)
                )
                if frames.count == FrameSet.maximumCount { break }
            }
        }
        guard !frames.isEmpty else { throw .truncated }
        // The file is truncated between chunks or in a chunk's header. The missing chunk probably contains a picture, since few
        // other chunks follow pictures.
        let isNamed = isCut && frames.last?.shown.damage != nil
        if !isNamed, end < 8 + Int(bytes.littleEndian32(at: 4)), frames.count < FrameSet.maximumCount {
            frames.append(WebPFrame(cutOn: header.size, after: frames.last))
        }
        let all = frames
        self.init(
            bytes,
            header,
            all.map(\.shown),
            loops: loops,
            remark: "a delay of 0.01 s or less",
            draw: { (number, area, canvas) throws(ImageError) in
                let step = all[number].shown.step
                let picture = try all[number].file(of: bytes).lendingBytes { (file) throws(ImageError) in
                    try library.picture(in: file, size: step.rect.size)
                }
                try canvas.lay(picture, in: area, replaces: step.replaces)
            }
        )
    }
}
