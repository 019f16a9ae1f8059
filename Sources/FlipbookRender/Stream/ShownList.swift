internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging
internal import FlipbookScene

/// The picture of a list. It is kept for the next list if both lists have the same lowest layer.
struct ShownList<Depth: ChannelDepth> {
    let base: PaintedLayer
    let target: RenderTarget
    let layers: [DrawnLayer<Depth>]
    private(set) var pixels: ReadPicture?
    /// The whole picture. It is `nil` until the same lowest layer is drawn again, since the picture of a changing layer is not
    /// reused.
    private var picture: Picture?
    private var lease: MemoryBudget.Lease?

    init(base: PaintedLayer, target: RenderTarget, layers: [DrawnLayer<Depth>]) {
        (self.base, self.target, self.layers) = (base, target, layers)
    }

    /// Keeps the picture and its source pixels if there is spare memory.
    /// - Parameter before: The previous list, whose memory this one takes over.
    mutating func keep(_ picture: Picture, of pixels: ReadPicture?, after before: ShownList, _ memory: MemoryBudget?) {
        let byteCount = picture.byteCount + (pixels?.pixels.byteCount ?? 0)
        lease = before.lease ?? memory?.leaseToKeep(byteCount, isSpare: true)
        if memory == nil || lease != nil { (self.picture, self.pixels) = (picture, pixels) }
    }

    /// Returns the picture as a starting point for drawing different layers above the lowest one. Returns `nil` if drawing
    /// everything again takes no longer.
    func start(under layers: [DrawnLayer<Depth>]) -> FormerPicture? {
        guard let picture else { return nil }
        let rows = DrawnLayer.changedRows(from: self.layers, to: layers, height: target.size.height)
        return rows.rowCount * 4 <= target.size.height * 3 ? FormerPicture(picture: picture, changedRows: rows) : nil
    }
}
