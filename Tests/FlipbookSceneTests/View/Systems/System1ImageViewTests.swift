import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// System 1: the image view object. Row 5, which is about pixels, is with the compositing tests.
@Suite("System 1: image views")
struct System1ImageViewTests {
    private static func image(_ name: String, _ width: Int, _ height: Int, scale: Double = 1) -> Image {
        Image(source: .file(FilePath(name)), pixelSize: PixelSize(width: width, height: height), scale: scale)
    }

    private static let a = image("a", 100, 50, scale: 2)
    private static let b = image("b", 300, 300)

    /// What is done to a view, and what it is then.
    struct Row: CustomStringConvertible, Sendable {
        let description: String
        var steps: @Sendable (inout ImageView) -> Void = { _ in }
        var frame = Rect(x: 0, y: 0, width: 50, height: 25)
        /// The name of the picture that shows.
        var shown: String? = "a"
    }

    @Test(
        "each row, from a view of 100x50 pixels at @2x",
        arguments: [
            Row(description: "1: the frame is the image's size in points"),
            Row(description: "2: another image does not resize the view", steps: { $0.image = b }, shown: "b"),
            Row(
                description: "2: sizeToFit does, and keeps the origin",
                steps: {
                    $0.image = b
                    $0.sizeToFit()
                },
                frame: Rect(x: 0, y: 0, width: 300, height: 300),
                shown: "b"
            ),
            Row(
                description: "2: the size of the bounds keeps the center",
                steps: {
                    $0.image = b
                    $0.bounds.size = Size(width: 300, height: 300)
                },
                frame: Rect(x: -125, y: -137.5, width: 300, height: 300),
                shown: "b"
            ),
            Row(description: "3: highlighted without a highlighted image", steps: { $0.isHighlighted = true }),
            Row(
                description: "4: a highlighted image is not shown before it is asked for",
                steps: {
                    $0.image = nil
                    $0.highlightedImage = b
                },
                shown: nil
            ),
            Row(
                description: "4: and is shown then, in the frame that there is",
                steps: {
                    $0.image = nil
                    $0.highlightedImage = b
                    $0.isHighlighted = true
                },
                shown: "b"
            ),
            Row(
                description: "what shows is the still image again after an animation, the highlighted one if so",
                steps: {
                    $0.highlightedImage = b
                    $0.animationImages = [b]
                    $0.startAnimating()
                    $0.isHighlighted = true
                    $0.stopAnimating()
                },
                shown: "b"
            ),
        ]
    )
    func rows(_ row: Row) {
        var view = ImageView(image: Self.a)
        row.steps(&view)
        expectEqual(view.frame, row.frame)
        expectEqual(view.visibleImage?.path?.string, row.shown)
    }

    @Test("highlighting an image that has no highlighted one changes nothing of it (0.6)")
    func defaultHighlight() {
        var view = ImageView(image: Self.a)
        view.isHighlighted = true
        expectEqual(view.visibleImage, Self.a)
        expect(view.alpha == 1 && view.backgroundColor == nil)
    }

    @Test(
        "a picture that flips is mirrored where the view runs from right to left, and nowhere else",
        arguments: [
            (.unspecified, .leftToRight, false), (.unspecified, .rightToLeft, true), (.playback, .rightToLeft, false),
            (.spatial, .rightToLeft, false), (.forceLeftToRight, .rightToLeft, false),
            (.forceRightToLeft, .leftToRight, true),
        ] as [(SemanticContentAttribute, LayoutDirection, Bool)]
    )
    func rightToLeft(attribute: SemanticContentAttribute, direction: LayoutDirection, isMirrored: Bool) {
        let plain = Self.a.resizableImage(withCapInsets: EdgeInsets(left: 5, right: 2))
        let flipping = plain.imageFlippedForRightToLeftLayoutDirection()
        expectEqual(flipping.imageOrientation, .up)
        var view = ImageView(image: flipping)
        view.semanticContentAttribute = attribute
        view.layoutDirection = direction
        expectEqual(view.visibleImage?.imageOrientation, isMirrored ? .upMirrored : .up)
        expectEqual(view.visibleImage?.capInsets, (isMirrored ? EdgeInsets(left: 2, right: 5) : plain.capInsets))
        view.image = plain
        expectEqual(view.visibleImage, plain)
    }
}
