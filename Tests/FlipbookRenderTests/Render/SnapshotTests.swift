import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

/// A view that is drawn by itself: a snapshot of its bounds, as UIKit's `drawHierarchy(in:afterScreenUpdates:)` draws it.
@MainActor @Suite("A view drawn by itself") struct SnapshotTests {
    private let picture = Picture(4, 2) { x, y in [UInt8(x * 60), UInt8(y * 100), 7, 255] }

    @Test(
        "neither the turn of a view nor its place counts: 4x2 pixels stay 4x2",
        arguments: [Transform(rotationDegrees: 90), Transform(rotationDegrees: 45), Transform(scaleX: 3, y: 3)]
    )
    func turned(transform: Transform) async throws {
        var view = ImageView(image: try Image(data: PNGEncoder.encode(picture)))
        (view.transform, view.center, view.anchorPoint) = (transform, Point(x: 50, y: 70), Point(x: 1, y: 0))
        try expectEqual(FrameRenderer.picture(of: view).bytes, picture.bytes)
        for try await shown in try await FrameStream(view) { expectEqual(shown.picture.bytes, picture.bytes) }
        try expectEqual(drawn(View(view), at: 0).bytes, picture.bytes)
    }

    @Test("an animation of its place does not count either, one of its size does")
    func animated() throws {
        let view = View(ImageView(image: try Image(data: PNGEncoder.encode(picture))))
        view.frame.origin = Point(x: 30, y: 40)
        View.animate(withDuration: 2, options: .curveLinear) {
            view.center.x = 90
            view.transform = Transform(rotationDegrees: 90)
        }
        try expectEqual(drawn(view, at: 1).bytes, picture.bytes)
        let card = View(frame: Rect(x: 30, y: 40, width: 2, height: 1))
        card.backgroundColor = .white
        View.animate(withDuration: 2, options: .curveLinear) { card.frame = Rect(x: 5, y: 5, width: 4, height: 1) }
        let half = try drawn(card, at: 1)
        expectEqual((0..<4).map { half.pixel($0, 0)[3] }, [255, 255, 255, 0])
    }

    @Test("an image that flips is mirrored once, in the direction that its view is given or inherits")
    func flipped() async throws {
        let image = try Image(data: PNGEncoder.encode(picture)).imageFlippedForRightToLeftLayoutDirection()
        let mirrored = Picture(4, 2) { x, y in [UInt8((3 - x) * 60), UInt8(y * 100), 7, 255] }
        let root = View(frame: Rect(x: 0, y: 0, width: 4, height: 2))
        root.addSubview(View(ImageView(image: image)))
        try expectEqual(drawn(root, at: 0).bytes, picture.bytes)
        root.layoutDirection = .rightToLeft
        try expectEqual(drawn(root, at: 0).bytes, mirrored.bytes)
        root.subviews[0].semanticContentAttribute = .playback
        try expectEqual(drawn(root, at: 0).bytes, picture.bytes)
        let view = changing(ImageView(image: image)) { $0.layoutDirection = .rightToLeft }
        try expectEqual(FrameRenderer.picture(of: view).bytes, mirrored.bytes)
        for try await shown in try await FrameStream(view) { expectEqual(shown.picture.bytes, mirrored.bytes) }
    }

    private func drawn(_ view: View, at time: RationalTime) throws -> Picture {
        let scene = BoundScene(view.scene())
        return try FrameRenderer(scene.drawings).picture(
            of: scene.displayList(at: time),
            for: RenderTarget(scene.scene)
        )
    }
}
