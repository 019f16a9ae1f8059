import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Views that draw themselves.
@MainActor
@Suite("Drawn views", .hangLimit, .enabled(if: RuntimeLibrary.pango.isInstalled, "Pango is not installed"))
struct DrawnViewTests {
    private static let red = Color(red: 255, green: 0, blue: 0)

    private func picture(of view: View, scale: Double = 1) throws -> Picture {
        let scene = view.scene(scale: scale)
        let bound = BoundScene(scene, drawings: DrawingTable())
        return try FrameRenderer(bound.drawings).picture(of: bound.displayList(at: 0), for: RenderTarget(scene))
    }

    @Test("a view draws in the coordinates of its bounds, in the pixels of its contentScaleFactor")
    func bounds() throws {
        let view = View(frame: Rect(x: 0, y: 0, width: 10, height: 8))
        view.bounds.origin = Point(x: 100, y: 50)
        view.draw = { context, rect in
            expectEqual(rect, Rect(x: 100, y: 50, width: 10, height: 8))
            context.fill(Rect(x: 101.5, y: 51, width: 3, height: 90), with: Self.red)
        }
        let drawn = try picture(of: view, scale: 2)
        expectEqual(drawn.size, PixelSize(width: 20, height: 16))
        for (x, isRed) in [(2, false), (3, true), (8, true), (9, false)] {
            expect(drawn[x, 2] == (isRed ? Self.red : .clear) && drawn[x, 15] == drawn[x, 2])
            expectEqual(drawn[x, 1], .clear)
        }
    }

    @Test("a turn of 45° in the drawing and one of the view are 90° (View Programming Guide, figure 1-6)")
    func turns() throws {
        let root = View(frame: Rect(x: 0, y: 0, width: 40, height: 40))
        let view = View(frame: root.bounds)
        root.addSubview(view)
        view.draw = { context, rect in
            context.translateBy(x: rect.midX, y: rect.midY)
            context.rotate(byDegrees: 45)
            context.fill(Rect(x: -12, y: -3, width: 24, height: 6), with: Self.red)
        }
        view.transform = Transform(rotationDegrees: 45)
        let drawn = try picture(of: root)
        expect(drawn[20, 10].alpha > 250 && drawn[19, 29].alpha > 250)
        expect(drawn[10, 20].alpha < 5 && drawn[29, 19].alpha < 5)
    }

    @Test("another size places the kept drawing by the content mode, and redraw asks for another")
    func modes() throws {
        func drawn(_ mode: ContentMode) throws -> Picture {
            let view = View(frame: Rect(x: 0, y: 0, width: 8, height: 8))
            view.contentMode = mode
            view.draw = { context, rect in
                context.fill(Rect(x: rect.maxX - 2, y: 0, width: 2, height: 2), with: Self.red)
            }
            _ = view.scene()
            view.frame.size = Size(width: 16, height: 16)
            return try picture(of: view)
        }
        let scaled = try drawn(.scaleToFill)
        expect(scaled[14, 1] == Self.red && (1..<255).contains(scaled[14, 3].alpha) && scaled[14, 6] == .clear)
        try expectEqual([drawn(.topLeft)[7, 1], drawn(.topLeft)[12, 1]], [Self.red, .clear])
        try expectEqual(
            [drawn(.redraw)[14, 1], drawn(.redraw)[14, 2], drawn(.redraw)[13, 1]],
            [Self.red, .clear, .clear]
        )
    }
}
