import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// System 11 on a tree of views, beside overlays, which `System11OverlayTests` has.
@MainActor @Suite("System 11: the tree of views")
struct System11TreeTests {
    private static func view(_ color: Color, _ x: Double) -> View {
        let view = View(frame: Rect(x: x, y: x, width: 10, height: 10))
        view.backgroundColor = .color(color)
        return view
    }

    /// The colors that are painted, from the lowest to the topmost.
    private static func colors(_ root: View) -> [Background?] { root.layer.sublayers.map(\.backgroundColor) }

    @Test("11.1, 11.2: the later sibling is on top, until the other one is brought to the front")
    func order() {
        let root = View(frame: Rect(x: 0, y: 0, width: 20, height: 20))
        let red = Color(red: 255, green: 0, blue: 0)
        let (a, b) = (Self.view(red, 0), Self.view(.black, 5))
        root.addSubview(a)
        root.addSubview(b)
        expectEqual(Self.colors(root), [.color(red), .color(.black)])
        expect(root.hitTest(Point(x: 5, y: 5)) === b)
        root.bringSubviewToFront(a)
        expectEqual(Self.colors(root), [.color(.black), .color(red)])
        expect(root.hitTest(Point(x: 5, y: 5)) === a)
        root.sendSubviewToBack(a)
        expect(root.hitTest(Point(x: 5, y: 5)) === b)
    }

    @Test("11.4: what lies in a hidden view does not know that it is not drawn")
    func hidden() {
        let (root, child) = (View(), Self.view(.black, 0))
        root.addSubview(child)
        root.isHidden = true
        expect(!child.isHidden && !child.layer.isHidden && root.layer.isHidden)
    }

    @Test("13: another origin of the bounds moves the views within, and not where the picture is placed")
    func boundsOrigin() {
        let (root, child) = (View(frame: Rect(x: 0, y: 0, width: 20, height: 20)), Self.view(.black, 5))
        root.addSubview(child)
        root.bounds.origin = Point(x: 3, y: 4)
        expectEqual(child.convert(.zero, to: nil), Point(x: 5, y: 5), "of the root itself, nothing is around")
        let outer = View(frame: Rect(x: 0, y: 0, width: 50, height: 50))
        outer.addSubview(root)
        expectEqual(child.convert(.zero, to: outer), Point(x: 2, y: 1))
        expectEqual(root.frame, Rect(x: 0, y: 0, width: 20, height: 20))
    }
}

@Suite("System 14: property animation") struct System14AnimationTests {
    @Test("flowkey's t³ is an approximation: easeIn is at 0.06228 after a fifth of the time")
    func approximation() {
        expect(abs(AnimationCurve.easeIn.progress(at: 0.2) - 0.06228) < 1e-4)
    }

    /// A row: a change, a time in seconds, and the value that is seen then.
    struct Row: Sendable {
        let track: Track
        let seconds: Double
        let expected: AnimatedValue
    }

    private static func linear(_ track: Track) -> Track {
        var track = track
        track.curve = .linear
        return track
    }

    static let rows: [Row] = [
        Row(
            track: linear(Track(.alpha, from: .number(1), to: .number(0.2), duration: 5)),
            seconds: 2.5,
            expected: .number(0.6)
        ),
        Row(
            track: linear(Track(.alpha, from: .number(1), to: .number(0), delay: 2, duration: 2)),
            seconds: 3,
            expected: .number(0.5)
        ),
        Row(
            track: linear(
                Track(
                    .frame,
                    from: .rect(Rect(x: 10, y: 10, width: 10, height: 10)),
                    to: .rect(Rect(x: 20, y: 20, width: 20, height: 20)),
                    duration: 1
                )
            ),
            seconds: 0.5,
            expected: .rect(Rect(x: 15, y: 15, width: 15, height: 15))
        ),
    ]

    @Test("a value is where its time has taken it", arguments: rows)
    func values(row: Row) {
        let value = [row.track].value(
            of: row.track.property,
            atNanosecond: Int64(row.seconds * 1e9),
            model: row.expected
        )
        switch (value, row.expected) {
        case (.number(let found), .number(let expected)): expect(abs(found - expected) < 1e-9)
        default: expectEqual(value, row.expected)
        }
    }

    @MainActor @Test("an animation of what is no longer there, or has left its superview, did not finish")
    func truth() {
        let (root, leaving, inner) = (View(), View(), View())
        root.addSubview(leaving)
        leaving.addSubview(inner)
        var gone: View? = View()
        if let gone { root.addSubview(gone) }
        var ended: [String] = []
        View.animate(withDuration: 1) {
            inner.alpha = 0
        } completion: {
            ended.append("inner \($0)")
        }
        View.animate(withDuration: 1) {
            gone?.alpha = 0
        } completion: {
            ended.append("gone \($0)")
        }
        View.animate(withDuration: 1) {
            root.alpha = 0
        } completion: {
            ended.append("root \($0)")
        }
        root.advance(to: 0.5)
        leaving.removeFromSuperview()
        expectEqual(ended, ["inner false"])
        expect(inner.layer.tracks.isEmpty && inner.alpha == 0)
        // Moved within the tree, it goes on.
        let other = View()
        root.addSubview(other)
        if let gone { other.addSubview(gone) }
        expectEqual(ended, ["inner false"])
        gone?.removeFromSuperview()
        gone = nil
        root.advance(to: 1)
        expectEqual(ended, ["inner false", "gone false", "root true"])
    }
}

@MainActor @Suite("System 17: layout") struct System17LayoutTests {
    private static func image(_ side: Int, scale: Double = 1, _ insets: EdgeInsets = .zero) -> Image {
        Image(source: .black, pixelSize: PixelSize(width: side, height: side), scale: scale)
            .withAlignmentRectInsets(insets)
    }

    @Test("a view without a picture has no metric, one of 300x300 pixels at 3 to a point 100x100 points")
    func intrinsic() {
        expectEqual(View().intrinsicContentSize, Size(width: -1, height: -1))
        expectEqual(View(ImageView()).intrinsicContentSize, Size(width: -1, height: -1))
        let view = View(ImageView(image: Self.image(300, scale: 3)))
        expectEqual(view.intrinsicContentSize, Size(width: 100, height: 100))
        expectEqual(view.sizeThatFits(Size(width: 7, height: 7)), Size(width: 100, height: 100))
        expectEqual(View(ImageView()).sizeThatFits(Size(width: 7, height: 7)), .zero)
        view.frame = Rect(x: 5, y: 6, width: 7, height: 8)
        view.sizeToFit()
        expectEqual(view.frame, Rect(x: 5, y: 6, width: 100, height: 100))
    }

    @Test("of 20x20 with a glow of 2 points, (2, 2, 16, 16) is aligned, and back")
    func alignmentRect() {
        let view = View(ImageView(image: Self.image(20, EdgeInsets(all: 2))))
        let aligned = Rect(x: 2, y: 2, width: 16, height: 16)
        expectEqual(view.alignmentRect(forFrame: view.frame), aligned)
        expectEqual(view.frame(forAlignmentRect: aligned), view.frame)
    }

    @Test(
        "what is centered is the alignment rectangle",
        arguments: [
            (20, EdgeInsets(all: 2), 100, Rect(x: 40, y: 40, width: 20, height: 20)),
            (60, EdgeInsets(bottom: 10, right: 10), 200, Rect(x: 75, y: 75, width: 60, height: 60)),
            (60, .zero, 200, Rect(x: 70, y: 70, width: 60, height: 60)),
        ] as [(Int, EdgeInsets, Double, Rect)]
    )
    func centring(side: Int, insets: EdgeInsets, room: Double, frame: Rect) {
        let root = View(frame: Rect(x: 0, y: 0, width: room, height: room))
        let view = View(ImageView(image: Self.image(side, insets)))
        var pins = ViewPins()
        (pins.centerX, pins.centerY) = (0, 0)
        view.pins = pins
        root.addSubview(view)
        expectEqual(view.frame, frame)
        let plain = View(ImageView(image: Self.image(side)))
        plain.pins = pins
        plain.alignmentRectInsets = insets
        root.addSubview(plain)
        expectEqual(plain.frame, frame)
    }

    @Test("fit is both ends, margins and the safe area count from the edges, and more than one makes sense at a time")
    func fits() {
        let (room, frame) = (Rect(x: 0, y: 0, width: 320, height: 568), Rect(x: 1, y: 2, width: 30, height: 40))
        func place(_ set: (inout ViewPins) -> Void) -> Rect {
            var pins = ViewPins()
            set(&pins)
            return pins.frame(of: frame, in: room, safeAreaInsets: EdgeInsets(top: 20))
        }
        expectEqual(place { $0.fit = .width }, Rect(x: 0, y: 2, width: 320, height: 40))
        expectEqual(place { $0.fit = .height }, Rect(x: 1, y: 0, width: 30, height: 568))
        expectEqual(place { $0.fit = .both }, room)
        expectEqual(
            place { ($0.fit, $0.margins) = (.both, EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)) },
            Rect(x: 2, y: 1, width: 314, height: 564)
        )
        expectEqual(place { ($0.fit, $0.isInSafeArea) = (.both, true) }, Rect(x: 0, y: 20, width: 320, height: 548))
        expectEqual(
            place { ($0.top, $0.margins, $0.isInSafeArea) = (5, EdgeInsets(all: 8), true) },
            Rect(x: 1, y: 33, width: 30, height: 40)
        )
        expectEqual(place { ($0.centerY, $0.isInSafeArea) = (0, true) }, Rect(x: 1, y: 274, width: 30, height: 40))
    }

    @Test("a view's safe area is what of its superview's reaches into it")
    func safeArea() {
        let root = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        let (upper, lower) = (
            View(frame: Rect(x: 0, y: 5, width: 100, height: 50)),
            View(frame: Rect(x: 10, y: 60, width: 85, height: 40))
        )
        let inner = View(frame: Rect(x: 0, y: 0, width: 20, height: 20))
        var pins = ViewPins()
        (pins.fit, pins.isInSafeArea) = (.both, true)
        inner.pins = pins
        upper.addSubview(inner)
        root.addSubview(upper)
        root.addSubview(lower)
        root.safeAreaInsets = EdgeInsets(top: 20, left: 8, bottom: 10, right: 8)
        expectEqual(upper.safeAreaInsets, EdgeInsets(top: 15, left: 8, bottom: 0, right: 8))
        expectEqual(lower.safeAreaInsets, EdgeInsets(top: 0, left: 0, bottom: 10, right: 3))
        expectEqual(inner.frame, Rect(x: 8, y: 15, width: 84, height: 35))
        expectEqual(inner.safeAreaInsets, .zero)
    }

    @Test("what a layer holds stays held while its size changes over time, as deep as it lies")
    func holds() {
        var (inner, middle, root) = (Layer(), Layer(), Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100)))
        middle.frame = Rect(x: 10, y: 10, width: 80, height: 20)
        middle.hold = .mask([.flexibleWidth, .flexibleTopMargin])
        var pins = ViewPins()
        pins.trailing = 5
        inner.frame = Rect(x: 65, y: 0, width: 10, height: 10)
        inner.hold = .pins(pins)
        inner.transform = Transform(rotationDegrees: 30)
        middle.sublayers = [inner]
        root.sublayers = [middle]
        var track = Track(.bounds, to: .rect(Rect(x: 0, y: 0, width: 200, height: 120)), duration: 1)
        track.curve = .linear
        root.tracks = [track]
        let half = root.presentationTree(atNanosecond: 500_000_000)
        expectEqual(half.sublayers[0].frame, Rect(x: 10, y: 20, width: 130, height: 20))
        expectEqual(half.sublayers[0].sublayers[0].center, Point(x: 120, y: 5))
        expectEqual(half.sublayers[0].sublayers[0].bounds.size, Size(width: 10, height: 10))
        expectEqual(root.presentationTree(atNanosecond: 0).sublayers, root.sublayers)
    }
}

@MainActor @Suite("Systems 20 and 21: state and overlay") struct System20StateTests {
    @Test("20: a turned view, kept and put back, is the same layer; an anchor at the corner leaves the frame as it was")
    func state() throws {
        for anchor in [Point(x: 0.5, y: 0.5), .zero] {
            let (view, other) = (View(), View(frame: Rect(x: 1, y: 2, width: 3, height: 4)))
            for view in [view, other] { view.restorationIdentifier = "a" }
            view.anchorPoint = anchor
            view.frame = Rect(x: 40, y: 40, width: 240, height: 380)
            if anchor != .zero { view.transform = Transform(rotationDegrees: 30) }
            other.decodeRestorableState(try view.encodeRestorableState())
            expectEqual(other.layer, view.layer)
            if anchor == .zero { expectEqual(other.frame, Rect(x: 40, y: 40, width: 240, height: 380)) }
        }
    }

    @Test("21: the overlay is as large as the view whatever its size, follows it, and is painted last")
    func overlay() {
        let (view, below) = (View(frame: Rect(x: 5, y: 6, width: 20, height: 10)), View())
        view.overlayContentView.backgroundColor = .black
        view.addSubview(below)
        for size in [Size(width: 20, height: 10), Size(width: 3, height: 200), .zero] {
            view.bounds.size = size
            expectEqual(view.layer.sublayers.last?.bounds, Rect(origin: .zero, size: size))
            expectEqual(view.layer.sublayers.last?.clipsToBounds, true)
        }
        view.center = Point(x: 100, y: 100)
        expectEqual(view.overlayContentView.convert(Point.zero, to: nil), view.convert(.zero, to: nil))
    }
}
