import Flipbook
import FlipbookPlay
import FlipbookRender
import FlipbookScene
import Foundation
import Testing

/// What a program writes that comes from UIKit: one import beside Foundation's, and no name that is both's.
@Suite("As UIKit hands write it")
struct UIKitHandsTests {
    @Test("a view is set by literals")
    func literals() {
        var view = ImageView()
        view.animationDuration = 0.4
        view.backgroundColor = .white
        view.tintColor = .red
        let turn = Transform(rotationDegrees: 90)
        #expect(Point(x: 1, y: 0).applying(turn) == Point(x: 0, y: 1))
        #expect(view.animationDuration == 0.4 && view.effectiveAnimationDuration == RationalTime(2, 5))
        #expect(view.backgroundColor == .color(Color(red: 255, green: 255, blue: 255)))
        #expect(view.tintColor == Color.red)
        view.animationDuration = 2
        view.animationDuration += 0.5
        #expect(view.animationDuration == 2.5)
        let path: FilePath = "walk/walk.0001.png"
        #expect(path.lastComponent == "walk.0001.png")
        #expect(Image(byReferencingFile: "hero@2x.png").scale == 2)
    }

    @Test(
        "a decimal literal is the decimal that is written",
        arguments: [
            (0.1, 1, 10), (0.4, 2, 5), (1.001, 1001, 1000), (-0.25, -1, 4), (23.976, 2997, 125), (0.0, 0, 1),
            (123456.789, 123_456_789, 1000), (0.000_001, 1, 1_000_000), (12.0, 12, 1),
        ] as [(Double, Int64, Int64)]
    )
    func decimals(value: Double, numerator: Int64, denominator: Int64) {
        #expect(RationalTime(floatLiteral: value) == RationalTime(numerator, denominator))
    }

    @Test("sums and differences are exact fractions, and to the nanosecond where 64 bits hold none")
    func sums() throws {
        let frame = RationalTime(1001, 24000)
        #expect(frame + frame == RationalTime(1001, 12000))
        #expect(frame - frame == .zero)
        #expect(frame - 1 == RationalTime(-22999, 24000))
        #expect([0.1, 0.2, 0.7].reduce(.zero, +) == 1 as RationalTime)
        let (first, second) = (Int64(4_000_000_007), Int64(4_000_000_009))
        let third = RationalTime(1, first)
        let fourth = RationalTime(7, second)
        #expect((third + fourth).denominator <= 1_000_000_000)
        #expect(((third + fourth).seconds - third.seconds - fourth.seconds).magnitude <= 1e-9)
        let far = RationalTime(Int64.max, 3)
        #expect(far - far == .zero)
    }

    @Test("a length of time is a Duration and back")
    func durations() throws {
        #expect(Duration(0.4 as RationalTime) == .milliseconds(400))
        #expect(Duration(RationalTime(-1, 4)) == .milliseconds(-250))
        #expect(RationalTime(.milliseconds(1500)) == 1.5)
        #expect(RationalTime(.milliseconds(-250)) == RationalTime(-1, 4))
        #expect(RationalTime(.nanoseconds(1)) == RationalTime(1, 1_000_000_000))
        #expect(Duration(RationalTime(1, 3)).components.attoseconds == 333_333_333_333_333_333)
        #expect(RationalTime(Duration(secondsComponent: 5_000_000_000, attosecondsComponent: 1)) == 5_000_000_000)
    }

    @Test("rectangles have CoreGraphics's members")
    func rectangles() {
        let frame = Rect(x: 10, y: 20, width: 100, height: 50)
        #expect((frame.width, frame.height, frame.midX, frame.midY, frame.maxX) == (100, 50, 60, 45, 110))
        #expect(
            frame.inset(by: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
                == Rect(x: 12, y: 21, width: 94, height: 46)
        )
        #expect(frame.inset(by: EdgeInsets(top: 40, left: 0, bottom: 40, right: 0)).height == 0)
        let other = Rect(x: 100, y: 0, width: 100, height: 30)
        #expect(frame.union(other) == Rect(x: 10, y: 0, width: 190, height: 70))
        #expect(frame.intersection(other) == Rect(x: 100, y: 20, width: 10, height: 10))
        #expect(frame.union(.zero) == frame)
        #expect(Rect.zero.union(frame) == frame)
        #expect(frame.intersection(Rect(x: 110, y: 20, width: 5, height: 5)) == .zero)
    }

    @Test("geometry is written as JSON and read back")
    func codable() throws {
        struct All: Codable, Hashable {
            var point = Point(x: 1, y: 2)
            var rect = Rect(x: 1, y: 2, width: 3, height: 4)
            var insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
            var transform = Transform(rotationDegrees: 30)
            var pixels = PixelSize(width: 3, height: 4)
            var place = PixelRect(x: 1, y: 2, width: 3, height: 4)
        }
        let all = All()
        #expect(try JSONDecoder().decode(All.self, from: JSONEncoder().encode(all)) == all)
    }

    @Test("an error tells Foundation what is wrong")
    func localized() {
        let error: any Error = ResolutionError.noFiles
        #expect(error.localizedDescription.hasPrefix("no input; specify a folder"))
    }
}
