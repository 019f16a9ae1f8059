internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging
internal import FlipbookScene

/// The picture of a list, kept for the next one whose lowest layer is the same.
struct ShownList<Depth: ChannelDepth> {
    let base: PaintedLayer
    let target: RenderTarget
    /// The layers over the lowest one.
    let layers: [DrawnLayer<Depth>]
    /// The pixels of the lowest layer's picture.
    private(set) var pixels: ReadPicture?
    /// The whole picture; `nil` until the same lowest layer comes again, since one that moves leaves nothing for the next.
    private var picture: Picture?
    private var lease: MemoryBudget.Lease?

    init(base: PaintedLayer, target: RenderTarget, layers: [DrawnLayer<Depth>]) {
        (self.base, self.target, self.layers) = (base, target, layers)
    }

    /// Keeps the picture, and the pixels that it was drawn of, where there is memory to spare.
    /// - Parameter before: What the list before showed, whose memory is free when this takes its place.
    mutating func keep(_ picture: Picture, of pixels: ReadPicture?, after before: ShownList, _ memory: MemoryBudget?) {
        let byteCount = picture.byteCount + (pixels?.pixels.byteCount ?? 0)
        lease = before.lease ?? memory?.leaseToKeep(byteCount, isSpare: true)
        if memory == nil || lease != nil { (self.picture, self.pixels) = (picture, pixels) }
    }

    /// The picture as the start of one with other layers over the lowest, or `nil` if drawing all costs no more.
    func start(under layers: [DrawnLayer<Depth>]) -> FormerPicture? {
        guard let picture else { return nil }
        let rows = DrawnLayer.changedRows(from: self.layers, to: layers, height: target.size.height)
        return rows.rowCount * 4 <= target.size.height * 3 ? FormerPicture(picture: picture, changedRows: rows) : nil
    }
}
