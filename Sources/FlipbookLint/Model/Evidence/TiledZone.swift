import FlipbookCore
import FlipbookScene

/// What lies between the caps of pictures of one size, along one axis, and the room that it has to fill.
package struct TiledZone: Hashable {
    /// The direction of the zone.
    package enum Axis: String {
        /// From left to right.
        case across
        /// From top to bottom.
        case down
    }

    /// The direction of it.
    package let axis: Axis
    /// The part of the picture between its caps, in its pixels.
    package let centre: Double
    /// How often that part fills its room; not whole where the last one is cut.
    package let repeats: Double
}

extension ManifestEvidence {
    /// The zones that are filled by repeating a part of the picture, of each size of picture once; empty where nothing
    /// is tiled, or no canvas is given.
    package var tiledZones: [TiledZone] {
        guard let caps = manifest.capInsets, caps != .zero, manifest.resizingMode ?? .tile == .tile, let bounds,
            [.scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw].contains(contentMode)
        else { return [] }
        var seen: Set<TiledZone> = []
        return frames.flatMap { frame -> [TiledZone] in
            guard let image = frame.pointSize, !image.isEmpty else { return [] }
            let rect = contentMode.rect(for: image, in: Rect(origin: Point(x: 0, y: 0), size: bounds))
            let sides = [
                (TiledZone.Axis.across, image.width, rect.size.width, caps.left + caps.right),
                (.down, image.height, rect.size.height, caps.top + caps.bottom),
            ]
            return sides.compactMap { axis, length, room, caps in
                // No centre and no room are rules of their own.
                guard length - caps > 0, room - caps > 0 else { return nil }
                let zone = TiledZone(
                    axis: axis,
                    centre: (length - caps) * Double(max(1, frame.scale)),
                    repeats: (room - caps) / (length - caps)
                )
                return seen.insert(zone).inserted ? zone : nil
            }
        }
    }
}
