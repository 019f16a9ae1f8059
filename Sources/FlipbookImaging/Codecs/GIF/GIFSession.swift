import FlipbookCore

/// An open GIF: its pictures, each composed with those before it.
struct GIFSession: ImageSession {
    private let bytes: UnsafeRawBufferPointer
    private let index: GIFIndex
    private let canvas: AnimationCanvas<UInt32>
    let header: ImageHeader

    /// A delay below this, in hundredths of a second, counts as ``usualDelay``, as in browsers and ffmpeg.
    private static let leastDelay = 2
    private static let usualDelay = 10

    /// Reads where the pictures of `bytes`, a whole file, are.
    init(_ bytes: UnsafeRawBufferPointer, _ request: DecodingRequest) throws(ImageError) {
        self.bytes = bytes
        index = try GIFIndex(bytes)
        if let end = index.end { try ImageFormat.gif.checkSole(bytes, after: end) }
        var steps = index.frames.map(\.step)
        // Most programs name a transparent colour that their first picture does not have.
        if index.frames[0].transparent != nil { steps[0].isOpaque = try index.frames[0].hidesAll(of: bytes, request) }
        header = ImageHeader(
            size: index.size,
            format: .gif,
            bitDepth: 8,
            colorModel: .indexed,
            hasAlpha: steps.haveGaps(on: index.size),
            isInterlaced: index.frames[0].isInterlaced,
            holdsSeveralPictures: index.frames.count > 1
        )
        try request.check(header)
        canvas = AnimationCanvas(index.size, steps)
    }

    var frameCount: Int { index.frames.count }

    var loopCount: Int? { frameCount > 1 ? index.loopCount : nil }

    var remarks: [String] {
        let count = index.frames.count { $0.damage == nil && $0.delay < Self.leastDelay }
        guard frameCount > 1, count > 0 else { return [] }
        return [
            (count == 1 ? "1 frame has" : "\(count) frames have")
                + " a delay below 0.02 s, which counts as 0.1 s, as in browsers"
        ]
    }

    func duration(ofFrame number: Int) -> RationalTime? {
        guard frameCount > 1 else { return nil }
        let delay = index.frames[number].delay
        return RationalTime(Int64(delay < Self.leastDelay ? Self.usualDelay : delay), 100)
    }

    func header(ofFrame number: Int) throws(ImageError) -> ImageHeader {
        if let damage = index.frames[number].damage { throw damage }
        try GIFPixels(index.frames[number], of: bytes).check()
        return header.ofOnePicture
    }

    func frame(_ number: Int) throws(ImageError) -> Picture {
        try canvas.picture(number) { (number, area, pixels) throws(ImageError) in
            try draw(index.frames[number], area, pixels)
        }
    }

    private func draw(
        _ frame: GIFIndex.Frame,
        _ area: PixelRect,
        _ pixels: UnsafeMutableBufferPointer<UInt32>
    ) throws(ImageError) {
        if let damage = frame.damage { throw damage }
        let size = frame.rect.size
        let indices = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size.area)
        defer { indices.deallocate() }
        try GIFPixels(frame, of: bytes).unpack(into: indices)
        var colors = [UInt32](repeating: 0, count: 256)
        for color in 0..<frame.palette.count / 3 {
            let place = frame.palette.lowerBound + 3 * color
            let (red, green, blue) = (UInt32(bytes[place]), UInt32(bytes[place + 1]), UInt32(bytes[place + 2]))
            // R, G, B, A in memory.
            colors[color] = UInt32(littleEndian: 0xFF00_0000 | blue << 16 | green << 8 | red)
        }
        guard let indices = indices.baseAddress, let pixels = pixels.baseAddress else { return }
        let (isWhole, transparent) = (frame.transparent == nil, frame.transparent ?? 0)
        for (place, row) in frame.rows.enumerated() {
            let y = frame.rect.y + row
            guard area.rows.contains(y) else { continue }
            let source = indices + (place * size.width + area.x - frame.rect.x)
            let target = pixels + (y * index.size.width + area.x)
            for x in 0..<area.size.width {
                let color = source[x]
                if color != transparent || isWhole { target[x] = colors[Int(color)] }
            }
        }
    }
}

extension GIFIndex.Frame {
    /// Returns `true` if none of the pixels is transparent.
    fileprivate func hidesAll(of bytes: UnsafeRawBufferPointer, _ request: DecodingRequest) throws(ImageError) -> Bool {
        guard damage == nil, let transparent else { return damage == nil }
        try request.limits.check(rect.size)
        let indices = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: rect.size.area)
        defer { indices.deallocate() }
        indices.initialize(repeating: transparent)
        do throws(ImageError) {
            try GIFPixels(self, of: bytes).unpack(into: indices)
        } catch {
            // A caller that asks for the picture gets the error.
            return false
        }
        return !indices.contains(transparent)
    }

    fileprivate var step: AnimationStep {
        AnimationStep(rect: rect, disposal: disposal, isOpaque: transparent == nil && damage == nil)
    }

    /// The rows in the order in which the file has them: those of an interlaced picture in four passes (GIF89a, appendix E).
    fileprivate var rows: [Int] {
        let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        return passes.flatMap { Array(stride(from: $0.0, to: rect.size.height, by: $0.1)) }
    }
}
