import FlipbookCore

/// An open animation: its pictures, each composed with those before it.
struct AnimationSession: ImageSession {
    struct Frame {
        var step: AnimationStep
        /// Its duration, or `nil` if the file gives none that counts: a tenth of a second is taken then, as in browsers.
        let duration: RationalTime?
        /// Its fault, as far as it is known before it is drawn.
        var damage: ImageError?
    }

    let header: ImageHeader
    private let bytes: UnsafeRawBufferPointer
    private let frames: [Frame]
    private let (loops, remark): (Int, String)
    private let canvas: AnimationCanvas
    private let check: (Int) throws(ImageError) -> Void
    private let draw: (Int, PixelRect, AnimationCanvas) throws(ImageError) -> Void

    /// An animation of a whole file; `loops` of 0 is for ever, and `check` finds damage without drawing the picture.
    /// - Parameters:
    ///   - isOfSeveral: A Boolean value that indicates an animation by the file's word, also if its pictures are lost.
    ///   - remark: A name for pictures without a duration that counts, such as `no delay`.
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
        return ["\(have) \(remark), which counts as 0.1 s, as in browsers"]
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
