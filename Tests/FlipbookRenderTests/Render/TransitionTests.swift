import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Transitions beside plain arithmetic on each pixel.
@Suite("Transitions")
struct TransitionTests {
    private static let size = PixelSize(width: 10, height: 8)

    private static func bytes(_ picture: Picture) -> [Double] {
        picture.withUnsafeBytes { bytes in
            picture.format.isDeep
                ? bytes.bindMemory(to: UInt16.self).map { Double($0) / 257 } : bytes.map { Double($0) }
        }
    }

    /// A pixel of a picture, premultiplied; nothing beside it.
    private static func pixel(_ picture: [Double], _ x: Int, _ y: Int) -> [Double] {
        guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return [0, 0, 0, 0] }
        let pixel = Array(picture[(y * size.width + x) * 4..<(y * size.width + x) * 4 + 4])
        return [0, 1, 2].map { pixel[$0] * pixel[3] / 255 } + [pixel[3]]
    }

    /// The premultiplied pixel at a place: where the next picture is seen and from where both come, by the direction.
    private static func expected(
        _ transition: Transition,
        _ progress: Double,
        _ from: [Double],
        _ to: [Double],
        _ x: Int,
        _ y: Int
    ) -> [Double] {
        func mix(_ a: Double, _ b: Double, _ color: [Double]) -> [Double] {
            zip(zip(pixel(from, x, y), pixel(to, x, y)), color).map { $0.0 * a + $0.1 * b + $1 * (1 - a - b) }
        }
        let (fall, rise) = (max(0, 1 - 2 * progress), max(0, 2 * progress - 1))
        switch transition {
        case .dissolve: return mix(1 - progress, progress, [0, 0, 0, 0])
        case .fade: return mix(fall, rise, [0, 0, 0, 0])
        case .dip(let color):
            return mix(fall, rise, [Double(color.red), Double(color.green), Double(color.blue), 255])
        case .wipe(let direction), .push(let direction), .slide(let direction):
            let isAcross = direction == .left || direction == .right
            let side = isAcross ? size.width : size.height
            let way = Int((progress * Double(side)).rounded())
            // How far the pixel is from the edge at which the next picture comes in.
            let place = isAcross ? x : y
            let depth = direction == .left || direction == .up ? side - 1 - place : place
            let sign = direction == .left || direction == .up ? 1 : -1
            let isNext = depth < way
            var shift = 0
            if case .push = transition { shift = isNext ? -(side - way) : way }
            if case .slide = transition, isNext { shift = -(side - way) }
            let (dx, dy) = isAcross ? (shift * sign, 0) : (0, shift * sign)
            return pixel(isNext ? to : from, x + dx, y + dy)
        case .flipFromLeft, .flipFromRight, .flipFromTop, .flipFromBottom: return []
        }
    }

    /// The place on a card's side of `side` pixels, twice as high as wide or the other way round, that is seen at a place,
    /// both from its middle: the card is turned by so many degrees, its left side to the front, and seen from three times
    /// its longer side away.
    private static func unturned(_ x: Double, _ y: Double, _ degrees: Double, longer: Double) -> (Double, Double) {
        let (sine, cosine) = ElementaryFunctions.sineAndCosine(ofDegrees: degrees)
        // Of a point x the depth is 1 + x · sine / distance, and x · cosine / depth is where it is seen.
        let inner = x / (cosine - x * sine / (3 * longer))
        return (inner, y * (1 + inner * sine / (3 * longer)))
    }

    @Test(
        "a card turns over about its middle axis: UIKit's side comes to the front, and the next picture is on its back",
        arguments: [Transition.flipFromLeft, .flipFromRight, .flipFromTop, .flipFromBottom],
        [PixelFormat.rgba, .rgba64]
    )
    func flips(transition: Transition, format: PixelFormat) throws {
        let (width, height) = (40, 30)
        let pictures = [1, 40].map { TestFrames(width: width, height: height).picture($0) }
        let images = try pictures.map { try Image(data: PNGEncoder.encode($0)) }
        let isUpright = transition == .flipFromLeft || transition == .flipFromRight
        let sign: Double = transition == .flipFromLeft || transition == .flipFromTop ? 1 : -1
        for progress in [0.0, 0.15, 0.4, 0.6, 0.85, 1] {
            let view = ImageView(image: images[0].transitioning(to: images[1], by: transition, at: progress))
            let drawn = Self.bytes(try FrameRenderer.picture(of: view, format: format))
            let (side, degrees) = progress < 0.5 ? (0, 180 * progress) : (1, 180 * progress - 180)
            let source = Self.bytes(pictures[side])
            for place in 0..<width * height {
                let (x, y) = (Double(place % width) + 0.5 - 20, Double(place / width) + 0.5 - 15)
                let (across, down) = isUpright ? (x, y) : (y, x)
                let (a, b) = Self.unturned(across, down, sign * degrees, longer: 40)
                let (u, v) = isUpright ? (a + 20, b + 15) : (b + 20, a + 15)
                // The depth inside the card, in its own pixels; those at its edge are mixed.
                let depth = min(min(u, Double(width) - u), min(v, Double(height) - v))
                let found = drawn[place * 4 + 3]
                guard depth > 4 else {
                    expect(
                        depth > -4 || found == 0,
                        "\(transition) at \(progress), \(x), \(y): something is beside it"
                    )
                    continue
                }
                let seen = (Int(v) * width + Int(u)) * 4
                let error = (0..<4).map { abs(drawn[place * 4 + $0] - source[seen + $0]) }.max() ?? 0
                // A picture whose numbers change by up to 8 from one pixel to the next.
                expect(error <= 20, "\(transition) at \(progress), \(x), \(y): \(error)")
            }
            expect(Self.bytes(pictures[side]) == drawn || degrees != 0)
        }
        let edge = ImageView(image: images[0].transitioning(to: images[1], by: transition, at: 0.5))
        expect(Self.bytes(try FrameRenderer.picture(of: edge, format: format)).allSatisfy { $0 == 0 })
    }

    private static let transitions: [Transition] =
        [.dissolve, .fade, .dip(to: Color(red: 200, green: 10, blue: 90))]
        + Transition.Direction.allCases.flatMap { [.wipe($0), .push($0), .slide($0)] }

    @Test(
        "both pictures are mixed, wiped and moved as plain arithmetic says, in 8 and 16 bits",
        arguments: transitions,
        [PixelFormat.rgba, .rgba64]
    )
    func pixels(transition: Transition, format: PixelFormat) throws {
        let frames = TestFrames(width: Self.size.width, height: Self.size.height, hasAlpha: true)
        let (from, to) = (frames.picture(1), frames.picture(40))
        let images = try [from, to].map { picture in
            try Image(data: PNGEncoder.encode(picture))
        }
        for progress in [0, 0.1, 0.5, 0.625, 0.9, 1] {
            let view = ImageView(image: images[0].transitioning(to: images[1], by: transition, at: progress))
            let drawn = Self.bytes(try FrameRenderer.picture(of: view, format: format))
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    let wanted = Self.expected(transition, progress, Self.bytes(from), Self.bytes(to), x, y)
                    let found = Self.pixel(drawn, x, y)
                    let error = pairs(wanted, found).map { abs($0 - $1) }.max() ?? 0
                    // Pixels are stored premultiplied in between, and straight in the end: a level each.
                    expect(error <= 1.6, "\(transition) at \(progress), pixel \(x), \(y): \(found), not \(wanted)")
                }
            }
        }
    }

    @Test("opaque pictures dissolve to the nearest level, and what lies behind does not show")
    func exact() throws {
        let frames = TestFrames(width: 6, height: 4)
        let (from, to) = (frames.picture(3), frames.picture(90))
        let images = try [from, to].map { try Image(data: PNGEncoder.encode($0)) }
        for slot in 0..<7 {
            let progress = (Double(slot) + 0.5) / 7
            var view = ImageView(image: images[0].transitioning(to: images[1], by: .dissolve, at: progress))
            view.backgroundColor = .color(Color(red: 255, green: 0, blue: 255))
            let drawn = Self.bytes(try FrameRenderer.picture(of: view))
            for (place, value) in drawn.enumerated() {
                let exact = Self.bytes(from)[place] * (1 - progress) + Self.bytes(to)[place] * progress
                expect(abs(value - exact) <= 0.51, "slot \(slot), byte \(place)")
            }
        }
    }

    @Test("pictures of other sizes are each placed as alone, and a transition from nothing fades the picture in")
    func sizes() throws {
        let small = try Image(data: PNGEncoder.encode(TestFrames(width: 2, height: 2).picture(5)))
        let large = try Image(data: PNGEncoder.encode(TestFrames(width: 6, height: 6).picture(5)))
        var view = ImageView(frame: Rect(x: 0, y: 0, width: 6, height: 6))
        view.contentMode = .center
        view.image = large.transitioning(to: small, by: .dissolve, at: 1)
        let alone = ImageView.showing(small, like: view)
        expectEqual(
            Self.bytes(try FrameRenderer.picture(of: view)),
            Self.bytes(try FrameRenderer.picture(of: alone))
        )
        view.image = Image.nothing.transitioning(to: large, by: .dissolve, at: 0.5)
        let half = Self.bytes(try FrameRenderer.picture(of: view))
        expect(stride(from: 3, to: half.count, by: 4).allSatisfy { half[$0] == 128 })
    }
}

extension ImageView {
    /// A view that shows an image in the way another one does.
    fileprivate static func showing(_ image: Image, like view: ImageView) -> ImageView {
        var copy = view
        copy.image = image
        return copy
    }
}
