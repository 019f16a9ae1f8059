package import FlipbookCore
import FlipbookScene

/// The part of a picture between its caps along one axis, and the space that it fills. Pictures of the same size have equal
/// zones.
package struct TiledZone: Hashable {
    package enum Axis: String {
        case across
        case down
    }

    package let axis: Axis
    package let center: Double
    /// The number of repetitions, which is fractional if the last one is cropped.
    package let repeats: Double
}

extension ManifestEvidence {
    /// One axis of a picture with caps: the lengths of the picture, of the available space, and of both caps, in points.
    package typealias CapAxis = (axis: TiledZone.Axis, length: Double, room: Double, low: Double, high: Double)

    /// Returns the axes along which a frame is tiled or stretched between its caps. Empty if there is no scaling or no canvas.
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

    package var tiledZones: [TiledZone] {
        guard manifest.capInsets != .zero else { return [] }
        var seen: Set<TiledZone> = []
        return frames.flatMap { frame in
            axes(of: frame, tiled: true).compactMap { axis, length, room, low, high in
                let caps = low + high
                // Other rules report a missing center or missing space.
                guard length - caps > 0, room - caps > 0 else { return nil }
                let center = (length - caps) * Double(max(1, frame.scale))
                let zone = TiledZone(axis: axis, center: center, repeats: (room - caps) / (length - caps))
                return seen.insert(zone).inserted ? zone : nil
            }
        }
    }

    package var caps: ManifestCaps? {
        let (left, top) = (manifest.leftCapWidth, manifest.topCapHeight)
        guard let key: ManifestKey = left != nil ? .leftCapWidth : top != nil ? .topCapHeight : nil else {
            let words = "\(ManifestKey.capInsets.rawValue) have"
            return manifest.capInsets.map {
                ManifestCaps(width: $0.left + $0.right, height: $0.top + $0.bottom, key: .capInsets, words: words)
            }
        }
        let words =
            left != nil && top != nil
            ? "\(ManifestKey.leftCapWidth.rawValue) and \(ManifestKey.topCapHeight.rawValue) have"
            : "\(key.rawValue) has"
        return ManifestCaps(width: Double(left ?? 0), height: Double(top ?? 0), key: key, words: words)
    }
}

/// The parts of a manifest's pictures that do not stretch, regardless of the keys that specify them.
package struct ManifestCaps: Hashable {
    /// The width of both caps, in points. With UIKit's deprecated keys, the width of the left cap.
    package let width: Double
    /// The height of both caps, in points. With UIKit's deprecated keys, the height of the upper cap.
    package let height: Double
    package let key: ManifestKey
    /// The keys with their verb, for a finding: `capInsets have`, `leftCapWidth has`.
    package let words: String

    /// Returns the part of a picture that does not stretch, in points: the total of both caps on each axis.
    ///
    /// With the deprecated keys, an axis with a cap of 0 stretches completely. For any other cap, only a single point next to
    /// the cap stretches, and the far cap is the remainder: `size - cap - 1`.
    package func rigid(of picture: Size) -> (width: Double, height: Double) {
        guard key != .capInsets else { return (width, height) }
        func rigid(_ cap: Double, _ side: Double) -> Double { cap > 0 ? max(cap, side - 1) : 0 }
        return (rigid(width, picture.width), rigid(height, picture.height))
    }
}
