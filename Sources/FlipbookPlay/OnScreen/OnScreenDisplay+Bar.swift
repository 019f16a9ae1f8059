import FlipbookCore
import FlipbookMedia
import FlipbookRender
import GStreamer
import Synchronization

extension OnScreenDisplay {
    var bar: ControlBar? {
        let content = content.withLock { $0 }
        return content.window.flatMap { controlBar(content, in: $0) }
    }

    func controlBar(_ content: Content, in window: PixelSize) -> ControlBar? {
        let (options, frames) = (content.state.options, content.frames)
        guard options.showsBar, let view = options.view, !frames.isEmpty else { return nil }
        let ends = [0, frames.count - 1].map { "\(FrameNotes.number(at: $0, in: frames))" }
        return ControlBar(in: window, density: view.density, ends: ends, hasSound: hasSound)
    }

    func timeline(of bar: ControlBar) -> Timeline {
        let timing = content.withLock { $0.source.sequence.timing }
        return Timeline(timing: timing, width: bar.pixels(of: bar.track).size.width)
    }

    /// Returns the frame at a position on the timeline. On a note's mark, this is the note's frame.
    func frame(at place: Point, of bar: ControlBar) -> Int {
        let timeline = timeline(of: bar)
        let column = place.x - Double(bar.pixels(of: bar.track).x)
        if bar.point(of: place).y < bar.track.minY {
            let (state, frames) = content.withLock { ($0.state, $0.frames) }
            let reach = TimelineSketch.noteSide / 2 * bar.density
            let noted = state.notedPositions(in: frames).map { ($0, (timeline.middle(of: $0) - column).magnitude) }
            if let nearest = noted.min(by: { $0.1 < $1.1 }), nearest.1 <= reach { return nearest.0 }
        }
        return timeline.frame(at: column)
    }

    func bar(over shown: PlayerState.Shown, _ content: Content, in window: PixelSize) -> [OverlayBox] {
        guard let bar = controlBar(content, in: window) else { return [] }
        let (state, options) = (content.state, content.state.options)
        var ground = BarSketch(bar: bar)
        (ground.isPlaying, ground.rate) = (state.transport.isPlaying, state.transport.rate)
        (ground.loopMode, ground.channel) = (state.transport.loopMode, options.channel)
        (ground.exposure, ground.volume) = (options.tone.exposure, state.isMuted ? 0 : state.volume)
        (ground.isFullScreen, ground.hovered) = (options.isFullScreen, options.hoveredControl)
        ground.zoom = options.view?.name ?? "fit"
        let position: Int = if case .frame(let position) = shown { min(position, content.frames.count - 1) } else { 0 }
        let width = Double(bar.area.size.width) / bar.density
        let row = bar.pixels(
            of: Rect(x: 0, y: ControlBar.lineHeight, width: width, height: ControlBar.height - ControlBar.lineHeight)
        )
        var boxes = [painter.box(ground, in: row, density: bar.density)]
        let number = "\(FrameNotes.number(at: position, in: content.frames))"
        let time = TimeCode(ofFrame: position, in: content.source.sequence.timing).description
        let fields: [(Control, PlayerPrompt.Purpose, String)] = [(.frame, .frame, number), (.time, .time, time)]
        for (control, purpose, text) in fields {
            guard let rect = bar.rect(of: control) else { continue }
            let inner = rect.inset(by: EdgeInsets(top: 3, left: 5, bottom: 3, right: 5))
            let typed = options.prompt.flatMap { $0.purpose == purpose ? "\($0.text)_" : nil }
            let field = FieldSketch(text: typed ?? text, isTyped: typed != nil)
            boxes.append(painter.box(field, in: bar.pixels(of: inner), density: bar.density))
        }
        boxes += timeline(at: position, content, bar)
        boxes += hovered(above: bar, content) + [tip(above: bar, options)].compactMap { $0 }
        return boxes.compactMap { $0 }
    }

    private func timeline(at position: Int, _ content: Content, _ bar: ControlBar) -> [OverlayBox] {
        let (source, frames, state) = (content.source, content.frames, content.state)
        let timeline = Timeline(timing: source.sequence.timing, width: bar.pixels(of: bar.track).size.width)
        var sketch = TimelineSketch(of: bar)
        if let known = content.known, known.id == ObjectIdentifier(source), known.width == timeline.width,
            known.time > .now - .milliseconds(250)
        {
            (sketch.marks, sketch.kept, sketch.ticks) = (known.marks, known.kept, known.ticks)
        } else {
            let columns = columns.value(for: timeline) { timeline.frames }
            func mark(_ position: Int) -> Timeline.Mark { frames[position].mark(undecodable) }
            sketch.marks = timeline.runs(over: columns, mark, strongest: { $0 == .plain ? $1 : $0 })
            sketch.kept = timeline.runs(over: columns, { source.isReady($0) }, strongest: { $0 && $1 })
            sketch.ticks = timeline.ticks(apart: 9 * bar.density)
            self.content.withLock { [marks = sketch.marks, kept = sketch.kept, ticks = sketch.ticks] in
                $0.known = (ObjectIdentifier(source), timeline.width, .now, marks, kept, ticks)
            }
        }
        sketch.notes = state.notedPositions(in: frames).map { Int(timeline.middle(of: $0)) }
        sketch.chapters = state.placedChapters(in: frames).map(\.position).filter { $0 > 0 && $0 < frames.count }
            .map { timeline.column(ofFrame: $0) }
        sketch.start = state.transport.inPoint.map { timeline.column(ofFrame: $0) }
        sketch.end = state.transport.outPoint.map { timeline.column(ofFrame: $0 + 1) }
        let width = Double(bar.area.size.width) / bar.density
        let line = bar.pixels(of: Rect(x: 0, y: 0, width: width, height: ControlBar.lineHeight))
        let track = bar.pixels(of: bar.track)
        let head = Rect(x: 0, y: bar.track.minY - 4, width: PlayheadSketch.width, height: bar.track.height + 8)
        var place = bar.pixels(of: head)
        place.x = track.x + Int(timeline.middle(of: position)) - place.size.width / 2
        let box = painter.box(sketch, in: line, density: bar.density)
        return [box, painter.box(PlayheadSketch(), in: place, density: bar.density)].compactMap { $0 }
    }

    /// The preview above the timeline: the thumbnail, number, and time of the frame under the pointer.
    private func hovered(above bar: ControlBar, _ content: Content) -> [OverlayBox] {
        guard let position = content.state.options.hovered, let pointer = content.state.options.pointer,
            content.frames.indices.contains(position)
        else { return [] }
        let number = FrameNotes.number(at: position, in: content.frames)
        let time = TimeCode(ofFrame: position, in: content.source.sequence.timing)
        var lines: [[Caption.Run]] = [[.init("\(number)", .number), .init("\(time)", .number)]]
        let frame = content.frames[position]
        if let note = content.state.notes[number], !note.text.isEmpty {
            lines += note.lines.prefix(2).map { [.init($0)] }
        }
        if frame.mark(undecodable) != .plain {
            let damage = undecodable.areDeleted ? "deleted" : "damaged"
            lines.append([.init(frame.mark(undecodable) == .missing ? "missing" : damage)])
        }
        if let chapter = content.state.chapterLine(at: position, in: content.frames) { lines.append([.init(chapter)]) }
        let caption = Caption(lines, on: .tip)
        let room = PixelSize(width: bar.area.size.width, height: bar.area.y)
        var (boxes, bottom) = ([OverlayBox](), bar.area.y - Int(4 * bar.density))
        func place(_ width: Int, _ height: Int) -> PixelRect? {
            let left = min(max(0, Int(pointer.x) - width / 2), max(0, bar.area.size.width - width))
            guard bottom >= height else { return nil }
            bottom -= height
            return PixelRect(x: left, y: bottom, width: width, height: height)
        }
        if let size = caption.pixelSize(in: room, density: bar.density), let rect = place(size.width, size.height) {
            boxes += [painter.box(caption, in: rect, density: bar.density)].compactMap { $0 }
        }
        if let shown = thumbnail.withLock({ $0 }), shown.position == position {
            let (pixels, size) = (shown.picture.pixels, shown.picture.size)
            if let rect = place(size.width, size.height) {
                boxes.append(OverlayBox(pixels: pixels, width: size.width, height: size.height, x: rect.x, y: rect.y))
            }
        }
        return boxes
    }

    /// The tooltip of the control under the pointer, with its command, key, and wheel action.
    private func tip(above bar: ControlBar, _ options: DisplayOptions) -> OverlayBox? {
        guard let control = options.hoveredControl, let rect = bar.rect(of: control) else { return nil }
        func words(_ commands: PlayerCommand...) -> Caption.Run {
            Caption.Run(commands.compactMap(NamedCommand.meaning).joined(separator: ", "))
        }
        let keys = keyMap.label(of: control.row.press).map { [Caption.Run($0, .key)] } ?? []
        let wheel = control.row.wheel.map { [[Caption.Run("wheel", .faint), words($0.up, $0.down)]] } ?? []
        let caption = Caption([[words(control.row.press)] + keys] + wheel, on: .tip)
        let room = PixelSize(width: bar.area.size.width, height: bar.area.y)
        guard let size = caption.pixelSize(in: room, density: bar.density) else { return nil }
        let middle = bar.pixels(of: rect)
        let x = min(max(0, middle.x + (middle.size.width - size.width) / 2), max(0, room.width - size.width))
        let y = max(0, bar.area.y - size.height - Int(4 * bar.density))
        let place = PixelRect(x: x, y: y, width: size.width, height: size.height)
        return painter.box(caption, in: place, density: bar.density)
    }
}

extension Timeline {
    func middle(of position: Int) -> Double { Double(column(ofFrame: position) + column(ofFrame: position + 1)) / 2 }
}

extension Frame {
    fileprivate func mark(_ undecodable: UndecodableFrames) -> Timeline.Mark {
        if damage != nil || undecodable.contains(self) { return .damaged }
        return substitution == nil ? .plain : .missing
    }
}
