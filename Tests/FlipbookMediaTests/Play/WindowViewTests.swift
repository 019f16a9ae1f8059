import FlipbookCore
import FlipbookMedia
import FlipbookPlay
import FlipbookWindow
import FlipbookTestSupport
import Testing

/// Which part of a picture a window shows.
@Suite struct WindowViewTests {
    @Test("a place of the picture and the place of the window at which it is seen lead to each other")
    func places() {
        let view = WindowView(of: PixelSize(width: 320, height: 240), in: PixelSize(width: 800, height: 500))
        for zoom in [WindowView.Zoom.fit, .fill, .factor(1), .factor(12)] {
            let zoomed = view.zoomed(to: zoom, at: Point(x: 100, y: 90))
            for place in [Point.zero, Point(x: 37.5, y: 200), Point(x: 320, y: 240)] {
                let back = zoomed.picturePlace(of: zoomed.windowPlace(of: place))
                expect(max((back.x - place.x).magnitude, (back.y - place.y).magnitude) < 1e-9)
            }
        }
    }

    @Test("files that are dropped are those of this machine, their escapes undone")
    func dropped() {
        let list =
            "# a comment\r\nfile:///a%20b/%C3%A9.png\r\nhttp://x/y.png\r\nfile://localhost/c%zz%+1\nfile://\nfile:///%00\n"
        expectEqual(WaylandExtras.files(in: list).map(\.string), ["/a b/é.png", "/c%zz%+1"])
    }

    private func view(_ picture: (Int, Int), _ window: (Int, Int)) -> WindowView {
        WindowView(
            of: PixelSize(width: picture.0, height: picture.1),
            in: PixelSize(width: window.0, height: window.1)
        )
    }

    @Test("a picture that fits is whole; beyond twice its size it grows by whole steps, or smoothly")
    func fit() {
        var small = view((16, 16), (100, 80))
        expectEqual(small.factor, 5)
        expect(small.isNearest)
        expectEqual(small.crop, PixelRect(x: 0, y: 0, width: 16, height: 16))
        expectEqual(small.scaled, PixelSize(width: 80, height: 80))
        small.window = PixelSize(width: 95, height: 79)
        expectEqual(small.factor, 4)
        small.hasWholeSteps = false
        expectEqual(small.factor, 79.0 / 16)
        expect(!small.isNearest)
        let large = view((4000, 2000), (1000, 800))
        expectEqual(large.factor, 0.25)
        expectEqual(large.scaled, PixelSize(width: 1000, height: 500))
    }

    @Test("a picture that fills covers the window, and what is too much is cut off on both sides")
    func fill() {
        let view = view((200, 100), (100, 100)).zoomed(to: .fill)
        expectEqual(view.factor, 1)
        expectEqual(view.crop, PixelRect(x: 50, y: 0, width: 100, height: 100))
        expectEqual(view.scaled, PixelSize(width: 100, height: 100))
    }

    @Test("zoom keeps the place under the pointer, wherever it is", arguments: [(10.0, 20.0), (320, 240), (639, 479)])
    func pointer(x: Double, y: Double) {
        let place = Point(x: x, y: y)
        var view = view((640, 480), (640, 480))
        // To the pixel: what is shown begins with a whole one.
        let fixed = view.picturePlace(of: place)
        for _ in 0..<8 {
            view = view.zoomed(by: 1, at: place)
            let found = view.picturePlace(of: place)
            expect(abs(found.x - fixed.x) <= 1.001, "\(view.factor)")
            expect(abs(found.y - fixed.y) <= 1.001, "\(view.factor)")
        }
        expectEqual(view.factor, 16)
        for _ in 0..<30 { view = view.zoomed(by: -1, at: place) }
        expectEqual(view.factor, 1 / 16.0)
        expectEqual(view.crop.size, PixelSize(width: 640, height: 480))
    }

    @Test("dragging moves the picture with the pointer, and stops at its edges")
    func drag() {
        let view = view((640, 480), (640, 480)).zoomed(to: .factor(2))
        expectEqual(view.crop, PixelRect(x: 160, y: 120, width: 320, height: 240))
        let moved = view.dragged(x: 100, y: -40)
        expectEqual(moved.crop, PixelRect(x: 110, y: 140, width: 320, height: 240))
        expectEqual(view.dragged(x: 10_000, y: 10_000).crop, PixelRect(x: 0, y: 0, width: 320, height: 240))
        let wide = WindowView(of: PixelSize(width: 10, height: 10), in: PixelSize(width: 100, height: 100))
        expectEqual(wide.dragged(x: 30, y: 30).crop, wide.crop)
    }

    @Test("what is shown is never empty, and never beyond the picture")
    func bounds() {
        for picture in [(1, 1), (3, 500), (500, 3), (64, 48)] {
            for window in [(1, 1), (160, 120), (33, 700)] {
                var view = view(picture, window)
                for step in [-3, -1, 1, 1, 1, 2, 5, 5, 5] {
                    view = view.zoomed(by: step, at: Point(x: 7, y: 9)).dragged(x: 13, y: -5)
                    let crop = view.crop
                    expect(!crop.isEmpty && !view.scaled.isEmpty)
                    expect(crop.x >= 0 && crop.y >= 0)
                    expect(crop.x + crop.size.width <= picture.0 && crop.y + crop.size.height <= picture.1)
                }
            }
        }
    }

    @Test("a window opens as large as its pictures, small ones enlarged by whole steps, large ones within the screen")
    func opening() {
        let screen = PixelSize(width: 1920, height: 1080)
        func size(_ width: Int, _ height: Int) -> PixelSize {
            WindowMemory.size(for: PixelSize(width: width, height: height), on: screen)
        }
        expectEqual(size(640, 480), PixelSize(width: 640, height: 480))
        expectEqual(size(16, 16), PixelSize(width: 480, height: 480))
        expectEqual(size(100, 50), PixelSize(width: 500, height: 250))
        expectEqual(size(3840, 2160), PixelSize(width: 1728, height: 972))
    }
}
