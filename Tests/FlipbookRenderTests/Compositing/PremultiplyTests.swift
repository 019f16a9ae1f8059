import CImageKernels
import FlipbookTestSupport
import Testing

@Suite("Straight and premultiplied alpha")
struct PremultiplyTests {
    /// One pixel for each pair of a color value and an alpha; the three channels hold three different values.
    static let allPairs: [UInt8] = {
        var pairs: [UInt8] = []
        for alpha in UInt8.min...UInt8.max {
            for color in UInt8.min...UInt8.max { pairs += [color, 255 - color, color ^ 0x55, alpha] }
        }
        return pairs
    }()

    @Test("premultiplying rounds c * a / 255 to nearest, for all 65,536 pairs")
    func premultiply() {
        var result = Self.allPairs
        flipbook_premultiply(&result, Self.allPairs, 65_536)
        var expected = Self.allPairs
        for i in stride(from: 0, to: expected.count, by: 4) {
            for channel in i..<(i + 3) {
                let (c, a) = (Int(expected[channel]), Int(expected[i + 3]))
                let t = c * a + 128
                expectEqual((t + (t >> 8)) >> 8, exactProduct(c, a))
                expected[channel] = UInt8(exactProduct(c, a))
            }
        }
        expectEqual(result, expected)
    }

    @Test("unpremultiplying gives min(255, (c * 255 + a / 2) / a), and 0 where alpha is 0, for all 65,536 pairs")
    func unpremultiply() {
        var result = [UInt8](repeating: 7, count: Self.allPairs.count)
        flipbook_unpremultiply(&result, Self.allPairs, 65_536)
        var expected = Self.allPairs
        for i in stride(from: 0, to: expected.count, by: 4) {
            let a = Int(expected[i + 3])
            for channel in i..<(i + 3) {
                expected[channel] = a == 0 ? 0 : UInt8(min(255, (Int(expected[channel]) * 255 + a / 2) / a))
            }
        }
        expectEqual(result, expected)
    }

    @Test("premultiplied colors survive unpremultiplying and premultiplying again")
    func roundTrip() {
        var premultiplied = Self.allPairs
        flipbook_premultiply(&premultiplied, Self.allPairs, 65_536)
        var straight = premultiplied
        flipbook_unpremultiply(&straight, premultiplied, 65_536)
        var again = straight
        flipbook_premultiply(&again, straight, 65_536)
        expectEqual(again, premultiplied)
    }

    @Test("a row of any length gives what its pixels give one by one, and nothing beyond it is touched")
    func rowLengths() {
        typealias Kernel = (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, Int) -> Void
        let kernels: [Kernel] = [
            { flipbook_premultiply($0, $1, $2) },
            { flipbook_unpremultiply($0, $1, $2) },
            { flipbook_swap_red_blue($0, $1, $2) },
        ]
        var generator = SeededGenerator(seed: 11)
        for kernel in kernels {
            for count in 0...40 {
                let source = generator.bytes(count * 4)
                var whole = [UInt8](repeating: 0xEE, count: count * 4 + 8)
                kernel(&whole, source, count)
                var single: [UInt8] = []
                for pixel in 0..<count {
                    var one = Array(source[(pixel * 4)..<(pixel * 4 + 4)])
                    kernel(&one, one, 1)
                    single += one
                }
                expectEqual(whole, single + [UInt8](repeating: 0xEE, count: 8), "\(count) pixels, seed 11")
            }
        }
    }

    @Test("exchanging red and blue leaves green and alpha")
    func swap() {
        var result = [UInt8](repeating: 0, count: 8)
        flipbook_swap_red_blue(&result, [1, 2, 3, 4, 5, 6, 7, 8], 2)
        expectEqual(result, [3, 2, 1, 4, 7, 6, 5, 8])
    }

    @Test("one translucent pixel anywhere makes a row not opaque")
    func opaque() {
        for count in 0...140 {
            var row = [UInt8](repeating: 255, count: count * 4)
            for i in stride(from: 0, to: row.count, by: 4) { row[i] = 0 }
            expectEqual(flipbook_is_opaque(row, count), 1)
            for pixel in 0..<count {
                row[pixel * 4 + 3] = 254
                expectEqual(flipbook_is_opaque(row, count), 0, "pixel \(pixel) of \(count)")
                row[pixel * 4 + 3] = 255
            }
        }
    }
}
