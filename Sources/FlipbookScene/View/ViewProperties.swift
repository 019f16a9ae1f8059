public import FlipbookCore

/// The drawing properties of a view, besides its place and its contents: the one value behind an ``ImageView`` and a
/// ``View``, in a ``Layer``, and in a manifest for the sequence and for each of its views.
///
/// Properties with a default can be left open: `$alpha` is `nil` then, and `alpha` is the default.
public struct ViewProperties: Hashable, Sendable {
    /// How a picture of another size is placed.
    @Defaulted public var contentMode = ContentMode.scaleToFill
    /// What becomes of a picture's edges that fall inside pixels.
    @Defaulted public var pixelPolicy = PixelPolicy.snap
    /// How a picture is drawn at another size.
    @Defaulted public var filter = ScalingFilter.automatic
    /// The background of the picture; `nil`, the default, is nothing. Of a sequence on its own that is black where the output
    /// does not carry transparency.
    public var backgroundColor: Background?
    /// The colour of pictures that are templates; `nil`, the default, for that of the view around it, and in the end for
    /// UIKit's blue.
    ///
    /// In a sequence with one, all pictures are templates: their own colours do not matter, their alpha does.
    public var tintColor: Color?
    /// The opacity of background, picture and all within, 0 to 1. A view that ``isOpaque`` covers it
    /// wholly.
    ///
    /// A view takes values beyond as the nearest bound; what is no number changes nothing.
    @Defaulted public var alpha = 1.0
    /// A Boolean value that indicates an opaque view, regardless of ``alpha``; `false` by default, as UIImageView sets it.
    ///
    /// Where picture and background leave something transparent, black is filled in.
    @Defaulted public var isOpaque = false
    /// A Boolean value that hides the view; an animation goes on.
    @Defaulted public var isHidden = false
    /// A Boolean value that cuts pictures and views within at the bounds. A canvas always cuts at its edges; there
    /// this says whether pictures are cut at its rounded corners, too.
    @Defaulted public var clipsToBounds = false
    /// The radius of the rounded corners in points.
    ///
    /// As of a layer of Core Animation, the corners are those of the background; the picture is cut at them where
    /// ``clipsToBounds``, which masks a layer to its bounds, and otherwise lies over them. More than half of the shorter
    /// side counts as that half, which makes a capsule, or a circle of a square. Edges are smoothed by the exact area of
    /// each pixel. What is below 0 or no number changes nothing.
    @Defaulted public var cornerRadius = 0.0
    /// A Boolean value that lets touches reach the view and those within; `false` by default, but `true` of a ``View``
    /// without pictures. A player passes them on then, instead of pausing.
    @Defaulted public var isUserInteractionEnabled = false

    /// UIKit's defaults, all left open.
    public init() {}
}

extension ViewProperties {
    /// The properties as they are painted: what pixels do not depend on is as in every other view.
    package var painted: ViewProperties {
        var shown = self
        shown.backgroundColor = backgroundColor ?? .clear
        if isOpaque || alpha.isNaN { shown.alpha = 1 }
        if !hasRoundedCorners { shown.cornerRadius = 0 }
        (shown.tintColor, shown.isHidden, shown.isUserInteractionEnabled) = (nil, false, false)
        return shown
    }

    /// Those of what others are cut off at: all of the view, opaque.
    package var silhouette: ViewProperties {
        var shape = ViewProperties()
        (shape.backgroundColor, shape.cornerRadius) = (.color(.white), cornerRadius)
        return shape
    }

    /// The colour of templates in the view.
    /// - Parameter outer: Their colour in the view around it; UIKit's blue around them all.
    package func templateColor(in outer: Color = ImageView.defaultTintColor) -> Color { tintColor ?? outer }

    /// A Boolean value that indicates a view that is neither hidden nor quite transparent.
    package var isSeen: Bool { !isHidden && (isOpaque || !(alpha <= 0)) }

    /// A Boolean value that indicates rounded corners.
    package var hasRoundedCorners: Bool { cornerRadius > 0 }

    /// A Boolean value that indicates pictures cut at rounded corners.
    package var cutsCorners: Bool { clipsToBounds && hasRoundedCorners }

    /// A Boolean value that indicates rounded corners that nothing shows: neither a background nor the picture.
    package var hasIdleCorners: Bool {
        hasRoundedCorners && !clipsToBounds && (backgroundColor ?? .clear) == .clear
    }

    /// A Boolean value that indicates a background that covers all beneath, as far as alpha lets it.
    package var hasCoveringBackground: Bool { !hasRoundedCorners && backgroundColor?.isOpaque ?? false }

    /// A Boolean value that indicates pictures left as they are placed: not faded, not cut at corners.
    package var leavesPictures: Bool { alpha >= 1 && !hasRoundedCorners }
}
