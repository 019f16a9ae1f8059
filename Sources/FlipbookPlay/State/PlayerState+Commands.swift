package import FlipbookCore
import FlipbookMedia
import FlipbookRender

package struct PlayedFrames: Sendable {
    package let frames: [Frame]
    package let timing: FrameTiming
    package let isOpaque: Bool
    /// A Boolean value that indicates whether exposure is applied while decoding.
    package let isExposedWhenRead: Bool

    package init(frames: [Frame], timing: FrameTiming, isOpaque: Bool = false, isExposedWhenRead: Bool = false) {
        (self.frames, self.timing, self.isOpaque) = (frames, timing, isOpaque)
        self.isExposedWhenRead = isExposedWhenRead
    }
}

extension PlayerState {
    /// Carries out a command. The effects include a notice if the new position is outside the in and out points.
    package mutating func perform(
        _ command: PlayerCommand,
        on played: PlayedFrames,
        helpPageCount: @autoclosure () -> Int
    ) -> [PlayerEffect] {
        let (former, number) = (transport, options.notice?.number)
        let effects = carryOut(command, on: played, helpPageCount: helpPageCount())
        guard former != transport, let text = transport.noticeOfPoints(since: former, frames: played.frames)
        else { return effects }
        let own = options.notice?.number == number ? nil : options.notice?.text
        return effects + say([own, Explanation(text)].compactMap(\.self).joined(separator: "\n"))
    }

    private mutating func carryOut(
        _ command: PlayerCommand,
        on played: PlayedFrames,
        helpPageCount: @autoclosure () -> Int
    ) -> [PlayerEffect] {
        let former = self
        // After the last cycle, playback begins again.
        if motion == .ended, command == .play || command == .togglePause {
            transport.rate.isReverse ? transport.goToEnd() : transport.goToBeginning()
            completedCycles = 0
        }
        if transport.obey(command, timing: played.timing, numbers: played.frames) {
            if transport.isPlaying || command.choosesFrame { motion = .animating }
            // A step to the frame that is already shown does not show it again, but still pauses playback.
            if transport != former.transport || motion != former.motion || motion == .ended { needsShowing = true }
            if transport.isPlaying == former.transport.isPlaying { return [] }
            return [.send(transport.isPlaying ? .playing : .paused)]
        }
        defer { refresh() }
        switch command {
        case .togglePacing:
            (pacing, needsShowing) = (pacing == .realtime ? .everyFrame : .realtime, true)
            return say(pacing == .realtime ? "on time: late frames are skipped" : "every frame: the clock waits")
        case .cycleLoopMode:
            let modes: [LoopMode] = [.loop, .pingPong, .once]
            let next = ((modes.firstIndex(of: transport.loopMode) ?? 0) + 1) % modes.count
            return perform(.setLoopMode(modes[next]), on: played, helpPageCount: 0)
        case .toggleChannel(let channel): return show(options.channel == channel ? nil : channel)
        case .cycleChannel(let steps):
            let all: [ColorChannel?] = [nil] + ColorChannel.allCases
            let place = (all.firstIndex(of: options.channel) ?? 0) + steps % all.count
            return show(all[(place + all.count) % all.count])
        case .showAllChannels: return show(nil)
        case .cycleBackground: return cycleBackground(isHidden: played.isOpaque)
        case .toggleFitted:
            let isFitted = options.view.map { $0.zoom == .fit } ?? !options.isOneToOne
            return changeView(isFitted ? .showOneToOne : .showFitted)
        case .showOneToOne, .showFitted, .showFilled, .showEnlarged, .zoom, .pan, .showCenter, .toggleWholeSteps:
            return changeView(command)
        case .toggleHUD:
            // The display cycles through one line, details, and off.
            (options.hasHUD, options.hasDetails) = (!options.hasDetails, options.hasHUD && !options.hasDetails)
        case .toggleHelp:
            // The help shows the next page, and closes after the last one.
            let (next, query) = (options.helpPage.map { $0 + 1 } ?? 0, options.query)
            (options.helpPage, options.menu) = (next < helpPageCount() ? next : nil, nil)
            options.prompt = options.helpPage.map { _ in PlayerPrompt(.search, query) }
        case .showPrompt(let prompt): show(prompt, of: played.frames)
        case .writeNote(let text): return writeNote(text, on: played.frames)
        case .removeStroke: _ = strokes.popLast()
        case .goToChapter(let distance): return goToChapter(by: distance, in: played.frames)
        case .goToNote(let distance): return goToNote(by: distance, in: played.frames)
        case .goToMark(let distance):
            return notes.isEmpty
                ? goToChapter(by: distance, in: played.frames) : goToNote(by: distance, in: played.frames)
        case .toggleMark: return toggleMark(on: played.frames)
        case .playMarked(let distance): return playMarked(by: distance, in: played.frames)
        case .toggleSound:
            isMuted.toggle()
            return sound(saying: isMuted ? "sound off" : "sound on")
        case .changeVolume(let tenths):
            (volume, isMuted) = (min(max(volume &+ tenths, 0), 10), false)
            return sound(saying: "volume \(volume * 10) %")
        case .toggleTimeline:
            let stays = !(options.barStays ?? !options.isFullScreen)
            options.barStays = stays
            return divideWindow()
                + say(stays ? "bar: always shown" : options.isFullScreen ? "bar: with the pointer" : "bar: hidden")
        case .toggleFullScreen, .leaveFullScreen, .fitWindow, .toggleHighlighted, .saveFrame, .saveFrameWithAlpha,
            .saveFrameWithStrokes, .copyFrame, .copyFrameWithStrokes, .reload, .goToSequence, .toggleList, .open,
            .compare, .quit:
            return [.obey(command)]
        case .changeExposure, .changeGamma, .toggleClipping, .resetTone:
            return changeTone(command, isExposedWhenRead: played.isExposedWhenRead)
        case .cycleGuides: return cycleGuides()
        case .toggleGrid: return toggleGrid()
        case .toggleLayers: return toggleLayers()
        case .cycleComparison, .compareSideBySide, .compareByWipe, .toggleCompared, .amplify, .shiftCompared:
            return compare(command)
        default: break
        }
        return []
    }

    /// Carries out a viewer's command. The effects include a notice if the picture does not show the result.
    package mutating func perform(
        viewer command: PlayerCommand,
        on played: PlayedFrames,
        helpPageCount: @autoclosure () -> Int
    ) -> [PlayerEffect] {
        let former = transport
        // At the in or out point, Home and End go to the ends of the sequence.
        let command: PlayerCommand =
            switch command {
            case .goToBeginning where !former.isPlaying && former.position == former.inPoint: .seek(toFrame: 0)
            case .goToEnd where !former.isPlaying && former.position == former.outPoint: .seek(toFrame: .max)
            default: command
            }
        var effects = perform(command, on: played, helpPageCount: helpPageCount())
        if let text = transport.notice(of: command, since: former, frames: played.frames) {
            effects += say(text)
            refresh()
        }
        return effects
    }

    package mutating func toggleList() {
        options.list = options.list == nil ? .init() : nil
        refresh()
    }

    package mutating func divideWindow() -> [PlayerEffect] {
        let former = options.view
        options.divideWindow()
        refresh()
        return options.view.flatMap { $0 == former ? nil : [.frame($0)] } ?? []
    }

    /// Closes the menu, the list of keys, or the strip on Escape. Returns whether something was closed.
    package mutating func closeList(for input: PlayerInput) -> Bool {
        guard input.isEscape, options.menu != nil || options.prompt == nil || options.prompt?.purpose == .search,
            options.menu != nil || options.helpPage != nil || options.list != nil
        else { return false }
        if options.menu != nil {
            options.menu = nil
        } else if options.helpPage != nil {
            (options.helpPage, options.prompt) = (nil, nil)
        } else {
            options.list = nil
        }
        refresh()
        return true
    }

    private mutating func sound(saying text: String) -> [PlayerEffect] {
        [.setVolume(isMuted ? 0 : Double(volume) / 10)] + say(text)
    }

    package mutating func endNotice(_ number: Int) {
        guard options.notice?.number == number else { return }
        options.notice = nil
        refresh()
    }
}
