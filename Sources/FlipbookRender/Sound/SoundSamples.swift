package struct SoundSamples: Sendable {
    package let channels: Int
    private let rate: Int
    private var seconds: [[Int16]] = []

    package init(channels: Int, rate: Int) { (self.channels, self.rate) = (channels, rate) }

    /// Appends samples, passed as the bytes of 32-bit floating-point numbers. Returns `true` if there is room for more.
    /// - Parameter longest: The maximum duration in seconds. Samples after it are dropped.
    package mutating func append(_ bytes: [UInt8], longest: Int) -> Bool {
        let samples = bytes.withUnsafeBytes { bytes in
            bytes.bindMemory(to: Float.self).map { $0.isNaN ? 0 : Int16(max(-1, min(1, $0)) * 32_767) }
        }
        let whole = rate * channels
        var rest = samples[...]
        while !rest.isEmpty, seconds.count <= longest {
            if seconds.last.map({ $0.count == whole }) ?? true {
                seconds.append([])
                seconds[seconds.count - 1].reserveCapacity(whole)
            }
            let last = seconds.count - 1
            let part = rest.prefix(whole - seconds[last].count)
            seconds[last] += part
            rest = rest.dropFirst(part.count)
        }
        return seconds.count <= longest
    }

    /// Returns interleaved floating-point samples. Before the beginning and after the end of the audio, they are silent.
    /// - Parameter step: The distance between samples, or 0 for silence.
    package func samples(_ count: Int, from start: Double, step: Double) -> [Float] {
        var found = [Float](repeating: 0, count: count * channels)
        guard step != 0 else { return found }
        func value(_ place: Int, _ channel: Int) -> Float {
            guard place >= 0, place / rate < seconds.count else { return 0 }
            let (second, index) = (seconds[place / rate], place % rate * channels + channel)
            return index < second.count ? Float(second[index]) / 32_768 : 0
        }
        // At normal speed, samples are not interpolated.
        let isWhole = step.magnitude == 1
        for sample in 0..<count {
            let place = start + Double(sample) * step
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

extension [Float] {
    package var inTwoChannels: [Float] { flatMap { [$0, $0] } }

    package mutating func fade(from volume: Double, to end: Double) {
        if volume == 1, end == 1 { return }
        for index in indices { self[index] *= Float(volume + Double(index) / Double(count) * (end - volume)) }
    }

    /// Fades two interleaved channels in and out, so that they begin and end without a click. The first sample is at `place`.
    /// - Parameter start: The first sample of the audio, or `nil` if the audio already begins softly.
    package mutating func soften(from place: Int, start: Int?, end: Int, length: Int) {
        for index in indices {
            let sample = place + index / 2
            let nearest = Swift.min(start.map { sample - $0 } ?? .max, end - sample)
            if nearest < length { self[index] *= Float(Swift.max(0, nearest)) / Float(length) }
        }
    }
}
