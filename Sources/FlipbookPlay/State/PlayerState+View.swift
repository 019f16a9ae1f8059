package import FlipbookCore
package import FlipbookScene

extension PlayerState {
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
