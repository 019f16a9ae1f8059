package import FlipbookCore

package struct ManifestName: Hashable, Sendable {
    /// The path in the manifest, such as `views[0].animationImages[3]`.
    package let place: String
    package let path: FilePath
    /// A Boolean value that indicates whether the name may be a pattern or a folder.
    package var isPattern = false
}

extension SequenceManifest {
    /// Returns a copy with every file and pattern renamed.
    public func renaming(_ rename: (String) throws -> String) rethrows -> SequenceManifest {
        try renamingNames { try rename($0.path.string) }
    }

    package func renamingNames(_ rename: (ManifestName) throws -> String) rethrows -> SequenceManifest {
        var result = self
        result.image = try image.renamed(at: "image", rename)
        result.highlightedImage = try highlightedImage.renamed(at: "highlightedImage", rename)
        result.animationImages = try animationImages?.renaming(at: "animationImages", rename)
        result.highlightedAnimationImages =
            try highlightedAnimationImages?.renaming(at: "highlightedAnimationImages", rename)
        result.timeline = try timeline?.renaming(at: "timeline", rename)
        result.lookupTable = try properties.lookupTable.renamed(at: "lut", rename)
        if let file = try properties.inputProfile?.file.renamed(at: "inputProfile", rename) {
            result.inputProfile = .file(file)
        }
        for (place, overlay) in (overlays ?? []).enumerated() {
            let name = ManifestName(place: "overlays[\(place)]", path: overlay.image)
            result.overlays?[place].image = FilePath(try rename(name))
        }
        result.views = try views?.renaming(at: "views", rename)
        for (place, animation) in (animations ?? []).enumerated() {
            result.animations?[place] = try animation.renaming(at: "animations[\(place)].to", rename)
        }
        return result
    }

    /// All file names in the manifest except those under `key`. Files that are not shown are included.
    package func names(besides key: ManifestKey? = nil) -> [ManifestName] {
        var (others, names): (SequenceManifest, [ManifestName]) = (self, [])
        if key == .image { others.image = nil }
        if key == .highlightedImage { others.highlightedImage = nil }
        if key == .animationImages, case .list = animationImages { others.animationImages = nil }
        if key == .highlightedAnimationImages, case .list = highlightedAnimationImages {
            others.highlightedAnimationImages = nil
        }
        _ = others.renamingNames { name in
            names.append(name)
            return name.path.string
        }
        return names
    }

    /// All names except the names of frames.
    package var namesBesideFrames: [ManifestName] {
        changing(self) {
            ($0.image, $0.highlightedImage, $0.timeline) = (nil, nil, nil)
            ($0.animationImages, $0.highlightedAnimationImages) = (nil, nil)
        }.names()
    }
}

extension FilePath? {
    fileprivate func renamed(at place: String, _ rename: (ManifestName) throws -> String) rethrows -> FilePath? {
        try map { FilePath(try rename(ManifestName(place: place, path: $0))) }
    }
}

extension SequenceManifest.Images {
    fileprivate func renaming(at place: String, _ rename: (ManifestName) throws -> String) rethrows -> Self {
        switch self {
        case .pattern(let pattern):
            return .pattern(try rename(ManifestName(place: place, path: FilePath(pattern), isPattern: true)))
        case .list(var entries):
            for (index, entry) in entries.enumerated() {
                let name = ManifestName(place: "\(place)[\(index)]", path: entry.image)
                entries[index].image = FilePath(try rename(name))
            }
            return .list(entries)
        }
    }
}

extension Timeline {
    package func renaming(at key: String, _ rename: (ManifestName) throws -> String) rethrows -> Timeline {
        var result = self
        for (place, clip) in clips {
            var renamed = clip
            let item = "\(key)[\(place)]"
            if clip.tracks.isEmpty {
                renamed.input = try rename(ManifestName(place: item, path: FilePath(clip.input), isPattern: true))
            }
            renamed.tracks = try clip.tracks.enumerated().map { index, track in
                try track.renaming(at: "\(item).tracks[\(index)]", rename)
            }
            result.items[place] = .clip(renamed)
        }
        return result
    }
}

extension ManifestAnimation {
    fileprivate func renaming(at place: String, _ rename: (ManifestName) throws -> String) rethrows -> ManifestAnimation
    {
        guard case .image(let image?) = change else { return self }
        return try changing(self) { $0.change = .image(FilePath(try rename(ManifestName(place: place, path: image)))) }
    }
}

extension [ManifestView] {
    fileprivate func renaming(at place: String, _ rename: (ManifestName) throws -> String) rethrows -> [ManifestView] {
        try enumerated().map { try $1.renaming(at: "\(place)[\($0)]", rename) }
    }
}

extension ManifestView {
    fileprivate func renaming(at place: String, _ rename: (ManifestName) throws -> String) rethrows -> ManifestView {
        var result = self
        result.image = try image.renamed(at: "\(place).image", rename)
        result.highlightedImage = try highlightedImage.renamed(at: "\(place).highlightedImage", rename)
        result.animationImages = try animationImages?.renaming(at: "\(place).animationImages", rename)
        result.highlightedAnimationImages =
            try highlightedAnimationImages?.renaming(at: "\(place).highlightedAnimationImages", rename)
        result.timeline = try timeline?.renaming(at: "\(place).timeline", rename)
        result.subviews = try subviews?.renaming(at: "\(place).subviews", rename)
        result.overlayContentView = try overlayContentView?.renaming(at: "\(place).overlayContentView", rename)
        return result
    }
}
