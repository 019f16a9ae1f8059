public import FlipbookCore
public import FlipbookScene

/// The facts that are known of a manifest and of the pictures that it names.
public struct ManifestEvidence: Sendable {
    package let path: FilePath
    /// The values that it states.
    public let manifest: SequenceManifest
    /// The position at which each key stands in its text, as far as that is known.
    package var positions: [ManifestKey: ManifestNode.Position] = [:]
    /// The positions of views and animations in its text, with all their keys, by their paths:
    /// `views[0].subviews[1].frame`.
    package var scenePositions: [String: ManifestNode.Position] = [:]
    /// The positions of the keys that have no meaning here.
    package var passedOver: [PassedOverManifestKey: ManifestNode.Position] = [:]
    /// The manifest's folder as an absolute path, or `nil` if it is not known.
    package var folder: FilePath?
    /// The folders besides that one that it may name files in.
    package var allowedFolders: [FilePath] = []
    /// A Boolean value that indicates a format with keys for titles and labels; a list of ffmpeg's has none.
    package var hasLabels = true
    /// The files and patterns that it names and that lead nowhere, in the order of the manifest.
    package var missing: [MissingFile] = []
    /// The files that it names and that links lead out of its folder, though their names do not say so.
    package var linkedOutside: [NamedPath] = []
    /// The frames in the order in which they are shown, each file once.
    public package(set) var frames: [FrameEvidence] = []
    /// The picture that is shown while nothing animates.
    public package(set) var image: FrameEvidence?
    /// The picture in its place while highlighted.
    public package(set) var highlightedImage: FrameEvidence?
    /// The frames that are shown while highlighted, each file once.
    public package(set) var highlightedFrames: [FrameEvidence] = []

    /// A file that a manifest names, and the key under which it does.
    package typealias NamedPath = (key: ManifestKey, path: FilePath)

    /// A file, or a pattern, that a manifest names and that leads nowhere, and where it does. The sentence of the error
    /// is made where it is shown: a manifest may name a million files.
    package typealias MissingFile = (path: FilePath, position: ManifestNode.Position, error: any Error)

    /// A manifest, and nothing of what it names.
    package init(path: FilePath, manifest: SequenceManifest) { (self.path, self.manifest) = (path, manifest) }

    /// The pictures that are not among the frames.
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

    /// The number of slots that one cycle has: frames, those that are held counted as often as they are shown.
    package var slotCount: Int { manifest.animationImages?.slotCount ?? frames.count }

    /// A Boolean value that tells whether frames say how long they are shown, in seconds.
    package var hasOwnDurations: Bool { manifest.animationImages?.hasDurations ?? false }

    /// The size that most frames have, in points, or `nil` if none has a header.
    public var usualPointSize: Size? {
        var counts: [Size: (count: Int, first: Int)] = [:]
        for (index, size) in frames.lazy.compactMap(\.pointSize).enumerated() {
            counts[size, default: (0, index)].count += 1
        }
        return counts.max { ($0.value.count, -$0.value.first) < ($1.value.count, -$1.value.first) }?.key
    }

    /// The canvas in points that the manifest asks for, or `nil` if it leaves that to the frames.
    public var bounds: Size? { manifest.size.map { Size($0, scale: outputScale) } }

    /// Output pixels per point.
    public var outputScale: Double { manifest.scale?.value ?? 1 }
}

extension FolderEvidence {
    /// The manifest together with the frames that it names, or `nil` if there is none.
    package var completeManifest: ManifestEvidence? {
        guard var result = manifest else { return nil }
        result.frames = sequences.flatMap(\.frames)
        return result
    }
}

extension SequenceManifest.Images {
    /// The number of slots that a list has, or `nil` if it is a pattern.
    package var slotCount: Int? {
        guard case .list(let entries) = self else { return nil }
        return entries.reduce(0) { count, entry in
            if case .slots(let slots) = entry.timing { count + slots } else { count + 1 }
        }
    }
}
