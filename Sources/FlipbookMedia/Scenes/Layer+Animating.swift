import FlipbookCore

extension Layer {
    /// Has happen to the layers of the tree what animations say.
    mutating func animate(_ animations: [ManifestAnimation], _ images: SceneImages) {
        add(animations.filter { $0.view == nil }, images)
        var byView: [String: [ManifestAnimation]] = [:]
        for animation in animations { if let view = animation.view { byView[view, default: []].append(animation) } }
        sublayers = sublayers.map { $0.animated(byView, images) }
    }

    private func animated(_ animations: [String: [ManifestAnimation]], _ images: SceneImages) -> Layer {
        var layer = self
        if let id, let own = animations[id] { layer.add(own, images) }
        layer.sublayers = sublayers.map { $0.animated(animations, images) }
        return layer
    }

    private mutating func add(_ animations: [ManifestAnimation], _ images: SceneImages) {
        var pictures = LayerPictures()
        if case .pictures(let known) = contents { pictures = known }
        for animation in animations {
            let event: LayerPictures.Event
            switch animation.change {
            case .track(let track):
                tracks.append(track)
                continue
            case .image(let path): event = .image(path.map { images[$0] })
            case .isHighlighted(let flag): event = .isHighlighted(flag)
            case .startAnimating: event = .startAnimating
            case .stopAnimating: event = .stopAnimating
            }
            pictures.changes.append(
                LayerPictures.Change(at: animation.delay, event, by: animation.transition ?? pictures.transition)
            )
        }
        contents = .pictures(pictures)
    }
}
