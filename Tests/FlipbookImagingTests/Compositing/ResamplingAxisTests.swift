import FlipbookCore
import FlipbookImaging
import Testing

@Suite("Weights of scaling")
struct ResamplingAxisTests {
    private func axis(_ source: Int, _ target: Int, _ filter: ScalingFilter) -> ResamplingAxis {
        ResamplingAxis(from: source, to: target, visible: 0..<target, filter: filter)
    }

    private func span(_ axis: ResamplingAxis, _ index: Int) -> [Int16] {
        Array(axis.weights[(index * axis.tapCount)..<((index + 1) * axis.tapCount)])
    }

    @Test(
        "weights are not negative, sum to one and stay inside the source, for all sizes to 40",
        arguments: ScalingFilter.allCases
    )
    func partitionOfUnity(filter: ScalingFilter) {
        for source in 1...40 {
            for target in 1...40 {
                let axis = axis(source, target, filter)
                for index in 0..<target {
                    let weights = span(axis, index)
                    #expect(weights.allSatisfy { $0 >= 0 })
                    #expect(weights.reduce(0) { $0 + Int($1) } == ResamplingAxis.one, "\(source) to \(target)")
                    let used = weights.lastIndex { $0 != 0 } ?? 0
                    #expect(axis.starts[index] >= 0 && Int(axis.starts[index]) + used < source)
                }
            }
        }
    }

    @Test("a picture of the same size is taken as it is", arguments: ScalingFilter.allCases)
    func identity(filter: ScalingFilter) {
        for size in 1...40 {
            let axis = axis(size, size, filter)
            #expect(axis.tapCount == 1)
            #expect(axis.starts == (0..<size).map { Int32($0) })
        }
    }

    @Test("each source pixel weighs by the area of it that a result covers")
    func area() {
        let axis = axis(5, 2, .automatic)
        #expect(axis.starts == [0, 2])
        #expect(span(axis, 0) == [6554, 6553, 3277])
        #expect(span(axis, 1) == [3277, 6553, 6554])
    }

    @Test("a line between pixel centres, level beyond the outer ones")
    func bilinear() {
        let axis = axis(2, 4, .bilinear)
        #expect(axis.starts == [0, 0, 0, 1])
        #expect((0..<4).map { span(axis, $0) } == [[16384, 0], [12288, 4096], [4096, 12288], [16384, 0]])
    }

    @Test("the nearest pixel is the one whose square holds the centre")
    func nearest() {
        #expect(axis(3, 6, .nearest).starts == [0, 0, 1, 1, 2, 2])
        #expect(axis(6, 2, .nearest).starts == [1, 4])
        #expect(axis(4, 3, .nearest).starts == [0, 2, 3])
    }

    @Test("a part of the results has the weights it has among all")
    func visiblePart() {
        let whole = axis(37, 12, .automatic)
        let part = ResamplingAxis(from: 37, to: 12, visible: 4..<9, filter: .automatic)
        #expect(part.starts == Array(whole.starts[4..<9]))
        #expect(part.sourceRange.lowerBound == Int(whole.starts[4]))
        for index in 0..<5 {
            #expect(span(part, index).filter { $0 != 0 } == span(whole, index + 4).filter { $0 != 0 })
        }
    }
}
