/// Images derived from an image, which stays unchanged. In an animated image, every picture is changed in the same way.
extension Image {
    /// Returns a resizable image, whose margins keep their size. Earlier insets are replaced. With zero insets and
    /// ``ResizingMode/tile``, the whole image is repeated. Insets that do not fit the image are an error when it is drawn;
    /// ``EdgeInsets/fits(_:)`` tests them beforehand.
    /// - Parameter capInsets: The margins that keep their size, in points.
    public func resizableImage(withCapInsets capInsets: EdgeInsets, resizingMode: ResizingMode = .tile) -> Image {
        withLook { $0.resizing = .capInsets(capInsets, resizingMode) }
    }

    /// Returns a resizable image by UIKit's older method: one point after each cap stretches, and the rest is the other cap.
    /// With a cap of 0, the whole axis stretches. Negative caps are an error when the image is drawn.
    public func stretchableImage(withLeftCapWidth leftCapWidth: Int, topCapHeight: Int) -> Image {
        withLook { $0.resizing = .stretchable(leftCapWidth: leftCapWidth, topCapHeight: topCapHeight) }
    }

    /// Returns the image in another rendering mode.
    public func withRenderingMode(_ mode: RenderingMode) -> Image { withLook { $0.renderingMode = mode } }

    /// Returns the image as a stencil of `color`: its colors are replaced, and its alpha is multiplied by the color's. In the
    /// mode ``RenderingMode/alwaysTemplate``, the view's tint color takes precedence.
    public func withTintColor(_ color: Color, renderingMode: RenderingMode? = nil) -> Image {
        withLook {
            $0.tintColor = color
            if let renderingMode { $0.renderingMode = renderingMode }
        }
    }

    /// Returns the image with margins that are ignored in alignment, in points.
    public func withAlignmentRectInsets(_ insets: EdgeInsets) -> Image { withLook { $0.alignmentRectInsets = insets } }

    /// Returns the image mirrored left to right.
    public func withHorizontallyFlippedOrientation() -> Image { withOrientation { $0.horizontallyFlipped } }

    /// Returns the image in another orientation. It is added to the file's if the header has not been read.
    public func withOrientation(_ orientation: ImageOrientation) -> Image { withOrientation { _ in orientation } }

    /// Returns the image with the contents of its header. An earlier rotation or mirroring is added to the file's.
    package func withHeader(pixelSize: PixelSize, orientation: ImageOrientation) -> Image {
        var copy = self
        copy.pixelSize = pixelSize
        copy.imageOrientation = self.pixelSize == nil ? orientation.followed(by: imageOrientation) : orientation
        return copy
    }

    package func showing(_ images: [Image]) -> Image { changing(self) { $0.look.images = images } }

    /// Returns an image that an image view mirrors in right-to-left layouts. Its orientation does not change.
    public func imageFlippedForRightToLeftLayoutDirection() -> Image {
        withLook { $0.flipsForRightToLeftLayoutDirection = true }
    }

    /// Returns the color that replaces the picture's own colors in a view with a tint color, or `nil` if it keeps them.
    public func stencilColor(in viewTint: Color) -> Color? { renderingMode == .alwaysTemplate ? viewTint : tintColor }

    package func mirroredForRightToLeft() -> Image {
        // It must not be mirrored again during drawing.
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
}
