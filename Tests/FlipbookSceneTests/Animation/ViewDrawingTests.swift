import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// What views draw themselves, and what lies over their pictures.
@MainActor @Suite("Views that draw") struct ViewDrawingTests {
    @Test("a view draws when it is shown, once for any number of setNeedsDisplay(), not when it is touched or set")
    func coalescing() {
        let view = View(frame: Rect(x: 0, y: 0, width: 20, height: 10))
        var rects: [Rect] = []
        view.draw = { _, rect in rects.append(rect) }
        view.layer.cornerRadius = 2
        expect(view.hitTest(.zero) === view && view.layer.contents == .nothing && rects.isEmpty)
        _ = view.scene()
        expectEqual(rects, [Rect(x: 0, y: 0, width: 20, height: 10)])
        let image = if case .image(let image) = view.layer.contents { image } else { Image.nothing }
        expectEqual(image.pixelSize, PixelSize(width: 20, height: 10))
        for _ in 0..<3 { view.setNeedsDisplay() }
        _ = (view.scene(), view.scene())
        expectEqual(rects.count, 2)
        view.draw = nil
        expectEqual(view.layer.contents, .nothing)
    }

    @Test(
        "another size draws again only in the content mode redraw; else the kept picture is placed",
        arguments: ContentMode.allCases
    )
    func resizing(mode: ContentMode) {
        let view = View(frame: Rect(x: 0, y: 0, width: 20, height: 10))
        view.contentMode = mode
        var count = 0
        view.draw = { _, _ in count += 1 }
        _ = view.scene()
        view.center.x = 100
        _ = view.scene()
        expectEqual(count, 1, "a view that moves is not drawn again")
        view.bounds.size.width = 40
        _ = view.scene()
        view.frame.size.height = 40
        _ = view.scene()
        expectEqual(count, mode == .redraw ? 3 : 1)
        expectEqual(view.layer.contentMode, mode)
    }

    @Test("a view that has no area yet draws when it has one")
    func growing() {
        let view = View()
        var rects: [Rect] = []
        view.draw = { _, rect in rects.append(rect) }
        _ = view.scene()
        view.bounds.size = Size(width: 20, height: 10)
        _ = view.scene()
        expectEqual(rects, [view.bounds])
    }

    @Test("a view draws for the pixels of its screen, and again for others (UIView.contentScaleFactor)")
    func scales() {
        let view = View(frame: Rect(x: 0, y: 0, width: 20, height: 10))
        var scales: [Double] = []
        view.draw = { [unowned view] _, _ in scales.append(view.contentScaleFactor) }
        expectEqual(view.contentScaleFactor, 1)
        for scale in [2.0, 2, 3] { _ = view.scene(scale: scale) }
        expectEqual(scales, [2, 3])
        for scale in [1, 0, .nan] { view.contentScaleFactor = scale }
        for scale in [2.0, 3] { _ = view.scene(scale: scale) }
        expectEqual(scales, [2, 3, 1])
    }

    @Test("another part asks for a drawing, one beside the view does not (UIView.setNeedsDisplay(_:))")
    func parts() {
        let view = View(frame: Rect(x: 50, y: 50, width: 20, height: 10))
        var count = 0
        view.draw = { _, _ in count += 1 }
        for (x, expected) in [(30.0, 1), (-5, 1), (19, 2)] {
            view.setNeedsDisplay(Rect(x: x, y: 0, width: 5, height: 5))
            _ = view.scene()
            expectEqual(count, expected)
        }
    }

    @Test("a turn: events, layout from the outside in, drawing, each where it was asked for (the guide's figure 1-7)")
    func turn() {
        let (root, inner) = (View(frame: Rect(x: 0, y: 0, width: 40, height: 40)), View())
        root.addSubview(inner)
        inner.contentMode = .redraw
        var steps: [String] = []
        root.touchHandler = { [unowned root] _ in
            steps.append("touch")
            root.bounds.size.width = 60
            return true
        }
        root.layoutSubviews = { view in
            steps.append("root")
            view.subviews[0].frame = Rect(x: 0, y: 0, width: view.bounds.width / 2, height: 10)
        }
        inner.layoutSubviews = { _ in steps.append("inner") }
        inner.draw = { _, rect in steps.append("\(rect.width)") }
        for _ in 0..<2 { _ = root.scene() }
        root.send(Touch(id: 1, phase: .began, location: .zero, timestamp: .zero))
        _ = root.scene()
        expectEqual(steps, ["root", "inner", "20.0", "touch", "root", "inner", "30.0"])
    }

    @Test("layout is done once for any number of calls, at once where that is asked for, and animated in a block")
    func layout() {
        let (root, inner) = (View(frame: Rect(x: 0, y: 0, width: 40, height: 40)), View())
        var count = 0
        root.layoutSubviews = { view in
            count += 1
            for view in view.subviews { view.center.x = Double(count) * 10 }
        }
        root.addSubview(inner)
        for _ in 0..<3 { root.setNeedsLayout() }
        expectEqual(count, 0)
        for _ in 0..<2 { root.layoutIfNeeded() }
        expect(count == 1 && inner.center.x == 10)
        root.setNeedsLayout()
        View.animate(withDuration: 1, options: .curveLinear) { root.layoutIfNeeded() }
        root.advance(to: 0.5)
        expect(inner.center.x == 20 && inner.presentation.center.x == 15)
        inner.removeFromSuperview()
        root.layoutIfNeeded()
        expectEqual(count, 3)
    }

    @Test("the overlay lies over picture and subviews, is as large as the view, and is cut off at its edges")
    func overlay() {
        let (view, below, above) = (View(frame: Rect(x: 5, y: 5, width: 20, height: 10)), View(), View())
        expect(view.layer.sublayers.isEmpty, "there is none before it is asked for")
        view.overlayContentView.addSubview(above)
        view.addSubview(below)
        above.id = "above"
        let layers = view.layer.sublayers
        expectEqual(layers.map(\.frame), [.zero, Rect(x: 0, y: 0, width: 20, height: 10)])
        expect(layers[1].clipsToBounds && layers[1].sublayers.map(\.id) == ["above"])
        view.bounds.size = Size(width: 50, height: 60)
        expectEqual(view.overlayContentView.frame, Rect(x: 0, y: 0, width: 50, height: 60))
        expect(view.subviews.count == 1 && view.overlayContentView.superview === view)
        expect(view.view(withID: "above") === above)
    }

    @Test("touches in the overlay reach its views, and their gestures the view beneath")
    func touches() {
        let (view, button) = (View(frame: Rect(x: 0, y: 0, width: 20, height: 10)), View())
        view.overlayContentView.addSubview(button)
        button.frame = Rect(x: 10, y: 0, width: 5, height: 5)
        expect(view.hitTest(Point(x: 12, y: 2)) === button)
        expect(view.hitTest(Point(x: 2, y: 2)) === view.overlayContentView)
        expectEqual(button.convert(Point(x: 1, y: 1), to: view), Point(x: 11, y: 1))
    }
}

@Suite("Accessibility") struct AccessibilityTests {
    @Test("an image view is an image that takes touches, whatever isUserInteractionEnabled says, and has no label")
    func defaults() {
        var view = ImageView()
        expectEqual(view.accessibilityTraits, [.image, .userInteractionEnabled])
        expect(!view.isUserInteractionEnabled && view.accessibilityLabel == nil && view.accessibilityHint == nil)
        view.isUserInteractionEnabled = true
        expectEqual(view.accessibilityTraits, [.image, .userInteractionEnabled])
        view.accessibilityTraits = [.button]
        expect(view.accessibility.traits == .button && !view.isUserInteractionEnabled == false)
    }

    @Test("an ornament and an empty label say nothing")
    func silence() {
        var words = Accessibility()
        expect(words.spokenLabel == nil)
        words.label = "Runner"
        expectEqual(words.spokenLabel, "Runner")
        words.isDecorative = true
        expect(words.spokenLabel == nil)
        (words.isDecorative, words.label) = (false, "")
        expect(words.spokenLabel == nil)
    }

    @MainActor @Test("a view has its image view's words, or its own")
    func views() {
        let (plain, picture) = (View(), View(ImageView()))
        plain.accessibilityLabel = "Card"
        picture.accessibilityLabel = "Walker"
        picture.imageView?.accessibilityHint = "Walks"
        expect(plain.accessibilityLabel == "Card" && plain.accessibilityTraits == [])
        expect(picture.imageView?.accessibilityLabel == "Walker" && picture.accessibilityHint == "Walks")
        expectEqual(picture.accessibilityTraits, [.image, .userInteractionEnabled])
    }
}
