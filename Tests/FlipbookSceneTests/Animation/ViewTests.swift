import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

@MainActor @Suite("Views") struct ViewTests {
    private static func view(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> View {
        View(frame: Rect(x: x, y: y, width: width, height: height))
    }

    private func alpha(_ view: View) -> Double { view.presentation.alpha }

    @Test("a view lies in one superview at a time, at the place that it was put")
    func tree() {
        let (root, a, b, c) = (View(), View(), View(), View())
        root.addSubview(a)
        root.addSubview(b)
        root.insertSubview(c, at: 0)
        expectEqual(root.subviews.map(ObjectIdentifier.init), [c, a, b].map(ObjectIdentifier.init))
        root.bringSubviewToFront(c)
        expect(root.subviews.last === c)
        root.insertSubview(c, belowSubview: b)
        expect(root.subviews[1] === c)
        a.addSubview(c)
        expect(c.superview === a)
        expectEqual(root.subviews.count, 2)
        c.removeFromSuperview()
        expect(c.superview == nil)
        expect(a.subviews.isEmpty)
    }

    @Test("what is set of a view is set of its image view, and the other way round: it is one number")
    func oneValue() throws {
        let view = View(ImageView(frame: Rect(x: 1, y: 2, width: 10, height: 20)))
        view.alpha = 0.5
        expectEqual(view.imageView?.alpha, 0.5)
        view.imageView?.alpha = 0.25
        expect(view.alpha == 0.25 && view.layer.alpha == 0.25)
        view.imageView?.cornerRadius = 3
        view.imageView?.center = Point(x: 40, y: 50)
        view.imageView?.backgroundColor = nil
        expect(view.cornerRadius == 3 && view.center == Point(x: 40, y: 50) && view.backgroundColor == nil)
        view.bounds.size.width = 30
        expectEqual(view.imageView?.bounds.size, Size(width: 30, height: 20))
        // Another one is shown as it looks, where it lies.
        var other = ImageView(frame: Rect(x: 5, y: 5, width: 8, height: 8))
        other.isHidden = true
        view.imageView = other
        expect(view.isHidden && view.alpha == 1 && view.frame == other.frame && view.imageView == other)
    }

    @Test("frame, mode, tint, turn, filter and pixel policy of an image view are the view's: UIKit has one object")
    func oneObject() {
        let view = View(ImageView())
        view.imageView?.frame = Rect(x: 4, y: 6, width: 8, height: 10)
        expect(view.center == Point(x: 8, y: 11) && view.layer.bounds.size == Size(width: 8, height: 10))
        view.imageView?.contentMode = .center
        view.imageView?.tintColor = .red
        view.imageView?.transform = Transform(a: 1, b: 0.5, c: 0, d: 2, tx: 3, ty: 0)
        expect(view.contentMode == .center && view.tintColor == .red)
        expectEqual(view.transform, Transform(a: 1, b: 0.5, c: 0, d: 2, tx: 3, ty: 0))
        view.imageView?.filter = .nearest
        view.pixelPolicy = .exact
        expect(view.layer.filter == .nearest && view.imageView?.pixelPolicy == .exact)
    }

    @Test("a view's layer is the one that is drawn: what is set of it, or of one within, counts (UIView.layer)")
    func layer() {
        let (root, card) = (Self.view(0, 0, 100, 100), Self.view(10, 10, 20, 20))
        root.addSubview(card)
        root.layer.contents = .image(.nothing)
        (root.layer.cornerRadius, root.layer.anchorPoint) = (5, .zero)
        root.layer.sublayers[0].alpha = 0.5
        root.layer.sublayers.append(Layer(frame: Rect(x: 1, y: 2, width: 3, height: 4)))
        expectEqual(root.scene().layers[0].contents, .image(.nothing))
        expect(root.cornerRadius == 5 && root.frame == Rect(x: 50, y: 50, width: 100, height: 100))
        expect(card.alpha == 0.5 && root.subviews.count == 1)
        expectEqual(root.layer.sublayers.map(\.frame.width), [20, 3])
        View.animate(withDuration: 1, options: .curveLinear) { card.layer.cornerRadius = 8 }
        root.advance(to: 0.5)
        expect(card.cornerRadius == 8 && card.presentation.cornerRadius == 4)
    }

    @Test("a track of a layer runs; without its track an animation was cut short (CALayer.removeAllAnimations())")
    func tracks() {
        let view = Self.view(0, 0, 10, 10)
        var fade = Track(.alpha, from: .number(1), to: .number(0), duration: 2)
        fade.curve = .linear
        view.layer.tracks = [fade]
        view.advance(to: 1)
        expect(alpha(view) == 0.5 && view.alpha == 1 && view.scene().layers[0].tracks.count == 1)
        var ended: [Bool] = []
        View.animate(withDuration: 1) {
            view.center.x = 40
        } completion: {
            ended.append($0)
        }
        view.layer.tracks = []
        expect(ended == [false] && view.presentation.center.x == 40 && alpha(view) == 1)
    }

    @Test("contents of an image view's layer show until it has another picture, or none of their own")
    func contents() {
        let (first, second) = (Image(source: .black), Image(source: .black, scale: 2))
        let view = View(ImageView(image: first))
        view.layer.contents = .image(.nothing)
        view.imageView?.alpha = 0.5
        expect(view.layer.contents == .image(.nothing) && view.imageView?.image == first)
        view.imageView?.image = second
        expectEqual(view.layer.contents, .image(second))
        view.layer.contents = .image(.nothing)
        view.layer.contents = .nothing
        expectEqual(view.layer.contents, .image(second))
    }

    @Test("an animation of an image view's property is one of the view")
    func animatedImageView() {
        let view = View(ImageView())
        View.animate(withDuration: 1, options: .curveLinear) { view.imageView?.alpha = 0 }
        view.advance(to: 0.5)
        expect(view.alpha == 0 && alpha(view) == 0.5)
    }

    @Test("a view takes the nearest alpha, and no radius below 0; what is no number changes nothing")
    func numbers() {
        let view = Self.view(0, 0, 10, 10)
        for (alpha, expected) in [(2, 1), (0.5, 0.5), (.nan, 0.5), (-1, 0)] as [(Double, Double)] {
            view.alpha = alpha
            expectEqual(view.alpha, expected)
        }
        for (radius, expected) in [(4, 4), (-1, 4), (.nan, 4), (1e9, 1e9)] as [(Double, Double)] {
            view.cornerRadius = radius
            expectEqual(view.cornerRadius, expected)
        }
    }

    @Test("places are converted through the tree, both ways")
    func conversion() {
        let (root, middle, inner) = (Self.view(0, 0, 200, 200), Self.view(20, 30, 100, 100), Self.view(10, 10, 20, 20))
        root.addSubview(middle)
        middle.addSubview(inner)
        middle.bounds.origin = Point(x: 5, y: 0)
        expectEqual(inner.convert(Point(x: 1, y: 2), to: root), Point(x: 26, y: 42))
        expectEqual(inner.convert(Point(x: 26, y: 42), from: nil), Point(x: 1, y: 2))
        middle.transform = Transform(scaleX: 2, y: 2)
        let corner = middle.convert(Point(x: 5, y: 0), to: root)
        expectEqual(corner, Point(x: -30, y: -20))
    }

    @Test("rectangles and points are converted to and from every view of the tree, nil for the root (UIView.convert)")
    func conversions() {
        let (root, left, right) = (Self.view(0, 0, 200, 200), Self.view(20, 30, 40, 20), Self.view(100, 50, 40, 20))
        root.addSubview(left)
        root.addSubview(right)
        // A quarter turn about its middle, (120, 60): what is 40x20 in it is 20x40 around it.
        right.transform = Transform(rotationDegrees: 90)
        let rect = Rect(x: 0, y: 0, width: 40, height: 20)
        let turned = Rect(x: 110, y: 40, width: 20, height: 40)
        expect(right.convert(rect, to: nil) == turned && root.convert(rect, from: right) == turned)
        expect(right.convert(turned, from: nil) == rect && root.convert(turned, to: right) == rect)
        let seen = Rect(x: 90, y: 10, width: 20, height: 40)
        expect(right.convert(rect, to: left) == seen && left.convert(rect, from: right) == seen)
        expectEqual(right.convert(Point(x: 40, y: 0), to: left), Point(x: 110, y: 50))
        expectEqual(left.convert(Point(x: 40, y: 0), from: right), Point(x: 110, y: 50))
    }

    @Test("views are found by their tags, and change places (viewWithTag(_:), exchangeSubview(at:withSubviewAt:))")
    func tags() {
        let (root, a, b, c) = (View(), View(), View(), View())
        for view in [a, b] { root.addSubview(view) }
        b.addSubview(c)
        (b.tag, c.tag) = (7, 9)
        expect(root.viewWithTag(9) === c && root.viewWithTag(7) === b && root.viewWithTag(0) === root)
        expect(root.viewWithTag(8) == nil && a.tag == 0)
        root.exchangeSubview(at: 0, withSubviewAt: 1)
        expect(root.subviews[0] === b && root.subviews[1] === a && root.layer.sublayers[0].sublayers.count == 1)
    }

    @Test("a touch goes to the frontmost view at its place, by UIKit's rules")
    func hits() {
        let (root, sub) = (Self.view(0, 0, 100, 100), Self.view(0, 0, 100, 100))
        sub.center = Point(x: 50, y: 50)
        sub.transform = Transform(scaleX: 0.5, y: 0.5)
        root.addSubview(sub)
        expect(root.hitTest(Point(x: 25, y: 25)) === sub)
        expect(root.hitTest(Point(x: 75, y: 75)) === root)
        expect(root.hitTest(Point(x: 100, y: 100)) == nil)
        sub.alpha = 0.009
        expect(root.hitTest(Point(x: 50, y: 50)) === root)
        sub.alpha = 0.01
        expect(root.hitTest(Point(x: 50, y: 50)) === sub)
        sub.isUserInteractionEnabled = false
        expect(root.hitTest(Point(x: 50, y: 50)) === root)
        let outside = Self.view(90, 90, 20, 20)
        root.addSubview(outside)
        expect(root.hitTest(Point(x: 105, y: 105)) == nil)
        expectEqual(View(ImageView()).isUserInteractionEnabled, false)
    }

    @Test("a change in a block has its value at once, and shows it in the end")
    func animation() {
        let (root, view) = (View(), View())
        root.addSubview(view)
        var ended: [Bool] = []
        View.animate(withDuration: 2, delay: 1, options: .curveLinear) {
            view.alpha = 0
        } completion: {
            ended.append($0)
        }
        expectEqual(view.alpha, 0)
        expectEqual(alpha(view), 1)
        root.advance(to: 2)
        expect((alpha(view) - 0.5).magnitude < 1e-9)
        expect(ended.isEmpty)
        root.advance(to: 3)
        expectEqual(alpha(view), 0)
        expectEqual(ended, [true])
        expect(root.layer.sublayers[0].tracks.isEmpty)
    }

    /// Half a second of a second, in steps, one after the other, of a view at (0, 0, 10, 10).
    private static func halfway(_ steps: @escaping (View) -> Void) -> (frame: Rect, ended: [Bool]) {
        let view = view(0, 0, 10, 10)
        var ended: [Bool] = []
        View.animate(withDuration: 1, options: .curveLinear) {
            steps(view)
        } completion: {
            ended.append($0)
        }
        view.advance(to: 0.5)
        let frame = view.presentation.frame
        view.advance(to: 1)
        return (frame, ended)
    }

    @Test("a block that sets a property in parts moves it from where it was (UIView.frame and center are animatable)")
    func parts() {
        let moved = Self.halfway { ($0.center.x, $0.center.y) = (105, 205) }
        expect(moved.frame == Rect(x: 50, y: 100, width: 10, height: 10) && moved.ended == [true])
        let resized = Self.halfway { ($0.frame.origin.x, $0.frame.size.width) = (100, 20) }
        expect(resized.frame == Rect(x: 50, y: 0, width: 15, height: 10) && resized.ended == [true])
        let both = Self.halfway { ($0.center.y, $0.frame.size.width, $0.bounds.size.height) = (105, 20, 10) }
        expect(both.frame == Rect(x: 0, y: 50, width: 15, height: 10) && both.ended == [true])
        let back = Self.halfway { ($0.frame.origin.x, $0.frame.origin.x) = (100, 0) }
        expect(back.frame == Rect(x: 0, y: 0, width: 10, height: 10) && back.ended == [true])
    }

    @Test("a block right after another one moves a view from where it is seen; the one before is cut short")
    func twoBlocks() {
        let view = Self.view(0, 0, 10, 10)
        var ended: [Bool] = []
        View.animate(withDuration: 4) {
            view.center.x = 105
        } completion: {
            ended.append($0)
        }
        View.animate(withDuration: 1, options: .curveLinear) { view.center.y = 205 }
        view.advance(to: 0.5)
        expect(view.presentation.center == Point(x: 55, y: 105) && ended == [false])
    }

    @Test(
        "a turn goes the shorter way round, so that quarter turns go on in one direction, as Core Animation has it",
        arguments: [(0, 90, 45), (180, 270, 225), (170, 190, 180), (-170, 170, 180), (0, 180, 90)]
            as [(Double, Double, Double)]
    )
    func turning(start: Double, end: Double, half: Double) {
        let view = Self.view(0, 0, 10, 10)
        view.transform = Transform(rotationDegrees: start)
        View.animate(withDuration: 1, options: .curveLinear) { view.transform = Transform(rotationDegrees: end) }
        view.advance(to: 0.5)
        let turn = TransformParts(view.presentation.transform).rotation - half
        expect(turn.remainder(dividingBy: 360).magnitude < 1e-9)
    }

    @Test("a center that is set cuts short what moves the frame: a finger takes a view that moves by itself")
    func taken() {
        let view = Self.view(0, 0, 10, 10)
        var ended: [Bool] = []
        View.animate(withDuration: 1) {
            view.frame.origin.x = 100
        } completion: {
            ended.append($0)
        }
        view.advance(to: 0.5)
        view.center = Point(x: 5, y: 85)
        expect(view.presentation.center == Point(x: 5, y: 85) && ended == [false])
    }

    @Test("a change that is cut short says so, and one that changes nothing is complete at once")
    func completion() {
        let view = View()
        var ended: [String] = []
        View.animate(withDuration: 1) {
            view.alpha = 0.5
        } completion: {
            ended.append("first \($0)")
        }
        view.advance(to: 0.5)
        View.animate(withDuration: 1, options: [.beginFromCurrentState, .curveLinear]) {
            view.alpha = 0
        } completion: {
            ended.append("second \($0)")
        }
        expectEqual(ended, ["first false"])
        expect((alpha(view) - 0.75).magnitude < 1e-6)
        View.animate(withDuration: 1) {
            view.alpha = 0
        } completion: {
            ended.append("third \($0)")
        }
        expectEqual(ended, ["first false", "third true"])
        view.advance(to: 1.5)
        expectEqual(ended, ["first false", "third true", "second true"])
    }

    @Test("key frames follow one another, and springs come to rest")
    func steps() {
        let view = View()
        var ended: [Bool] = []
        View.animateKeyframes(withDuration: 4) {
            View.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.center = Point(x: 10, y: 0) }
            View.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center = Point(x: 10, y: 20) }
        } completion: {
            ended.append($0)
        }
        view.advance(to: 1)
        expectEqual(view.presentation.center, Point(x: 5, y: 0))
        view.advance(to: 3)
        expectEqual(view.presentation.center, Point(x: 10, y: 10))
        view.advance(to: 4)
        expectEqual(ended, [true])
        View.animate(withDuration: 1, usingSpringWithDamping: 0.5, initialSpringVelocity: 0) { view.center.x = 20 }
        view.advance(to: 4.3)
        expect(view.presentation.center.x > 20)
        view.advance(to: 5)
        expectEqual(view.presentation.center.x, 20)
    }

    @Test("taps, presses and drags call their actions, and other touches go along the responder chain")
    func gestures() {
        let (root, button) = (Self.view(0, 0, 100, 100), Self.view(20, 20, 40, 40))
        root.addSubview(button)
        var seen: [String] = []
        button.gestureRecognizers = [
            TapGestureRecognizer { _ in seen.append("tap") },
            LongPressGestureRecognizer { seen.append("press \($0.state)") },
            PanGestureRecognizer { seen.append("pan \($0.translation(in: root).x)") },
        ]
        root.touchHandler = { touch in
            seen.append("root \(touch.phase) \(touch.location.x)")
            return true
        }
        func touch(_ phase: Touch.Phase, _ x: Double, _ milliseconds: Int) {
            root.send(Touch(id: 1, phase: phase, location: Point(x: x, y: 30), timestamp: .milliseconds(milliseconds)))
        }
        touch(.began, 30, 0)
        touch(.ended, 30, 100)
        expectEqual(seen, ["root began 30.0", "tap", "root cancelled 30.0"])
        seen = []
        touch(.began, 30, 1000)
        touch(.moved, 31, 1600)
        touch(.ended, 31, 1700)
        expectEqual(seen, ["root began 30.0", "press began", "root cancelled 31.0", "press ended"])
        seen = []
        touch(.began, 30, 3000)
        touch(.moved, 55, 3100)
        touch(.ended, 70, 3200)
        expectEqual(seen, ["root began 30.0", "pan 25.0", "root cancelled 55.0", "pan 40.0"])
    }

    @Test("a tree on which a finger lies is let go")
    func held() {
        weak var known: View?
        do {
            let root = Self.view(0, 0, 10, 10)
            root.touchHandler = { _ in true }
            root.send(Touch(id: 1, phase: .began, location: .zero, timestamp: .zero))
            known = root
        }
        expect(known == nil)
    }

    @Test("what is flexible takes what the superview gains")
    func autoresizing() {
        let (root, view) = (Self.view(0, 0, 100, 100), Self.view(10, 10, 30, 30))
        view.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
        root.addSubview(view)
        root.frame.size = Size(width: 150, height: 120)
        expectEqual(view.frame, Rect(x: 10, y: 30, width: 80, height: 30))
    }

    @Test("a tint comes from the nearest superview that has one")
    func tint() {
        let (root, view) = (View(), View())
        root.addSubview(view)
        expectEqual(view.tintColor, ImageView.defaultTintColor)
        root.tintColor = .white
        expectEqual(view.tintColor, .white)
    }

    @Test("an overlay is placed by what counts of its picture")
    func alignment() {
        let image = Image(source: .black, pixelSize: PixelSize(width: 60, height: 60))
            .withAlignmentRectInsets(EdgeInsets(top: 0, left: 0, bottom: 10, right: 10))
        let overlay = Overlay(image: FilePath("logo.png"), position: .center)
        let view = overlay.view(showing: image, on: Size(width: 200, height: 200))
        let shown = view.contentMode.rect(for: image.size, in: view.frame)
        expectEqual(shown, Rect(x: 75, y: 75, width: 60, height: 60))
    }
}
