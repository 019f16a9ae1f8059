package import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookScene

package struct ManifestPlacement: Hashable, Sendable {
    package let image: Size
    package let pixels: PixelSize
    package let rect: Rect
    package let bounds: Size
    /// A Boolean value that indicates whether the pictures, rounded to whole pixels, cover the canvas.
    package let fills: Bool

    package var isUnscaled: Bool { rect.size == image }

    /// The share of the picture's area that lies outside the canvas, from 0 to 1.
    package var hiddenShare: Double {
        let width = max(0, min(rect.maxX, bounds.width) - max(rect.minX, 0))
        let height = max(0, min(rect.maxY, bounds.height) - max(rect.minY, 0))
        let area = rect.size.width * rect.size.height
        return area > 0 ? 1 - width * height / area : 0
    }
}

extension ManifestEvidence {
    /// The placements of the frames, one for each size. Empty if the manifest specifies no canvas, or if the pictures have
    /// caps.
    package var placements: [ManifestPlacement] {
        guard let bounds, caps.map({ $0.width == 0 && $0.height == 0 }) ?? true, !bounds.isEmpty else { return [] }
        let mode = contentMode
        var seen: Set<ManifestPlacement> = []
        return frames.compactMap { frame in
            guard let pixels = shownSize(of: frame), !pixels.isEmpty else { return nil }
            let image = Size(pixels, scale: Double(max(1, frame.scale)))
            let canvas = Rect(origin: .zero, size: bounds)
            let rect = mode.rect(for: image, in: canvas)
            let (drawn, room) = (rect.snapped(scale: outputScale), canvas.snapped(scale: outputScale))
            let fills = drawn.intersection(room) == room
            let placement = ManifestPlacement(image: image, pixels: pixels, rect: rect, bounds: bounds, fills: fills)
            return seen.insert(placement).inserted ? placement : nil
        }
    }

    package func files(of pixels: PixelSize) -> [FilePath] {
        guard manifest.orientation == nil else { return [] }
        return frames.filter { $0.size == pixels && $0.details?.orientation == 1 }.map(\.path)
    }

    /// The manifest's content mode, or the command's default.
    package var contentMode: ContentMode { manifest.properties.shownContentMode }

    package var placementKey: ManifestKey { manifest.$contentMode == nil ? .size : .contentMode }

    private func shownSize(of frame: FrameEvidence) -> PixelSize? {
        guard let orientation = manifest.orientation else { return frame.shownSize }
        return frame.size.map(orientation.shownSize)
    }

    package var namedPaths: [NamedPath] {
        func paths(_ images: SequenceManifest.Images?) -> [FilePath] {
            switch images {
            case .pattern(let pattern): [FilePath(pattern)]
            case .list(let entries): entries.map(\.image)
            case nil: []
            }
        }
        return paths(manifest.animationImages).map { (.animationImages, $0) }
            + [manifest.image].compactMap { $0 }.map { (.image, $0) }
            + [manifest.highlightedImage].compactMap { $0 }.map { (.highlightedImage, $0) }
            + paths(manifest.highlightedAnimationImages).map { (.highlightedAnimationImages, $0) }
            + (manifest.overlays ?? []).map { (.overlays, $0.image) }
    }

    /// The listed paths that are in neither the manifest's folder nor an allowed folder.
    package var namedOutside: [NamedPath] {
        let allowed = allowedFolders.map(\.absolute.collapsed)
        return namedPaths.filter { named in
            if named.path.staysBelow(folder) { return false }
            return !allowed.contains(where: path.naming(named.path.string).absolute.collapsed.staysBelow)
        }
    }
}

extension Size { package var inPoints: String { "\(width.shortest)x\(height.shortest)" } }
