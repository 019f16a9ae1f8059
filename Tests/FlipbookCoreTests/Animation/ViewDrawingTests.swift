import FlipbookCore
import FlipbookScene
import Testing

/// What views draw themselves, and what lies over their pictures.
@MainActor @Suite("Views that draw") struct ViewDrawingTests {
    @Test("a view draws when it is shown, once for any number of setNeedsDisplay(), not when it is touched or set")
    func coalescing() {
        let view = View(frame: Rect(x: 0, y: 0, width: 20, height: 10))
        var rects: [Rect] = []
        view.draw = { rect in
            rects.append(rect)
            return .nothing
        }
        view.layer.cornerRadius = 2
        #expect(view.hitTest(.zero) === view && view.layer.contents == .nothing && rects.isEmpty)
        _ = view.scene()
        #expect(rects == [Rect(x: 0, y: 0, width: 20, height: 10)])
        #expect(view.layer.contents == .image(.nothing))
        for _ in 0..<3 { view.setNeedsDisplay() }
        _ = (view.scene(), view.scene())
        #expect(rects.count == 2)
        view.draw = nil
        #expect(view.layer.contents == .nothing)
    }

    @Test(
        "another size draws again only in the content mode redraw; else the kept picture is placed",
        arguments: ContentMode.allCases
    )
    func resizing(mode: ContentMode) {
        let view = View(frame: Rect(x: 0, y: 0, width: 20, height: 10))
        view.contentMode = mode
        var count = 0
        view.draw = { _ in
            count += 1
            return .nothing
        }
        _ = view.scene()
        view.center.x = 100
        _ = view.scene()
        #expect(count == 1, "a view that moves is not drawn again")
        view.bounds.size.width = 40
        _ = view.scene()
        view.frame.size.height = 40
        _ = view.scene()
        #expect(count == (mode == .redraw ? 3 : 1))
        #expect(view.layer.contentMode == mode)
    }

    @Test("the overlay lies over picture and subviews, is as large as the view, and is cut off at its edges")
    func overlay() {
        let (view, below, above) = (View(frame: Rect(x: 5, y: 5, width: 20, height: 10)), View(), View())
        #expect(view.layer.sublayers.isEmpty, "there is none before it is asked for")
        view.overlayContentView.addSubview(above)
        view.addSubview(below)
        above.id = "above"
        let layers = view.layer.sublayers
        #expect(layers.map(\.frame) == [.zero, Rect(x: 0, y: 0, width: 20, height: 10)])
        #expect(layers[1].clipsToBounds && layers[1].sublayers.map(\.id) == ["above"])
        view.bounds.size = Size(width: 50, height: 60)
        #expect(view.overlayContentView.frame == Rect(x: 0, y: 0, width: 50, height: 60))
        #expect(view.subviews.count == 1 && view.overlayContentView.superview === view)
        #expect(view.view(withID: "above") === above)
    }

    @Test("touches in the overlay reach its views, and their gestures the view beneath")
    func touches() {
        let (view, button) = (View(frame: Rect(x: 0, y: 0, width: 20, height: 10)), View())
        view.overlayContentView.addSubview(button)
        button.frame = Rect(x: 10, y: 0, width: 5, height: 5)
        #expect(view.hitTest(Point(x: 12, y: 2)) === button)
        #expect(view.hitTest(Point(x: 2, y: 2)) === view.overlayContentView)
        #expect(button.convert(Point(x: 1, y: 1), to: view) == Point(x: 11, y: 1))
    }
}

@Suite("Accessibility") struct AccessibilityTests {
    @Test("an image view is an image that takes touches, whatever isUserInteractionEnabled says, and has no label")
    func defaults() {
        var view = ImageView()
        #expect(view.accessibilityTraits == [.image, .userInteractionEnabled])
        #expect(!view.isUserInteractionEnabled && view.accessibilityLabel == nil && view.accessibilityHint == nil)
        view.isUserInteractionEnabled = true
        #expect(view.accessibilityTraits == [.image, .userInteractionEnabled])
        view.accessibilityTraits = [.button]
        #expect(view.accessibility.traits == .button && !view.isUserInteractionEnabled == false)
    }

    @Test("an ornament and an empty label say nothing")
    func silence() {
        var words = Accessibility()
        #expect(words.spokenLabel == nil)
        words.label = "Runner"
        #expect(words.spokenLabel == "Runner")
        words.isDecorative = true
        #expect(words.spokenLabel == nil)
        (words.isDecorative, words.label) = (false, "")
        #expect(words.spokenLabel == nil)
    }

    @MainActor @Test("a view has its image view's words, or its own")
    func views() {
        let (plain, picture) = (View(), View(ImageView()))
        plain.accessibility.label = "Card"
        picture.accessibility.label = "Walker"
        #expect(plain.accessibility.label == "Card")
        #expect(picture.imageView?.accessibilityLabel == "Walker")
    }
}
