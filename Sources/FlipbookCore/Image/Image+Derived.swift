/// Methods that return a changed copy. In an animated image, every picture changes in the same way.
extension Image {
    /// Returns a resizable image, whose margins keep their size. Earlier insets are replaced. With zero insets and
    /// ``ResizingMode/tile``, the whole image is repeated. Drawing fails if the insets do not fit the image; use
    /// ``EdgeInsets/fits(_:)`` to check them.
    /// - Parameter capInsets: The margins that keep their size, in points.
    public func resizableImage(withCapInsets capInsets: EdgeInsets, resizingMode: ResizingMode = .tile) -> Image {
        withLook { $0.resizing = .capInsets(capInsets, resizingMode) }
    }

    /// Returns a resizable image made with UIKit's older method: only the point next to each cap stretches, and the remainder
    /// is the opposite cap. With a cap of 0, the whole axis stretches. Drawing fails if a cap is negative.
    public func stretchableImage(withLeftCapWidth leftCapWidth: Int, topCapHeight: Int) -> Image {
        withLook { $0.resizing = .stretchable(leftCapWidth: leftCapWidth, topCapHeight: topCapHeight) }
    }

    /// Returns the image with a different rendering mode.
    public func withRenderingMode(_ mode: RenderingMode) -> Image { withLook { $0.renderingMode = mode } }

    /// Returns the image as a stencil. The color replaces the image's colors, and the two alpha values are multiplied. In
    /// ``RenderingMode/alwaysTemplate`` mode, the view's tint color takes precedence.
    public func withTintColor(_ color: Color, renderingMode: RenderingMode? = nil) -> Image {
        withLook {
            $0.tintColor = color
            if let renderingMode { $0.renderingMode = renderingMode }
        }
    }

    /// Returns the image with margins, in points, that alignment ignores.
    public func withAlignmentRectInsets(_ insets: EdgeInsets) -> Image { withLook { $0.alignmentRectInsets = insets } }

    /// Returns the image mirrored left to right.
    public func withHorizontallyFlippedOrientation() -> Image { withOrientation { $0.horizontallyFlipped } }

    /// Returns the image with a different orientation. If the header has not been read yet, this orientation is applied after
    /// the one in the header.
    public func withOrientation(_ orientation: ImageOrientation) -> Image { withOrientation { _ in orientation } }

    /// Returns the image with the size and the orientation from the image's header. If the image was already rotated or
    /// mirrored, that change is applied after the header's orientation.
    package func withHeader(pixelSize: PixelSize, orientation: ImageOrientation) -> Image {
        var copy = self
        copy.pixelSize = pixelSize
        copy.imageOrientation = self.pixelSize == nil ? orientation.followed(by: imageOrientation) : orientation
        return copy
    }

    package func showing(_ images: [Image]) -> Image { changing(self) { $0.look.images = images } }

    /// Returns an image that an image view mirrors in right-to-left layouts. The image's orientation does not change.
    public func imageFlippedForRightToLeftLayoutDirection() -> Image {
        withLook { $0.flipsForRightToLeftLayoutDirection = true }
    }

    /// Returns the color that replaces the picture's colors in a view with the given tint color, or `nil` if the picture keeps
    /// its colors.
    public func stencilColor(in viewTint: Color) -> Color? { renderingMode == .alwaysTemplate ? viewTint : tintColor }

    package func mirroredForRightToLeft() -> Image {
        // Without this reset, drawing would mirror the image again.
        var mirrored = mirroredWithCaps().withLook { $0.flipsForRightToLeftLayoutDirection = false }
        mirrored.look.alignmentRectInsets = alignmentRectInsets.mirrored
        return mirrored
    }

    package func mirroredWithCaps() -> Image {
        var mirrored = withHorizontallyFlippedOrientation()
        mirrored.look.resizing = resizing?.mirrored(of: size)
        mirrored.look.above = above.map { $0.mirroredWithCaps() }
        if let next = transition?.image { mirrored.look.transition?.image = next.mirroredWithCaps() }
        return mirrored
    }

    package func resized(_ resizing: ImageResizing) -> Image { withLook { $0.resizing = resizing } }

    private func withLook(_ change: (inout Look) -> Void) -> Image { changingAll { change(&$0.look) } }

    private func withOrientation(_ change: (ImageOrientation) -> ImageOrientation) -> Image {
        changingAll { $0.imageOrientation = change($0.imageOrientation) }
    }

    private func changingAll(_ change: (inout Image) -> Void) -> Image {
        var copy = changing(self, change)
        copy.look.images = images?.map { $0.changingAll(change) }
        return copy.changingOthers { $0.changingAll(change) }
    }

    package static let lastIndex = 1024

    /// Returns an animation of pictures with equal durations, as `UIImage.animatedImage(with:duration:)` does. The first
    /// picture determines size, scale and orientation. An animated picture contributes all of its pictures.
    /// - Parameter duration: The exact length of one cycle in seconds; 0 means 1/30 s per picture.
    /// - Returns: `nil` if there are no pictures.
    public static func animatedImage(with images: [Image], duration: RationalTime) -> Image? {
        let images = images.flatMap { $0.images ?? [$0] }
        return images.first.map { changing($0) { ($0.look.images, $0.look.duration) = (images, duration) } }
    }

    /// Returns an animation of pictures with individual durations. UIKit supports only equal durations, so the cycle is divided
    /// into equal slots, whose length is the greatest common divisor of the durations. Each picture is repeated to fill its
    /// slots.
    /// - Returns: `nil` if there are no pictures, if the counts differ, if a duration is not above 0, or if more than
    ///   ``FrameSet/maximumCount`` slots are needed.
    public static func animatedImage(with images: [Image], durations: [RationalTime]) -> Image? {
        guard images.count == durations.count, let slots = FrameSlots(durations) else { return nil }
        let lengths = slots.lengths.map(\.magnitude)
        let part = lengths.reduce(0) { greatestCommonDivisor($0, $1) }
        guard slots.cycleDuration > .zero, part > 0, lengths.reduce(0, +) / part <= UInt64(FrameSet.maximumCount)
        else { return nil }
        let parts = zip(images, lengths).flatMap { repeatElement($0, count: Int($1 / part)) }
        return animatedImage(with: parts, duration: slots.cycleDuration)
    }

    /// A sequencer that plays the image.
    public var sequencer: Sequencer {
        guard let images else { return changing(Sequencer()) { $0.image = Frame(self) } }
        return Sequencer(animationImages: images.map { Frame($0) }, animationDuration: duration)
    }

    /// The margins that keep their size, in points. `nil` if there are none, or if they depend on an unknown pixel size.
    public var resizableCapInsets: EdgeInsets? {
        if case .capInsets(let insets, _) = resizing { return insets }
        guard let resizing, let shown = pixelSize.map(imageOrientation.shownSize) else { return nil }
        // Caps that do not fit are reported when the image is drawn.
        return (try? resizing.slices(of: shown, scale: scale))?.capInsets
    }

    /// The margins that keep their size, in points. Zero if the image is scaled as a whole.
    public var capInsets: EdgeInsets { resizableCapInsets ?? .zero }

    /// The way a resizable image fills the area between its caps. UIKit's default is to tile.
    public var resizingMode: ResizingMode {
        switch resizing {
        case .capInsets(_, let mode): mode
        case .stretchable, .contentStretch: .stretch
        case .catalog(let resizing): resizing.mode
        case nil: .tile
        }
    }

    /// The left cap of an image made with UIKit's older method, in points, or 0 for other images.
    public var leftCapWidth: Int { if case .stretchable(let width, _) = resizing { width } else { 0 } }
    /// The top cap of an image made with UIKit's older method, in points, or 0 for other images.
    public var topCapHeight: Int { if case .stretchable(_, let height) = resizing { height } else { 0 } }

    /// An image without pixels, through which the background shows.
    public static let nothing = Image(source: .nothing)

    /// Returns the image in transition to another one. Both are drawn in the same view, each placed as it would be alone.
    ///
    /// ```swift
    /// let halfWay = walk.transitioning(to: run, by: .dissolve, at: 0.5)
    /// ```
    ///
    /// The result is the same size as this image. If `image` is itself in transition, that transition is ignored.
    public func transitioning(to image: Image, by transition: Transition, at progress: Double) -> Image {
        let next = changing(image) { $0.look.transition = nil }
        return changing(self) {
            $0.look.transition = ImageTransition(image: next, transition: transition, progress: progress)
        }
    }

    /// Returns the images of a transition, one for each slot. Slot `k` of `count` has the progress `(k + 1/2) / count`, so that
    /// neither picture is ever shown alone.
    public func transition(to image: Image, by transition: Transition, count: Int) -> [Image] {
        (0..<max(0, count)).map { slot in
            transitioning(to: image, by: transition, at: (Double(slot) + 0.5) / Double(count))
        }
    }
}
