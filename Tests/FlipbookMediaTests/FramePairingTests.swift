import FlipbookCore
import FlipbookMedia
import FlipbookTestSupport
import Testing

/// Which frames of two sequences belong together.
@Suite struct FramePairingTests {
    private func frames(_ numbers: [Int?]) -> [Frame] { numbers.map { Frame(number: $0, source: .black) } }

    private func positions(_ pairing: FramePairing, offset: Int = 0) -> [Int?] {
        pairing.names.indices.map { pairing.position(of: $0, offset: offset) }
    }

    @Test("frames with the same number belong together, whatever their order and wherever there are gaps")
    func numbers() {
        let pairing = FramePairing(frames([3, 1, 2, 9]), frames([2, 3, 4]))
        expectEqual(positions(pairing), [1, nil, 0, nil])
        expectEqual(pairing.onlyInFirst, FrameSet([1, 9]))
        expectEqual(pairing.onlyInSecond, FrameSet([4]))
        expectEqual(positions(pairing, offset: 1), [2, 0, 1, nil])
        expectEqual(positions(pairing, offset: -6), [nil, nil, nil, 1])
    }

    @Test("without common numbers, with a number twice, or with a frame without one, places count")
    func places() {
        for (first, second) in [([1, 2, 3], [7, 8]), ([1, 1, 2], [1, 2]), ([1, nil, 3], [1, 2])] as [([Int?], [Int?])] {
            let pairing = FramePairing(frames(first), frames(second))
            expectEqual(positions(pairing), [0, 1, nil])
            expectEqual(pairing.onlyInFirst, FrameSet([3]))
            expectEqual(positions(pairing, offset: 1), [1, nil, nil])
            expectEqual(positions(pairing, offset: .max), [nil, nil, nil])
        }
    }
}
