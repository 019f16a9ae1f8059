import FlipbookCore
import FlipbookMedia
import FlipbookScene

/// The pictures of an image view in its normal and highlighted states.
struct PictureSets: Sendable {
    var normal: FrameList
    var highlighted: FrameList?
    var isHighlighted = false

    var current: FrameList { isHighlighted ? highlighted ?? normal : normal }

    init(_ view: ImageView) {
        normal = FrameList(animationImagesOf: view)
        highlighted = FrameList(highlightedImagesOf: view)
        isHighlighted = view.isHighlighted && highlighted != nil
    }

    init(normal: FrameList, highlighted: FrameList?, isHighlighted: Bool) {
        self.normal = normal
        self.highlighted = highlighted
        self.isHighlighted = isHighlighted && highlighted != nil
    }
}

extension ImageView {
    init(_ sets: PictureSets, _ settings: PlaybackSettings, size: Size) {
        self = ImageView(settings, frameCount: sets.current.frames.count, size: size).showing(sets)
        startAnimating()
    }

    func showing(_ sets: PictureSets) -> ImageView {
        var view = self
        view.animationImages = sets.normal.frames.map(\.image)
        view.highlightedAnimationImages = sets.highlighted?.frames.map(\.image)
        return view
    }

    /// Creates a view from settings, without pictures.
    init(_ settings: PlaybackSettings, frameCount: Int, size: Size) {
        self.init(frame: Rect(origin: .zero, size: size))
        let sequence = settings.sequence
        image = settings.image?.image
        highlightedImage = settings.highlightedImage?.image
        isHighlighted = settings.isHighlighted
        exactAnimationDuration = sequence.frameRate?.duration(ofFrames: frameCount) ?? sequence.animationDuration
        animationRepeatCount = sequence.animationRepeatCount
        look.properties = sequence.properties.view
        self.isUserInteractionEnabled = settings.isUserInteractionEnabled
    }
}
