package import FlipbookCore
package import FlipbookScene

extension FrameList {
    /// The pictures that an image view's animation shows: its own, or in the highlighted state those of it, where there are any.
    package init(playedBy view: ImageView) {
        self = (view.isHighlighted ? FrameList(highlightedImagesOf: view) : nil) ?? FrameList(animationImagesOf: view)
    }

    /// The frames beneath views that are shown alone: one that shows nothing.
    package static let beneathViews = FrameList(name: "view", frames: [Frame(number: nil, source: .nothing)])

    package var files: [FilePath] {
        frames.flatMap { $0.image.isComposed ? $0.image.parts.compactMap(\.path) : [$0.path].compactMap(\.self) }
    }

    package init(animationImagesOf view: ImageView) {
        // A picture that is itself animated plays on its own.
        let images = view.animationImages.flatMap { $0.isEmpty ? nil : $0 }
        self.init(
            name: "animationImages",
            frames: (images ?? view.image?.images ?? view.image.map { [$0] } ?? []).map { Frame($0) }
        )
    }

    /// The pictures of a view's highlighted state, or `nil` where these are the usual ones.
    package init?(highlightedImagesOf view: ImageView) {
        guard let images = view.highlightedAnimationImages else { return nil }
        self.init(name: "highlightedAnimationImages", frames: images.map { Frame($0) })
    }
}
