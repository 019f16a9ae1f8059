package import FlipbookCore
package import FlipbookMedia

extension PlayerState {
    package func note(in frames: [Frame]) -> FrameNotes.Note? {
        notes[FrameNotes.number(at: transport.position, in: frames)]
    }

    /// Returns the strokes on a frame, from its note or from the note that is being typed.
    package func strokes(at position: Int, in frames: [Frame]) -> [FrameNotes.Stroke] {
        if options.prompt?.purpose == .note, position == transport.position { return strokes }
        return notes[FrameNotes.number(at: position, in: frames)]?.strokes ?? []
    }

    package func notedPositions(in frames: [Frame]) -> [Int] {
        if notes.isEmpty { return [] }
        return frames.indices.filter { notes[FrameNotes.number(at: $0, in: frames)] != nil }
    }

    mutating func show(_ prompt: PlayerPrompt?, of frames: [Frame]) {
        if options.isEmpty {
            // A note needs a frame. A new prompt replaces an error message that the viewer has read.
            if prompt?.purpose == .note { return }
            if prompt != nil { options.notice = nil }
        }
        // An existing note keeps its strokes.
        if prompt?.purpose == .note, options.prompt == nil { strokes = note(in: frames)?.strokes ?? [] }
        if prompt == nil { strokes = [] }
        // The number of pages depends on the search.
        if prompt?.purpose == .search { options.helpPage = 0 }
        options.prompt = prompt
    }

    mutating func writeNote(_ text: String, on frames: [Frame]) -> [PlayerEffect] {
        let number = FrameNotes.number(at: transport.position, in: frames)
        let former = notes
        let drawn = options.prompt?.purpose == .note ? strokes : former[number]?.strokes ?? []
        notes[number] = FrameNotes.Note(frame: number, text: text, strokes: drawn)
        return notes == former ? [] : [.keepNotes]
    }

    mutating func goToNote(by distance: Int, in frames: [Frame]) -> [PlayerEffect] {
        let positions = notedPositions(in: frames)
        guard !positions.isEmpty else { return say("no notes yet: N writes one") }
        let (place, count) = (place(in: positions, by: distance), positions.count)
        transport.pause()
        transport.seek(to: positions[((place % count) + count) % count])
        (motion, needsShowing) = (.animating, true)
        return []
    }

    /// Returns the index after a number of steps. The index may be out of range.
    func place(in positions: [Int], by distance: Int) -> Int {
        // The first step forward goes to the next position.
        let next = positions.firstIndex { $0 > transport.position } ?? positions.count
        return distance > 0 ? next - 1 + distance : next + distance - (positions.contains(transport.position) ? 1 : 0)
    }

    private static let mark = "mark"

    mutating func toggleMark(on frames: [Frame]) -> [PlayerEffect] {
        let number = FrameNotes.number(at: transport.position, in: frames)
        if let old = notes[number], old.text != Self.mark || !old.strokes.isEmpty { return say("the frame has a note") }
        let isMarked = notes[number] != nil
        notes[number] = isMarked ? nil : FrameNotes.Note(frame: number, text: Self.mark)
        return [.keepNotes] + say(isMarked ? "not marked" : "marked")
    }

    mutating func playMarked(by distance: Int, in frames: [Frame]) -> [PlayerEffect] {
        let marks = notes.isEmpty ? placedChapters(in: frames).map(\.position) : notedPositions(in: frames)
        let positions = marks.filter { $0 > 0 }
        guard !positions.isEmpty else { return say("no marks yet") }
        let starts = [0] + positions
        let here = starts.lastIndex { $0 <= transport.position } ?? 0
        let place = min(max(here &+ distance, 0), starts.count - 1)
        let end = place + 1 < starts.count ? starts[place + 1] - 1 : transport.frameCount - 1
        transport.setRange(starts[place]...end)
        (motion, needsShowing) = (.animating, true)
        return say(
            "frames \(FrameNotes.number(at: starts[place], in: frames)) to \(FrameNotes.number(at: end, in: frames))"
        )
    }

    package mutating func draw(to place: Point, isBeginning: Bool) {
        if isBeginning || strokes.isEmpty {
            strokes.append(FrameNotes.Stroke([place]))
        } else {
            strokes[strokes.count - 1].points.append(place)
        }
        refresh()
    }
}
