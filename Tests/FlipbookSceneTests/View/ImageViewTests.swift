import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Systems 1, 5 and 13: which picture an image view shows when, and where it lies.
@Suite("Image views")
struct ImageViewTests {
    private static func image(_ name: String, _ width: Int = 10, _ height: Int = 10, scale: Double = 1) -> Image {
        Image(source: .file(FilePath(name)), pixelSize: PixelSize(width: width, height: height), scale: scale)
    }

    private static let (a, b, p) = (image("a"), image("b"), image("p"))

    @Test("defaults are UIKit's")
    func defaults() {
        let view = ImageView()
        expect(view.image == nil && view.highlightedImage == nil)
        expect(view.animationImages == nil && view.highlightedAnimationImages == nil)
        expect(!view.isHighlighted && !view.isAnimating && !view.isOpaque && !view.isHidden && !view.clipsToBounds)
        expect(!view.isUserInteractionEnabled)
        expect(view.animationDuration == 0 && view.animationRepeatCount == 0)
        expect(view.contentMode == .scaleToFill && view.alpha == 1 && view.backgroundColor == nil)
        expectEqual(view.tintColor, Color(red: 0, green: 122, blue: 255))
        expect(view.frame == .zero && view.anchorPoint == Point(x: 0.5, y: 0.5))
    }

    @Test("1.1, 1.2: a view takes the size of its first image, and of later ones when it is asked to")
    func sizes() {
        var view = ImageView(image: Self.image("a", 100, 50, scale: 2))
        expectEqual(view.frame, Rect(x: 0, y: 0, width: 50, height: 25))
        view.image = Self.image("b", 300, 300)
        expectEqual(view.frame, Rect(x: 0, y: 0, width: 50, height: 25))
        var resized = view
        resized.sizeToFit()
        expectEqual(resized.frame, Rect(x: 0, y: 0, width: 300, height: 300))
        expectEqual(resized.center, Point(x: 150, y: 150))
        view.bounds.size = Size(width: 300, height: 300)
        expectEqual(view.frame, Rect(x: -125, y: -137.5, width: 300, height: 300))
    }

    @Test("1.3, 1.4: highlighting shows the highlighted image where there is one")
    func highlighting() {
        var view = ImageView(image: Self.a)
        view.isHighlighted = true
        expectEqual(view.visibleImage, Self.a)
        view = ImageView(image: nil, highlightedImage: Self.b)
        expect(view.visibleImage == nil)
        expectEqual(view.frame, .zero)
        view.isHighlighted = true
        expectEqual(view.visibleImage, Self.b)
    }

    @Test("5.3: four images in 2 s, three times: animating until 6 s, frame 3 before 2 s, frame 0 at 2 s")
    func cycles() throws {
        var view = ImageView(image: Self.p)
        let images = (0..<4).map { (number: Int) in Self.image("\(number)") }
        view.animationImages = images
        view.animationDuration = 2
        view.animationRepeatCount = 3
        view.startAnimating()
        expectEqual(view.visibleImage(at: 1.999999999), images[3])
        expectEqual(view.visibleImage(at: 2), images[0])
        view.advance(to: 5.999999999)
        expect(view.isAnimating)
        view.advance(to: 6)
        expect(!view.isAnimating)
        expectEqual(view.visibleImage, Self.p)
    }

    @Test("5.5: starting again starts from the first image, whenever that is")
    func restart() throws {
        var view = ImageView()
        let images = (0..<10).map { (number: Int) in Self.image("\(number)") }
        view.animationImages = images
        view.animationDuration = 1
        view.advance(to: .nanoseconds(12_345))
        view.startAnimating()
        view.advance(to: 0.900012345)
        expectEqual(view.visibleImage, images[9])
        view.startAnimating()
        expectEqual(view.visibleImage, images[0])
        expectEqual(view.visibleImage(at: 1.000012345), images[1])
    }

    @Test("5.6: an image that is there twice shows twice as long")
    func repeated() throws {
        var view = ImageView()
        view.animationImages = [Self.a, Self.a, Self.b]
        view.animationDuration = 0.3
        view.startAnimating()
        let shown = ([0, 0.1, 0.199, 0.2, 0.299, 0.3] as [RationalTime]).map { view.visibleImage(at: $0) }
        expectEqual(shown, [Self.a, Self.a, Self.a, Self.b, Self.b, Self.a])
    }

    @Test("5.8: an animation that has ended shows the image, not its last picture")
    func end() throws {
        var view = ImageView(image: Self.p)
        view.animationImages = [Self.a, Self.a, Self.b]
        view.animationDuration = 0.3
        view.animationRepeatCount = 1
        view.startAnimating()
        expectEqual(view.visibleImage(at: 0.299999999), Self.b)
        expectEqual(view.visibleImage(at: 0.3), Self.p)
    }

    @Test("an image that is set while animating shows after the stop")
    func settingImage() {
        var view = ImageView(image: Self.p)
        view.animationImages = [Self.a]
        view.startAnimating()
        view.image = Self.b
        expect(view.isAnimating && view.visibleImage == Self.a)
        view.stopAnimating()
        view.stopAnimating()
        expect(!view.isAnimating && view.visibleImage == Self.b)
    }

    @Test("new images while animating start from the first; none stop; without any, starting does nothing")
    func settingImages() throws {
        var view = ImageView()
        view.startAnimating()
        expect(!view.isAnimating)
        view.animationImages = [Self.a, Self.b]
        view.animationDuration = 2
        expect(!view.isAnimating)
        view.startAnimating()
        view.advance(to: 1.5)
        expectEqual(view.visibleImage, Self.b)
        view.animationImages = [Self.p, Self.a]
        expect(view.isAnimating && view.visibleImage == Self.p)
        expectEqual(view.visibleImage(at: 2.6), Self.a)
        view.animationImages = []
        expect(!view.isAnimating && view.visibleImage == nil)
    }

    @Test("highlighting while animating plays the highlighted images from the first, in their own time")
    func highlightedSequence() {
        var view = ImageView()
        view.animationImages = [Self.a, Self.a, Self.a]
        view.highlightedAnimationImages = [Self.b, Self.p]
        view.startAnimating()
        view.advance(to: 0.04)
        view.isHighlighted = true
        expectEqual(view.visibleImage, Self.b)
        expectEqual(view.visibleImage(at: 0.04 + RationalTime(1, 30)), Self.p)
        view.highlightedAnimationImages = nil
        expect(view.isAnimating && view.visibleImage == Self.a)
    }

    @Test("another duration while animating keeps the picture and restarts its time")
    func settingDuration() throws {
        var view = ImageView()
        let images = (0..<4).map { (number: Int) in Self.image("\(number)") }
        view.animationImages = images
        view.animationDuration = 4
        view.startAnimating()
        view.advance(to: 2.5)
        view.animationDuration = 8
        expectEqual(view.visibleImage, images[2])
        expectEqual(view.visibleImage(at: 4.499999999), images[2])
        expectEqual(view.visibleImage(at: 4.5), images[3])
    }

    @Test("an animated image plays forever on its own, and lets an animation that was started go first")
    func animatedImage() throws {
        var view = ImageView(image: try require(Image.animatedImage(with: [Self.a, Self.b], duration: 2)))
        view.animationRepeatCount = 1
        expect(!view.isAnimating)
        expectEqual(view.visibleImage(at: 1)?.path, Self.b.path)
        expectEqual(view.visibleImage(at: 400)?.path, Self.a.path)
        view.animationImages = [Self.p]
        view.startAnimating()
        expectEqual(view.visibleImage, Self.p)
    }

    @Test("hiding does not stop an animation, and time does not run backwards")
    func hidden() throws {
        var view = ImageView()
        view.animationImages = [Self.a, Self.b]
        view.animationDuration = 2
        view.startAnimating()
        view.isHidden = true
        view.advance(to: 1)
        view.advance(to: 0)
        expect(view.isAnimating && view.visibleImage == Self.b)
    }

    @Test("alpha stays within 0 and 1", arguments: [(2, 1), (-1, 0), (.nan, 0.25), (0.5, 0.5)] as [(Double, Double)])
    func alpha(set: Double, found: Double) {
        var view = ImageView()
        view.alpha = 0.25
        view.alpha = set
        expectEqual(view.alpha, found)
    }

    @Test("13.1: a frame of (40, 40, 240, 380) has its center at (160, 230)")
    func center() {
        let view = ImageView(frame: Rect(x: 40, y: 40, width: 240, height: 380))
        expectEqual(view.center, Point(x: 160, y: 230))
        expectEqual(view.bounds, Rect(x: 0, y: 0, width: 240, height: 380))
    }

    @Test("13.2: another size of the bounds goes out from the center")
    func boundsSize() {
        var view = ImageView(frame: Rect(x: 50, y: 50, width: 100, height: 100))
        view.bounds.size = Size(width: 256, height: 512)
        expectEqual(view.frame, Rect(x: -28, y: -156, width: 256, height: 512))
    }

    @Test("13.4: with another anchor the frame is what was set, and the center is where the anchor lies")
    func anchor() {
        var view = ImageView()
        view.anchorPoint = Point(x: 0.1, y: 0.1)
        view.frame = Rect(x: 10, y: 20, width: 100, height: 50)
        expectEqual(view.center, Point(x: 20, y: 25))
        expectEqual(view.frame, Rect(x: 10, y: 20, width: 100, height: 50))
    }

    @Test("13.7: the right and lower edges are outside, and the bounds' origin counts")
    func inside() {
        var view = ImageView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        expect(view.contains(Point(x: 99, y: 99)))
        expect(!view.contains(Point(x: 100, y: 100)))
        view.bounds.origin = Point(x: 10000, y: 10000)
        expect(!view.contains(Point(x: 50, y: 50)))
    }

    @Test("the intrinsic size is the image's, whatever the animation has")
    func intrinsicSize() {
        var view = ImageView()
        view.animationImages = [Self.a]
        expectEqual(view.intrinsicContentSize, Size(width: -1, height: -1))
        expectEqual(view.sizeThatFits(Size(width: 5, height: 5)), .zero)
        view.image = Self.image("i", 300, 300, scale: 3)
        expectEqual(view.intrinsicContentSize, Size(width: 100, height: 100))
        expectEqual(view.sizeThatFits(.zero), Size(width: 100, height: 100))
    }
}
