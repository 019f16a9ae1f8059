import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Testing

/// A sound in memory.
@Suite struct SoundSamplesTests {
    /// Samples of 16 bits, which lose nothing on the way, are kept as the bytes of floating-point numbers.
    private func bytes(_ samples: [Float]) -> [UInt8] { samples.withUnsafeBytes { Array($0) } }

    @Test("samples are found over the seconds' ends, forwards, backwards and between two; beside the sound is silence")
    func places() {
        var sound = SoundSamples(channels: 2, rate: 4)
        let left = (0..<10).map { Float($0) / 10 }
        let isOpen = [left[..<3], left[3...]].map { part in
            sound.append(bytes(part.flatMap { [$0, -$0] }), longest: 2)
        }
        expectEqual(isOpen, [true, false], "eleven quarters would begin a fourth second")
        func heard(_ count: Int, _ start: Double, _ step: Double) -> [Float] {
            let samples = sound.samples(count, from: start, step: step)
            for place in 0..<count { expectEqual(samples[2 * place], -samples[2 * place + 1]) }
            return (0..<count).map { (samples[2 * $0] * 100).rounded() / 10 }
        }
        expectEqual(heard(4, 2, 1), [2, 3, 4, 5])
        expectEqual(heard(3, 4, -1), [4, 3, 2])
        expectEqual(heard(3, 3, 0.5), [3, 3.5, 4])
        expectEqual(heard(3, -1, 1), [0, 0, 1])
        expectEqual(heard(2, 9, 1), [9, 0])
        expectEqual(heard(2, 3, 0), [0, 0])
    }

    @Test("volume goes evenly, and a sound begins and ends softly")
    func volume() {
        var samples = [Float](repeating: 1, count: 8)
        samples.fade(from: 1, to: 0)
        expectEqual(samples, [1, 0.875, 0.75, 0.625, 0.5, 0.375, 0.25, 0.125])
        samples = [1, 1, 1, 1, 1].inTwoChannels
        samples.soften(from: 3, start: 3, end: 8, length: 2)
        expectEqual(samples, [0, 0.5, 1, 1, 0.5].inTwoChannels)
        samples = [1, 1].inTwoChannels
        samples.soften(from: 0, start: nil, end: .max, length: 2)
        expectEqual(samples, [1, 1, 1, 1])
    }
}
