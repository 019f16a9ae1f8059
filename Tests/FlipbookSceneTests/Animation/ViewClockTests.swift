import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Times of pictures in a tree, and of animations in animations. The numbers are those of UIKit's documentation of
/// `startAnimating()` and of `overrideInheritedDuration`, and of the note on image views (5, 0.4 and 0.7).
@MainActor @Suite("Clocks of views") struct ViewClockTests {
    private static func image(_ name: String) -> Image { Image(source: .file(FilePath(name))) }

    /// Four pictures in a second.
    private static func walk(repeatCount: Int = 1) -> ImageView {
        var view = ImageView(image: image("still"))
        view.animationImages = ["a", "b", "c", "d"].map(image)
        (view.animationDuration, view.animationRepeatCount) = (1, repeatCount)
        return view
    }

    private static func shown(_ view: View) -> String { view.imageView?.visibleImage?.path?.string ?? "-" }

    /// The pictures that are seen from 10 s on, every quarter of a second, of a view that came into the tree then.
    private static func shownFromTenSeconds(_ come: @MainActor (View) -> View) -> [String] {
        let root = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
        root.advance(to: 10)
        let view = come(root)
        return ([10, 10.25, 10.5, 10.75, 11] as [RationalTime]).map {
            root.advance(to: $0)
            return shown(view)
        }
    }

    @Test("an animation counts from startAnimating(), wherever its view comes into a tree at 10 s")
    func late() {
        let expected = ["a", "b", "c", "d", "still"]
        let walk = changing(Self.walk()) { $0.startAnimating() }
        let added = Self.shownFromTenSeconds { root in
            let view = View(walk)
            root.addSubview(view)
            return view
        }
        expectEqual(added, expected)
        let within = Self.shownFromTenSeconds { root in
            let (outer, view) = (View(), View(walk))
            outer.addSubview(view)
            root.addSubview(outer)
            return view
        }
        expectEqual(within, expected)
        let inPlace = Self.shownFromTenSeconds { root in
            let view = View(ImageView(image: Self.image("other")))
            root.addSubview(view)
            view.imageView = walk
            return view
        }
        expectEqual(inPlace, expected)
        let started = Self.shownFromTenSeconds { root in
            let view = View(Self.walk())
            root.addSubview(view)
            view.imageView?.startAnimating()
            return view
        }
        expectEqual(started, expected)
    }

    @Test("what has run for half a second goes on from there in a tree, and a view that was away has not stood still")
    func goingOn() {
        var walk = changing(Self.walk()) { $0.startAnimating() }
        walk.advance(to: 0.5)
        expectEqual(
            Self.shownFromTenSeconds { root in
                let view = View(walk)
                root.addSubview(view)
                return view
            },
            ["c", "d", "still", "still", "still"]
        )
        let (root, view) = (View(), View(changing(Self.walk(repeatCount: 0)) { $0.startAnimating() }))
        root.addSubview(view)
        view.removeFromSuperview()
        root.advance(to: 7.5)
        root.addSubview(view)
        expectEqual(Self.shown(view), "c")
        expectEqual(view.imageView?.isAnimating, true)
    }

    @Test(
        "an animation goes on where its view comes into another tree, a younger or an older one",
        arguments: [0, 9.5, 20]
    )
    func moved(start: RationalTime) {
        let (root, other, view) = (View(), View(), View())
        root.addSubview(view)
        root.advance(to: 9.5)
        other.advance(to: start)
        var ended: [Bool] = []
        View.animate(withDuration: 1, options: .curveLinear) {
            view.alpha = 0
        } completion: {
            ended.append($0)
        }
        root.advance(to: 10)
        other.addSubview(view)
        expectEqual(view.presentation.alpha, 0.5)
        other.advance(to: start + 0.5)
        expect(view.presentation.alpha == 0 && ended == [true])
    }

    @Test("a view that was taken out of a tree, and is moved on by itself, leaves that tree's time as it is")
    func apart() {
        let (root, gone) = (View(), View())
        root.addSubview(gone)
        root.advance(to: 1)
        gone.removeFromSuperview()
        var ended: [Bool] = []
        View.animate(withDuration: 2) {
            root.alpha = 0
        } completion: {
            ended.append($0)
        }
        gone.advance(to: 100)
        expect(gone.time == 100 && root.time == 1 && ended.isEmpty)
        root.addSubview(gone)
        expectEqual(gone.time, 1)
    }

    @Test("a scene begins with the frame that the contents of a layer show at the time of its tree")
    func framesOfALayer() throws {
        let view = View()
        let timing = try require(FrameTiming(frameCount: 4, cycleDuration: 1))
        view.layer.contents = .frames(["a", "b", "c", "d"].map { Frame(Self.image($0)) }, timing)
        view.advance(to: 0.5)
        let contents = view.scene().layers[0].contents
        expectEqual([0, 250_000_000].map { contents.image(atNanosecond: $0)?.path }, ["c", "d"])
    }

    @Test("an animated highlighted picture begins when it comes to be shown, and so does the other one after it")
    func highlight() {
        let still = Image.animatedImage(with: ["a", "b"].map(Self.image), duration: 2)
        let glow = Image.animatedImage(with: ["g", "h"].map(Self.image), duration: 2)
        var view = ImageView(image: still, highlightedImage: glow)
        func shown(at time: RationalTime) -> String {
            view.advance(to: time)
            return view.visibleImage?.path?.string ?? "-"
        }
        expectEqual([shown(at: 0.5), shown(at: 1.5)], ["a", "b"])
        view.isHighlighted = true
        expectEqual([shown(at: 1.5), shown(at: 2.4), shown(at: 2.5)], ["g", "g", "h"])
        // A picture that is not seen has no clock that the other one would follow.
        view.image = still
        expectEqual(shown(at: 3.4), "h")
        view.isHighlighted = false
        expectEqual([shown(at: 3.4), shown(at: 4.3), shown(at: 4.4)], ["a", "a", "b"])
        view.isHighlighted = true
        view.highlightedImage = glow
        expectEqual(shown(at: 5.3), "g")
    }

    @Test(
        "an animation in another one's block has that one's duration and curve, unless its options override them",
        arguments: [
            ([], 4, 0.25), (.overrideInheritedDuration, 1, 1), (.overrideInheritedCurve, 4, 0.09346),
            ([.overrideInheritedDuration, .overrideInheritedCurve], 1, 1),
        ] as [(AnimationOptions, RationalTime, Double)]
    )
    func nested(options: AnimationOptions, duration: RationalTime, quarter: Double) {
        let (root, inner) = (View(), View())
        root.addSubview(inner)
        var ended: [Double] = []
        View.animate(withDuration: 4, options: .curveLinear) {
            root.alpha = 0
            View.animate(withDuration: 1, options: options.union(.curveEaseIn)) {
                inner.center.x = 1
            } completion: { _ in
                ended.append(1)
            }
        }
        root.advance(to: 1)
        expect((inner.presentation.center.x - quarter).magnitude < 1e-4)
        root.advance(to: duration - .nanoseconds(1))
        expectEqual(ended.isEmpty, duration > 1)
        root.advance(to: duration)
        expectEqual(ended, [1])
    }
}
