package import FlipbookCore
import GStreamer
import Synchronization

/// The sound of a file in memory, as far as it is decoded: samples of 16 bits, 48,000 a second, in one channel or two.
package final class DecodedSound: Sendable {
    /// What lies after so many seconds is not kept: half an hour of two channels takes 346 MB.
    static let longest = 1800

    private struct State {
        var channels = 2
        /// The samples of a second each, the channels in turn; the last one grows.
        var seconds: [[Int16]] = []
    }

    private let state = Mutex(State())

    /// Nothing is decoded yet.
    package init() {}

    /// How many channels there are.
    var channels: Int { state.withLock { $0.channels } }

    /// Decodes a file.
    /// - Parameter begin: Called once, when there is a sound.
    /// - Throws: ``AudioFailure`` where it has no sound, or one that cannot be decoded.
    package func decode(_ file: FilePath, begin: () -> Void) async throws(AudioFailure) {
        let reader = try AudioReader(file)
        defer { reader.stop() }
        guard let first = try await reader.next() else {
            throw .unheard("\(setting: .audio) \(file): there is no sound in it.")
        }
        state.withLock { $0.channels = first.channels }
        begin()
        var next: AppSink.Samples? = first
        while let samples = next, samples.channels == first.channels, append(samples.bytes), !Task.isCancelled {
            next = try await reader.next()
        }
    }

    /// Returns whether there is room for more.
    private func append(_ bytes: [UInt8]) -> Bool {
        let samples = bytes.withUnsafeBytes { bytes in
            bytes.bindMemory(to: Float.self).map { $0.isNaN ? 0 : Int16(max(-1, min(1, $0)) * 32_767) }
        }
        return state.withLock { state in
            let whole = AudioReader.rate * state.channels
            var rest = samples[...]
            while !rest.isEmpty, state.seconds.count <= Self.longest {
                if state.seconds.last.map({ $0.count == whole }) ?? true {
                    state.seconds.append([])
                    state.seconds[state.seconds.count - 1].reserveCapacity(whole)
                }
                let last = state.seconds.count - 1
                let part = rest.prefix(whole - state.seconds[last].count)
                state.seconds[last] += part
                rest = rest.dropFirst(part.count)
            }
            return state.seconds.count <= Self.longest
        }
    }

    /// The samples of a stretch, as floating-point numbers, the channels in turn; silence where there are none.
    package func samples(of stretch: SoundSchedule.Stretch) -> [Float] {
        state.withLock { state in
            let (channels, rate) = (state.channels, AudioReader.rate)
            var found = [Float](repeating: 0, count: stretch.count * channels)
            guard stretch.step != 0 else { return found }
            /// A sample of a channel; between two of them, what lies on the line from one to the other.
            func value(_ place: Int, _ channel: Int) -> Float {
                guard place >= 0, place / rate < state.seconds.count else { return 0 }
                let (second, index) = (state.seconds[place / rate], place % rate * channels + channel)
                return index < second.count ? Float(second[index]) / 32_768 : 0
            }
            // At the sound's own speed each sample is one of the file's.
            let isWhole = stretch.step.magnitude == 1
            for sample in 0..<stretch.count {
                let place = stretch.start + Double(sample) * stretch.step
                let whole = isWhole ? place.rounded() : place.rounded(.down)
                guard let index = Int(exactly: whole) else { continue }
                let share = isWhole ? 0 : Float(place - whole)
                for channel in 0..<channels {
                    let here = value(index, channel)
                    found[sample * channels + channel] =
                        share == 0 ? here : here + share * (value(index + 1, channel) - here)
                }
            }
            return found
        }
    }
}
