import FlipbookCore
import FlipbookFiles
import FlipbookMedia
import FlipbookScene
import FlipbookWindow

struct WindowPointer: Sendable {
    /// The action of a held button.
    enum Drag: Sendable {
        /// Scrubs along the timeline. Remembers whether the sequence was playing.
        case timeline(wasPlaying: Bool)
        /// Moves the picture.
        case picture(Point)
        case wipe
        case stroke
        /// Nothing, after a double click.
        case nothing
    }

    struct HeldSpace: Sendable {
        /// A Boolean value that indicates whether the action waits for the release, because a drag may move the picture.
        let waits: Bool
        var hasDragged = false
    }

    var drag: Drag?
    var moves = 0
    var lastPress: (time: ContinuousClock.Instant, place: Point)?
    /// A Boolean value that indicates whether the click paused or resumed playback.
    var hasTurned = false
    /// The serial number of the click that resumes playback unless a second click follows.
    var waitingClick: Int?
    var clicks = 0
    var space: HeldSpace?
    var fingers = WindowFingers()
    /// The zoom factor at the start of a pinch and the pinch's current location, or `nil` if there is no pinch.
    var pinch: (factor: Double, place: Point)?
}

extension Playback {
    /// The time after which the bar hides in full screen.
    private static let restTime = Duration.seconds(2)
    /// The limits of a double click.
    private static let doubleClick = (time: Duration.milliseconds(300), distance: 6.0)

    func hear(_ event: WindowEvent) async {
        guard let view = state.options.view else { return }
        switch event {
        case .key(let key, let isRepeat): await press(PlayerKey(key), isRepeat: isRepeat)
        case .keyUp(let key): await release(PlayerKey(key))
        case .unfocused: (pointer.space, heldKey) = (nil, HeldKey())
        case .closed: isOver = true
        case .lost: mailbox.post(.failed(.displayLost(sink: pipeline.sinkName)))
        case .dropped(let files): await play(files)
        case .resized(let size):
            guard size != view.window else { return }
            state.options.view?.window = size
            state.options.view?.density = ownWindow?.density ?? view.density
            state.options.isFullScreen = ownWindow?.isFullScreen ?? false
            state.options.menu = nil
            state.options.divideWindow()
            if let resized = state.options.view { pipeline.show(resized) }
            state.refresh()
        case .left:
            state.options.pointer = nil
            hover(at: nil, view)
            hoverOverList(nil)
            rest()
        case .moved(let place): await move(to: place, view)
        case .button(let button, true, let place):
            if pointer.drag == nil, await press(button, onMenuAt: place, view) {
                pointer.drag = button == 1 ? .nothing : nil
            } else if pointer.drag == nil, await press(button, onBarAt: place) {
                pointer.drag = pointer.drag ?? (button == 1 ? .nothing : nil)
            } else if pointer.drag == nil, await press(button, onListAt: place) {
                pointer.drag = button == 1 ? .nothing : nil
            } else {
                await press(button, at: place, view)
            }
        case .button(let button, false, let place): await release(button, at: place, view)
        case .finger(let finger, let phase, let place): await touch(finger, phase, at: place, view)
        case .fingersCancelled:
            await hear(.touchesCancelled)
            for event in pointer.fingers.cancel() { await hear(event) }
        case .pressCancelled: await cancelPress()
        case .pinch(let phase, let place, let scale): await pinch(phase, at: place, scale: scale, view)
        }
    }

    /// Handles a finger, which acts as the mouse button, as part of a pinch, or as a touch on views that receive touches.
    private func touch(_ finger: Int, _ phase: Touch.Phase, at place: Point, _ view: WindowView) async {
        guard state.view.isUserInteractionEnabled else {
            for event in pointer.fingers.events(of: finger, phase, at: place) { await hear(event) }
            return
        }
        let place = view.picturePlace(of: place)
        switch phase {
        case .began: await hear(.touchDown(finger, x: place.x, y: place.y))
        case .moved: await hear(.touchMoved(finger, x: place.x, y: place.y))
        case .ended: await hear(.touchUp(finger, x: place.x, y: place.y))
        case .cancelled: await hear(.touchesCancelled)
        }
    }

    /// Cancels a press that turned out to be a different gesture. No click follows.
    private func cancelPress() async {
        defer { pointer.drag = nil }
        pointer.lastPress = nil
        switch pointer.drag {
        case .timeline(wasPlaying: true): await perform(.play)
        case .stroke: await perform(.removeStroke)
        default: await hear(.touchesCancelled)
        }
    }

    private func pinch(_ phase: Touch.Phase, at place: Point, scale: Double, _ view: WindowView) async {
        switch phase {
        case .began: pointer.pinch = (view.factor, place)
        case .moved:
            guard let (factor, former) = pointer.pinch else { return }
            pointer.pinch = (factor, place)
            await change {
                $0.zoom { view in
                    view.dragged(x: place.x - former.x, y: place.y - former.y)
                        .zoomed(to: .factor(WindowView.bounded(factor * scale, from: factor)), at: place)
                }
            }
        case .ended, .cancelled: pointer.pinch = nil
        }
    }

    /// Hides the bar in full screen, unless the pointer rests on it.
    private func rest() {
        let isOnBar = state.options.pointer.map { display.bar?.contains($0) ?? false } ?? false
        guard pointer.drag == nil, state.options.isAwake, !isOnBar else { return }
        state.options.isAwake = false
        if state.options.isFullScreen { state.refresh() }
    }

    private func move(to place: Point, _ view: WindowView) async {
        pointer.moves += 1
        mailbox.post(after: Self.restTime) { [moves = pointer.moves] in if moves == $0.pointer.moves { $0.rest() } }
        state.options.pointer = place
        if !state.options.isAwake || state.options.hasDetails { state.refresh() }
        state.options.isAwake = true
        probe()
        if state.options.menu != nil { return hoverOverMenu(place, view) }
        hover(at: pointer.drag == nil ? place : nil, view)
        hoverOverList(pointer.drag == nil ? place : nil)
        switch pointer.drag {
        case .timeline: await scrub(to: place)
        case .picture(let former):
            pointer.drag = .picture(place)
            await carryOut(state.zoom { $0.dragged(x: place.x - former.x, y: place.y - former.y) })
        case .wipe: state.moveWipe(to: view.picturePlace(of: place).x / Double(view.picture.width))
        case .stroke: state.draw(to: view.picturePlace(of: place), isBeginning: false)
        case .nothing: break
        case nil:
            let inPicture = view.picturePlace(of: place)
            await hear(.pointerMoved(x: inPicture.x, y: inPicture.y))
        }
    }

    /// While paused, reads the file's values under the pointer.
    func probe() {
        let (options, position) = (state.options, state.transport.position)
        guard options.hasDetails, let view = options.view, let place = options.pointer, !state.transport.isPlaying,
            state.motion == .animating, options.comparison == nil,
            let pixel = pictures.source.pixel(at: view.picturePlace(of: place), ofFrame: position),
            !display.probe.knows(pixel), probing == nil
        else { return }
        let codecs = pictures.sequence.settings.codecs
        probing = Task(executorPreference: WorkExecutor.shared) { [display, mailbox] in
            display.probe.read(pixel, codecs)
            mailbox.post { playback in
                playback.probing = nil
                playback.state.refresh()
                // The frame may have changed.
                playback.probe()
            }
        }
    }

    private static let thumbnailSide = 160.0

    private func hover(at place: Point?, _ view: WindowView) {
        let bar = display.bar
        let control = place.flatMap { bar?.control(at: $0) }
        if control != state.options.hoveredControl {
            state.options.hoveredControl = control
            state.refresh()
        }
        let position = place.flatMap { place in
            bar.flatMap { $0.isOnTimeline(place) ? display.frame(at: place, of: $0) : nil }
        }
        guard position != state.options.hovered else {
            // The thumbnail follows the pointer.
            if position != nil { state.refresh() }
            return
        }
        state.options.hovered = position
        state.refresh()
        hovering?.cancel()
        guard let position else { return }
        let side = Int(Self.thumbnailSide * view.density)
        hovering = Task { [source = pictures.source, display, mailbox] in
            let small = try await source.thumbnail(at: position, fitting: PixelSize(width: side, height: side))
            try Task.checkCancellation()
            display.show(small, of: position)
            mailbox.post { if $0.state.options.hovered == position { $0.state.refresh() } }
        }
    }

    private func hoverOverMenu(_ place: Point, _ view: WindowView) {
        let former = state.options.menu
        state.options.menu?.hovered = nil
        switch display.menu?.target(at: Point(x: place.x / view.density, y: place.y / view.density)) {
        case .topic(let topic): state.options.menu?.topic = topic
        case .command(let command): state.options.menu?.hovered = command
        case nil: break
        }
        if state.options.menu != former { state.refresh() }
    }

    /// Handles a button press while a menu is open, or opens a menu. Returns whether the press had an effect.
    private func press(_ button: Int, onMenuAt place: Point, _ view: WindowView) async -> Bool {
        guard let menu = display.menu else {
            guard button == 3, state.options.hasControls, state.options.helpPage == nil else { return false }
            state.options.menu = CommandMenu.State(at: place)
            state.refresh()
            return true
        }
        switch menu.target(at: Point(x: place.x / view.density, y: place.y / view.density)) {
        case .topic(let topic):
            state.options.menu?.topic = topic
            state.options.menu?.isEntered.toggle()
        case .command(let command):
            state.options.menu = nil
            await choose(command)
        case nil: state.options.menu = button == 3 ? CommandMenu.State(at: place) : nil
        }
        state.refresh()
        return true
    }

    /// Handles a button or the wheel on the bar or a badge. Returns whether it had an effect.
    private func press(_ button: Int, onBarAt place: Point) async -> Bool {
        if button == 1, let badge = display.badge(at: place) {
            if let command = badge.command { await choose(command) }
            return true
        }
        guard let bar = display.bar, bar.contains(place) else { return false }
        if let control = bar.control(at: place) {
            switch button {
            case 1: await choose(control.row.press)
            case 4: if let command = control.row.wheel?.up { await choose(command) }
            case 5: if let command = control.row.wheel?.down { await choose(command) }
            default: break
            }
        } else if bar.isOnTimeline(place) {
            switch button {
            case 1:
                arrive()
                pointer.drag = .timeline(wasPlaying: state.transport.isPlaying)
                await perform(.pause)
                await scrub(to: place)
            case 4, 5: await choose(.step(by: button == 4 ? -1 : 1))
            default: break
            }
        }
        return true
    }

    private func choose(_ command: PlayerCommand) async { await choose { $0.commands(choosing: command) } }

    /// Carries out the viewer's commands.
    func choose(_ commands: (inout PlayerControls) -> [PlayerCommand]) async {
        arrive()
        controls.note = state.note(in: pictures.played.frames)?.text ?? ""
        for command in commands(&controls) {
            await change { $0.perform(viewer: command, on: pictures.played, helpPageCount: helpPageCount) }
        }
        controls.follow(state.options.prompt)
    }

    /// Handles a pressed key. While paused, the space bar waits for its release, because it also moves the picture.
    func press(_ key: PlayerKey, isRepeat: Bool) async {
        if state.options.prompt != nil, key == PlayerKey("v", .control) {
            for command in controls.paste(ownWindow?.clipboardText ?? "") { await perform(command) }
            return
        }
        guard key == Self.space, state.options.prompt == nil else {
            if isRepeat {
                guard controls.repeats(key) else { return }
                if state.options.prompt == nil, heldKey.putsOff(key) { return }
            }
            heldKey.press(key, isRepeat: isRepeat)
            await hear(.typed(key))
            if state.needsShowing, !state.transport.isPlaying { heldKey.wait(for: state.generation + 1, of: key) }
            return
        }
        if isRepeat { return }
        heldKey = HeldKey()
        arrive()
        let space = WindowPointer.HeldSpace(waits: !state.transport.isPlaying)
        pointer.space = space
        if !space.waits { await hear(.typed(key)) }
    }

    func take(_ turn: HeldKey.Turn) async {
        guard let time = turn.time else { return await press(turn.key, isRepeat: true) }
        // Other keys repeat at the keyboard's rate.
        guard controls.steps(turn.key), time < .now + .seconds(1) else { return }
        mailbox.post(after: ContinuousClock.now.duration(to: time)) { playback in
            if playback.heldKey.isDue(turn) { await playback.press(turn.key, isRepeat: true) }
        }
    }

    private func release(_ key: PlayerKey) async {
        heldKey.release(key)
        guard key.name == Self.space.name, let space = pointer.space else { return }
        pointer.space = nil
        if space.waits, !space.hasDragged { await hear(.typed(Self.space)) }
    }

    private static let space = PlayerKey("space")

    private func press(_ button: Int, at place: Point, _ view: WindowView) async {
        switch button {
        case 1 where pointer.space != nil:
            pointer.drag = .picture(place)
            // Pressing the space bar paused playback, which continues during the drag.
            if let space = pointer.space, !space.waits, !space.hasDragged { await perform(.play) }
            pointer.space?.hasDragged = true
        case 1 where state.options.prompt?.purpose == .note:
            pointer.drag = .stroke
            state.draw(to: view.picturePlace(of: place), isBeginning: true)
        case 1 where state.options.comparison?.way == .wipe:
            pointer.drag = .wipe
            state.moveWipe(to: view.picturePlace(of: place).x / Double(view.picture.width))
        case 1:
            // On a view that receives touches, a double click is two taps.
            if !state.view.isUserInteractionEnabled, let last = pointer.lastPress,
                (.zero..<Self.doubleClick.time).contains(inputTime - last.time),
                max((place.x - last.place.x).magnitude, (place.y - last.place.y).magnitude) < Self.doubleClick.distance
            {
                // Undoes what the first click did to playback.
                if pointer.hasTurned { await perform(.togglePause) }
                (pointer.lastPress, pointer.waitingClick, pointer.hasTurned) = (nil, nil, false)
                pointer.drag = .nothing
                return await carryOut(state.zoom { $0.zoomed(to: $0.zoom == .fit ? .factor(1) : .fit, at: place) })
            }
            // The previous click was a single click, even if both are handled at once.
            if pointer.waitingClick != nil { await clickOnce() }
            (pointer.lastPress, pointer.hasTurned) = ((inputTime, place), false)
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
        switch pointer.drag {
        case .picture where button < 3: return pointer.drag = nil
        case .stroke where button == 1, .wipe where button == 1, .nothing where button == 1: return pointer.drag = nil
        default: break
        }
        guard button == 1 else { return }
        let inPicture = view.picturePlace(of: place)
        let input = PlayerInput.buttonUp(1, x: inPicture.x, y: inPicture.y)
        guard !state.view.isUserInteractionEnabled, controls.isClick(input) else { return await hear(input) }
        arrive()
        pointer.hasTurned = state.transport.isPlaying
        guard !pointer.hasTurned else { return await hear(input) }
        // A second press would make it a double click, which does not resume playback.
        _ = controls.commands(for: input)
        pointer.clicks += 1
        pointer.waitingClick = pointer.clicks
        mailbox.post(after: Self.doubleClick.time) { [clicks = pointer.clicks] playback in
            if clicks == playback.pointer.waitingClick { await playback.clickOnce() }
        }
    }

    func clickOnce() async {
        (pointer.waitingClick, pointer.hasTurned) = (nil, true)
        await perform(.play)
    }

    private func scrub(to place: Point) async {
        guard let bar = display.bar else { return }
        await perform(.seek(toFrame: display.frame(at: place, of: bar)))
    }
}
