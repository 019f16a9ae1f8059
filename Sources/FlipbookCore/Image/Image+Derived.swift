/// Images made of an image, which itself stays as it is.
///
/// Of an animated image each picture changes in the same way.
extension Image {
    /// A resizable image: what lies within `capInsets` is not resized.
    ///
    /// Insets that an image had before are replaced. Without insets and in the mode ``ResizingMode/tile`` the whole
    /// image is repeated. Insets that do not fit the image are an error where it is drawn; ``EdgeInsets/fits(_:)``
    /// tells beforehand.
    /// - Parameters:
    ///   - capInsets: The margins that are not resized, in points.
    ///   - resizingMode: How the picture fills what lies between them.
    public func resizableImage(withCapInsets capInsets: EdgeInsets, resizingMode: ResizingMode = .tile) -> Image {
        withLook { $0.resizing = .capInsets(capInsets, resizingMode) }
    }

    /// A resizable image of UIKit's former kind: behind each cap one point stretches, and the rest is the other cap.
    ///
    /// A cap of 0 makes its whole axis stretch. Negative caps are an error where the image is drawn.
    /// - Parameters:
    ///   - leftCapWidth: The left cap in points.
    ///   - topCapHeight: The upper cap in points.
    public func stretchableImage(withLeftCapWidth leftCapWidth: Int, topCapHeight: Int) -> Image {
        withLook { $0.resizing = .stretchable(leftCapWidth: leftCapWidth, topCapHeight: topCapHeight) }
    }

    /// The image in another rendering mode.
    public func withRenderingMode(_ mode: RenderingMode) -> Image { withLook { $0.renderingMode = mode } }

    /// The image as a stencil of `color`: its alpha multiplied by the color's, its colors replaced.
    ///
    /// A view's own tint color still counts before this one where the mode is ``RenderingMode/alwaysTemplate``.
    public func withTintColor(_ color: Color, renderingMode: RenderingMode? = nil) -> Image {
        withLook {
            $0.tintColor = color
            if let renderingMode { $0.renderingMode = renderingMode }
        }
    }

    /// The image with margins that do not count when it is aligned, in points.
    public func withAlignmentRectInsets(_ insets: EdgeInsets) -> Image { withLook { $0.alignmentRectInsets = insets } }

    /// The image with what it shows mirrored from left to right.
    public func withHorizontallyFlippedOrientation() -> Image { withOrientation { $0.horizontallyFlipped } }

    /// The image in another orientation; of an image whose header is still to be read, the one that its file states is
    /// followed by this one.
    public func withOrientation(_ orientation: ImageOrientation) -> Image { withOrientation { _ in orientation } }

    /// The image with its header read.
    ///
    /// An image that was turned or mirrored before is so from the orientation that its file states.
    /// - Parameters:
    ///   - pixelSize: The size in pixels as stored.
    ///   - orientation: The orientation that the file states.
    package func withHeader(pixelSize: PixelSize, orientation: ImageOrientation) -> Image {
        var copy = self
        copy.pixelSize = pixelSize
        copy.imageOrientation = self.pixelSize == nil ? orientation.followed(by: imageOrientation) : orientation
        return copy
    }

    package func showing(_ images: [Image]) -> Image { changing(self) { $0.look.images = images } }

    /// The image that an image view mirrors where text runs from right to left. Its orientation stays.
    public func imageFlippedForRightToLeftLayoutDirection() -> Image {
        withLook { $0.flipsForRightToLeftLayoutDirection = true }
    }

    /// The color that takes the place of the picture's own in a view of `viewTint`, or `nil` if it keeps its own.
    public func stencilColor(in viewTint: Color) -> Color? { renderingMode == .alwaysTemplate ? viewTint : tintColor }

    /// The image as it is shown where text runs from right to left: mirrored, its caps and alignment insets, too.
    package func mirroredForRightToLeft() -> Image {
        // It is not mirrored again where it is drawn.
        var mirrored = mirroredWithCaps().withLook { $0.flipsForRightToLeftLayoutDirection = false }
        mirrored.look.alignmentRectInsets = alignmentRectInsets.mirrored
        return mirrored
    }

    /// The image mirrored from left to right as it is shown, its caps, too.
    package func mirroredWithCaps() -> Image {
        var mirrored = withHorizontallyFlippedOrientation()
        mirrored.look.resizing = resizing?.mirrored(of: size)
        mirrored.look.above = above.map { $0.mirroredWithCaps() }
        if let next = transition?.image { mirrored.look.transition?.image = next.mirroredWithCaps() }
        return mirrored
    }

    package func resized(_ resizing: ImageResizing) -> Image { withLook { $0.resizing = resizing } }

    private func withLook(_ change: (inout Look) -> Void) -> Image {
        var copy = self
        change(&copy.look)
        copy.look.images = images?.map { $0.withLook(change) }
        return copy.changingOthers { $0.withLook(change) }
    }

    private func withOrientation(_ change: (ImageOrientation) -> ImageOrientation) -> Image {
        var copy = self
        copy.imageOrientation = change(imageOrientation)
        copy.look.images = images?.map { $0.withOrientation(change) }
        return copy.changingOthers { $0.withOrientation(change) }
    }
}
