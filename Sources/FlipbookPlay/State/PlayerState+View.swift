package import FlipbookCore
package import FlipbookScene

extension PlayerState {
    /// The image view as it is on the screen, its animation where the player is.
    /// - Parameter sets: The pictures of a view that was not given them.
    func imageView(of sets: PictureSets) -> ImageView {
        (hasPictures ? view : view.showing(sets)).animating(at: motion == .animating ? transport.position : nil)
    }

    /// Goes on as a changed view has it.
    package mutating func change(
        to new: ImageView,
        from old: ImageView,
        frameCount: Int,
        changesPictures: Bool
    ) -> [PlayerEffect] {
        view = new
        hasPictures = true
        var effects: [PlayerEffect] = []
        let isToggled = new.isHighlighted != old.isHighlighted
        if isToggled { effects.append(.send(.highlighted(new.isHighlighted))) }
        if transport.frameCount != frameCount { transport = transport.fitted(to: frameCount) }
        let wasAnimating = motion == .animating
        if new.isAnimating {
            if changesPictures || new.startCount != old.startCount || !wasAnimating {
                // What a viewer toggles while the clock stands goes on standing.
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

    /// Goes on as the viewer saw the sequence before.
    package mutating func carryOn(from former: PlayerState) {
        let comparison = options.comparison
        options = former.options
        (options.notice, options.hovered) = (nil, nil)
        options.list?.hovered = nil
        (options.menu, options.hoveredControl) = (nil, nil)
        // What is looked for in the list of keys stays, as the list does.
        if options.prompt?.purpose != .search { options.prompt = nil }
        options.comparison = comparison
        if let look = former.options.comparison {
            options.comparison?.way = look.way
            options.comparison?.wipe = look.wipe
            options.comparison?.amplification = look.amplification
        }
        (pacing, isMuted, volume) = (former.pacing, former.isMuted, former.volume)
    }

    /// Shows other frames, from the one with the same number on.
    package mutating func replaceFrames(_ former: [Frame], with frames: [Frame], timing: FrameTiming) {
        goToSameFrame(former, frames, timing: timing)
        showAnew()
    }

    /// Goes to the frame with the same number, and moves the points to those with theirs, or to the nearest numbers. Returns
    /// whether the frame is there, or the same one without a number.
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

    /// Goes on with the frames of a folder that has changed.
    ///
    /// The place is the frame with the same number; a clock that runs goes on after it. A player that stands on the last frame,
    /// or has played to the end, is taken along as the sequence grows, as `tail -f` does: the one shows the newest frame, the
    /// other the new ones one after the other.
    package mutating func follow(_ former: [Frame], _ frames: [Frame], timing: FrameTiming) -> [PlayerEffect] {
        let isParked = !transport.isPlaying && transport.position == former.count - 1 && !transport.rate.isReverse
        let isOnScreen = current == transport.position
        let isSame = goToSameFrame(former, frames, timing: timing)
        needsShowing = true
        current = isOnScreen && isSame ? transport.position : nil
        let last = transport.frameCount - 1
        guard isParked, transport.position < last, transport.outPoint == nil else { return [] }
        guard motion == .ended else {
            transport.goToEnd()
            return []
        }
        motion = .animating
        // In this order: from the last frame, playing would begin at the first.
        transport.play()
        transport.seek(to: transport.position + 1)
        return [.send(.playing)]
    }

    /// The position of the frame with a number. Mostly it stands where it stood.
    private static func place(of number: Int, in frames: [Frame], near position: Int) -> Int? {
        if frames.indices.contains(position), frames[position].number == number { return position }
        return frames.firstIndex { $0.number == number }
    }
}
