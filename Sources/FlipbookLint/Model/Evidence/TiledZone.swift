package import FlipbookCore
import FlipbookScene

/// What lies between the caps of pictures of one size, along one axis, and the room that it has to fill.
package struct TiledZone: Hashable {
    /// The direction of the zone.
    package enum Axis: String {
        case across
        case down
    }

    package let axis: Axis
    /// The part of the picture between its caps, in its pixels.
    package let centre: Double
    /// How often that part fills its room; not whole where the last one is cut.
    package let repeats: Double
}

extension ManifestEvidence {
    /// One axis of a picture between its caps: their lengths, that of the picture, and the room that it fills, in
    /// points.
    package typealias CapAxis = (axis: TiledZone.Axis, length: Double, room: Double, low: Double, high: Double)

    /// The axes of a frame that are tiled, or stretched, between its caps; empty where nothing is scaled, or no canvas
    /// is given.
    package func axes(of frame: FrameEvidence, tiled isTiled: Bool) -> [CapAxis] {
        guard let caps = manifest.capInsets, (manifest.resizingMode ?? .tile == .tile) == isTiled, let bounds,
            let image = frame.pointSize, !image.isEmpty, contentMode.isScaling
        else { return [] }
        let room = contentMode.rect(for: image, in: Rect(origin: .zero, size: bounds)).size
        return [
            (.across, image.width, room.width, caps.left, caps.right),
            (.down, image.height, room.height, caps.top, caps.bottom),
        ]
    }

    /// The zones that are filled by repeating a part of the picture, of each size of picture once.
    package var tiledZones: [TiledZone] {
        guard manifest.capInsets != .zero else { return [] }
        var seen: Set<TiledZone> = []
        return frames.flatMap { frame in
            axes(of: frame, tiled: true).compactMap { axis, length, room, low, high in
                let caps = low + high
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

extension ContentMode {
    /// A Boolean value that indicates a mode that scales pictures.
    package var isScaling: Bool { [.scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw].contains(self) }
}
