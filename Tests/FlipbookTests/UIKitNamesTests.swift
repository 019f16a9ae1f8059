import FlipbookTestSupport
import Foundation
import Testing

@Suite("The page of UIKit's names") struct UIKitNamesTests {
    /// Names in UIKit's guides to image views and to the view architecture, each as its own words.
    private static let names = [
        "UIImageView", "UIImage", "contentMode", "scaleAspectFit", "scaleAspectFill", "scaleToFill", "redraw", "left",
        "cap insets", "resizableImage", "ResizingMode.tile", ".stretch", "leftCapWidth", "topCapHeight",
        "contentStretch", "alignmentRectInsets", "imageWithAlignmentRectInsets", "isOpaque", "alpha",
        "backgroundColor", "shadows", "animationImages", "highlightedAnimationImages", "animationDuration",
        "animationRepeatCount", "startAnimating", "stopAnimating", "isAnimating", "animatedImage(with:duration:)",
        "animatedResizableImageNamed", "same size", "same scale", "isUserInteractionEnabled", "gesture recognizers",
        "UIEvent", "touchesBegan", "responder chain", "application object", "performance and debugging tips",
        "init(named:in:compatibleWith:)", "imageNamed", "imageWithContentsOfFile", "imageWithData", "asset catalogs",
        "draw(_:)", "drawRect:", "Interface Builder", "storyboards", "internationalization", "localized string",
        "screen sizes", "accessibility", "traits", "UIControl", "restorationIdentifier", "anchor point",
        "preferredSymbolConfiguration", "tintColor", "adjustsImageWhenAncestorFocused", "focusedFrameGuide",
        "masksFocusEffectToContents", "overlayContentView", "init(image:highlightedImage:)",
        "UIActivityIndicatorView", "UIPickerView", "UIProgressView", "image formats", "Auto Layout", "leading",
        "baseline", "buttons", "scroll views", "custom views", "UIWindow", "CALayer", "Core Animation",
        "setNeedsDisplay", "setNeedsDisplayInRect", "run loop", "snapshot", "autosizing", "layoutSubviews",
        "setNeedsLayout", "animatable properties", "transitions", "coordinate systems", "frame", "bounds", "center",
        "clipsToBounds", "affine transform", "CTM", "CGContextGetCTM", "points and pixels", "interaction model",
        "OpenGL ES", "view controllers", "imageOrientation", "xib", "bar buttons",
    ]

    @Test(
        "every name is in the first column of a row that says what there is, or why there is nothing",
        arguments: names
    )
    func row(name: String) throws {
        let file = Samples.checkout.appendingPathComponent("Sources/FlipbookScene/FlipbookScene.docc/UIKitNames.md")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
        let cells = rows.map { $0.split(separator: " | ", maxSplits: 1) }
        let found = try #require(cells.first { $0[0].contains(name) }, "\(name) has no row")
        #expect(found.count == 2 && found[1].count > 3)
        if found[1].hasPrefix("none") { #expect(found[1].hasPrefix("none:") || found[1].hasPrefix("none,")) }
    }
}
