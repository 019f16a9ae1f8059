import FlipbookCore

/// What the pointer does in a window of our own.
struct WindowPointer: Sendable {
    /// What a button that is held down does.
    enum Drag: Sendable {
        /// Moves along the timeline; whether the clock ran before.
        case timeline(wasPlaying: Bool)
        /// Moves the picture, from here.
        case picture(Point)
        /// Moves the line of a wipe.
        case wipe
        /// Draws a stroke of a note.
        case stroke
    }

    /// What is dragged.
    var drag: Drag?
    /// How often it has moved.
    var moves = 0
    /// When the first button went down last, and where.
    var lastPress: (time: ContinuousClock.Instant, place: Point)?
}

/// What a playback hears of a window of its own.
extension Playback {
    /// How long the pointer rests until the timeline goes.
    private static let rest = Duration.seconds(2)
    /// How soon a second press makes a double click, and how near.
    private static let doubleClick = (time: Duration.milliseconds(300), distance: 6.0)

    /// Deals with what happened to the window.
    func hear(_ event: WindowEvent) async {
        guard let view = state.looks.view else { return }
        switch event {
        case .key(let key): await hear(.typed(key))
        case .closed: isOver = true
        case .dropped(let files): (opened, isOver) = (files, true)
        case .exposed: await pipeline.redraw()
        case .resized(let size):
            guard size != view.window else { return }
            var resized = view
            resized.window = size
            state.looks.view = resized
            pipeline.show(resized)
            await pipeline.redraw()
            state.refresh()
        case .left:
            state.looks.pointer = nil
            hover(over: nil, view)
            hideTimeline()
        case .moved(let place): await move(to: place, view)
        case .button(let button, true, let place): await press(button, at: place, view)
        case .button(let button, false, let place): await release(button, at: place, view)
        }
    }

    /// Takes the timeline away.
    func hideTimeline() {
        guard pointer.drag == nil, state.looks.hasTimeline else { return }
        state.looks.hasTimeline = false
        state.refresh()
    }

    private func move(to place: Point, _ view: WindowView) async {
        pointer.moves += 1
        let number = pointer.moves
        Task { [mailbox] in
            try await Task.sleep(for: Self.rest)
            mailbox.post(.pointerRested(number))
        }
        state.looks.pointer = place
        if !state.looks.hasTimeline || state.looks.hasHUD { state.refresh() }
        state.looks.hasTimeline = true
        hover(over: pointer.drag == nil && TimelineBar.isHit(by: place, in: view.window) ? place : nil, view)
        switch pointer.drag {
        case .timeline: await scrub(to: place, in: view.window)
        case .picture(let former):
            pointer.drag = .picture(place)
            await carryOut(state.zoom { $0.dragged(x: place.x - former.x, y: place.y - former.y) })
        case .wipe: state.moveWipe(to: view.picturePlace(of: place).x / Double(view.picture.width))
        case .stroke: state.draw(to: view.picturePlace(of: place), isBeginning: false)
        case nil:
            let inPicture = view.picturePlace(of: place)
            await hear(.pointerMoved(x: inPicture.x, y: inPicture.y))
        }
    }

    /// The largest side of the picture of a frame on the timeline, in points.
    private static let thumbnailSide = 160.0

    /// Shows the frame under the pointer on the timeline.
    private func hover(over place: Point?, _ view: WindowView) {
        let position = place.map { timelineBar.frame(at: $0.x, in: view.window) }
        guard position != state.looks.hovered else {
            // The picture goes with the pointer.
            if position != nil { state.refresh() }
            return
        }
        state.looks.hovered = position
        state.refresh()
        hovering?.cancel()
        guard let position else { return }
        let side = Int(Self.thumbnailSide * view.density)
        hovering = Task { [source = pictures.source, board, mailbox] in
            let drawn = try await source.picture(at: position)
            try Task.checkCancellation()
            board.show(FrameThumbnail(of: drawn.picture, fitting: PixelSize(width: side, height: side)), of: position)
            mailbox.post(.hovered(position))
        }
    }

    private var timelineBar: TimelineBar {
        TimelineBar(timing: pictures.sequence.timing, position: 0, range: state.transport.range)
    }

    private func press(_ button: Int, at place: Point, _ view: WindowView) async {
        switch button {
        case 1 where state.looks.prompt?.purpose == .note:
            pointer.drag = .stroke
            state.draw(to: view.picturePlace(of: place), isBeginning: true)
        case 1 where TimelineBar.isHit(by: place, in: view.window):
            arrive()
            pointer.drag = .timeline(wasPlaying: state.transport.isPlaying)
            await perform(.pause)
            await scrub(to: place, in: view.window)
        case 1 where state.looks.comparison?.way == .wipe:
            pointer.drag = .wipe
            state.moveWipe(to: view.picturePlace(of: place).x / Double(view.picture.width))
        case 1:
            let now = ContinuousClock.now
            // A double click on a view is two taps.
            if !state.view.isUserInteractionEnabled, let last = pointer.lastPress,
                now - last.time < Self.doubleClick.time,
                max((place.x - last.place.x).magnitude, (place.y - last.place.y).magnitude) < Self.doubleClick.distance
            {
                pointer.lastPress = nil
                await carryOut(state.zoom { $0.zoomed(to: $0.zoom == .fit ? .factor(1) : .fit, at: place) })
            } else {
                pointer.lastPress = (now, place)
            }
            let inPicture = view.picturePlace(of: place)
            await hear(.buttonDown(1, x: inPicture.x, y: inPicture.y))
        case 2: pointer.drag = .picture(place)
        case 4, 5: await carryOut(state.zoom { $0.zoomed(by: button == 4 ? 1 : -1, at: place) })
        default: break
        }
    }

    private func release(_ button: Int, at place: Point, _ view: WindowView) async {
        if case .timeline(let wasPlaying)? = pointer.drag, button == 1 {
            pointer.drag = nil
            if wasPlaying { await perform(.play) }
            return
        }
        if case .picture? = pointer.drag, button == 2 {
            pointer.drag = nil
            return
        }
        guard button == 1 else { return }
        switch pointer.drag {
        case .stroke, .wipe: return pointer.drag = nil
        case .timeline, .picture, nil: break
        }
        let inPicture = view.picturePlace(of: place)
        await hear(.buttonUp(1, x: inPicture.x, y: inPicture.y))
    }

    private func scrub(to place: Point, in window: PixelSize) async {
        await perform(.seek(toFrame: timelineBar.frame(at: place.x, in: window)))
    }

    private func perform(_ command: PlayerCommand) async {
        arrive()
        await carryOut(state.perform(command, on: pictures.played, helpPageCount: helpPageCount))
    }
}
