package import FlipbookCore
package import FlipbookScene

extension FrameList {
    /// Creates the frames of an image view's animation. If the view is highlighted and has highlighted images, those are used.
    package init(playedBy view: ImageView) {
        self = (view.isHighlighted ? FrameList(highlightedImagesOf: view) : nil) ?? FrameList(animationImagesOf: view)
    }

    /// The empty frame beneath views that are shown without frames.
    package static let beneathViews = FrameList(name: "view", frames: [Frame(number: nil, source: .nothing)])

    package var files: [FilePath] {
        frames.flatMap { $0.image.isComposed ? $0.image.parts.compactMap(\.path) : [$0.path].compactMap(\.self) }
    }

    package init(animationImagesOf view: ImageView) {
        // If the view has no animation images, its picture may be animated.
        let images = view.animationImages.flatMap { $0.isEmpty ? nil : $0 }
        self.init(
            name: "animationImages",
            frames: (images ?? view.image?.images ?? view.image.map { [$0] } ?? []).map { Frame($0) }
        )
    }

    package init?(highlightedImagesOf view: ImageView) {
        guard let images = view.highlightedAnimationImages else { return nil }
        self.init(name: "highlightedAnimationImages", frames: images.map { Frame($0) })
    }
}
