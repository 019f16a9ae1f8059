import FlipbookCore

struct AnimationSession: ImageSession {
    struct Frame {
        var step: AnimationStep
        /// The duration, or `nil` for 0.1 s, as in browsers.
        let duration: RationalTime?
        var damage: ImageError?
    }

    let header: ImageHeader
    private let bytes: UnsafeRawBufferPointer
    private let frames: [Frame]
    private let (loops, remark): (Int, String)
    private let canvas: AnimationCanvas
    private let check: (Int) throws(ImageError) -> Void
    private let draw: (Int, PixelRect, AnimationCanvas) throws(ImageError) -> Void

    /// Creates a session for a whole file.
    /// - Parameters:
    ///   - loops: The number of loops, or 0 to repeat forever.
    ///   - isOfSeveral: A Boolean value that indicates whether the file is an animation, even if its pictures are damaged.
    ///   - remark: The reason why a duration is ignored, such as `no delay`.
    ///   - check: Finds damage without drawing the picture.
    init(
        _ bytes: UnsafeRawBufferPointer,
        _ header: ImageHeader,
        _ frames: [Frame],
        loops: Int,
        isOfSeveral: Bool = false,
        remark: String,
        isDeep: Bool = false,
        check: @escaping (Int) throws(ImageError) -> Void = { _ in },
        draw: @escaping (Int, PixelRect, AnimationCanvas) throws(ImageError) -> Void
    ) {
        let steps = frames.map(\.step)
        var header = header
        header.holdsSeveralPictures = isOfSeveral || frames.count > 1
        header.hasAlpha = steps.haveGaps(on: header.size)
        (self.bytes, self.header, self.frames, self.loops) = (bytes, header, frames, loops)
        (self.remark, self.check, self.draw) = (remark, check, draw)
        canvas = AnimationCanvas(header.size, steps, isDeep: isDeep)
    }

    var frameCount: Int { frames.count }

    var loopCount: Int? { header.holdsSeveralPictures ? loops : nil }

    var damagedParts: [String] { PNGChunk.damagedTypes(in: bytes) }

    var remarks: [String] {
        let count = frames.count { $0.damage == nil && $0.duration == nil }
        guard header.holdsSeveralPictures, count > 0 else { return [] }
        let have = count == 1 ? "1 frame has" : "\(count) frames have"
        return ["\(have) \(remark), which is treated as 0.1 s, as in browsers"]
    }

    func duration(ofFrame number: Int) -> RationalTime? {
        header.holdsSeveralPictures ? frames[number].duration ?? RationalTime(1, 10) : nil
    }

    func header(ofFrame number: Int) throws(ImageError) -> ImageHeader {
        if let damage = frames[number].damage { throw damage }
        try check(number)
        return header.ofOnePicture
    }

    func frame(_ number: Int) throws(ImageError) -> Picture {
        try canvas.picture(number) { (number, area) throws(ImageError) in
            if let damage = frames[number].damage { throw damage }
            try draw(number, area, canvas)
        }
    }
}
