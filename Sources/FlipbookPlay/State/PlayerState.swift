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

    /// Returns the frame of a showing. The one after the last is the end picture.
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

    package mutating func say(_ text: Explanation) -> [PlayerEffect] { [.announce(notice(text))] }

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
}
