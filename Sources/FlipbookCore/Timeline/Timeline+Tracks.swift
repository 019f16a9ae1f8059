extension Timeline.Arrangement {
    /// Tracks over one another as one sequence, numbered from 1. What the tracks have beyond their common ends has the numbers
    /// before and behind.
    ///
    /// A track that ends before another one shows nothing from there on. A number is missing where a track's frame is.
    /// - Parameters:
    ///   - tracks: The tracks, the lowest first.
    ///   - name: What messages call the sequence.
    ///   - handles: How many slots beyond the ends are wanted.
    package static func stacked(_ tracks: [Self], named name: String, handles: Int) -> FrameList {
        let length = tracks.map(\.length).max() ?? 0
        let images = tracks.map { track in
            var images = [Image?](repeating: nil, count: track.length)
            for frame in track.frames { if let number = frame.number { images[number - 1] = frame.image } }
            return images
        }
        // What ends before the others has nothing to show beyond the end.
        let behind = tracks.map {
            $0.length == length ? $0.handles.behind : [Image](repeating: .nothing, count: handles)
        }
        let first = 1 - (tracks.map(\.handles.before.count).min() ?? 0)
        let last = length + (behind.map(\.count).min() ?? 0)
        var frames: [Frame] = []
        for number in first..<last + 1 {
            var shown: [Image] = []
            for (place, track) in images.enumerated() {
                if number < 1 {
                    shown.append(tracks[place].handles.before[-number])
                } else if number > length {
                    shown.append(behind[place][number - length - 1])
                } else if number > track.count {
                    shown.append(.nothing)
                } else if let image = track[number - 1] {
                    shown.append(image)
                }
            }
            if shown.count == tracks.count { frames.append(Frame(.stack(shown), number: number)) }
        }
        let numbers = last < first ? FrameSet() : FrameSet(FrameRange(first, through: last))
        return FrameList(name: name, numbers: numbers, frames: frames)
    }
}

extension Timeline {
    /// How many slots of its tracks a clip may be asked for beyond its ends, where its neighbours are transitions.
    /// - Parameters:
    ///   - rate: How many slots the timeline has in a second.
    ///   - handles: How many of them are wanted beyond the timeline's own ends.
    package func handles(ofTracksIn clip: Clip, at rate: FrameRate, _ handles: Int) -> Int {
        let longest = items.reduce(handles) { most, item in
            if case .transition(let passage) = item { max(most, rate.slots(in: passage.duration)) } else { most }
        }
        let own = clip.frameRate ?? rate
        let slots = Double(longest) * abs(clip.speed.seconds) * own.framesPerSecond / rate.framesPerSecond
        return Int(min(slots.rounded(.up), Double(FrameSet.maximumCount)))
    }
}
