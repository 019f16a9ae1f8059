import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
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
        "weights sum to one and stay inside the source, for all sizes to 40, and hardly any is negative",
        arguments: ScalingFilter.allCases
    )
    func partitionOfUnity(filter: ScalingFilter) {
        for source in 1...40 {
            for target in 1...40 {
                let axis = axis(source, target, filter)
                for index in 0..<target {
                    let weights = span(axis, index)
                    // The cubic's lowest weight is 2/27, of a sum no less than one.
                    let least = filter == .automatic && target < source ? -ResamplingAxis.one * 2 / 27 - 1 : 0
                    expect(weights.allSatisfy { $0 >= least }, "\(source) to \(target)")
                    expectEqual(weights.reduce(0) { $0 + Int($1) }, ResamplingAxis.one, "\(source) to \(target)")
                    let used = weights.lastIndex { $0 != 0 } ?? 0
                    expect(axis.starts[index] >= 0 && Int(axis.starts[index]) + used < source)
                }
            }
        }
    }

    @Test("a picture of the same size is taken as it is", arguments: ScalingFilter.allCases)
    func identity(filter: ScalingFilter) {
        for size in 1...40 {
            let axis = axis(size, size, filter)
            expectEqual(axis.tapCount, 1)
            expectEqual(axis.starts, (0..<size).map { Int32($0) })
        }
    }

    @Test("at whole factors a result is the mean of the source pixels that it covers")
    func wholeFactors() {
        for factor in 2...9 {
            let axis = axis(factor * 4, 4, .automatic)
            expectEqual(axis.starts, (0..<4).map { Int32($0 * factor) })
            for index in 0..<4 {
                let exact = Double(ResamplingAxis.one) / Double(factor)
                expectEqual(span(axis, index).count, factor)
                expect(span(axis, index).allSatisfy { abs(Double($0) - exact) < 1 })
            }
        }
    }

    @Test("an edge inside a source pixel takes its half, and a sixteenth of each neighbor with opposite signs")
    func area() {
        // The first result is 2.5 pixels: 0, 1, and of the sums around pixel 2 the cubic at its middle.
        let axis = axis(5, 2, .automatic)
        let parts = [1, 1 + 1.0 / 16, 0.5, -1.0 / 16]
        expectEqual(axis.starts, [0, 1])
        expect(zip(span(axis, 0), parts).allSatisfy { abs(Double($0) - $1 / 2.5 * 16384) < 1 })
        expect(zip(span(axis, 1), parts.reversed()).allSatisfy { abs(Double($0) - $1 / 2.5 * 16384) < 1 })
    }

    @Test("a pixel that the picture covers in part has that part of the weight, whatever the filter")
    func coverage() {
        for filter in [ScalingFilter.automatic, .bilinear] {
            let axis = ResamplingAxis(from: 3, left: 2.5, right: 5.25, visible: 1..<7, filter: filter)
            let sums = (0..<6).map { span(axis, $0).reduce(0) { $0 + Int($1) } }
            expectEqual(sums, [0, 8192, 16384, 16384, 4096, 0])
        }
        let axis = ResamplingAxis(from: 3, left: 2.5, right: 5.25, visible: 1..<7, filter: .nearest)
        expectEqual((0..<6).map { span(axis, $0).reduce(0) { $0 + Int($1) } }, [0, 16384, 16384, 16384, 0, 0])
    }

    @Test("enormous sizes neither overflow nor lose weight")
    func enormous() {
        for filter in ScalingFilter.allCases {
            let grown = ResamplingAxis(from: 1 << 20, to: 1 << 41, visible: (1 << 40)..<((1 << 40) + 3), filter: filter)
            expect((0..<3).allSatisfy { span(grown, $0).reduce(0) { $0 + Int($1) } == ResamplingAxis.one })
            let shrunk = ResamplingAxis(from: 1 << 20, to: 3, visible: 0..<3, filter: filter)
            expect((0..<3).allSatisfy { span(shrunk, $0).reduce(0) { $0 + Int($1) } == ResamplingAxis.one })
        }
    }

    @Test("a line between pixel centers, level beyond the outer ones")
    func bilinear() {
        let axis = axis(2, 4, .bilinear)
        expectEqual(axis.starts, [0, 0, 0, 1])
        expectEqual((0..<4).map { span(axis, $0) }, [[16384, 0], [12288, 4096], [4096, 12288], [16384, 0]])
    }

    @Test("the nearest pixel is the one whose square holds the center")
    func nearest() {
        expectEqual(axis(3, 6, .nearest).starts, [0, 0, 1, 1, 2, 2])
        expectEqual(axis(6, 2, .nearest).starts, [1, 4])
        expectEqual(axis(4, 3, .nearest).starts, [0, 2, 3])
    }

    @Test("a part of the results has the weights it has among all")
    func visiblePart() {
        let whole = axis(37, 12, .automatic)
        let part = ResamplingAxis(from: 37, to: 12, visible: 4..<9, filter: .automatic)
        expectEqual(part.starts, Array(whole.starts[4..<9]))
        expectEqual(part.sourceRange.lowerBound, Int(whole.starts[4]))
        for index in 0..<5 {
            expectEqual(span(part, index).filter { $0 != 0 }, span(whole, index + 4).filter { $0 != 0 })
        }
    }
}
