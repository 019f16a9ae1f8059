internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging
internal import FlipbookScene

/// A drawn layer above the lowest one: its premultiplied pixels and their position.
struct DrawnLayer<Depth: ChannelDepth>: Sendable {
    /// The position of the pixels, which may extend beyond the canvas.
    private(set) var area: PixelRect
    private(set) var seen: PixelRect
    let picture: Picture
    /// A Boolean value that indicates whether the picture contains the whole layer, not only the part on the canvas.
    var isWhole = true

    init?(_ picture: Picture, at area: PixelRect, on canvas: PixelSize) {
        (self.picture, self.area, seen) = (picture, area, area.intersection(PixelRect(canvas)))
        if seen.isEmpty { return nil }
    }

    /// Draws a layer whose upper-left corner is at the origin, or returns `nil` if no part of it is visible.
    /// - Parameter window: The visible part of the plane. If a layer is larger, only the part inside the window is drawn.
    init?(
        _ layer: PaintedLayer,
        in window: PixelRect,
        for target: RenderTarget,
        _ read: (PaintedPicture) throws -> ReadPicture
    ) throws {
        let scale = target.scale
        let place = layer.frame.snapped(scale: scale)
        guard !place.isEmpty else { return nil }
        let pixels = try layer.contents.picture.map(read)
        var shown = PixelRect.zero
        if let pixels, let picture = layer.contents.picture {
            let size = try picture.slices(of: pixels.size, in: layer.contentMode)?.naturalSize ?? pixels.size
            shown = layer.placement(of: size, scale: picture.scale, in: place, scale: scale).target
                .moved(x: place.x, y: place.y)
            if layer.clipsToBounds { shown = shown.intersection(place) }
        }
        // A layer without a background needs only the pixels of its picture.
        let hasGround = layer.isOpaque || layer.contents == .black || layer.shownBackground != .clear
        let whole = Rect(hasGround ? place : .zero).union(Rect(shown)).snapped()
        let visible = whole.intersection(window)
        guard !visible.isEmpty else { return nil }
        // Unless the layer is large, all of it is drawn, so that it can be moved.
        isWhole = whole == visible || whole.size.area <= window.size.area
        area = isWhole ? whole : visible
        seen = visible
        var part = RenderTarget(size: area.size, scale: scale, format: Depth.premultiplied)
        (part.canvas, part.output) = (target.canvas, nil)
        let drawing = LayerDrawing<Depth>(layer, in: place.moved(x: -area.x, y: -area.y), for: part)
        picture = try drawing.draw(layer.contents, pixels)
    }

    func moved(x: Int, y: Int, on canvas: PixelSize) -> DrawnLayer? {
        DrawnLayer(picture, at: area.moved(x: x, y: y), on: canvas)
    }

    func faded(_ alpha: Double) throws(MachineShortage) -> DrawnLayer {
        guard alpha < 1 else { return self }
        let opacity = Depth.channel(alpha: alpha)
        let faded = try Depth.picture(picture.size) { target in
            picture.withPixels { Depth.fade(target, $0, picture.size.area, opacity) }
        }
        return DrawnLayer(faded, at: area, seen: seen)
    }

    init(_ picture: Picture, at area: PixelRect, seen: PixelRect) {
        (self.picture, self.area, self.seen) = (picture, area, seen)
    }

    func cover(row y: Int, of target: Depth.Pixels) {
        withRow(y) { Depth.over(target + seen.x * 4, $0, seen.size.width) }
    }

    /// Composites the layer's pixels in canvas row `y` over a row of straight pixels. `scratch` is memory for one row.
    func cover(row y: Int, ofStraight target: Depth.Pixels, scratch: Depth.Pixels) {
        withRow(y) { pixels in
            let place = target + seen.x * 4
            Depth.premultiply(scratch, place, seen.size.width)
            Depth.over(scratch, pixels, seen.size.width)
            Depth.unpremultiply(scratch, scratch, seen.size.width)
            // Uncovered pixels keep their bytes, which premultiplying would change.
            for x in 0..<seen.size.width where pixels[x * 4 + 3] != 0 {
                (place + x * 4).update(from: scratch + x * 4, count: 4)
            }
        }
    }

    func withRow(_ y: Int, _ body: (Depth.ReadPixels) -> Void) {
        guard seen.rows.contains(y) else { return }
        picture.withPixels { body($0 + ((y - area.y) * area.size.width + seen.x - area.x) * 4) }
    }

    /// Composites layers in order, and clips the result to a mask. Returns `nil` if no part of the layers is visible in
    /// `limits`.
    init?(compositing layers: [DrawnLayer], in limits: PixelRect, on canvas: PixelSize, cutBy mask: DrawnLayer? = nil)
        throws(MachineShortage)
    {
        let all = layers.reduce(Rect.zero) { $0.union(Rect($1.seen)) }.snapped().intersection(limits)
        let place = mask.map { all.intersection($0.seen) } ?? all
        guard !place.isEmpty else { return nil }
        let width = place.size.width
        let picture = try Depth.picture(place.size) { (target) throws(MachineShortage) in
            try Depth.withScratch(pixels: canvas.width) { row in
                for y in place.rows {
                    row.update(repeating: 0, count: canvas.width * 4)
                    for layer in layers { layer.cover(row: y, of: row) }
                    let part = row + place.x * 4
                    mask?.withRow(y) { pixels in
                        guard let mask else { return }
                        for x in 0..<width {
                            let alpha = pixels[(x + place.x - mask.seen.x) * 4 + 3]
                            if alpha != .max { Depth.fade(part + x * 4, part + x * 4, 1, alpha) }
                        }
                    }
                    (target + (y - place.y) * width * 4).update(from: part, count: width * 4)
                }
            }
        }
        self.init(picture, at: place, on: canvas)
    }

    /// Composites the parts of layers that lie inside a window, or returns `nil` if nothing is visible there.
    init?(stacking layers: [DrawnLayer], in window: PixelRect) throws(MachineShortage) {
        let moved = layers.compactMap { $0.moved(x: -window.x, y: -window.y, on: window.size) }
        guard let one = try DrawnLayer(compositing: moved, in: PixelRect(window.size), on: window.size)
        else { return nil }
        let place = one.area.moved(x: window.x, y: window.y)
        self.init(one.picture, at: place, seen: place)
        isWhole = false
    }

    func shadow(_ shadow: Shadow, for target: RenderTarget) throws(MachineShortage) -> DrawnLayer? {
        let scale = target.scale
        let boxes = Self.boxes(of: min(max(shadow.radius * scale, 0), 500))
        let reach = boxes.reduce(0, +)
        let (x, y) = (Int((shadow.offset.x * scale).rounded()), Int((shadow.offset.y * scale).rounded()))
        let size = PixelSize(width: area.size.width + 2 * reach, height: area.size.height + 2 * reach)
        guard size.area <= RenderTarget.largestArea else { return nil }
        var alphas = [Float](repeating: 0, count: size.area)
        picture.withPixels { (base: Depth.ReadPixels) in
            for row in 0..<area.size.height {
                for column in 0..<area.size.width {
                    alphas[(row + reach) * size.width + column + reach] =
                        Float(base[(row * area.size.width + column) * 4 + 3])
                }
            }
        }
        for box in boxes where box > 0 {
            Self.blur(&alphas, box, lines: size.height, length: size.width, step: 1, between: size.width)
            Self.blur(&alphas, box, lines: size.width, length: size.height, step: size.width, between: 1)
        }
        let color = Depth.pixel(shadow.color, on: target.canvas)
        let strength = Float(min(max(shadow.opacity, 0), 1)) * Float(color[3]) / Float(Depth.Channel.max)
        let picture = try Depth.picture(size) { pixels in
            for (place, alpha) in alphas.enumerated() {
                let alpha = alpha * strength
                for channel in 0..<3 {
                    let part = alpha * Float(color[channel]) / Float(Depth.Channel.max)
                    pixels[place * 4 + channel] = Depth.Channel(part + 0.5)
                }
                pixels[place * 4 + 3] = Depth.Channel(min(alpha + 0.5, Float(Depth.Channel.max)))
            }
        }
        let place = PixelRect(x: area.x + x - reach, y: area.y + y - reach, width: size.width, height: size.height)
        return DrawnLayer(picture, at: place, on: target.size)
    }

    /// Returns the radii of three box blurs that together approximate a Gaussian blur with this standard deviation.
    private static func boxes(of deviation: Double) -> [Int] {
        guard deviation > 0 else { return [] }
        let ideal = (4 * deviation * deviation + 1).squareRoot()
        let low = max(Int((ideal - 1) / 2), 0)
        let width = Double(2 * low + 1)
        let small = (12 * deviation * deviation - 3 * width * width - 12 * width - 9) / (-4 * width - 4)
        let count = Int(small.rounded())
        return (0..<3).map { $0 < count ? low : low + 1 }
    }

    /// Replaces each number with the mean of its neighborhood along a line. Numbers beyond the ends of the line are treated as
    /// 0.
    private static func blur(_ numbers: inout [Float], _ reach: Int, lines: Int, length: Int, step: Int, between: Int) {
        var line = [Float](repeating: 0, count: length)
        let part = 1 / Double(2 * reach + 1)
        for index in 0..<lines {
            let start = index * between
            for place in 0..<length { line[place] = numbers[start + place * step] }
            var sum = 0.0
            for place in 0..<min(reach, length) { sum += Double(line[place]) }
            for place in 0..<length {
                if place + reach < length { sum += Double(line[place + reach]) }
                numbers[start + place * step] = Float(max(sum * part, 0))
                if place - reach >= 0 { sum -= Double(line[place - reach]) }
            }
        }
    }

    /// Draws a transition between two appearances of a layer. The visible parts of both are premultiplied, added, and rounded
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

    /// Returns one side of a card during a flip, or `nil` if that side faces away.
    private func turned(
        _ turn: Transition.Turn?,
        with outline: PaintedLayer,
        _ window: PixelRect,
        for target: RenderTarget
    ) throws(MachineShortage) -> DrawnLayer? {
        guard let turn, turn.degrees != 0 else { return self }
        guard turn.degrees.magnitude < 90 else { return nil }
        // The edges of a card without a transform are on pixel borders.
        let isFlat = outline.transform.isIdentity
        let card = isFlat ? Rect(outline.frame.snapped(scale: target.scale)) : outline.frame
        let pixels = outline.transform.concatenating(Transform(scaleX: target.scale, y: target.scale))
        let projection = Projection(turn, of: card, isFlat ? .identity : pixels, with: area)
        guard let projection else { return nil }
        return try mapped(by: projection, in: window)
    }

    private func isSame(as other: DrawnLayer) -> Bool {
        picture === other.picture && area == other.area && seen == other.seen
    }

    /// Returns the canvas rows in which two lists of layers may differ. A row with the same layers in the same order is
    /// unchanged. Layers are compared by identity, so a layer that was drawn again is treated as different.
    static func changedRows(from former: [DrawnLayer], to next: [DrawnLayer], height: Int) -> RangeSet<Int> {
        let start = zip(former, next).prefix { $0.isSame(as: $1) }.count
        var (old, new) = (former[start...], next[start...])
        while let last = old.last, let other = new.last, last.isSame(as: other) {
            old.removeLast()
            new.removeLast()
        }
        if old.count == new.count {
            let pairs = zip(old, new).filter { !$0.isSame(as: $1) }
            (old, new) = (pairs.map(\.0)[...], pairs.map(\.1)[...])
        }
        var rows = RangeSet<Int>()
        for layer in old + new {
            let seen = layer.seen.rows.clamped(to: 0..<height)
            rows.insert(contentsOf: seen.lowerBound & ~1..<min((seen.upperBound + 1) & ~1, height))
        }
        return rows
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
        // Pixels outside the layer are treated like the nearest pixels at its edges.
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
