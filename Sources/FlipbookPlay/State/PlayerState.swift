package import FlipbookCore
package import FlipbookMedia
package import FlipbookScene

/// How a player stands: what it shows, where its animation is and how it runs, and what the viewer chose to see.
///
/// A value without a clock and without a screen. Commands and what is on the screen go in; what is to be done outside comes
/// out as effects.
package struct PlayerState: Hashable, Sendable {
    /// The phase of the animation.
    package enum Motion: Hashable, Sendable {
        /// It runs, as an image view has it: from its start to its end, also while the clock stands.
        case animating
        /// It was never begun, or was stopped.
        case stopped
        /// Its last cycle was shown to the end.
        case ended
    }

    /// The thing on the screen: a frame of the animation, or a picture in its place.
    package enum Shown: Hashable, Sendable {
        /// The frame at a position in the cycle.
        case frame(Int)
        /// The picture of a view that does not animate.
        case still
    }

    /// The image view; where its animation is, ``transport`` and ``motion`` say.
    package var view: ImageView
    /// Whether the view has its pictures. A player of files gives them to it when a program changes it: there may be many.
    package var hasPictures: Bool
    /// The animation's place and run.
    package var transport: Transport
    package var motion: Motion
    package var options = DisplayOptions()
    package var notes = FrameNotes()
    /// The strokes of the note that is being typed.
    package var strokes: [FrameNotes.Stroke] = []
    package var pacing: PlaybackSettings.Pacing
    package let endPicture: PlaybackSettings.EndPicture
    package var isMuted = false
    /// The sound's volume in tenths.
    package var volume = 10
    /// The parts of the sequence, such as shots, in their order.
    package let chapters: [Chapter]
    /// A Boolean value that indicates whether something changed that has to be put on the screen.
    package var needsShowing = false
    /// The position of the frame that is on the screen while the clock runs, if the next schedule goes on after it.
    package internal(set) var current: Int?
    /// The schedule of what is on the screen, or `nil` before the first, and after the end.
    package private(set) var schedule: PlaybackSchedule?
    /// The number of schedules until now.
    package private(set) var generation: UInt64 = 0
    /// The first showing of the schedule that is put on the screen: the one after its first, where that is there already.
    package private(set) var firstShowing = 0
    /// Cycles that ended before the schedule began.
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

    /// The picture while nothing animates, or `nil` while the animation runs.
    package var restPicture: PlaybackSettings.EndPicture? {
        switch motion {
        case .animating: nil
        case .stopped: .image
        case .ended: endPicture
        }
    }

    /// The frame of a showing of the present schedule; the one after its last is the end picture.
    package func shown(at showing: Int) -> Shown {
        if let restPicture { return place(of: restPicture) }
        guard let schedule, showing < schedule.count ?? .max else { return place(of: endPicture) }
        return .frame(schedule.frame(ofShowing: showing))
    }

    /// The frame that a picture after the last one is.
    package func place(of rest: PlaybackSettings.EndPicture) -> Shown {
        switch rest {
        case .image, .none: .still
        case .last: .frame(transport.rate.isReverse ? transport.range.lowerBound : transport.range.upperBound)
        case .first: .frame(0)
        }
    }

    /// The state at what is on the screen.
    /// - Parameter showing: The showing of the present schedule that is; `nil` before its first.
    package func arrived(showing: Int?) -> PlayerState {
        guard !needsShowing, transport.isPlaying, let schedule else { return self }
        var state = self
        let place = min(showing ?? 0, (schedule.count ?? .max) - 1)
        state.transport.arrive(at: schedule.frame(ofShowing: place), isReverse: schedule.isReverse(atShowing: place))
        state.current = showing.map { [position = state.transport.position] _ in position }
        return state
    }

    /// Plans what is shown from now on, in the place of what was planned before. A clock that ran and runs on goes on after the
    /// frame that is on the screen.
    /// - Parameter showing: The showing of the former schedule that was on the screen, or `nil` for none.
    package mutating func plan(_ timing: FrameTiming, after showing: Int?) -> PlaybackSchedule {
        if let showing { completedCycles += schedule?.cycle(ofShowing: showing) ?? 0 }
        let cycles = max(0, view.animationRepeatCount)
        let next = transport.schedule(
            timing: timing,
            cycleCount: cycles > 0 ? max(1, cycles - completedCycles) : 0
        )
        let goesOn = transport.isPlaying && motion == .animating && current == next.frame(ofShowing: 0)
        (firstShowing, current) = (goesOn ? 1 : 0, nil)
        schedule = next
        generation += 1
        needsShowing = false
        return next
    }

    /// Ends the animation: its last cycle has been shown.
    package mutating func end() -> [PlayerEffect] {
        if let schedule, let count = schedule.count {
            transport.arrive(at: schedule.frame(ofShowing: count - 1), isReverse: transport.rate.isReverse)
        }
        transport.pause()
        motion = .ended
        // What is on the screen is no place to go on after; a frame that comes to a followed folder goes on in the last cycle.
        (current, schedule) = (nil, nil)
        completedCycles = max(0, view.animationRepeatCount - 1)
        return [.send(.ended)]
    }

    /// Begins with the first frame of the first cycle.
    package mutating func beginAnimation(isPlaying: Bool) {
        motion = .animating
        transport.goToBeginning()
        if isPlaying { transport.play() }
        completedCycles = 0
        showAnew()
    }

    /// Puts something on the screen, also where the frame is the one that is there.
    package mutating func showAnew() { (needsShowing, current) = (true, nil) }

    /// Shows the same frame again where the clock stands; while it runs, the next one shows what changed.
    package mutating func refresh() {
        if !transport.isPlaying { needsShowing = true }
    }

    /// Has the viewer read something in the picture for a while.
    package mutating func say(_ text: Explanation) -> [PlayerEffect] {
        [.announce(notice(text))]
    }

    /// Tells the viewer something without a remedy.
    package mutating func say(_ text: String) -> [PlayerEffect] { say(Explanation(text)) }

    mutating func notice(_ text: Explanation) -> DisplayOptions.Notice {
        let notice = DisplayOptions.Notice(text: text, number: (options.notice?.number ?? 0) &+ 1)
        options.notice = notice
        return notice
    }
}

extension PlayerState {
    /// The chapters that frames are shown of, and the positions of their first frames, in the order of these.
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

    /// The chapter of a position, and its place among all of them from 1: `2/3  walk`, or `nil` if there is none.
    package func chapterLine(at position: Int, in frames: [Frame]) -> String? {
        let placed = placedChapters(in: frames)
        guard let index = placed.lastIndex(where: { $0.position <= position }) else { return nil }
        return "\(index + 1)/\(placed.count)  \(placed[index].name)"
    }

    /// Goes to the beginning of a chapter so many further. Backwards, the beginning of the present one comes first.
    mutating func goToChapter(by distance: Int, in frames: [Frame]) -> [PlayerEffect] {
        let placed = placedChapters(in: frames)
        guard !placed.isEmpty else { return say("no chapters: those of a timeline are its clips") }
        let place = place(in: placed.map(\.position), by: distance)
        let chapter = placed[min(max(place, 0), placed.count - 1)]
        // Beyond the last one there is none, and the present one stays.
        guard distance < 0 || place < placed.count else { return say("the last chapter") }
        transport.seek(to: chapter.position)
        motion = .animating
        needsShowing = true
        return chapterLine(at: chapter.position, in: frames).map { say($0) } ?? []
    }
}
