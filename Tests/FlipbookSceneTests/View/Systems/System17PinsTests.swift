import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// System 17, Auto Layout without baselines, and the directions of system 18, on trees of views. Numbers are those that
/// UIKit's constraints of priority 1000, its compression resistance and its `effectiveUserInterfaceLayoutDirection` give.
@MainActor @Suite("System 17: pins") struct System17PinsTests {
    typealias Change = @MainActor (inout ViewPins) -> Void

    private static func image(_ width: Int, _ height: Int) -> Image {
        Image(source: .black, pixelSize: PixelSize(width: width, height: height), scale: 1)
    }

    private static func root(_ width: Double = 100, _ height: Double = 60) -> View {
        View(frame: Rect(x: 0, y: 0, width: width, height: height))
    }

    /// A view in another one, held by pins.
    @discardableResult
    private static func add(_ view: View, to root: View, id: String? = nil, _ change: Change) -> View {
        if let id { view.id = id }
        var pins = ViewPins()
        change(&pins)
        view.pins = pins
        root.addSubview(view)
        return view
    }

    private static func plain(_ width: Double = 20, _ height: Double = 10) -> View {
        View(frame: Rect(x: 0, y: 0, width: width, height: height))
    }

    @Test("17: a pinned view has its intrinsic content size, and that of another image")
    func intrinsicSize() {
        let root = Self.root()
        let view = Self.add(View(ImageView(image: Self.image(20, 10))), to: root) { ($0.trailing, $0.bottom) = (0, 0) }
        expectEqual(view.frame, Rect(x: 80, y: 50, width: 20, height: 10))
        view.imageView?.image = Self.image(30, 20)
        expectEqual(view.frame, Rect(x: 70, y: 40, width: 30, height: 20))
        view.imageView = ImageView(image: Self.image(40, 4))
        expectEqual(view.frame, Rect(x: 60, y: 56, width: 40, height: 4))
        let empty = Self.add(View(), to: root) { ($0.leading, $0.top) = (5, 5) }
        expectEqual(empty.frame.size, .zero)
        empty.imageView = changing(ImageView()) { $0.image = Self.image(8, 6) }
        expectEqual(empty.frame, Rect(x: 5, y: 5, width: 8, height: 6))
    }

    @Test(
        "17: a size that a pin says, or that the view was given, stays with another image; an unpinned view keeps its size"
    )
    func ownSize() {
        let root = Self.root()
        let pinned = Self.add(View(ImageView(image: Self.image(20, 10))), to: root) { ($0.leading, $0.width) = (0, 50) }
        pinned.imageView?.image = Self.image(30, 20)
        expectEqual(pinned.frame.size, Size(width: 50, height: 20))
        let given = View(ImageView(image: Self.image(20, 10)))
        given.frame.size = Size(width: 7, height: 7)
        Self.add(given, to: root) { $0.trailing = 0 }
        given.imageView?.image = Self.image(30, 20)
        expectEqual(given.frame, Rect(x: 93, y: 0, width: 7, height: 7))
        let free = View(ImageView(image: Self.image(20, 10)))
        root.addSubview(free)
        free.imageView?.image = Self.image(30, 20)
        expectEqual(free.frame.size, Size(width: 20, height: 10), "vector 2 of system 1")
    }

    @Test(
        "18: the superview's semanticContentAttribute, else the direction that it inherits, turns leading and trailing",
        arguments: [
            (.unspecified, .leftToRight, 8), (.unspecified, .rightToLeft, 72), (.playback, .rightToLeft, 8),
            (.spatial, .rightToLeft, 8), (.forceLeftToRight, .rightToLeft, 8), (.forceRightToLeft, .leftToRight, 72),
        ] as [(SemanticContentAttribute, LayoutDirection, Double)]
    )
    func direction(attribute: SemanticContentAttribute, direction: LayoutDirection, x: Double) {
        let (root, middle) = (View(), Self.root())
        let view = Self.add(Self.plain(), to: middle) { $0.leading = 8 }
        expectEqual(view.frame.minX, 8)
        root.addSubview(middle)
        root.layoutDirection = direction
        middle.semanticContentAttribute = attribute
        expectEqual(view.frame.minX, x)
        expectEqual(view.effectiveUserInterfaceLayoutDirection, direction, "the attribute is not inherited")
        middle.semanticContentAttribute = .unspecified
        middle.imageView = changing(ImageView(frame: middle.frame)) { $0.semanticContentAttribute = attribute }
        expectEqual(view.frame.minX, x)
    }

    /// A row: the pins of a view of 20x10 points beside `icon`, which lies at (10, 20, 30, 20) in 100x60 points, and where
    /// that puts it from left to right, and from right to left.
    struct Row: Sendable {
        let pins: Change
        let x, width, mirroredX: Double

        init(_ x: Double, _ width: Double = 20, mirrored: Double, _ pins: @escaping Change) {
            (self.x, self.width, mirroredX, self.pins) = (x, width, mirrored, pins)
        }
    }

    private nonisolated static let rows = [
        Row(48, mirrored: -18) { $0.leading = .to(id: "icon", .trailing, by: 8) },
        Row(10, mirrored: 20) { $0.leading = .to(id: "icon") },
        Row(-18, mirrored: 48) { $0.trailing = .to(id: "icon", .leading, by: 8) },
        Row(18, mirrored: 12) { $0.trailing = .to(id: "icon", by: 2) },
        Row(15, mirrored: 15) { $0.centerX = .to(id: "icon") },
        Row(10, 30, mirrored: 10) { ($0.leading, $0.trailing) = (.to(id: "icon"), .to(id: "icon")) },
        Row(0, 15, mirrored: 85) { ($0.leading, $0.width) = (0, .to(id: "icon", multiplier: 0.5)) },
        Row(0, 44, mirrored: 56) { ($0.leading, $0.width) = (0, .to(id: "icon", .height, multiplier: 2, by: 4)) },
        Row(0, 25, mirrored: 75) { ($0.leading, $0.width) = (0, .toSuperview(multiplier: 0.25)) },
        Row(15, mirrored: 65) { $0.centerX = .toSuperview(multiplier: 0.5) },
        Row(2, 96, mirrored: 2) { ($0.leading, $0.centerX) = (2, 0) },
    ]

    @Test("17: pins hold a view by another one in both directions", arguments: rows.indices)
    func siblings(row: Int) {
        let row = Self.rows[row]
        for (direction, x) in [(LayoutDirection.leftToRight, row.x), (.rightToLeft, row.mirroredX)] {
            let root = Self.root()
            root.layoutDirection = direction
            let view = Self.add(Self.plain(), to: root, row.pins)
            let icon = View(frame: Rect(x: 10, y: 20, width: 30, height: 20))
            icon.id = "icon"
            root.addSubview(icon)
            expectEqual(view.frame, Rect(x: x, y: 0, width: row.width, height: 10), "\(direction)")
        }
    }

    @Test("17: two views of equal width share a row, in whichever order they are, and go with the superview")
    func equalWidths() {
        for areSwapped in [false, true] {
            let (root, a, b) = (Self.root(), View(), View())
            root.addSubview(areSwapped ? b : a)
            root.addSubview(areSwapped ? a : b)
            a.pins = changing(ViewPins()) { ($0.leading, $0.trailing, $0.fit) = (8, .to(b, .leading, by: 8), .height) }
            b.pins = changing(ViewPins()) { ($0.trailing, $0.width, $0.fit) = (8, .to(a), .height) }
            expectEqual(a.frame, Rect(x: 8, y: 0, width: 38, height: 60))
            expectEqual(b.frame, Rect(x: 54, y: 0, width: 38, height: 60))
            root.frame.size.width = 224
            expect(a.frame.width == 100 && b.frame == Rect(x: 116, y: 0, width: 100, height: 60))
            expect(root.layoutFaults.isEmpty)
        }
    }

    @Test("17: views as wide as a first one that names none of them share a row with it", arguments: [3, 50])
    func equalWidthsInARow(count: Int) {
        let (root, views) = (Self.root(300), (0..<count).map { _ in View() })
        for view in views { root.addSubview(view) }
        for (former, view) in zip(views, views.dropFirst()) {
            view.pins = changing(ViewPins()) { ($0.leading, $0.width) = (.to(former, .trailing), .to(former)) }
        }
        views[0].pins = changing(ViewPins()) { $0.leading = 0 }
        views[count - 1].pins?.trailing = 0
        expect(root.layoutFaults.isEmpty)
        expect(views.allSatisfy { abs($0.frame.width - 300 / Double(count)) < 1e-6 })
    }

    @Test("17: a view that another one's pins stretched has its own width without them; a name may be given later")
    func letGo() {
        let (root, first, second) = (Self.root(), Self.plain(), View())
        Self.add(first, to: root) { $0.leading = 0 }
        let hold: Change = { ($0.leading, $0.trailing, $0.width) = (.to(first, .trailing), 0, .to(first)) }
        Self.add(second, to: root, hold)
        expectEqual([first, second].map(\.frame.width), [50, 50])
        second.pins = nil
        expectEqual(first.frame.width, 20)
        second.pins = changing(ViewPins()) { hold(&$0) }
        second.removeFromSuperview()
        expectEqual(first.frame.width, 20)
        let label = Self.add(Self.plain(), to: root) { $0.leading = .to(id: "icon", .trailing) }
        first.id = "icon"
        expectEqual(label.frame.minX, 20)
    }

    @Test(
        "17: a pin that is no number leaves a place that is one",
        arguments: [.nan, .infinity, -.infinity] as [Double]
    )
    func noNumber(distance: Double) {
        let pin = ViewPins.Pin(distance)
        let view = Self.add(Self.plain(), to: Self.root()) { ($0.leading, $0.width) = (pin, pin) }
        expect(view.frame.minX.isFinite && view.frame.width.isFinite)
    }

    @Test("17: a view follows what it is held by, also in the time of an animation")
    func following() {
        let root = Self.root()
        let (icon, label) = (View(ImageView(image: Self.image(20, 10))), Self.plain())
        icon.pins = changing(ViewPins()) { $0.leading = 4 }
        root.addSubview(icon)
        Self.add(label, to: root) { ($0.leading, $0.centerY) = (.to(icon, .trailing, by: 8), .to(icon)) }
        expectEqual(label.frame, Rect(x: 32, y: 0, width: 20, height: 10))
        icon.imageView?.image = Self.image(30, 20)
        expectEqual(label.frame, Rect(x: 42, y: 5, width: 20, height: 10))
        View.animate(withDuration: 2, curve: .linear) { icon.center.x += 10 }
        root.advance(to: 1)
        expect(label.frame.minX == 52 && label.presentation.frame.minX == 47)
        icon.removeFromSuperview()
        expectEqual(label.frame.minX, 52)
        expectEqual(root.layoutFaults.map(\.kind), [.target, .target])
    }

    @Test(
        "17: an aspect ratio says the other length, and of two own lengths the larger size counts, as resistance does",
        arguments: [
            (16.0 / 9, 160, 100, Size(width: 160, height: 90)), (2, 60, 10, Size(width: 60, height: 30)),
        ] as [(Double, Double, Double, Size)]
    )
    func aspectRatio(ratio: Double, width: Double, height: Double, size: Size) {
        let root = Self.root(width, height)
        expectEqual(Self.add(View(), to: root) { ($0.fit, $0.aspectRatio) = (.width, ratio) }.frame.size, size)
        let images = [Self.image(20, 10), Self.image(10, 20)]
        let sizes = images.map { image in
            Self.add(View(ImageView(image: image)), to: root) { ($0.leading, $0.aspectRatio) = (0, 1) }.frame.size
        }
        expectEqual(sizes, [Size(width: 20, height: 20), Size(width: 20, height: 20)])
    }

    @Test(
        "17: a bound holds, and what does not suit it gives way: the readable width, and a picture within a box",
        arguments: [(1000, 200, 600), (400, 16, 368)] as [(Double, Double, Double)]
    )
    func bounds(room: Double, x: Double, width: Double) {
        let root = Self.root(room, 30)
        let text = Self.add(Self.plain(), to: root) {
            ($0.centerX, $0.width) = (0, [.toSuperview(by: -32), .atMost(600)])
        }
        expectEqual(text.frame, Rect(x: x, y: 0, width: width, height: 10))
        let picture = Self.add(View(), to: root) {
            ($0.centerX, $0.centerY, $0.aspectRatio) = (0, 0, 2)
            ($0.width, $0.height) = (.toSuperview(), .atMost(.toSuperview()))
        }
        expectEqual(picture.frame, Rect(x: room / 2 - 30, y: 0, width: 60, height: 30))
    }

    @Test("17: a view that may not reach another one is compressed, and not that one; a barrier is the farther of two")
    func resistance() {
        let root = Self.root(200)
        let icon = Self.add(Self.plain(40), to: root, id: "icon") { $0.trailing = 0 }
        let label = Self.add(Self.plain(200), to: root, id: "label") {
            ($0.leading, $0.trailing) = (0, .atLeast(.to(icon, .leading, by: 8)))
        }
        expect(label.frame.width == 152 && icon.frame == Rect(x: 160, y: 0, width: 40, height: 10))
        root.frame.size.width = 300
        expectEqual(label.frame.width, 200)
        let (short, long) = (Self.add(Self.plain(30), to: root) { $0.leading = 0 }, Self.plain(50))
        Self.add(long, to: root) { $0.leading = 0 }
        let value = Self.add(Self.plain(), to: root) {
            $0.leading = [.atLeast(.to(short, .trailing, by: 8)), .atLeast(.to(long, .trailing, by: 8))]
        }
        expectEqual(value.frame.minX, 58)
        expect(root.layoutFaults.isEmpty)
    }

    @Test("17: layout does not see a transform")
    func transform() {
        let (root, view) = (Self.root(), Self.plain())
        view.transform = Transform(rotationDegrees: 90)
        Self.add(view, to: root) { ($0.centerX, $0.centerY, $0.width) = (0, 0, 40) }
        expect(view.bounds.size == Size(width: 40, height: 10) && view.center == Point(x: 50, y: 30))
    }

    /// A row: the pins of views `a` and `b`, and what is wrong with them.
    struct Fault: Sendable {
        let kind: LayoutFault.Kind
        let pins: [String]
        let a, b: Change

        init(_ kind: LayoutFault.Kind, _ pins: String..., a: @escaping Change, b: @escaping Change = { _ in }) {
            (self.kind, self.pins, self.a, self.b) = (kind, pins, a, b)
        }
    }

    private nonisolated static let faults = [
        Fault(.contradiction, "a.leading", "a.trailing", "a.width") { ($0.leading, $0.trailing, $0.width) = (0, 0, 5) },
        Fault(.contradiction, "a.fit", "a.leading") { ($0.fit, $0.leading) = (.both, 5) },
        Fault(.contradiction, "a.width atLeast 9", "a.width atMost 8") { $0.width = [.atLeast(9), .atMost(8)] },
        Fault(.contradiction, "a.width") { $0.width = -1 },
        Fault(.cycle, "a.leading", "b.leading", a: { $0.leading = .to(id: "b") }, b: { $0.leading = .to(id: "a") }),
        Fault(
            .cycle,
            "a.leading",
            "b.leading",
            a: { $0.leading = .to(id: "b", .trailing, by: 8) },
            b: { $0.leading = .to(id: "a", .trailing, by: 8) }
        ),
        Fault(.target, "a.leading") { $0.leading = .to(id: "c", .trailing) },
        Fault(.target, "a.top") { $0.top = .to(id: "b", .leading) },
    ]

    @Test("17: pins that exclude one another, or go round in a circle, are named", arguments: faults.indices)
    func faults(row: Int) throws {
        let (root, row) = (Self.root(), Self.faults[row])
        Self.add(Self.plain(), to: root, id: "a", row.a)
        Self.add(Self.plain(), to: root, id: "b", row.b)
        let fault = try require(root.layoutFaults.first)
        expect(fault.kind == row.kind && fault.pins == row.pins, "\(fault)")
        expect(root.layoutFaults.count == 1 && root.subviews.allSatisfy { $0.frame.width >= 0 })
    }
}
