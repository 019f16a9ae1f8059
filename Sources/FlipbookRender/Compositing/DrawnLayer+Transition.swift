internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging
internal import FlipbookScene

extension DrawnLayer {
    /// Draws a transition between two looks of a layer. The visible parts of both looks are premultiplied, added, and rounded
    /// once.
    /// - Parameters:
    ///   - former: The previous picture without the background, or `nil` if it has no pixels.
    ///   - outline: The layer. Movements are fractions of its size, along the axes of the canvas even if the layer is rotated.
    init?(
        _ former: DrawnLayer?,
        _ next: DrawnLayer?,
        over ground: DrawnLayer? = nil,
        by transition: Transition,
        at progress: Double,
        in outline: PaintedLayer,
        _ window: PixelRect,
        for target: RenderTarget
    ) throws(MachineShortage) {
        let place = outline.frame.applying(outline.transform).snapped(scale: target.scale)
        let (from, to, color) = transition.parts(at: progress)
        let former = try former?.turned(from.turn, with: outline, window, for: target)
        let next = try next?.turned(to.turn, with: outline, window, for: target)
        var area = Rect.zero
        for rect in [former?.area, next?.area, ground?.area, color == nil && from.offset == to.offset ? nil : place] {
            guard let rect, !rect.isEmpty else { continue }
            area = area.isEmpty ? Rect(rect) : area.union(Rect(rect))
        }
        let whole = area.snapped().intersection(window)
        guard !whole.isEmpty else { return nil }
        let parts = [(former, from), (next, to)].compactMap { layer, part in
            layer.map { MixedPart($0, part, in: place, on: whole) }
        }
        var fill: [UInt32] = [0, 0, 0, 0]
        if let (color, weight) = color {
            let share = (weight * Double(MixedPart<Depth>.whole) * Double(color.alpha) / 255).rounded()
            var opaque = color
            opaque.alpha = 255
            fill = Depth.pixel(opaque, on: target.canvas).map { UInt32($0) * UInt32(share) }
        }
        let picture = try Depth.picture(whole.size) { (base) throws(MachineShortage) in
            let count = whole.size.width * 4
            let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
            defer { sums.deallocate() }
            try Depth.withScratch(pixels: whole.size.width) { mixed in
                for y in whole.rows {
                    for index in 0..<count { sums[index] = fill[index & 3] }
                    for part in parts { part.add(row: y, to: sums) }
                    let row = base + (y - whole.y) * count
                    let target = ground == nil ? row : mixed
                    for index in 0..<count {
                        let sum = (sums[index] &+ MixedPart<Depth>.half) >> 16
                        target[index] = Depth.Channel(truncatingIfNeeded: sum)
                    }
                    guard let ground else { continue }
                    row.update(repeating: 0, count: count)
                    ground.cover(row: y, of: row - whole.x * 4)
                    Depth.over(row, mixed, whole.size.width)
                }
            }
        }
        self.init(picture, at: whole, seen: whole)
        isWhole = false
    }

    /// Returns one side of a card that is being flipped, or `nil` if that side faces away.
    private func turned(
        _ turn: Transition.Turn?,
        with outline: PaintedLayer,
        _ window: PixelRect,
        for target: RenderTarget
    ) throws(MachineShortage) -> DrawnLayer? {
        guard let turn, turn.degrees != 0 else { return self }
        guard turn.degrees.magnitude < 90 else { return nil }
        // If a card has no transform, its edges are on pixel borders.
        let isFlat = outline.transform.isIdentity
        let card = isFlat ? Rect(outline.frame.snapped(scale: target.scale)) : outline.frame
        let pixels = outline.transform.concatenating(Transform(scaleX: target.scale, y: target.scale))
        let projection = Projection(turn, of: card, isFlat ? .identity : pixels, with: area)
        guard let projection else { return nil }
        return try mapped(by: projection, in: window)
    }
}

private struct MixedPart<Depth: ChannelDepth> {
    static var whole: UInt32 { 1 << 16 }
    static var half: UInt32 { 1 << 15 }

    private let layer: DrawnLayer<Depth>
    private let weight: UInt32
    private let offset: (x: Int, y: Int)
    private let region, area: PixelRect

    init(_ layer: DrawnLayer<Depth>, _ part: Transition.Part, in place: PixelRect, on area: PixelRect) {
        func pixels(_ fraction: Double, _ side: Int) -> Int { Int((fraction * Double(side)).rounded()) }
        (self.layer, self.area) = (layer, area)
        weight = UInt32((part.weight * Double(Self.whole)).rounded())
        offset = (pixels(part.offset.x, place.size.width), pixels(part.offset.y, place.size.height))
        // Pixels outside the layer are treated like the pixels at its nearest edge.
        func border(_ fraction: Double, _ start: Int, _ side: Int, _ ends: Range<Int>) -> Int {
            fraction <= 0 ? ends.lowerBound : fraction >= 1 ? ends.upperBound : start + pixels(fraction, side)
        }
        let (size, rect) = (place.size, part.region)
        let left = border(rect.minX, place.x, size.width, area.columns)
        let right = border(rect.maxX, place.x, size.width, area.columns)
        let top = border(rect.minY, place.y, size.height, area.rows)
        let bottom = border(rect.maxY, place.y, size.height, area.rows)
        region = PixelRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }

    func add(row y: Int, to sums: UnsafeMutablePointer<UInt32>) {
        let moved = layer.area.moved(x: offset.x, y: offset.y)
        let seen = moved.intersection(region).intersection(area)
        guard weight > 0, seen.rows.contains(y) else { return }
        layer.picture.withPixels { (pixels: Depth.ReadPixels) in
            let source = pixels + ((y - moved.y) * moved.size.width + seen.x - moved.x) * 4
            let target = sums + (seen.x - area.x) * 4
            for index in 0..<seen.size.width * 4 { target[index] &+= UInt32(source[index]) &* weight }
        }
    }
}
