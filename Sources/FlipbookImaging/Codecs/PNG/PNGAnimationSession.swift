import FlipbookCore

/// An open animated PNG: its pictures, each composed with those before it.
struct PNGAnimationSession: ImageSession {
    private let bytes: UnsafeRawBufferPointer
    private let animation: PNGAnimation
    private let request: DecodingRequest
    private let canvas: Canvas
    let header: ImageHeader

    /// The pixels that are seen now, in 8 or in 16 bits a channel.
    private enum Canvas {
        case shallow(AnimationCanvas<UInt32>)
        case deep(AnimationCanvas<UInt64>)
    }

    /// Takes a whole file and what its chunks say.
    init(
        _ bytes: UnsafeRawBufferPointer,
        _ animation: PNGAnimation,
        _ header: ImageHeader,
        _ request: DecodingRequest
    ) {
        (self.bytes, self.animation, self.request) = (bytes, animation, request)
        let steps = animation.frames.map(\.step)
        var header = header
        header.holdsSeveralPictures = true
        header.hasAlpha = steps.haveGaps(on: header.size)
        self.header = header
        canvas =
            request.isDeep(header)
            ? .deep(AnimationCanvas(header.size, steps)) : .shallow(AnimationCanvas(header.size, steps))
    }

    var frameCount: Int { animation.frames.count }

    var loopCount: Int? { animation.loopCount }

    var damagedParts: [String] { PNGChunk.damagedTypes(in: bytes) }

    var remarks: [String] {
        let count = animation.frames.count { $0.isTimeless && $0.damage == nil }
        guard count > 0 else { return [] }
        return [
            (count == 1 ? "1 frame has" : "\(count) frames have") + " no delay, which counts as 0.1 s, as in browsers"
        ]
    }

    func duration(ofFrame number: Int) -> RationalTime? { animation.frames[number].duration }

    func header(ofFrame number: Int) throws(ImageError) -> ImageHeader {
        try animation.check(animation.frames[number], in: bytes)
        return header.ofOnePicture
    }

    func frame(_ number: Int) throws(ImageError) -> Picture {
        switch canvas {
        case .shallow(let canvas): try picture(number, on: canvas, of: UInt8.self)
        case .deep(let canvas): try picture(number, on: canvas, of: UInt16.self)
        }
    }

    private func picture<Pixel, Channel: FixedWidthInteger & UnsignedInteger>(
        _ number: Int,
        on canvas: AnimationCanvas<Pixel>,
        of channel: Channel.Type
    ) throws(ImageError) -> Picture {
        try canvas.picture(number) { (number, area, _) throws(ImageError) in
            let frame = animation.frames[number]
            let decoded = try animation.withFile(of: frame, in: bytes) { (file) throws(ImageError) in
                // What the file says of more pictures does not hold for this one.
                try PNGSession(file, request).frame(0)
            }
            try canvas.lay(decoded, in: area, replaces: frame.step.replaces, of: channel)
        }
    }
}
