import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("Golden pictures of content modes")
struct ContentModeGoldenTests {
    struct Golden: Sendable, CustomTestStringConvertible {
        let name: String
        let canvas: Canvas
        /// What the page says of it.
        let text: String
        /// What the picture shows.
        let alternative: String

        var testDescription: String { name }
    }

    private static let ground = Background.color(Color(red: 222, green: 226, blue: 238))

    private static func made(_ mode: ContentMode, _ text: String, _ alternative: String) -> Golden {
        let name = mode.name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
        let canvas = Canvas(20, 24, mode, ground)
        return Golden(name: "mode-\(name)", canvas: canvas, text: "`\(mode.name)`: \(text)", alternative: alternative)
    }

    private static func made(
        _ name: String,
        _ width: Int,
        _ height: Int,
        _ policy: PixelPolicy,
        _ text: String,
        _ alternative: String
    ) -> Golden {
        var canvas = Canvas(width, height, .center, ground)
        canvas.pixelPolicy = policy
        return Golden(name: "mode-\(name)", canvas: canvas, text: text, alternative: alternative)
    }

    static let modes: [Golden] = [
        made(
            .scaleToFill,
            "fills the bounds, even if proportions change. The default for views; the command uses `scaleAspectFit`",
            "The sign drawn tall, over all of the bounds"
        ),
        made(
            .scaleAspectFit,
            "scaled to the largest size that fits, centered",
            "The whole sign, with room above and below"
        ),
        made(
            .scaleAspectFill,
            "scaled to the smallest size that covers the bounds, centered",
            "The sign's middle; left and right are cut off"
        ),
        made(.redraw, "like `scaleToFill`", "The sign drawn tall, over all of the bounds"),
        made(.center, "unscaled, centered", "The sign in the middle"),
        made(.top, "at the center of the top edge", "The sign at the top"),
        made(.bottom, "at the center of the bottom edge", "The sign at the bottom"),
        made(.left, "at the center of the left edge", "The sign at the left"),
        made(.right, "at the center of the right edge", "The sign at the right"),
        made(.topLeft, "in the corner", "The sign in the upper left corner"),
        made(.topRight, "in the corner", "The sign in the upper right corner"),
        made(.bottomLeft, "in the corner", "The sign in the lower left corner"),
        made(.bottomRight, "in the corner", "The sign in the lower right corner"),
    ]

    static let others: [Golden] = [
        made("source", 14, 10, .snap, "the sign", "A sign of 14 by 10 pixels with an F"),
        made("large", 8, 12, .snap, "`center`, on 8 x 12 pixels", "The middle of the sign, left and right cut off"),
        made("half-snap", 19, 14, .snap, "`center`, edges snapped", "The sign with sharp edges"),
        made("half-exact", 19, 14, .exact, "`center`, edges exact", "The sign with soft edges to the left and right"),
    ]

    @Test("each is drawn as it was when a person looked at it", arguments: modes + others)
    func golden(golden: Golden) throws {
        try GoldenPicture.check(
            Picture.drawn(GoldenSign.sign, on: golden.canvas, as: .rgbaPremultiplied),
            golden.name
        )
    }

    @Test("there is one of each of the 13 modes")
    func complete() {
        expectEqual(Self.modes.map(\.canvas.contentMode), ContentMode.allCases)
    }

    @Test("the page of them is current; tools/record-goldens rewrites it")
    func page() throws {
        try GoldenPage(
            name: "ContentModes",
            introduction: """
                # Content modes

                Placement of pictures in bounds of a different size.

                ## Overview

                A content mode determines how a picture is placed in the bounds of a `Layer`, which may fill the canvas. The names and the results are the same as in UIKit. All pictures on this page are enlarged six times. This is the source, which has 14 x 10 pixels:

                ![A sign of 14 by 10 pixels with an F in a dark rim and four colored corners](golden-mode-source)

                Four modes scale the picture, and nine do not. The background, gray in this example, fills the rest of the bounds.
                """,
            headings: ("Mode", "on 20 x 24 pixels"),
            rows: Self.modes.map { ($0.text, $0.alternative, $0.name) },
            rest: """
                If a picture is larger than its bounds, the canvas clips it. An overlaid view shows the whole picture unless the view clips to its bounds. This is `center` on 8 x 12 pixels:

                ![The middle of the sign; left and right are cut off](golden-mode-large)

                Sizes are in points. Even in modes that do not scale, a picture with two pixels per point covers half as many pixels in each direction on a canvas with one pixel per point.

                ## Between two pixels

                If a picture with a width of 14 pixels is centered in 19 pixels, its left edge is at 2.5. `PixelPolicy.snap` moves each edge to the nearest border between pixels. An edge in the middle of a pixel moves to the right or down. Edges stay sharp, and pixel values do not change. `PixelPolicy.exact` does not move the edges, and blends pixels by their coverage:

                | `PixelPolicy.snap` | `PixelPolicy.exact` |
                |---|---|
                | ![Sharp edges](golden-mode-half-snap) | ![Soft edges](golden-mode-half-exact) |
                """
        ).check()
    }
}
