import FlipbookLintModel
import FlipbookSequences

extension PictureFacts.Grid {
    var colorSum: Double { Double(means.indices.reduce(0) { $0 + ($1 % 4 == 3 ? 0 : Int(means[$1])) }) }

    var clearShare: Double {
        let clear = stride(from: 3, to: means.count, by: 4).count { means[$0] == 0 }
        return Double(clear * 4) / Double(means.count)
    }

    /// The mean red, green, and blue of the covered part of the picture.
    var colors: [Double] {
        let cover = stride(from: 3, to: means.count, by: 4).reduce(1.0) { $0 + Double(means[$1]) }
        return (0..<3).map { channel in
            stride(from: channel, to: means.count, by: 4).reduce(0.0) { $0 + Double(means[$1]) } / cover
        }
    }

    func mean(with other: Self) -> Self { Self(means: zip(means, other.means).map { UInt16((Int($0) + Int($1)) / 2) }) }

    func scaled(by factor: Double) -> Self {
        Self(means: means.enumerated().map { $0 % 4 == 3 ? $1 : UInt16(min(65_535, Double($1) * factor)) })
    }

    var limited: Self {
        Self(
            means: means.indices.map { index in
                if index % 4 == 3 { return means[index] }
                let alpha = Double(means[index / 4 * 4 + 3])
                return UInt16(alpha * 16 / 255 + Double(means[index]) * 219 / 255)
            }
        )
    }

    func correlation(with other: Self) -> Double {
        func products(_ left: [Double], _ right: [Double]) -> Double { zip(left, right).reduce(0) { $0 + $1.0 * $1.1 } }
        let (own, others) = (deviations, other.deviations)
        let (mine, theirs) = (products(own, own), products(others, others))
        return mine == 0 || theirs == 0 ? 0 : products(own, others) / (mine * theirs).squareRoot()
    }

    private var deviations: [Double] {
        let mean = means.reduce(0) { $0 + Double($1) } / Double(means.count)
        return means.map { Double($0) - mean }
    }
}

extension PictureFacts {
    /// Makes an example's picture opaque, with a gradient from dark to bright that is multiplied by a factor.
    mutating func makeScene(_ gain: Double) {
        Self.opaque(&self)
        leastAlpha = 0
        grid = Grid(
            means: grid.means.indices.map { index in
                index % 4 == 3 ? 255 << 8 : UInt16(Double((index / 4 * 3 + 20) << 8) * gain)
            }
        )
    }

    mutating func makeBurnt(_ share: Double) {
        makeScene(1)
        tones.burntShare = share
    }
}
