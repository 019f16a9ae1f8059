import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Pictures of transitions between views, in a tree on a white canvas of 60x60 points.
@MainActor @Suite("Pictures of transitions between views") struct ViewTransitionPictureTests {
    private let root = View(frame: Rect(x: 0, y: 0, width: 60, height: 60))
    private let card = View()
    private let front = View()
    private let back = View()

    /// A card of 40x40 in the middle, red with a green upper left quarter; its other side is blue, with the same quarter.
    init() {
        root.backgroundColor = .color(.white)
        card.frame = Rect(x: 10, y: 10, width: 40, height: 40)
        root.addSubview(card)
        for (side, color) in [(front, Self.red), (back, Self.blue)] {
            let mark = View(frame: Rect(x: 0, y: 0, width: 20, height: 20))
            (mark.backgroundColor, side.backgroundColor) = (.color(Self.green), .color(color))
            side.frame = card.bounds
            side.addSubview(mark)
        }
        card.addSubview(front)
    }

    private static let (red, blue) = (Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 0, blue: 255))
    private static let green = Color(red: 0, green: 255, blue: 0)

    /// The colors at places, at a time.
    private func colors(at time: RationalTime, _ places: [(Int, Int)], scale: Double = 1) throws -> [Color] {
        let scene = root.scene(scale: scale)
        let bound = BoundScene(scene)
        let list = bound.displayList(at: time)
        let picture = try FrameRenderer(bound.drawings).picture(of: list, for: RenderTarget(scene))
        return picture.withUnsafeBytes { bytes in
            places.map { x, y in
                let place = (Int(Double(y) * scale) * picture.size.width + Int(Double(x) * scale)) * 4
                return Color(
                    red: bytes[place],
                    green: bytes[place + 1],
                    blue: bytes[place + 2],
                    alpha: bytes[place + 3]
                )
            }
        }
    }

    private static let flip: AnimationOptions = [.transitionFlipFromLeft, .curveLinear]

    @Test(
        "the superview of two views turns over with all that is in it, the side in front larger",
        arguments: [1.0, 2]
    )
    func flip(scale: Double) throws {
        let (white, red, green, blue) = (Color.white, Self.red, Self.green, Self.blue)
        View.transition(from: front, to: back, duration: 1, options: Self.flip)
        // At an eighth of a turn the card is at 13.97 to 42.65, 45.34 high at the left and 35.78 at the right.
        let left = try colors(at: 0.25, [(12, 30), (15, 9), (15, 20), (15, 35), (15, 51)], scale: scale)
        expectEqual(left, [white, green, green, red, red])
        let right = try colors(at: 0.25, [(41, 9), (41, 14), (41, 51), (44, 30)], scale: scale)
        expectEqual(right, [white, red, white, white])
        try expectEqual(colors(at: 0.5, [(30, 30), (30, 12)], scale: scale), [white, white])
        // The back is not mirrored, and its right side is the one in front.
        let turned = try colors(at: 0.75, [(15, 30), (19, 20), (45, 9), (45, 35), (47, 30)], scale: scale)
        expectEqual(turned, [white, green, blue, blue, white])
        try expectEqual(colors(at: 1, [(11, 11), (48, 48), (5, 5)], scale: scale), [green, blue, white])
    }

    @Test("a card that stands askew turns about its own axis")
    func askew() throws {
        card.transform = Transform(rotationDegrees: 90)
        View.transition(from: front, to: back, duration: 1, options: Self.flip)
        // The card's left side lies at the top.
        let seen = try colors(at: 0.25, [(9, 15), (50, 15), (9, 41), (30, 41), (30, 44)])
        expectEqual(seen, [Self.red, Self.green, .white, Self.red, .white])
    }

    @Test("a cross dissolve mixes the former look of all within with the new one, once")
    func dissolve() throws {
        View.transition(with: card, duration: 1, options: [.transitionCrossDissolve, .curveLinear]) {
            front.backgroundColor = .color(Self.blue)
            front.subviews[0].isHidden = true
        }
        let seen = try colors(at: 0.5, [(40, 40), (15, 15), (5, 5)])
        expectEqual(seen, [Color(red: 128, green: 0, blue: 128), Color(red: 0, green: 128, blue: 128), .white])
    }
}
