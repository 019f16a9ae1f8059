import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Golden pictures of overlays")
struct OverlayGoldenTests {
    struct Golden: Sendable, CustomTestStringConvertible {
        let name: String
        /// What the page says of it.
        let text: String
        /// What the picture shows.
        let alternative: String
        /// The overlays' views over a canvas of 32 x 22 points, made of the badge and the sign.
        let views: @Sendable (_ badge: Image, _ sign: Image) -> [ImageView]
        /// What else the canvas is given.
        var change: @Sendable (inout Canvas) -> Void = { _ in }

        var testDescription: String { name }
    }

    private static let size = Size(width: 32, height: 22)
    private static let file = FilePath("badge.png")

    static let goldens: [Golden] = [
        Golden(
            name: "overlay-corner",
            text: "At `bottomRight`, the default, 1 point from the edges: a watermark",
            alternative: "A round badge in the lower right corner"
        ) { badge, _ in [Overlay(image: file, inset: 1).view(showing: badge, on: size)] },
        Golden(
            name: "overlay-faded",
            text: "At `center` with an alpha of 0.5",
            alternative: "The badge in the middle; the hill shows through"
        ) { badge, _ in [Overlay(image: file, position: .center, alpha: 0.5).view(showing: badge, on: size)] },
        Golden(
            name: "overlay-fit",
            text: "With `scaleAspectFit`, 2 points from the edges: the largest size that fits",
            alternative: "The badge as tall as the frame, except for a margin"
        ) { badge, _ in [Overlay(image: file, position: .scaleAspectFit, inset: 2).view(showing: badge, on: size)] },
        Golden(
            name: "overlay-order",
            text: "Two overlays, the later one on top",
            alternative: "A badge that covers a part of a sign"
        ) { badge, sign in
            [
                Overlay(image: file, position: .center).view(showing: sign, on: size),
                Overlay(image: file, position: .right, inset: 7).view(showing: badge, on: size),
            ]
        },
        Golden(
            name: "overlay-fine",
            text: "A picture with two pixels per point (`badge@2x.png`) covers half as many pixels",
            alternative: "The badge at half its size in the upper left corner"
        ) { badge, _ in
            [Overlay(image: file, position: .topLeft, inset: 1).view(showing: badge.atTwice, on: size)]
        },
        Golden(
            name: "overlay-rim",
            text: "A resizable image with a hole in its center, as large as the frame: a border",
            alternative: "A dark border with colored corners around the frame"
        ) { _, sign in
            let rim = sign.resizableImage(withCapInsets: EdgeInsets(top: 3, left: 3, bottom: 3, right: 3))
            return [Overlay(image: file, position: .scaleToFill).view(showing: rim, on: size)]
        },
        Golden(
            name: "overlay-template",
            text: "A template image: the badge's alpha in the view's tint color",
            alternative: "A blue disc in the upper right corner"
        ) { badge, _ in
            let template = badge.withRenderingMode(.alwaysTemplate)
            return [Overlay(image: file, position: .topRight, inset: 1).view(showing: template, on: size)]
        },
        Golden(
            name: "overlay-over-faded",
            text: "Over a frame with an alpha of 0.4; the overlay does not fade",
            alternative: "The badge as before over a pale frame",
            views: { badge, _ in [Overlay(image: file, inset: 1).view(showing: badge, on: size)] },
            change: { $0.alpha = 0.4 }
        ),
    ]

    /// The sign without its middle, for a border.
    private static let rim = Picture(14, 10) { x, y in
        let isRim = min(x, 13 - x, y, 9 - y) == 0
        let isCorner = min(x, 13 - x) < 3 && min(y, 9 - y) < 3
        return isRim || isCorner ? GoldenSign.sign.pixel(x, y) : [0, 0, 0, 0]
    }

    @Test("each is drawn as it was when a person looked at it", arguments: goldens)
    func golden(golden: Golden) throws {
        let badge = try Image(data: PNGEncoder.encode(GoldenSign.badge))
        let sign = golden.name == "overlay-rim" ? Self.rim : GoldenSign.sign
        var canvas = Canvas(32, 22)
        canvas.overlays = golden.views(badge, try Image(data: PNGEncoder.encode(sign)))
        golden.change(&canvas)
        let picture = try Picture.drawn(GoldenSign.scene, on: canvas, as: .rgbaPremultiplied)
        try GoldenPicture.check(picture, golden.name)
    }

    @Test("what overlays are put on, and of what they are made, as they are")
    func sources() throws {
        let scene = try Picture.drawn(GoldenSign.scene, on: Canvas(32, 22), as: .rgbaPremultiplied)
        try GoldenPicture.check(scene, "overlay-scene")
        let badge = try Picture.drawn(GoldenSign.badge, on: Canvas(9, 9), as: .rgbaPremultiplied)
        try GoldenPicture.check(badge, "overlay-badge")
    }

    @Test("the page of them is current; tools/record-goldens rewrites it")
    func page() throws {
        try GoldenPage(
            name: "Overlays",
            introduction: """
                # Overlays

                Pictures drawn over every frame, such as a watermark, a border, or a title.

                ## Overview

                In a `Scene`, the layers above the lowest one are placed in the coordinates of the canvas, in points. A ``FrameRenderer`` reads and draws these layers once and keeps their pixels, so that it only has to composite them over each picture. All pictures on this page are enlarged six times. These are a picture of 32 x 22 pixels, and a badge of 9 x 9 pixels with a half-transparent rim:

                ![A landscape with a hill and a sun](golden-overlay-scene)

                ![A red disc with a white bar and a pale rim](golden-overlay-badge)
                """,
            headings: ("Overlay", "on the frame"),
            rows: Self.goldens.map { ($0.text, $0.alternative, $0.name) },
            rest: """
                The first overlay is at the back. The background, the picture, and the tint of an overlay are composited first. Alpha then fades the result as a group, so that the background does not show through the picture. A picture that is larger than its view extends beyond the view unless the view clips to its bounds. The edges of the canvas always clip it. The content mode determines how the picture is placed in its view; see <doc:ContentModes>.

                On the command line, `--overlay logo.png,topLeft,alpha=0.5,inset=8` adds an overlay. You can repeat the option.
                """
        ).check()
    }
}

extension Image {
    /// The same picture with two pixels per point.
    fileprivate var atTwice: Image {
        Image(source: source, pixelSize: pixelSize, scale: 2, orientation: imageOrientation)
    }
}
