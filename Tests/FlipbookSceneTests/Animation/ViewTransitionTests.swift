import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Transitions of image views and of views, as UIKit's documentation of `transition(with:duration:options:…)` and of
/// `transition(from:to:duration:options:completion:)` has them.
@MainActor @Suite("Transitions of views") struct ViewTransitionTests {
    private static func image(_ name: String) -> Image { Image(source: .file(FilePath(name))) }

    @Test("an image view goes over into its next image, and no other property changes")
    func images() {
        let (from, to, frame) = (Self.image("a"), Self.image("b"), Self.image("c"))
        var view = ImageView(image: from)
        view.animationImages = [frame]
        (view.animationDuration, view.animationRepeatCount) = (3, 7)
        view.transition(to: to, by: .push(.up), duration: 1, curve: .linear)
        expectEqual(view.image, to)
        expect(!view.isAnimating, "isAnimating is of the animation")
        expectEqual(view.animationImages, [frame])
        expect(view.animationDuration == 3 && view.animationRepeatCount == 7)
        for (time, progress) in [(0, 0), (0.25, 0.25), (0.75, 0.75)] as [(RationalTime, Double)] {
            expectEqual(view.visibleImage(at: time), from.transitioning(to: to, by: .push(.up), at: progress))
        }
        expectEqual(view.visibleImage(at: 1), to)
        view.advance(to: 0.5)
        view.startAnimating()
        expect(view.isAnimating && view.visibleImage(at: 1.5) == frame)
        view.stopAnimating()
        // Another one begins with what is seen, by UIKit's usual curve.
        view.transition(to: from, duration: 1)
        expectEqual(view.visibleImage?.parts.compactMap(\.path), ["a", "b", "a"])
        view.advance(to: 0.75)
        expect((view.visibleImage?.transition?.progress ?? 0).distance(to: 0.12916).magnitude < 1e-4)
    }

    @Test(
        "a view's former look goes over into the new one, its model changes at once, and completion says how it ended"
    )
    func with() {
        let (root, card, label) = (View(), View(), View())
        root.addSubview(card)
        card.addSubview(label)
        root.advance(to: 1)
        var ended: [String] = []
        func turn(_ name: String, _ changes: () -> Void) {
            View.transition(
                with: card,
                duration: 2,
                options: [.transitionFlipFromLeft, .curveLinear],
                animations: changes
            ) {
                ended.append("\(name) \($0)")
            }
        }
        turn("first") {
            label.removeFromSuperview()
            card.alpha = 0.5
        }
        expect(card.subviews.isEmpty && card.alpha == 0.5 && card.presentation.alpha == 0.5)
        expect(card.layer.former.map(\.alpha) == [1] && card.layer.former[0].sublayers.count == 1)
        root.advance(to: 1.5)
        let passage = card.layer.passage(atNanosecond: 1_500_000_000)
        expect(passage?.transition == .flipFromLeft && passage?.progress == 0.25)
        turn("second") { card.alpha = 1 }
        expectEqual(ended, ["first false"])
        expectEqual(card.layer.former.map(\.alpha), [0.5])
        root.advance(to: 3.5)
        expectEqual(ended, ["first false", "second true"])
        expect(card.layer.former.isEmpty && card.layer.tracks.isEmpty)
        View.transition(with: card, duration: 1) {
            card.alpha = 0
        } completion: {
            ended.append("none \($0)")
        }
        expect(ended.last == "none true" && card.presentation.alpha == 0)
        View.transition(
            with: card,
            duration: 1,
            options: [.transitionCrossDissolve, .allowAnimatedContent, .curveLinear]
        ) {
            card.center.x = 8
        }
        root.advance(to: 4)
        expectEqual(card.presentation.center.x, 4)
    }

    @Test("a view takes another one's place in the tree, or is shown instead of it; their superview goes over")
    func between() {
        let (root, back, top, front) = (View(), View(), View(), View())
        for view in [front, top] { root.addSubview(view) }
        var ended: [Bool] = []
        View.transition(from: front, to: back, duration: 1, options: .transitionCrossDissolve) { ended.append($0) }
        expectEqual(root.subviews.map(ObjectIdentifier.init), [back, top].map(ObjectIdentifier.init))
        expect(front.superview == nil)
        expectEqual(root.layer.passage(atNanosecond: 0)?.transition, .dissolve)
        root.advance(to: 1)
        View.transition(from: front, to: back, duration: 1) { ended.append($0) }
        expectEqual(ended, [true, false], "one without a superview does not begin")
        top.isHidden = true
        View.transition(from: back, to: top, duration: 1, options: [.transitionFlipFromTop, .showHideTransitionViews])
        expectEqual(root.subviews.map(\.isHidden), [true, false])
        expectEqual(root.layer.former[0].sublayers.map(\.isHidden), [false, true])
        // In the block of an animation, it takes that one's time.
        View.animate(withDuration: 4) {
            View.transition(with: root, duration: 1, options: .transitionFlipFromBottom) {}
        }
        expect(
            root.layer.passage(atNanosecond: 4_500_000_000) != nil
                && root.layer.passage(atNanosecond: 5_000_000_000) == nil
        )
    }
}
