import FlipbookCore
import FlipbookMedia
import FlipbookRender
import GStreamer
import Synchronization

/// The state of a player as those threads see it that draw and stream, and what it means on the screen.
///
/// The heads-up display and the help are a list of texts in pixels of the window. They are never part of a picture that is kept,
/// or saved.
final class OnScreenDisplay: Sendable {
    struct Content: Sendable {
        var state: PlayerState
        var pictures: PlayedPictures
        /// The marks of the timeline's columns, for which pictures in which window, and when they were found out. They do not
        /// keep the pictures alive: these may have been replaced, and no timeline drawn since.
        var marks: (id: ObjectIdentifier, window: PixelSize, time: ContinuousClock.Instant, marks: [TimelineBar.Mark])?
        /// The size of what the sink shows, or `nil` before it is known.
        var window: PixelSize?

        var source: PictureSource { pictures.source }
        var compared: PairedPictures.Compared? { pictures.compared }
        var frames: [Frame] { pictures.sequence.frames.frames }
    }

    private struct DrawnStrokes: Hashable {
        let strokes: [FrameNotes.Stroke]
        let view: WindowView
    }

    let undecodable: UndecodableFrames
    private let keyMap: KeyMap
    let wording: @Sendable (Explanation) -> String
    let text = WindowText()
    /// The strokes of notes: most frames show what the one before showed.
    private let strokes = Remembered<DrawnStrokes, OverlayBox?>(atMost: 1)
    let guides = GuidePainter()
    let probe = PixelProbe()
    /// The small picture of the frame under the pointer on the timeline.
    let thumbnail = Mutex<(position: Int, picture: FrameThumbnail)?>(nil)
    let meter: PlaybackMeter
    let content: Mutex<Content>
    /// The sequences that are played one after the other, and the place of the present one, or `nil` if there is no list.
    let list: (shelf: SequenceShelf, current: Int)?

    init(
        _ state: PlayerState,
        _ pictures: PlayedPictures,
        keyMap: KeyMap,
        wording: @escaping @Sendable (Explanation) -> String,
        meter: PlaybackMeter,
        undecodable: UndecodableFrames,
        list: (shelf: SequenceShelf, current: Int)? = nil
    ) {
        (self.list, self.keyMap, self.wording) = (list, keyMap, wording)
        (self.meter, self.undecodable) = (meter, undecodable)
        content = Mutex(Content(state: state, pictures: pictures))
    }

    func show(_ state: PlayerState, _ pictures: PlayedPictures) {
        content.withLock { ($0.state, $0.pictures) = (state, pictures) }
    }

    func show(_ picture: FrameThumbnail, of position: Int) { thumbnail.withLock { $0 = (position, picture) } }

    var options: DisplayOptions { content.withLock { $0.state.options } }

    /// The list of keys in pages, as many as a window has no room for one; a terminal shows all on one.
    func helpPages(inWindow: Bool) -> [[String]] {
        guard inWindow else { return HelpPages(keyMap.sections).pages }
        let (size, view) = content.withLock { content in
            (content.window ?? content.source.sequence.outputSize, content.state.options.view)
        }
        let room = view.map { WindowText.room(in: size, density: $0.density) } ?? TextBox.room(in: size)
        // Other windows have a mouse of their own.
        let pointer = view == nil ? [] : [KeyMap.pointer]
        return HelpPages(keyMap.sections + pointer, columns: room.columns, rows: room.rows).pages
    }

    /// The boxes over the picture with a serial number, in a window of a size.
    func boxes(over serial: UInt64, in window: PixelSize) -> [OverlayBox] {
        let content = content.withLock { content in
            content.window = window
            return content
        }
        let state = content.state
        // One of an earlier schedule is on its way out.
        guard PlaybackMeter.generation(of: serial) == state.generation else { return [] }
        let shown = state.shown(at: PlaybackMeter.showing(of: serial))
        let hasBar = (state.options.hasTimeline || state.options.keepsTimeline) && state.options.hasRoomForTimeline
        let bar = hasBar ? timeline(shown, content, in: window) : nil
        let view =
            state.options.view
            ?? WindowView(of: state.options.pictureSize(of: content.source.sequence.outputSize), in: window)
        let lines =
            (state.options.hasGrid ? [guides.grid(over: view)].compactMap { $0 } : [])
            + guides.boxes(state.options.guides.lines, over: view) + comparison(over: shown, content, view)
        // What is read stands above the timeline.
        var room = bar.map { PixelSize(width: window.width, height: max(1, $0.y - 4)) } ?? window
        let strip = strip(content.state.options, in: window)
        if let strip { room.height = max(1, min(room.height, strip.top - 4)) }
        return lines + texts(over: shown, content, in: room) + (strip.map { boxes(of: $0, content, in: window) } ?? [])
            + [drawing(over: shown, content, in: window), bar].compactMap { $0 }
            + (bar.map { hovered(above: $0.y, content, view) } ?? [])
    }

    func note(over shown: PlayerState.Shown, _ content: Content) -> FrameNotes.Note? {
        guard case .frame(let position) = shown else { return nil }
        let note = content.state.notes[FrameNotes.number(at: position, in: content.frames)]
        return note.flatMap { $0.text.isEmpty ? nil : $0 }
    }

    private func drawing(over shown: PlayerState.Shown, _ content: Content, in window: PixelSize) -> OverlayBox? {
        guard case .frame(let position) = shown else { return nil }
        let strokes = content.state.strokes(at: position, in: content.frames)
        if strokes.isEmpty { return nil }
        let view = content.state.options.view ?? WindowView(of: content.source.sequence.outputSize, in: window)
        return self.strokes.value(for: DrawnStrokes(strokes: strokes, view: view)) {
            DrawnBox(strokes: strokes.map { $0.points.map(view.windowPlace) }, in: window).map(OverlayBox.init)
        }
    }

    /// The heads-up display and the help as lines, for a screen that has letters of its own.
    func panel(over shown: PlayerState.Shown) -> [String] {
        let content = content.withLock { $0 }
        let options = content.state.options
        var lines = options.hasHUD ? display(shown, content).map(\.text) : []
        if let note = note(over: shown, content) { lines += note.lines }
        if options.prompt == nil, let notice = options.notice { lines += notice.lines(wording) }
        if let page = options.helpPage {
            let pages = helpPages(inWindow: false)
            lines += pages[min(page, pages.count - 1)]
        }
        return lines
    }
}

extension OnScreenDisplay {
    var strip: SequenceStrip? {
        let (options, window) = content.withLock { ($0.state.options, $0.window) }
        return window.flatMap { strip(options, in: $0) }
    }

    /// The place of the list in a window, above the place of the timeline whether that is shown or not.
    func strip(_ options: DisplayOptions, in window: PixelSize) -> SequenceStrip? {
        guard let list, let look = options.list, let view = options.view, options.helpPage == nil else { return nil }
        let count = list.shelf.titles.count
        guard count > 0 else { return nil }
        return SequenceStrip(
            count: count,
            current: list.current,
            scrolled: look.scrolled,
            in: window,
            above: TimelineBar.area(in: window).y - 4,
            density: view.density,
            labelHeight: WindowText.lineHeight(in: window, density: view.density)
        )
    }

    func boxes(of strip: SequenceStrip, _ content: Content, in window: PixelSize) -> [OverlayBox] {
        guard let list, let look = content.state.options.list, let view = content.state.options.view else { return [] }
        let titles = list.shelf.titles
        let label = PixelSize(width: strip.cell.width, height: window.height)
        let columns = WindowText.room(in: label, density: view.density).columns
        return strip.shown.flatMap { place -> [OverlayBox] in
            guard titles.indices.contains(place) else { return [] }
            let room = strip.room(at: place)
            let light: UInt8 = place == list.current ? 255 : place == look.hovered ? 160 : 60
            let picture = OverlayBox(.card(list.shelf.picture(at: place), in: room, frame: light))
            let name = text.box(
                TextBox([Self.label(place, FilePath(titles[place]).name.description, columns)], at: .topLeft),
                in: label,
                density: view.density
            )
            return [picture] + [name?.moved(x: room.x, y: room.y + room.size.height)].compactMap { $0 }
        }
    }

    /// A sequence's place and name in so many letters: without the extension, and cut, where these are too few.
    private static func label(_ place: Int, _ name: String, _ columns: Int) -> String {
        let whole = "\(place + 1) \(name)"
        if whole.count <= columns { return whole }
        let stem = name.lastIndex(of: ".").map { "\(place + 1) \(name[..<$0])" } ?? whole
        return stem.count <= columns ? stem : "\(stem.prefix(max(1, columns - 1)))…"
    }
}

extension OnScreenDisplay {
    func timeline(_ shown: PlayerState.Shown, _ content: Content, in window: PixelSize) -> OverlayBox? {
        guard case .frame(let position) = shown else { return nil }
        let (source, frames) = (content.source, content.frames)
        guard frames.indices.contains(position) else { return nil }
        let bar = TimelineBar(
            timing: source.sequence.timing,
            position: position,
            range: content.state.transport.range
        )
        let marks: [TimelineBar.Mark]
        if let known = content.marks, known.id == ObjectIdentifier(source), known.window == window,
            known.time > .now - .milliseconds(250)
        {
            marks = known.marks
        } else {
            marks = bar.marks(in: window) { [undecodable] position in
                let frame = frames[position]
                if frame.substitution != nil || undecodable.contains(frame) { return .substitute }
                return source.isReady(position) ? .kept : .plain
            }
            self.content.withLock { $0.marks = (ObjectIdentifier(source), window, .now, marks) }
        }
        let noted = content.state.notedPositions(in: frames)
        let chapters = content.state.placedChapters(in: frames).map(\.position)
        let (area, bytes) = bar.pixels(marks, noted: noted, chapters: chapters, in: window)
        return OverlayBox(pixels: bytes, width: area.size.width, height: area.size.height, x: area.x, y: area.y)
    }

    /// The frame under the pointer on the timeline: its picture once that is there, and its number and time.
    func hovered(above bottom: Int, _ content: Content, _ view: WindowView) -> [OverlayBox] {
        guard let position = content.state.options.hovered, let pointer = content.state.options.pointer,
            content.frames.indices.contains(position)
        else { return [] }
        let number = FrameNotes.number(at: position, in: content.frames)
        let chapter = content.state.chapterLine(at: position, in: content.frames)
        let time = TimeCode(ofFrame: position, in: content.source.sequence.timing)
        let label = TextBox(["\(number)  \(time)"] + [chapter].compactMap { $0 }, at: .topLeft)
        var (boxes, bottom) = ([OverlayBox](), bottom - 4)
        func add(_ pixels: [UInt8], _ width: Int, _ height: Int) {
            let left = min(max(0, Int(pointer.x) - width / 2), max(0, view.window.width - width))
            bottom -= height
            if bottom >= 0 {
                boxes.append(OverlayBox(pixels: pixels, width: width, height: height, x: left, y: bottom))
            }
        }
        if let text = text.box(label, in: view.window, density: view.density) {
            add(text.pixels, text.width, text.height)
        }
        if let shown = thumbnail.withLock({ $0 }), shown.position == position {
            add(shown.picture.pixels, shown.picture.size.width, shown.picture.size.height)
        }
        return boxes
    }
}
