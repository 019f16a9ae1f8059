package import FlipbookCore
package import FlipbookMedia
package import FlipbookScene

/// The state of a player. Its inputs are commands and the frame on the screen; its outputs are effects.
package struct PlayerState: Hashable, Sendable {
    package enum Motion: Hashable, Sendable {
        /// The animation has begun but has not ended. As in an image view, this includes pauses.
        case animating
        /// The animation was never started, or was stopped.
        case stopped
        /// The last cycle has ended.
        case ended
    }

    package enum Shown: Hashable, Sendable {
        /// The frame at a position in the cycle.
        case frame(Int)
        /// The picture of a view that does not animate.
        case still
    }

    /// The image view. Its animation is described by ``transport`` and ``motion``.
    package var view: ImageView
    /// A Boolean value that indicates whether the view contains its pictures. If a player plays files, the pictures are added
    /// when a program changes the view.
    package var hasPictures: Bool
    package var transport: Transport
    package var motion: Motion
    package var options = DisplayOptions()
    package var notes = FrameNotes()
    package var strokes: [FrameNotes.Stroke] = []
    package var pacing: PlaybackSettings.Pacing
    package let endPicture: PlaybackSettings.EndPicture
    package var isMuted = false
    /// The volume in tenths.
    package var volume = 10
    package let chapters: [Chapter]
    package var needsShowing = false
    /// The frame on the screen while playing, if the next schedule continues after it.
    package internal(set) var current: Int?
    /// The current schedule, or `nil` before the first and after the end.
    package private(set) var schedule: PlaybackSchedule?
    package private(set) var generation: UInt64 = 0
    /// The first showing to be shown. If the first showing of the schedule is already on the screen, this is the second one.
    package private(set) var firstShowing = 0
    /// The number of cycles completed before the schedule.
    var completedCycles = 0

    package init(
        view: ImageView,
        hasPictures: Bool,
        motion: Motion,
        transport: Transport,
        pacing: PlaybackSettings.Pacing = .realtime,
        endPicture: PlaybackSettings.EndPicture = .image,
        chapters: [Chapter] = []
    ) {
        (self.view, self.hasPictures, self.transport, self.motion) = (view, hasPictures, transport, motion)
        (self.pacing, self.endPicture, self.chapters) = (pacing, endPicture, chapters)
    }

    /// The picture that is shown while nothing animates, or `nil` while the animation runs.
    package var restPicture: PlaybackSettings.EndPicture? {
        switch motion {
        case .animating: nil
        case .stopped: .image
        case .ended: endPicture
        }
    }

    /// Returns the frame of a showing. The picture after the last frame is the end picture.
    package func shown(at showing: Int) -> Shown {
        if let restPicture { return place(of: restPicture) }
        guard let schedule, showing < schedule.count ?? .max else { return place(of: endPicture) }
        return .frame(schedule.frame(ofShowing: showing))
    }

    package func place(of rest: PlaybackSettings.EndPicture) -> Shown {
        switch rest {
        case .image, .none: .still
        case .last: .frame(transport.rate.isReverse ? transport.range.lowerBound : transport.range.upperBound)
        case .first: .frame(0)
        }
    }

    /// Returns the state at the frame on the screen.
    /// - Parameter showing: The showing on the screen, or `nil` before the first.
    package func arrived(showing: Int?) -> PlayerState {
        guard !needsShowing, transport.isPlaying, let schedule else { return self }
        var state = self
        let place = min(showing ?? 0, (schedule.count ?? .max) - 1)
        state.transport.arrive(at: schedule.frame(ofShowing: place), isReverse: schedule.isReverse(atShowing: place))
        state.current = showing.map { [position = state.transport.position] _ in position }
        return state
    }

    /// Plans a new schedule. Running playback continues after `showing`, the showing on the screen.
    package mutating func plan(_ timing: FrameTiming, after showing: Int?) -> PlaybackSchedule {
        if let showing { completedCycles += schedule?.cycle(ofShowing: showing) ?? 0 }
        let cycles = max(0, view.animationRepeatCount)
        let next = transport.schedule(timing: timing, cycleCount: cycles > 0 ? max(1, cycles - completedCycles) : 0)
        let goesOn = transport.isPlaying && motion == .animating && current == next.frame(ofShowing: 0)
        (firstShowing, current) = (goesOn ? 1 : 0, nil)
        schedule = next
        generation += 1
        needsShowing = false
        return next
    }

    package mutating func end() -> [PlayerEffect] {
        if let schedule, let count = schedule.count {
            transport.arrive(at: schedule.frame(ofShowing: count - 1), isReverse: transport.rate.isReverse)
        }
        transport.pause()
        motion = .ended
        // Playback cannot continue from the end. A new frame of a followed folder belongs to the last cycle.
        (current, schedule) = (nil, nil)
        completedCycles = max(0, view.animationRepeatCount - 1)
        return [.send(.ended)]
    }

    package mutating func beginAnimation(isPlaying: Bool) {
        motion = .animating
        transport.goToBeginning()
        if isPlaying { transport.play() }
        completedCycles = 0
        showAnew()
    }

    /// Updates the screen even if the frame stays the same.
    package mutating func showAnew() { (needsShowing, current) = (true, nil) }

    /// Updates the screen while paused. While playing, the next frame shows the change.
    package mutating func refresh() { if !transport.isPlaying { needsShowing = true } }

    package mutating func say(_ text: Explanation) -> [PlayerEffect] { [.show(notice(text))] }

    /// Shows a notice without a remedy.
    package mutating func say(_ text: String) -> [PlayerEffect] { say(Explanation(text)) }

    mutating func notice(_ text: Explanation) -> DisplayOptions.Notice {
        let notice = DisplayOptions.Notice(text: text, number: (options.notice?.number ?? 0) &+ 1)
        options.notice = notice
        return notice
    }

    /// The chapters that have frames, with the positions of their first frames, in order.
    package func placedChapters(in frames: [Frame]) -> [(name: String, position: Int)] {
        if chapters.isEmpty { return [] }
        var (placed, next): ([(name: String, position: Int)], Int) = ([], 0)
        for (position, frame) in frames.enumerated() {
            guard let number = frame.number else { continue }
            var latest: Chapter?
            while next < chapters.count, chapters[next].firstNumber <= number {
                latest = chapters[next]
                next += 1
            }
            if let latest { placed.append((latest.name, position)) }
        }
        return placed
    }

    /// Returns the chapter at a position as `2/3  walk`, or `nil` if there is none.
    package func chapterLine(at position: Int, in frames: [Frame]) -> String? {
        let placed = placedChapters(in: frames)
        guard let index = placed.lastIndex(where: { $0.position <= position }) else { return nil }
        return "\(index + 1)/\(placed.count)  \(placed[index].name)"
    }

    /// Goes to another chapter. The first step backward goes to the beginning of the current chapter.
    mutating func goToChapter(by distance: Int, in frames: [Frame]) -> [PlayerEffect] {
        let placed = placedChapters(in: frames)
        guard !placed.isEmpty else { return say("no chapters: a timeline's chapters are its clips") }
        let place = place(in: placed.map(\.position), by: distance)
        let chapter = placed[min(max(place, 0), placed.count - 1)]
        // There are no more chapters.
        guard distance < 0 || place < placed.count else { return say("the last chapter") }
        transport.seek(to: chapter.position)
        (motion, needsShowing) = (.animating, true)
        return chapterLine(at: chapter.position, in: frames).map { say($0) } ?? []
    }

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
        // A note needs a frame.
        if options.isEmpty, prompt?.purpose == .note { return }
        // A new prompt replaces a message that the viewer has read.
        if prompt != nil, options.prompt == nil { options.notice = nil }
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

    /// Returns the image view at the current position.
    /// - Parameter sets: The pictures for a view that has none.
    func imageView(of sets: PictureSets) -> ImageView {
        (hasPictures ? view : view.showing(sets)).animating(at: motion == .animating ? transport.position : nil)
    }

    package mutating func change(
        to new: ImageView,
        from old: ImageView,
        frameCount: Int,
        changesPictures: Bool
    ) -> [PlayerEffect] {
        (view, hasPictures) = (new, true)
        var effects: [PlayerEffect] = []
        let isToggled = new.isHighlighted != old.isHighlighted
        if isToggled { effects.append(.send(.highlighted(new.isHighlighted))) }
        if transport.frameCount != frameCount { transport = transport.fitted(to: frameCount) }
        let wasAnimating = motion == .animating
        if new.isAnimating {
            if changesPictures || new.startCount != old.startCount || !wasAnimating {
                // A view that was paused before the change stays paused.
                beginAnimation(isPlaying: !(isToggled && wasAnimating && !transport.isPlaying))
                if !wasAnimating { effects.append(.send(.playing)) }
            }
        } else if wasAnimating {
            motion = .stopped
            transport.pause()
            transport.goToBeginning()
            needsShowing = true
            effects.append(.send(.paused))
        }
        if motion != .animating, new.stillImage != old.stillImage { needsShowing = true }
        if new.animationRepeatCount != old.animationRepeatCount { needsShowing = true }
        return effects
    }

    /// Adopts the viewer's choices from the previous sequence.
    package mutating func carryOn(from former: PlayerState) {
        let comparison = options.comparison
        options = former.options
        (options.notice, options.hovered) = (nil, nil)
        options.list?.hovered = nil
        (options.menu, options.hoveredControl) = (nil, nil)
        // A search in the list of keys stays open.
        if options.prompt?.purpose != .search { options.prompt = nil }
        options.comparison = comparison
        if let look = former.options.comparison {
            options.comparison?.way = look.way
            options.comparison?.wipe = look.wipe
            options.comparison?.amplification = look.amplification
        }
        (pacing, isMuted, volume) = (former.pacing, former.isMuted, former.volume)
    }

    /// Replaces the frames, keeping the current number.
    package mutating func replaceFrames(_ former: [Frame], with frames: [Frame], timing: FrameTiming) {
        goToSameFrame(former, frames, timing: timing)
        showAnew()
    }

    /// Goes to a frame number, and moves the in and out points accordingly. Returns whether the frame exists.
    @discardableResult
    private mutating func goToSameFrame(_ former: [Frame], _ frames: [Frame], timing: FrameTiming) -> Bool {
        func place(_ point: Int?) -> Int? {
            guard let point, former.indices.contains(point), let number = former[point].number else { return nil }
            return Transport.position(ofNumber: number, in: frames)
        }
        let frame = former.indices.contains(transport.position) ? former[transport.position] : nil
        let (inPlace, outPlace) = (place(transport.inPoint), place(transport.outPoint))
        transport = transport.fitted(to: timing.frameCount)
        transport.go(to: transport.position, inPoint: inPlace, outPoint: outPlace)
        if let number = frame?.number, let place = Self.place(of: number, in: frames, near: transport.position) {
            transport.seek(to: place)
            return true
        }
        return frame != nil && frames.indices.contains(transport.position) && frames[transport.position] == frame
    }

    /// Continues with the frames of a changed folder, at the current number.
    ///
    /// A player that is paused at the last frame, or has ended, follows new frames like `tail -f`: a paused player shows the
    /// newest frame, and an ended one plays the new frames.
    package mutating func follow(_ former: [Frame], _ frames: [Frame], timing: FrameTiming) -> [PlayerEffect] {
        let isParked = !transport.isPlaying && transport.position == former.count - 1 && !transport.rate.isReverse
        let isOnScreen = current == transport.position
        let isSame = goToSameFrame(former, frames, timing: timing)
        (needsShowing, current) = (true, isOnScreen && isSame ? transport.position : nil)
        let last = transport.frameCount - 1
        guard isParked, transport.position < last, transport.outPoint == nil else { return [] }
        guard motion == .ended else {
            transport.goToEnd()
            return []
        }
        motion = .animating
        // Play before seeking: at the last frame, playing would start over at the first.
        transport.play()
        transport.seek(to: transport.position + 1)
        return [.send(.playing)]
    }

    /// Returns the position of a frame number. The position is usually unchanged.
    private static func place(of number: Int, in frames: [Frame], near position: Int) -> Int? {
        if frames.indices.contains(position), frames[position].number == number { return position }
        return frames.firstIndex { $0.number == number }
    }
}
