package import FlipbookCore

extension Timeline.Arrangement {
    /// Stacks tracks, from bottom to top, into one sequence, numbered from 1. Pictures beyond the ends continue the numbering.
    /// If a track lacks a frame, its number is missing; a track that ends early shows nothing after its end.
    /// - Parameter handles: The number of slots wanted beyond the ends.
    package static func stacked(_ tracks: [Self], named name: String, handles: Int) -> FrameList {
        let length = tracks.map(\.length).max() ?? 0
        let images = tracks.map { track in
            var images = [Image?](repeating: nil, count: track.length)
            for frame in track.frames { if let number = frame.number { images[number - 1] = frame.image } }
            return images
        }
        let behind = tracks.map {
            $0.length == length ? $0.handles.behind : [Image](repeating: .nothing, count: handles)
        }
        let first = 1 - (tracks.map(\.handles.before.count).min() ?? 0)
        let last = length + (behind.map(\.count).min() ?? 0)
        var frames: [Frame] = []
        for number in first..<last + 1 {
            let shown = tracks.indices.compactMap { place -> Image? in
                if number < 1 { return tracks[place].handles.before[-number] }
                if number > length { return behind[place][number - length - 1] }
                return number > images[place].count ? Image.nothing : images[place][number - 1]
            }
            if shown.count == tracks.count { frames.append(Frame(.stack(shown), number: number)) }
        }
        let numbers = last < first ? FrameSet() : FrameSet(FrameRange(first, through: last))
        return FrameList(name: name, numbers: numbers, frames: frames)
    }
}

extension Timeline.Clip {
    /// Returns the number of slots that transitions next to the clip need beyond the ends of its tracks.
    /// - Parameter slots: The number of the timeline's slots wanted there.
    package func handles(ofTracksFor slots: Int, at rate: FrameRate) -> Int {
        let own = frameRate ?? rate
        let most = Double(slots) * abs(speed.seconds) * own.framesPerSecond / rate.framesPerSecond
        return Int(min(most.rounded(.up), Double(FrameSet.maximumCount)))
    }
}
