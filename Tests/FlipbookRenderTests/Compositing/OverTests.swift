import CImageKernels
import FlipbookTestSupport
import Testing

@Suite("Source over destination")
struct OverTests {
    /// Every pair of a straight color value and an alpha.
    private var straight: [UInt8] { PremultiplyTests.allPairs }

    private var premultiplied: [UInt8] {
        var result = straight
        flipbook_premultiply(&result, straight, 65_536)
        return result
    }

    private func expectedOver(_ source: [UInt8], _ below: (Int) -> UInt8) -> [UInt8] {
        source.indices.map { i in
            UInt8(Int(source[i]) + exactProduct(Int(below(i)), 255 - Int(source[i | 3])))
        }
    }

    @Test("over adds the destination's share, rounded to nearest, for every alpha and destination value")
    func over() {
        // 256 destination values under each alpha, in an order that meets each pair once.
        let source = premultiplied
        var destination: [UInt8] = []
        for alpha: UInt8 in 0...255 {
            for value: UInt8 in 0...255 { destination += [value, alpha ^ value, 77, value] }
        }
        var result = destination
        flipbook_over(&result, source, 65_536)
        expectEqual(result, expectedOver(source) { destination[$0] })
    }

    @Test(
        "one color below gives what a picture of that color gives",
        arguments: [[0, 0, 255, 255], [10, 20, 30, 128], [0, 0, 0, 0]]
    )
    func overColor(color: [UInt8]) {
        let source = premultiplied
        var result = source
        flipbook_over_color(&result, source, 65_536, color)
        expectEqual(result, expectedOver(source) { color[$0 & 3] })
    }

    @Test(
        "straight over an opaque color in one pass gives the bytes of premultiplying and compositing in two",
        arguments: [[0, 0, 0, 255], [255, 255, 255, 255], [10, 128, 254, 255]]
    )
    func onePass(color: [UInt8]) {
        var two = premultiplied
        flipbook_over_color(&two, premultiplied, 65_536, color)
        var one = [UInt8](repeating: 9, count: two.count)
        flipbook_straight_over_opaque(&one, straight, 65_536, color)
        expectEqual(one, two)
    }

    @Test("an opaque picture covers what is below: its bytes come through unchanged")
    func opaque() {
        var generator = SeededGenerator(seed: 3)
        var picture = generator.bytes(1000 * 4)
        for i in stride(from: 3, to: picture.count, by: 4) { picture[i] = 255 }
        var result = generator.bytes(1000 * 4)
        flipbook_over(&result, picture, 1000)
        expectEqual(result, picture)
        flipbook_straight_over_opaque(&result, picture, 1000, [1, 2, 3, 255])
        expectEqual(result, picture)
    }

    @Test("a row of any length gives what its pixels give one by one, and nothing beyond it is touched")
    func rowLengths() {
        typealias Kernel = (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, Int) -> Void
        let color: [UInt8] = [10, 20, 30, 255]
        let kernels: [Kernel] = [
            { flipbook_over($0, $1, $2) },
            { flipbook_over_color($0, $1, $2, color) },
            { flipbook_straight_over_opaque($0, $1, $2, color) },
            { target, _, count in flipbook_fill(target, count, color) },
        ]
        var generator = SeededGenerator(seed: 12)
        for kernel in kernels {
            for count in 0...40 {
                var source = generator.bytes(count * 4)
                flipbook_premultiply(&source, source, count)
                let before = generator.bytes(count * 4 + 8)
                var whole = before
                kernel(&whole, source, count)
                var single: [UInt8] = []
                for pixel in 0..<count {
                    let bytes = (pixel * 4)..<(pixel * 4 + 4)
                    var one = Array(before[bytes])
                    kernel(&one, Array(source[bytes]), 1)
                    single += one
                }
                expectEqual(whole, single + before.suffix(8), "\(count) pixels, seed 12")
            }
        }
    }

    /// A straight pixel, an opaque color below it, and the result.
    struct Vector: Sendable {
        let image: [UInt8]
        let below: [UInt8]
        let result: [UInt8]
    }

    @Test(
        "an opaque view's pixels are those of the image view's specification",
        arguments: [
            Vector(image: [255, 0, 0, 255], below: [0, 0, 255, 255], result: [255, 0, 0, 255]),
            Vector(image: [255, 0, 0, 128], below: [0, 0, 255, 255], result: [128, 0, 127, 255]),
            Vector(image: [255, 0, 0, 128], below: [0, 0, 0, 255], result: [128, 0, 0, 255]),
            Vector(image: [200, 100, 50, 64], below: [10, 20, 30, 255], result: [57, 40, 35, 255]),
            Vector(image: [200, 100, 50, 64], below: [0, 0, 0, 255], result: [50, 25, 13, 255]),
        ]
    )
    func vectors(vector: Vector) {
        var result = [UInt8](repeating: 0, count: 4)
        flipbook_straight_over_opaque(&result, vector.image, 1, vector.below)
        expectEqual(result, vector.result)
    }
}
