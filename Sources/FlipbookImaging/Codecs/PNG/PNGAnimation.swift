import FlipbookCore
import FlipbookFiles

/// The pictures of an animated PNG (PNG third edition, clause 11.3.3).
struct PNGAnimation {
    struct Frame {
        /// The properties for displaying the picture, including damage in its chunks.
        var shown: AnimationSession.Frame
        var data: [PNGChunk] = []
    }

    /// The pictures in order, as many as the file declares. The last pictures may be placeholders for damage.
    private(set) var frames: [Frame] = []
    private(set) var loopCount = 0
    private(set) var shared: [PNGChunk] = []

    init?(_ bytes: UnsafeRawBufferPointer, _ header: ImageHeader) {
        var (count, number, hasPixels) = (0, 0, false)
        var damage: ImageError? = .truncated
        for chunk in PNGChunk.row(in: bytes, from: PNGPreamble.afterHeader) {
            guard chunk.isComplete(in: bytes) else { break }
            if chunk.type == .end {
                damage = nil
                break
            }
            switch chunk.type {
            case .animationControl where !hasPixels && chunk.length == 8:
                count = Int(bytes.bigEndian32(at: chunk.payload))
                loopCount = Int(bytes.bigEndian32(at: chunk.payload + 4))
            case .frameControl where chunk.length == 26:
                guard frames.count < min(count, FrameSet.maximumCount) else { continue }
                frames.append(Frame(bytes, at: chunk.payload, of: header))
                check(chunk, number, in: bytes)
                number += 1
            case .frameData where chunk.length >= 4 && !frames.isEmpty:
                frames[frames.count - 1].data.append(chunk)
                check(chunk, number, in: bytes)
                number += 1
            case .imageData:
                hasPixels = true
                // Pixels before the first frame control are the still picture for decoders that do not support animation.
                if !frames.isEmpty { frames[frames.count - 1].data.append(chunk) }
            default: if !hasPixels, frames.isEmpty || chunk.type == .palette { shared.append(chunk) }
            }
        }
        guard count > 1 else { return nil }
        for index in frames.indices where frames[index].data.isEmpty && frames[index].shown.damage == nil {
            frames[index].shown.damage =
                index == frames.count - 1 && damage != nil ? damage : .corrupt(reason: "it has no pixels")
        }
        let lost = min(count, FrameSet.maximumCount) - frames.count
        // A few bytes can declare any number of pictures. If the number is implausible, one placeholder represents the missing
        // pictures.
        let isLikely = lost <= 100 * max(10, frames.count)
        if damage == nil ? lost > 0 : !isLikely { damage = .corrupt(reason: "it declares \(count) pictures") }
        guard let damage else { return }
        if lost > 0 {
            let place = Frame(damagedBy: damage, on: header.size, after: frames.last)
            frames += repeatElement(place, count: isLikely ? lost : 1)
        } else if let last = frames.indices.last {
            frames[last].shown.damage = frames[last].shown.damage ?? damage
        }
    }

    private mutating func check(_ chunk: PNGChunk, _ number: Int, in bytes: UnsafeRawBufferPointer) {
        let last = frames.count - 1
        guard frames[last].shown.damage == nil, Int(bytes.bigEndian32(at: chunk.payload)) != number else { return }
        frames[last].shown.damage = .corrupt(reason: "\(chunk.type) at byte \(chunk.offset) is out of order")
    }

    func check(_ frame: Frame, in bytes: UnsafeRawBufferPointer) throws(ImageError) {
        if let damage = frame.shown.damage { throw damage }
        for chunk in frame.data where !chunk.isIntact(in: bytes) { throw .corrupt(reason: "\(chunk.type): CRC error") }
    }

    /// Passes the picture to a closure as a separate PNG file, built in reused memory.
    func withFile<Result>(
        of frame: Frame,
        in bytes: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        try check(frame, in: bytes)
        let size = frame.shown.step.rect.size
        let start = PNGChunk.signature.count + 8
        let header = big(size.width, 4) + big(size.height, 4) + bytes[start + 8..<start + 13]
        let head = PNGChunk.signature + PNGChunks.chunk("IHDR", header)
        let end = PNGChunks.chunk("IEND", [])
        let pixels = frame.data.map { $0.payload + ($0.type == .frameData ? 4 : 0)..<$0.payload + $0.length }
        let pixelCount = pixels.reduce(0) { $0 + $1.count }
        let count = head.count + shared.reduce(0) { $0 + $1.end - $1.offset } + pixelCount + 12 + end.count
        return try Scratch.files.withOne { (scratch) throws(ImageError) in
            guard let room = scratch.bytes.room(for: count) else { throw .memory(count) }
            var filled = 0
            func add(_ part: UnsafeRawBufferPointer) {
                UnsafeMutableRawBufferPointer(rebasing: room[filled..<filled + part.count]).copyMemory(from: part)
                filled += part.count
            }
            head.withUnsafeBytes(add)
            for chunk in shared { add(UnsafeRawBufferPointer(rebasing: bytes[chunk.offset..<chunk.end])) }
            big(pixelCount, 4).withUnsafeBytes(add)
            let covered = filled
            Array("IDAT".utf8).withUnsafeBytes(add)
            for part in pixels { add(UnsafeRawBufferPointer(rebasing: bytes[part])) }
            let checksum = UnsafeRawBufferPointer(rebasing: room[covered..<filled]).crc32
            big(checksum, 4).withUnsafeBytes(add)
            end.withUnsafeBytes(add)
            return try body(UnsafeRawBufferPointer(rebasing: room[..<count]))
        }
    }

    func session(_ bytes: UnsafeRawBufferPointer, _ header: ImageHeader, _ request: DecodingRequest)
        -> AnimationSession
    {
        AnimationSession(
            bytes,
            header,
            frames.map(\.shown),
            loops: loopCount,
            isOfSeveral: true,
            remark: "no delay",
            isDeep: request.isDeep(header),
            check: { (number) throws(ImageError) in try check(frames[number], in: bytes) },
            draw: { (number, area, canvas) throws(ImageError) in
                let frame = frames[number]
                let decoded = try withFile(of: frame, in: bytes) { (file) throws(ImageError) in
                    // The file still declares multiple pictures. `PNGSession` ignores the declaration.
                    try PNGSession(file, request).frame(0)
                }
                try canvas.lay(decoded, in: area, replaces: frame.shown.step.replaces)
            }
        )
    }
}

extension PNGAnimation.Frame {
    fileprivate init(_ bytes: UnsafeRawBufferPointer, at place: Int, of header: ImageHeader) {
        func number(_ offset: Int) -> Int { Int(bytes.bigEndian32(at: place + offset)) }
        let rect = PixelRect(x: number(12), y: number(16), width: number(4), height: number(8))
        let (above, below) = (bytes.bigEndian16(at: place + 20), bytes.bigEndian16(at: place + 22))
        let (disposal, blend) = (bytes[place + 24], bytes[place + 25])
        var damage: ImageError?
        if rect.isEmpty || rect.columns.upperBound > header.size.width || rect.rows.upperBound > header.size.height {
            damage = .corrupt(reason: "\(rect.size) at \(rect.x),\(rect.y) is outside the \(header.size) canvas")
        } else if disposal > 2 || blend > 1 {
            damage = .corrupt(reason: "an unknown dispose or blend operation")
        }
        let way = [1: AnimationStep.Disposal.background, 2: .previous][disposal] ?? .none
        let step = AnimationStep(rect: rect, disposal: way, isOpaque: !header.hasAlpha, replaces: blend == 0)
        let duration = above == 0 ? nil : RationalTime(Int64(above), below == 0 ? 100 : Int64(below))
        shown = AnimationSession.Frame(step: step, duration: duration, damage: damage)
    }

    fileprivate init(damagedBy damage: ImageError, on canvas: PixelSize, after last: Self?) {
        let step = AnimationStep(rect: PixelRect(canvas), disposal: .none, isOpaque: false)
        shown = AnimationSession.Frame(step: step, duration: last?.shown.duration, damage: damage)
    }
}
