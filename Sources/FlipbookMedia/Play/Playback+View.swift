import FlipbookCore
import FlipbookImaging

extension Playback {
    /// Does what someone asks for that changes how frames look, and not which are shown when.
    func obeyAboutView(_ command: PlayerCommand) async {
        // While it runs, the next frame shows the change; while it stands, the same frame is shown again.
        defer { if !transport.isPlaying { needsShowing = true } }
        switch command {
        case .togglePacing:
            pacing = pacing == .realtime ? .everyFrame : .realtime
            needsShowing = true
            say(pacing == .realtime ? "on time: late frames are left out" : "every frame: the clock waits")
        case .toggleChannel(let channel):
            let shown = presentation.state.channel == channel ? nil : channel
            redraw({ $0.channel = shown }, saying: shown.map { "\($0.rawValue) as grey" } ?? "all channels")
        case .cycleBackground:
            let own = imageView.backgroundColor ?? .clear
            let choices = Self.backgrounds + (Self.backgrounds.contains(own) ? [] : [own])
            let current = choices.firstIndex(of: presentation.state.background ?? own) ?? 0
            let next = choices[(current + 1) % choices.count]
            redraw({ $0.background = next }, saying: "background: \(Self.name(of: next))")
        case .showOneToOne:
            pipeline.showOneToOne(true)
            needsShowing = true
        case .showFitted:
            pipeline.showOneToOne(false)
            needsShowing = true
        case .toggleHUD: presentation.update { $0.hasHUD.toggle() }
        case .toggleHelp:
            // One page after the other, then none.
            let count = decorator.helpPages.count
            presentation.update { state in
                let next = state.helpPage.map { $0 + 1 } ?? 0
                state.helpPage = next < count ? next : nil
            }
        case .showPrompt(let text): presentation.update { $0.prompt = text }
        case .toggleHighlighted:
            do throws(PlaybackError) {
                try await update { $0.isHighlighted.toggle() }
                say(presentation.state.isHighlighted ? "highlighted" : "not highlighted")
            } catch {
                say("not highlighted: \(error.description)")
            }
        case .saveFrame: await saveFrame()
        case .reload: await reloadSequence()
        default: break
        }
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

    /// Tells the viewer something, in the picture for three seconds, also where it stands.
    func say(_ text: String) {
        let end = ContinuousClock.now + settings.noticeDuration
        presentation.update { $0.notice = (text, end) }
        noticeTimer?.cancel()
        noticeTimer = Task { [mailbox] in
            try await Task.sleep(until: end, clock: .continuous)
            mailbox.post(.noticeEnded)
        }
        events.send(.note(text))
    }

    /// Shows the frames with another background or channel from now on, and says so; where they cannot be drawn, as before.
    private func redraw(_ change: @Sendable (inout Presentation.State) -> Void, saying text: String) {
        let former = presentation.state
        presentation.update(change)
        let state = presentation.state
        // Behind what is composited onto a background, alpha is gone.
        if state.background != former.background || (state.channel == .alpha) != (former.channel == .alpha) {
            var canvas = source.renderer.canvas
            canvas.background = imageView.backgroundColor ?? .clear
            do throws(PlaybackError) {
                replace(try source(of: source.sequence, on: canvas, memoryBudget: appearance.memoryBudget))
                sets.kept = nil
            } catch {
                presentation.update { $0 = former }
                return say("not changed: \(error.description)")
            }
        }
        say(text)
    }

    /// Reads everything from the disk again, and goes on at the frame with the same number. Where that cannot be played, the old
    /// frames go on as far as they are kept.
    private func reloadSequence() async {
        let former = source.sequence
        do throws(PlaybackError) {
            var sets = sets
            sets.kept = nil
            if let found = try await sources.frames() { sets.normal = found }
            if sets.highlighted != nil, let found = try await sources.highlightedFrames() { sets.highlighted = found }
            let sequence = try await check(sets.current, appearance)
            let number = former.frames.frames[transport.position].number
            transport = transport.fitted(to: sequence.timing.frameCount)
            if let number, let place = sequence.frames.frames.firstIndex(where: { $0.number == number }) {
                transport.seek(to: place)
            }
            var canvas = source.renderer.canvas
            canvas.background = imageView.backgroundColor ?? .clear
            let own = storedView == nil ? nil : sets.normal.frames.map(Image.init)
            self.sets = sets
            // What is still the matter with a file is told anew.
            undecodable.keep([])
            if let own { storedView?.animationImages = own }
            if sources.reloadHighlighted != nil {
                storedView?.highlightedAnimationImages = sets.highlighted?.frames.map(Image.init)
            }
            replace(try source(of: sequence, on: canvas, memoryBudget: appearance.memoryBudget))
            say("reloaded: \(sequence.frames.frames.count) frames")
        } catch {
            say("not reloaded: \(error.description)")
        }
    }

    /// Writes the shown frame, without what is laid over it, into the folder for saved frames.
    private func saveFrame() async {
        let position = transport.position
        let still = imageView.stillImage.map(Frame.init)
        let isStill = !isAnimating && restPicture == .image
        let frame = isStill ? still : source.sequence.frames.frames[position]
        do {
            let drawn = isStill ? try await source.picture(still: still) : try await source.picture(at: position)
            if drawn.isSubstitute { return say("not saved: the frame cannot be decoded") }
            let picture = drawn.picture
            let name = frame?.path?.lastComponent ?? "frame"
            let path = try SavedFrame.write(picture, named: name, in: settings.savedFramesFolder)
            say("saved \(path.lastComponent.escapingControlCharacters)")
        } catch {
            say("not saved: \((error as? any CustomStringConvertible)?.description ?? "\(error)")")
        }
    }
}
