import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

@MainActor @Suite("Trees of views as streams and pictures", .hangLimit) struct ViewStreamTests {
    private static let red = Color(red: 255, green: 0, blue: 0)

    /// A root of 40x40 points with a red square that moves as section 14 of image-view.md has it: evenly from
    /// (10, 10, 10, 10) to (20, 20, 20, 20).
    private func movingTree(over duration: Double = 1, _ options: AnimationOptions = []) -> (root: View, square: View) {
        let root = View(frame: Rect(x: 0, y: 0, width: 40, height: 40))
        root.backgroundColor = .white
        let square = View(frame: Rect(x: 10, y: 10, width: 10, height: 10))
        square.backgroundColor = .color(Self.red)
        root.addSubview(square)
        View.animate(withDuration: duration, options: [.curveLinear, options]) {
            square.frame = Rect(x: 20, y: 20, width: 20, height: 20)
        }
        return (root, square)
    }

    /// The rectangle of the red pixels.
    private func redPlace(_ picture: Picture) -> PixelRect? {
        var (columns, rows) = (Set<Int>(), Set<Int>())
        for y in 0..<picture.size.height {
            for x in 0..<picture.size.width where picture.pixel(x, y) == [255, 0, 0, 255] {
                columns.insert(x)
                rows.insert(y)
            }
        }
        guard let x = columns.min(), let y = rows.min() else { return nil }
        return PixelRect(x: x, y: y, width: columns.count, height: rows.count)
    }

    private func square(_ x: Int, _ side: Int) -> PixelRect { PixelRect(x: x, y: x, width: side, height: side) }

    @Test("a tree is streamed at a rate for as long as its animations take, or as long as is asked, from now on")
    func stream() async throws {
        let tree = movingTree()
        let halves = OutputTiming.constant(FrameRate(2))
        let cases: [(now: RationalTime, lasting: RationalTime?, places: [PixelRect?])] = [
            (0, nil, [square(10, 10), square(15, 15)]),
            (0, 2, [square(10, 10), square(15, 15), square(20, 20), square(20, 20)]),
            (0.5, nil, [square(15, 15)]),
            (1, nil, [square(20, 20)]),
        ]
        for (now, duration, places) in cases {
            tree.root.advance(to: now)
            var shown: [TimedPicture] = []
            for try await picture in try await FrameStream(tree.root, timing: halves, lasting: duration) {
                shown.append(picture)
            }
            expectEqual(shown.map { redPlace($0.picture) }, places, "\(now)")
            expectEqual(shown.map(\.presentationTime), places.indices.map { RationalTime(Int64($0), 2) })
        }
        expectEqual(tree.square.frame, Rect(x: 20, y: 20, width: 20, height: 20))
    }

    @Test("the picture of a tree at a time is that of the stream then; the scale is pixels per point")
    func picture() throws {
        let tree = movingTree()
        expectEqual(redPlace(try FrameRenderer.picture(of: tree.root)), square(10, 10))
        expectEqual(redPlace(try FrameRenderer.picture(of: tree.root, at: 0.5)), square(15, 15))
        expectEqual(redPlace(try FrameRenderer.picture(of: tree.root, at: 0.5, scale: 2)), square(30, 30))
        expectEqual(redPlace(try FrameRenderer.picture(of: tree.square, at: 7)), square(0, 20))
        tree.root.advance(to: 0.5)
        expectEqual(redPlace(try FrameRenderer.picture(of: tree.root)), square(15, 15))
    }

    @Test("a tree of movements without an end has none itself; without a timing, it is streamed 30 times a second")
    func endless() async throws {
        let tree = movingTree(over: 0.1, .repeat)
        let stream = try await FrameStream(tree.root)
        var places: [PixelRect?] = []
        for try await shown in stream.prefix(7) { places.append(redPlace(shown.picture)) }
        expectEqual(Array(places[0..<3]), Array(places[3..<6]))
        expect(places[0] == square(10, 10) && places[1] != places[0])
        await stream.stop()
    }

    @Test("an image view in a tree goes on from where it is, and shows its still picture when it has ended")
    func imageView() async throws {
        let images = try [10, 20, 30].map { (value: UInt8) in
            let rows = Array([[UInt8]](repeating: [value, value, value, 255], count: 16).joined())
            return try Image(data: PNGWriter(width: 4, height: 4).file(rows: rows))
        }
        var walk = ImageView(image: images[2])
        walk.animationImages = [images[0], images[1]]
        walk.animationDuration = 1
        walk.animationRepeatCount = 1
        let root = View(frame: Rect(x: 0, y: 0, width: 4, height: 4))
        let view = View(walk)
        root.addSubview(view)
        view.imageView?.startAnimating()
        let halves = OutputTiming.constant(FrameRate(2))
        for (now, duration, reds) in [
            (0, nil, [10, 20]), (0, 1.5, [10, 20, 30]), (0.5, nil, [20]), (1, nil, [30]),
        ] as [(RationalTime, RationalTime?, [UInt8])] {
            root.advance(to: now)
            var shown: [UInt8] = []
            for try await picture in try await FrameStream(root, timing: halves, lasting: duration) {
                shown.append(picture.picture.pixel(1, 1)[0])
            }
            expectEqual(shown, reds, "\(now)")
        }
    }

    @Test("a tree in which nothing moves gives one picture")
    func still() async throws {
        let root = View(frame: Rect(x: 0, y: 0, width: 3, height: 2))
        var shown: [TimedPicture] = []
        for try await picture in try await FrameStream(root, scale: 2) { shown.append(picture) }
        expectEqual(shown.map(\.picture.size), [PixelSize(width: 6, height: 4)])
        expectEqual(shown.first?.duration, 0)
    }
}
