import FlipbookCore
import FlipbookLint
import FlipbookScene
import FlipbookTestSupport
import Foundation

/// A fault of the pixels that any clean sequence can have: how many of them it is found in is counted.
struct SpreadFault: Sendable {
    /// What is wrong, for the table.
    let words: String
    /// The rule that finds it, in whatever words.
    let rule: RuleID
    /// Whether only a sequence with translucent pixels can have it.
    var needsAlpha = false
    /// Puts it into a frame, that at a place among the names.
    let inject: @Sendable (_ bench: FaultBench, _ names: [String], _ place: Int) throws -> Void

    /// A change of each pixel of one frame.
    private static func change(
        _ words: String,
        _ rule: RuleID,
        needsAlpha: Bool = false,
        _ pixel: @escaping @Sendable (_ x: Int, _ y: Int, _ pixel: (Int, Int) -> [Int]) -> [Int]
    ) -> SpreadFault {
        SpreadFault(words: words, rule: rule, needsAlpha: needsAlpha) { bench, names, place in
            try bench.redraw(names[place], pixel)
        }
    }

    static let all: [SpreadFault] = [
        change("A frame is half a stop darker", "pixel.exposure-flicker") { x, y, pixel in
            let pixel = pixel(x, y)
            return pixel.prefix(3).map { Int(Double($0) * 0.854) } + [pixel[3]]
        },
        change("A frame is premultiplied", "alpha.premultiplied", needsAlpha: true) { x, y, pixel in
            let pixel = pixel(x, y)
            return pixel.prefix(3).map { $0 * pixel[3] / 255 } + [pixel[3]]
        },
        change("A frame has video levels", "pixel.limited-range") { x, y, pixel in
            let pixel = pixel(x, y)
            return pixel.prefix(3).map { 16 + $0 * 219 / 255 } + [pixel[3]]
        },
        change("A frame is shifted by three pixels", "seq.shifted") { x, y, pixel in pixel(x - 3, y) },
        change("A frame is black", "seq.blank-frame") { _, _, _ in [0, 0, 0, 255] },
        change("The lower half of a frame is gray", "pixel.half-decoded") { x, y, pixel in
            y < 24 ? pixel(x, y) : [128, 128, 128, 255]
        },
        SpreadFault(words: "Two frames are swapped", rule: "seq.swapped") { bench, names, place in
            try bench.move(names[place], to: "swap.tmp")
            try bench.move(names[place + 1], to: names[place])
            try bench.move("swap.tmp", to: names[place + 1])
        },
        SpreadFault(words: "A frame is repeated", rule: "seq.duplicate-frames") { bench, names, place in
            try bench.copy(names[place], to: names[place + 1])
        },
    ]
}
