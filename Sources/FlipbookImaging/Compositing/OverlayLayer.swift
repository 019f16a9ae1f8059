internal import FlipbookCore

/// A layer over the lowest one, drawn: its premultiplied pixels and where they go.
///
/// Background, alpha and picture are merged beforehand, so that a frame costs no
/// more than compositing the pixels that the layer takes.
struct OverlayLayer<Depth: ChannelDepth>: Sendable {
    /// Gives the pixels of a picture as they are shown.
    typealias Pixels = (PaintedPicture) throws(ImageError) -> Picture

    /// Where the pixels go on the canvas.
    let area: PixelRect
    private let picture: Picture
    /// What it takes in memory.
    var byteCount: Int { picture.byteCount }

    /// A layer as it is painted for a target; `nil` where nothing of it lies on the canvas.
    /// - Throws: What `pixels` throws, caps that do not fit the picture, and a shortage of memory.
    init?(_ layer: PaintedLayer, for target: RenderTarget, pixels: Pixels) throws(ImageError) {
        let place = layer.frame.snapped(scale: target.scale)
        guard !place.isEmpty else { return nil }
        let foreground: Foreground? =
            if case .picture(let picture) = layer.contents {
                // Edges are rounded where the layer lies, which may make it a pixel larger or smaller than at the origin.
                try Foreground(
                    picture,
                    pixels: try pixels(picture),
                    in: layer.room(of: place.size, scale: target.scale)
                )
            } else {
                nil
            }
        let background = layer.contents == .black ? .black : layer.shownBackground
        let reach = foreground?.placement.target.moved(x: place.x, y: place.y) ?? .zero
        // Where the layer has no ground of its own, only its picture takes pixels, memory and time.
        let shown = layer.clipsToBounds ? reach.intersection(place) : reach
        let hasGround = layer.isOpaque || background != .clear
        area = (hasGround ? place.union(shown) : shown).intersection(PixelRect(target.size))
        guard !area.isEmpty else { return nil }

        let offset = (x: place.x - area.x, y: place.y - area.y)
        let area = area
        picture = try ImageError.ofMachine { () throws(MachineShortage) in
            try Self.merge(
                foreground?.drawn(on: area.size, scale: target.scale, filter: layer.filter, movedBy: offset),
                over: Backdrop(
                    background,
                    isFlattened: layer.isOpaque,
                    width: area.size.width,
                    scale: target.scale
                ),
                in: place.intersection(area).moved(x: -area.x, y: -area.y),
                corners: layer.corners(in: place.moved(x: -area.x, y: -area.y), scale: target.scale),
                of: layer,
                size: area.size
            )
        }
    }

    /// The layer's picture, and where it lies in the layer.
    private struct Foreground {
        let pixels: Picture
        let tint: Color?
        let slices: ImageSlices?
        let placement: Placement

        init(_ picture: PaintedPicture, pixels: Picture, in room: Placement.Room) throws(ImageError) {
            self.pixels = pixels
            tint = picture.tintColor
            slices = try picture.slices(of: pixels.size, in: room.contentMode)
            placement = Placement(of: slices?.naturalSize ?? pixels.size, scale: picture.scale, in: room)
        }

        /// The picture alone, premultiplied, on so many pixels, whose origin the layer's lies so far away from.
        func drawn(
            on size: PixelSize,
            scale: Double,
            filter: ScalingFilter,
            movedBy offset: (x: Int, y: Int)
        ) throws(MachineShortage) -> Picture {
            let target = placement.target.moved(x: offset.x, y: offset.y)
            let drawing = LayerDrawing<Depth>(
                in: Placement.Room(size: size, scale: scale, contentMode: .center, pixelPolicy: .snap),
                filter: filter,
                as: Depth.premultiplied,
                outputSize: size,
                backdrop: Backdrop(.clear, isFlattened: false, width: size.width, scale: scale),
                effects: ViewEffects()
            )
            return try drawing.draw(
                pixels,
                at: Placement(
                    source: placement.source,
                    edges: placement.edges.moved(x: offset.x, y: offset.y),
                    target: target,
                    visible: target.intersection(PixelRect(size))
                ),
                cut: slices,
                tint: tint
            )
        }
    }

    /// The picture over the layer's background, cut and faded together.
    private static func merge(
        _ foreground: Picture?,
        over backdrop: Backdrop<Depth>,
        in bounds: PixelRect,
        corners: CornerMask<Depth>?,
        of layer: PaintedLayer,
        size: PixelSize
    ) throws(MachineShortage) -> Picture {
        let opacity = Depth.channel(alpha: layer.alpha)
        // Black in the place of a picture is a picture.
        let backgroundCorners = layer.clipsToBounds || layer.contents == .black ? nil : corners
        let layerCorners = layer.clipsToBounds ? corners : nil
        return try Picture(size: size, format: Depth.premultiplied) { target in
            guard let base = target.baseAddress?.assumingMemoryBound(to: Depth.Channel.self) else { return }
            base.update(repeating: 0, count: size.area * 4)
            for y in 0..<size.height {
                let row = base + y * size.width * 4
                if bounds.rows.contains(y) { backdrop.write(row: y - bounds.y, columns: bounds.columns, to: row) }
                backgroundCorners?.cut(row: y, columns: bounds.columns, of: row)
                foreground?.withUnsafeBytes { bytes in
                    guard let pixels = bytes.baseAddress?.assumingMemoryBound(to: Depth.Channel.self) else { return }
                    Depth.over(row, pixels + y * size.width * 4, size.width)
                }
                layerCorners?.cut(row: y, columns: 0..<size.width, of: row)
                if layer.isOpaque, bounds.rows.contains(y), corners?.cuts(row: y) == true {
                    let place = row + bounds.x * 4
                    Depth.over(place, place, bounds.size.width, color: [0, 0, 0, .max])
                }
                if opacity < .max { Depth.fade(row, size.width, by: opacity) }
            }
        }
    }

    /// Composites what the layer has in canvas row `y` over the premultiplied row at `target`.
    func cover(row y: Int, of target: UnsafeMutablePointer<Depth.Channel>) {
        withRow(y) { Depth.over(target + area.x * 4, $0, area.size.width) }
    }

    /// The same over a row of straight pixels, in `scratch`, a row of memory.
    func cover(
        row y: Int,
        ofStraight target: UnsafeMutablePointer<Depth.Channel>,
        scratch: UnsafeMutablePointer<Depth.Channel>
    ) {
        withRow(y) { pixels in
            let place = target + area.x * 4
            Depth.premultiply(scratch, place, area.size.width)
            Depth.over(scratch, pixels, area.size.width)
            Depth.unpremultiply(scratch, scratch, area.size.width)
            // Where nothing covers them, pixels keep their bytes: on the way through premultiplied ones they would not.
            for x in 0..<area.size.width where pixels[x * 4 + 3] != 0 {
                (place + x * 4).update(from: scratch + x * 4, count: 4)
            }
        }
    }

    private func withRow(_ y: Int, _ body: (UnsafePointer<Depth.Channel>) -> Void) {
        guard area.rows.contains(y) else { return }
        picture.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: Depth.Channel.self) else { return }
            body(base + (y - area.y) * area.size.width * 4)
        }
    }
}

extension PixelRect {
    /// The rectangle so many pixels further to the right and down.
    fileprivate func moved(x: Int, y: Int) -> PixelRect {
        PixelRect(x: self.x + x, y: self.y + y, width: size.width, height: size.height)
    }

    /// The smallest rectangle that holds both; the other one where one is empty.
    fileprivate func union(_ other: PixelRect) -> PixelRect {
        guard !isEmpty else { return other }
        guard !other.isEmpty else { return self }
        let (left, top) = (min(x, other.x), min(y, other.y))
        return PixelRect(
            x: left,
            y: top,
            width: max(columns.upperBound, other.columns.upperBound) - left,
            height: max(rows.upperBound, other.rows.upperBound) - top
        )
    }
}

extension Rect {
    /// The rectangle so many units further to the right and down.
    fileprivate func moved(x: Int, y: Int) -> Rect {
        Rect(origin: Point(x: origin.x + Double(x), y: origin.y + Double(y)), size: size)
    }
}
