package import FlipbookCore

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
    /// The slots of the longer of the transitions beside an item, 0 without one.
    /// - Parameter rate: How many slots the timeline has in a second.
    package func longestPassage(besideItem place: Int, at rate: FrameRate) -> Int {
        [place - 1, place + 1].reduce(0) { most, neighbor in
            guard items.indices.contains(neighbor), case .transition(let passage) = items[neighbor] else { return most }
            return max(most, rate.slots(in: passage.duration))
        }
    }

    /// Refuses transitions that together take more slots than a sequence may have, before any of them is counted out.
    package func checkPassages(at rate: FrameRate) throws(ItemFault) {
        var slots = 0
        for (place, item) in items.enumerated() {
            guard case .transition(let passage) = item else { continue }
            slots += min(rate.slots(in: passage.duration), FrameSet.maximumCount + 1)
            guard slots <= FrameSet.maximumCount else {
                throw ItemFault(place, "duration", "that makes more than \(FrameSet.maximumCount) frames; shorten it")
            }
        }
    }
}

extension Timeline.Clip {
    /// The slots of its tracks that the clip may be asked for beyond its ends, where its neighbors are transitions.
    /// - Parameters:
    ///   - slots: How many of the timeline's own may be wanted there.
    ///   - rate: How many slots the timeline has in a second.
    package func handles(ofTracksFor slots: Int, at rate: FrameRate) -> Int {
        let own = frameRate ?? rate
        let most = Double(slots) * abs(speed.seconds) * own.framesPerSecond / rate.framesPerSecond
        return Int(min(most.rounded(.up), Double(FrameSet.maximumCount)))
    }
}
