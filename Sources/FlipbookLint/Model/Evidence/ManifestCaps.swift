package import FlipbookCore
import FlipbookScene

/// The part between the caps of pictures of one size, along one axis, and the room that it has to fill.
package struct TiledZone: Hashable {
    /// The direction of the zone.
    package enum Axis: String {
        case across
        case down
    }

    package let axis: Axis
    /// The part of the picture between its caps, in its pixels.
    package let center: Double
    /// The number of times that this part fills its room; not whole if the last one is cut.
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
            let image = frame.pointSize, !image.isEmpty, contentMode.isResizing
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
                // No center and no room are rules of their own.
                guard length - caps > 0, room - caps > 0 else { return nil }
                let zone = TiledZone(
                    axis: axis,
                    center: (length - caps) * Double(max(1, frame.scale)),
                    repeats: (room - caps) / (length - caps)
                )
                return seen.insert(zone).inserted ? zone : nil
            }
        }
    }

    /// The caps, by cap insets or by UIKit's former keys, or `nil` if the manifest gives none.
    package var caps: ManifestCaps? {
        let (left, top) = (manifest.leftCapWidth, manifest.topCapHeight)
        guard let key: ManifestKey = left != nil ? .leftCapWidth : top != nil ? .topCapHeight : nil else {
            return manifest.capInsets.map { insets in
                ManifestCaps(
                    width: insets.left + insets.right,
                    height: insets.top + insets.bottom,
                    key: .capInsets,
                    words: "\(ManifestKey.capInsets.rawValue) have"
                )
            }
        }
        let isBoth = left != nil && top != nil
        return ManifestCaps(
            width: Double(left ?? 0),
            height: Double(top ?? 0),
            key: key,
            words: isBoth
                ? "\(ManifestKey.leftCapWidth.rawValue) and \(ManifestKey.topCapHeight.rawValue) have"
                : "\(key.rawValue) has"
        )
    }
}

/// The parts of a manifest's pictures that do not stretch, by whichever keys it says them.
package struct ManifestCaps: Hashable {
    /// The width of the left and the right cap together, in points; of UIKit's former keys, of the left one alone.
    package let width: Double
    /// The height of the upper and the lower cap together, in points; of UIKit's former keys, of the upper one alone.
    package let height: Double
    /// The key that says it, or the first of two.
    package let key: ManifestKey
    /// The keys and their verb in a finding: `capInsets have`, `leftCapWidth has`.
    package let words: String

    /// The part of a picture that does not stretch, in points, both caps of an axis together.
    ///
    /// Of the former keys, a cap of 0 leaves its axis to stretch as a whole; of any other, one point behind the cap
    /// stretches, and the far cap is what is left: `size - cap - 1`.
    package func rigid(of picture: Size) -> (width: Double, height: Double) {
        guard key != .capInsets else { return (width, height) }
        func rigid(_ cap: Double, _ side: Double) -> Double { cap > 0 ? max(cap, side - 1) : 0 }
        return (rigid(width, picture.width), rigid(height, picture.height))
    }
}
