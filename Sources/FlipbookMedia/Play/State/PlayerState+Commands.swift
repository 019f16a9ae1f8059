package import FlipbookCore
import FlipbookImaging

/// The frames that commands are about.
package struct PlayedFrames: Sendable {
    /// The frames in their order.
    package let frames: [Frame]
    /// When each is shown.
    package let timing: FrameTiming
    /// Whether nothing is seen of what lies behind them.
    package let isOpaque: Bool

    /// Frames, and when they are shown.
    package init(frames: [Frame], timing: FrameTiming, isOpaque: Bool = false) {
        (self.frames, self.timing, self.isOpaque) = (frames, timing, isOpaque)
    }
}

extension PlayerState {
    /// Does what a command asks for.
    /// - Parameter helpPageCount: How many pages the list of keys has.
    package mutating func perform(
        _ command: PlayerCommand,
        on played: PlayedFrames,
        helpPageCount: @autoclosure () -> Int
    ) -> [PlayerEffect] {
        let former = self
        // After the last cycle, the first one follows.
        if motion == .ended, command == .play || command == .togglePause {
            transport.rate.isReverse ? transport.goToEnd() : transport.goToBeginning()
        }
        if transport.obey(command, timing: played.timing, numbers: played.frames) {
            if transport.isPlaying || command.choosesFrame { motion = .animating }
            // The same again shows nothing new, but a step to the same frame stops.
            if transport != former.transport || motion != former.motion || motion == .ended { needsShowing = true }
            if transport.isPlaying == former.transport.isPlaying { return [] }
            return [.send(transport.isPlaying ? .playing : .paused)]
        }
        defer { refresh() }
        switch command {
        case .togglePacing:
            pacing = pacing == .realtime ? .everyFrame : .realtime
            needsShowing = true
            return say(pacing == .realtime ? "on time: late frames are left out" : "every frame: the clock waits")
        case .toggleChannel(let channel):
            var looks = looks
            looks.channel = looks.channel == channel ? nil : channel
            return draw(looks, saying: looks.channel.map { "\($0.rawValue) as grey" } ?? "all channels")
        case .cycleBackground:
            let own = view.backgroundColor ?? .clear
            let choices = Self.backgrounds + (Self.backgrounds.contains(own) ? [] : [own])
            let current = choices.firstIndex(of: looks.background ?? own) ?? 0
            let next = choices[(current + 1) % choices.count]
            var looks = looks
            looks.background = next
            return draw(
                looks,
                saying: "background: \(Self.name(of: next))\(played.isOpaque ? ", hidden by opaque pictures" : "")"
            )
        case .toggleFullScreen: return [.toggleFullScreen]
        case .leaveFullScreen: return [.leaveFullScreen]
        case .showEnlarged(let factor): return zoom { $0.zoomed(to: .factor(Double(min(max(factor, 1), 64)))) }
        case .showAllChannels where looks.channel == nil: return []
        case .showAllChannels:
            var looks = looks
            looks.channel = nil
            return draw(looks, saying: "all channels")
        case .showOneToOne where looks.view != nil: return zoom { $0.zoomed(to: .factor(1)) }
        case .showFitted where looks.view != nil: return zoom { $0.zoomed(to: .fit) }
        case .showFilled: return zoom { $0.zoomed(to: .fill) }
        case .zoom(let steps): return zoom { $0.zoomed(by: steps) }
        case .toggleWholeSteps where looks.view == nil: return zoom { $0 }
        case .toggleWholeSteps:
            return zoom { view in
                var view = view
                view.hasWholeSteps.toggle()
                return view
            } + say(looks.view?.hasWholeSteps ?? false ? "enlarged by whole steps" : "enlarged smoothly")
        case .showOneToOne, .showFitted:
            looks.isOneToOne = command == .showOneToOne
            needsShowing = true
            return [.resize(isOneToOne: looks.isOneToOne)]
        case .toggleHUD: looks.hasHUD.toggle()
        case .toggleHelp:
            // One page after the other, then none.
            let next = looks.helpPage.map { $0 + 1 } ?? 0
            looks.helpPage = next < helpPageCount() ? next : nil
        case .showPrompt(let prompt): show(prompt, of: played.frames)
        case .writeNote(let text): return writeNote(text, on: played.frames)
        case .removeStroke: removeStroke()
        case .goToNote(let distance): return goToNote(by: distance, in: played.frames)
        case .toggleHighlighted: return [.toggleHighlighted]
        case .saveFrame: return [.saveFrame(keepsAlpha: false)]
        case .saveFrameWithAlpha: return [.saveFrame(keepsAlpha: true)]
        case .copyFrame: return [.copyFrame]
        case .reload: return [.reload]
        case .goToSequence(let distance): return [.leave(by: distance)]
        case .changeExposure, .changeGamma, .toggleClipping, .resetTone: return changeTone(command)
        case .cycleGuides: return cycleGuides()
        case .toggleGrid: return toggleGrid()
        case .cycleComparison, .toggleCompared, .amplify, .shiftCompared: return compare(command)
        case .quit: return [.end]
        default: break
        }
        return []
    }

    /// Shows another part of the pictures, where there is a window of our own.
    package mutating func zoom(_ change: (WindowView) -> WindowView) -> [PlayerEffect] {
        guard let view = looks.view else { return say("zoom needs a window of the player's own, without --sink") }
        let new = change(view)
        looks.view = new
        refresh()
        guard new != view else { return [] }
        guard new.factor != view.factor else { return [.frame(new)] }
        return [.frame(new), .show(notice(new.name))]
    }

    private mutating func draw(_ looks: PlayerLooks, saying text: String) -> [PlayerEffect] {
        if !looks.drawsAlike(self.looks) { return [.draw(looks, saying: text)] }
        self.looks = looks
        return say(text)
    }

    /// Does what a viewer asks for, and says what the picture alone does not.
    package mutating func perform(
        viewer command: PlayerCommand,
        on played: PlayedFrames,
        helpPageCount: @autoclosure () -> Int
    ) -> [PlayerEffect] {
        let former = transport
        var effects = perform(command, on: played, helpPageCount: helpPageCount())
        if let text = transport.notice(of: command, since: former, frames: played.frames) {
            effects += say(text)
            refresh()
        }
        return effects
    }

    /// Closes the list of keys where it is shown and that is what Escape means. Returns whether it did.
    package mutating func closeHelp(for input: PlayerInput) -> Bool {
        guard input.isEscape, looks.helpPage != nil, looks.prompt == nil else { return false }
        looks.helpPage = nil
        refresh()
        return true
    }

    /// Takes a notice away whose time is over.
    package mutating func endNotice(_ number: Int) {
        guard looks.notice?.number == number else { return }
        looks.notice = nil
        refresh()
    }

    private static let white = Background.color(Color(red: 255, green: 255, blue: 255, alpha: 255))
    private static let backgrounds = [Background.black, white, .checkerboard]

    private static func name(of background: Background) -> String {
        switch background {
        case .black: "black"
        case white: "white"
        case .checkerboard: "checkerboard"
        default: "the sequence's own"
        }
    }
}
