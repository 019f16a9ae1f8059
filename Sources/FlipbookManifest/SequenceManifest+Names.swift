package import FlipbookCore
package import FlipbookScene

/// A file, a folder or a pattern that a manifest names.
package struct ManifestName: Hashable, Sendable {
    /// Where the manifest names it, such as `views[0].animationImages[3]`.
    let place: String
    /// As the manifest has it.
    let path: FilePath
    /// Whether it may be a pattern or a folder.
    var isPattern = false
}

extension SequenceManifest {
    /// All that the manifest names, whether it is shown or not.
    /// - Parameter list: The key of a list that is left out.
    package func names(besides list: ManifestKey? = nil) -> [ManifestName] {
        var names: [ManifestName] = []
        for (key, image) in [(ManifestKey.image, image), (.highlightedImage, highlightedImage)] where key != list {
            if let image { names.append(ManifestName(place: key.rawValue, path: image)) }
        }
        for (key, images) in [
            (ManifestKey.animationImages, animationImages), (.highlightedAnimationImages, highlightedAnimationImages),
        ] {
            if key == list, case .list? = images { continue }
            names += images?.names(at: key.rawValue) ?? []
        }
        return names + (timeline?.names(at: ManifestKey.timeline.rawValue) ?? []) + namesBesideFrames
    }

    /// What is named beside the frames: for colours, overlays, views and their animations.
    var namesBesideFrames: [ManifestName] {
        var names = colorFiles.map { ManifestName(place: $0.rawValue, path: $1) }
        for (index, overlay) in (overlays ?? []).enumerated() {
            names.append(ManifestName(place: "\(ManifestKey.overlays.rawValue)[\(index)]", path: overlay.image))
        }
        names += Self.names(of: views, at: ManifestKey.views.rawValue)
        for (index, animation) in (animations ?? []).enumerated() {
            guard case .image(let image?) = animation.change else { continue }
            names.append(ManifestName(place: "\(ManifestKey.animations.rawValue)[\(index)].to", path: image))
        }
        return names
    }

    /// The files that say what numbers mean as colours, by their keys.
    var colorFiles: [(ManifestKey, FilePath)] {
        [(ManifestKey.lut, properties.lookupTable), (.inputProfile, properties.inputProfile?.file)].compactMap {
            key,
            file in
            file.map { (key, $0) }
        }
    }

    private static func names(of views: [ManifestView]?, at place: String) -> [ManifestName] {
        (views ?? []).enumerated().flatMap { index, view in
            let place = "\(place)[\(index)]"
            var names: [ManifestName] = []
            for (key, image) in [("image", view.image), ("highlightedImage", view.highlightedImage)] {
                if let image { names.append(ManifestName(place: "\(place).\(key)", path: image)) }
            }
            names += view.animationImages?.names(at: "\(place).animationImages") ?? []
            names += view.highlightedAnimationImages?.names(at: "\(place).highlightedAnimationImages") ?? []
            names += view.timeline?.names(at: "\(place).timeline") ?? []
            return names + Self.names(of: view.subviews, at: "\(place).subviews")
                + Self.names(of: view.overlayContentView, at: "\(place).overlayContentView")
        }
    }
}

extension SequenceManifest.Images {
    fileprivate func names(at place: String) -> [ManifestName] {
        switch self {
        case .pattern(let pattern): [ManifestName(place: place, path: FilePath(pattern), isPattern: true)]
        case .list(let entries):
            entries.enumerated().map { ManifestName(place: "\(place)[\($0)]", path: $1.image) }
        }
    }
}

extension Timeline {
    fileprivate func names(at place: String) -> [ManifestName] {
        inputs(at: place).map { ManifestName(place: $0.place, path: FilePath($0.clip.input), isPattern: true) }
    }
}
