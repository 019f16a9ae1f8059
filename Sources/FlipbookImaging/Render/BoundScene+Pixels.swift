package import FlipbookCore

extension BoundScene {
    /// A pixel of a drawing.
    package struct Pixel: Sendable {
        /// The drawing.
        package let drawing: Drawing
        /// How it is turned.
        package let orientation: ImageOrientation
        /// The pixel's place in the turned drawing.
        package let x, y: Int
        /// The turned drawing's size, and whether it is drawn as it is, without a tint or transparency of the layer.
        let (size, isPlain): (PixelSize, Bool)

        /// Whether nothing but the drawing is seen on so many pixels, each of its own on one of them.
        package func fills(_ target: PixelSize) -> Bool { isPlain && size == target }
    }

    /// The pixel of a file that is seen at a place of a list's picture, in pixels of the target; `nil` where several layers, a
    /// view that is turned, or anything but one picture is drawn.
    package func pixel(at place: Point, of list: DisplayList, for target: RenderTarget) -> Pixel? {
        guard list.items.count == 1, case .layer(let layer) = list.items[0], layer.transform.isIdentity,
            case .picture(let picture) = layer.contents, picture.resizing == nil,
            let drawing = drawings[picture.drawing], let header = drawing.knownHeader(drawings.codecs)
        else { return nil }
        let size = header.size.turned(picture.orientation)
        let room = layer.frame.snapped(scale: target.scale)
        let edges = layer.placement(of: size, scale: picture.scale, in: room, scale: target.scale).edges
        guard edges.size.width > 0, edges.size.height > 0 else { return nil }
        let x = (place.x.rounded(.down) + 0.5 - Double(room.x) - edges.origin.x) / edges.size.width
        let y = (place.y.rounded(.down) + 0.5 - Double(room.y) - edges.origin.y) / edges.size.height
        guard (0..<1).contains(x), (0..<1).contains(y) else { return nil }
        return Pixel(
            drawing: drawing,
            orientation: picture.orientation,
            x: Int(x * Double(size.width)),
            y: Int(y * Double(size.height)),
            size: size,
            isPlain: picture.tintColor == nil && layer.alpha == 1 && layer.cornerRadius == 0
        )
    }
}
