public import FlipbookCore
public import FlipbookScene

/// The facts about a manifest and its pictures.
public struct ManifestEvidence: Sendable {
    package let path: FilePath
    /// The values in the manifest.
    public let manifest: SequenceManifest
    package var positions: [ManifestKey: ManifestNode.Position] = [:]
    /// The positions of views, animations, and their keys in the text, by path: `views[0].subviews[1].frame`.
    package var scenePositions: [String: ManifestNode.Position] = [:]
    package var passedOver: [PassedOverManifestKey: ManifestNode.Position] = [:]
    package var folder: FilePath?
    package var allowedFolders: [FilePath] = []
    /// A Boolean value that indicates whether the format has keys for titles and labels. An ffmpeg list has none.
    package var hasLabels = true
    package var missing: [MissingFile] = []
    package var linkedOutside: [NamedPath] = []
    /// The frames in display order, without repetitions.
    public package(set) var frames: [FrameEvidence] = []
    /// The picture that is shown while nothing animates.
    public package(set) var image: FrameEvidence?
    /// The picture that replaces ``image`` while the view is highlighted.
    public package(set) var highlightedImage: FrameEvidence?
    /// The frames that are shown while the view is highlighted, without repetitions.
    public package(set) var highlightedFrames: [FrameEvidence] = []

    package typealias NamedPath = (key: ManifestKey, path: FilePath)

    /// A missing file or unmatched pattern. Its message is created on demand, since there may be a million of them.
    package typealias MissingFile = (path: FilePath, position: ManifestNode.Position, error: any Error)

    package init(path: FilePath, manifest: SequenceManifest) { (self.path, self.manifest) = (path, manifest) }

    package var besides: [FrameEvidence] {
        get { [image, highlightedImage].compactMap { $0 } + highlightedFrames }
        set {
            var rest = newValue[...]
            if image != nil { image = rest.popFirst() }
            if highlightedImage != nil { highlightedImage = rest.popFirst() }
            highlightedFrames = Array(rest)
        }
    }

    package mutating func leaveOut(_ isOut: (FilePath) -> Bool) {
        if let path = image?.path, isOut(path) { image = nil }
        if let path = highlightedImage?.path, isOut(path) { highlightedImage = nil }
        highlightedFrames.removeAll { isOut($0.path) }
    }

    /// The number of slots in one cycle. A held frame is counted once per slot.
    package var slotCount: Int { manifest.animationImages?.slotCount ?? frames.count }

    package var hasOwnDurations: Bool { manifest.animationImages?.hasDurations ?? false }

    /// The size of most frames in points, or `nil` if no frame has a header.
    public var usualPointSize: Size? {
        var counts: [Size: (count: Int, first: Int)] = [:]
        for (index, size) in frames.lazy.compactMap(\.pointSize).enumerated() {
            counts[size, default: (0, index)].count += 1
        }
        return counts.max { ($0.value.count, -$0.value.first) < ($1.value.count, -$1.value.first) }?.key
    }

    /// The canvas of the manifest in points, or `nil` if the frames determine it.
    public var bounds: Size? { manifest.size.map { Size($0, scale: outputScale) } }

    /// The number of output pixels per point.
    public var outputScale: Double { manifest.scale?.value ?? 1 }
}

extension SequenceManifest.Images {
    package var slotCount: Int? {
        guard case .list(let entries) = self else { return nil }
        return entries.reduce(0) { count, entry in
            if case .slots(let slots) = entry.timing { count + slots } else { count + 1 }
        }
    }
}
