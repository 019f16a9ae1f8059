import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import GStreamer
import Synchronization

/// The player's state for drawing and streaming threads, and its display on the screen.
final class OnScreenDisplay: Sendable {
    struct Content: Sendable {
        var state: PlayerState
        var pictures: PlayedPictures
        /// The timeline's marks and ticks, the columns whose frames are in memory, and the pictures to which all of these
        /// belong.
        var known:
            (
                id: ObjectIdentifier, width: Int, time: ContinuousClock.Instant,
                marks: [Timeline.Run<Timeline.Mark>], kept: [Timeline.Run<Bool>], ticks: [Int]
            )?
        /// The size of the sink's picture, or `nil` before it is known.
        var window: PixelSize?

        var source: PictureSource { pictures.source }
        var compared: PairedPictures.Compared? { pictures.compared }
        var frames: [Frame] { pictures.sequence.frames.frames }

        /// Returns the visible part of the pictures. In a sink's window, this is the whole picture.
        func view(in window: PixelSize) -> WindowView {
            state.options.view
                ?? WindowView(of: state.options.pictureSize(of: pictures.source.sequence.outputSize), in: window)
        }
    }

    private struct DrawnStrokes: Hashable {
        let strokes: [FrameNotes.Stroke]
        let view: WindowView
    }

    let undecodable: UndecodableFrames
    let keyMap: KeyMap
    let wording: @Sendable (Explanation) -> String
    let painter = BoxPainter()
    private let strokes = Remembered<DrawnStrokes, OverlayBox?>(atMost: 1)
    let guides = GuidePainter()
    let columns = Remembered<Timeline, [ClosedRange<Int>]>(atMost: 1)
    let probe = PixelProbe()
    let thumbnail = Mutex<(position: Int, picture: FrameThumbnail)?>(nil)
    let meter: PlaybackMeter
    let content: Mutex<Content>
    let hasSound: Bool
    /// The terminal used instead of a window.
    let terminal: TerminalDisplay?
    /// The list of sequences and the position of the current one, or `nil` for no list.
    let list: (shelf: SequenceShelf, current: Int)?

    init(_ state: PlayerState, _ pictures: PlayedPictures, settings: PlaybackSettings, meter: PlaybackMeter) {
        (keyMap, wording, hasSound) = (settings.keyMap, settings.wording, settings.audio != nil)
        list = settings.shelf.map { ($0, settings.sequenceNumber - 1) }
        terminal = settings.terminal
        (self.meter, undecodable) = (meter, pictures.undecodable)
        content = Mutex(Content(state: state, pictures: pictures))
    }

    func show(_ state: PlayerState, _ pictures: PlayedPictures) {
        content.withLock { ($0.state, $0.pictures) = (state, pictures) }
    }

    func show(_ picture: FrameThumbnail, of position: Int) { thumbnail.withLock { $0 = (position, picture) } }

    var options: DisplayOptions { content.withLock { $0.state.options } }

    /// The pages of the list of keys, or `nil` in a window.
    var helpPages: [[String]]? {
        // The last row of a terminal is its status line, and the first column is the panel's margin.
        guard let room = terminal?.size else { return nil }
        return HelpPages(keyMap.sections, query: options.query, columns: room.columns - 1, rows: room.rows - 1).pages
    }

    /// Returns the boxes over a picture, given its serial number.
    func boxes(over serial: UInt64, in window: PixelSize) -> [OverlayBox] {
        let content = content.withLock { content in
            content.window = window
            return content
        }
        let state = content.state
        // The picture belongs to an earlier schedule.
        guard PlaybackMeter.generation(of: serial) == state.generation else { return [] }
        let shown = state.shown(at: PlaybackMeter.showing(of: serial))
        let view = content.view(in: window)
        let lines =
            (state.options.hasGrid ? [guides.grid(over: view)].compactMap { $0 } : [])
            + guides.boxes(state.options.guides.lines, over: view) + dividers(over: shown, content, view)
            + [drawing(over: shown, content, view)].compactMap { $0 }
        let bar = state.options.showsBar ? bar(over: shown, content, in: window) : []
        let strip = strip(state.options, in: window).map { boxes(of: $0, content, in: window) } ?? []
        return lines + captions(over: shown, content, view, in: free(content, in: window)) + strip + bar
            + sheets(content, in: window)
    }

    /// Returns the part of the window above the strip and the bar.
    func free(_ content: Content, in window: PixelSize) -> PixelRect {
        let strip = strip(content.state.options, in: window)?.top ?? window.height
        let bottom = min(strip, controlBar(content, in: window)?.area.y ?? window.height)
        return PixelRect(x: 0, y: 0, width: window.width, height: max(1, bottom))
    }

    func note(over shown: PlayerState.Shown, _ content: Content) -> FrameNotes.Note? {
        guard case .frame(let position) = shown else { return nil }
        let note = content.state.notes[FrameNotes.number(at: position, in: content.frames)]
        return note.flatMap { $0.text.isEmpty ? nil : $0 }
    }

    private func drawing(over shown: PlayerState.Shown, _ content: Content, _ view: WindowView) -> OverlayBox? {
        guard case .frame(let position) = shown else { return nil }
        let strokes = content.state.strokes(at: position, in: content.frames)
        if strokes.isEmpty { return nil }
        return self.strokes.value(for: DrawnStrokes(strokes: strokes, view: view)) {
            DrawnBox(strokes: strokes.map { $0.points.map(view.windowPlace) }, in: view.room).map { OverlayBox($0) }
        }
    }

    /// Returns the heads-up display, or the list of keys if it is open, as lines for a terminal.
    func panel(over shown: PlayerState.Shown) -> [String] {
        let content = content.withLock { $0 }
        let options = content.state.options
        if let page = options.helpPage, let pages = helpPages { return pages[min(page, pages.count - 1)] }
        var lines = facts(shown, content).map { $0.map(\.text).joined(separator: "  ") }
        lines += [standIn(over: shown, content)].compactMap { $0 }
        if let note = note(over: shown, content) { lines += note.lines }
        if options.prompt == nil, let notice = options.notice { lines += notice.lines(wording) }
        return lines
    }

    var strip: SequenceStrip? {
        let (options, window) = content.withLock { ($0.state.options, $0.window) }
        return window.flatMap { strip(options, in: $0) }
    }

    func strip(_ options: DisplayOptions, in window: PixelSize) -> SequenceStrip? {
        guard let list, let look = options.list, let view = options.view else { return nil }
        let count = list.shelf.titles.count
        guard count > 0 else { return nil }
        return SequenceStrip(
            count: count,
            current: list.current,
            scrolled: look.scrolled,
            in: window,
            above: window.height - (options.showsBar ? Int((ControlBar.height * view.density).rounded()) : 0),
            density: view.density
        )
    }

    func boxes(of strip: SequenceStrip, _ content: Content, in window: PixelSize) -> [OverlayBox] {
        guard let list, let look = content.state.options.list, let view = content.state.options.view else { return [] }
        let titles = list.shelf.titles
        return strip.shown.flatMap { place -> [OverlayBox] in
            guard titles.indices.contains(place) else { return [] }
            let room = strip.room(at: place)
            let isCurrent = place == list.current
            let color = isCurrent ? Look.accent : place == look.hovered ? Look.text : Look.line
            let picture = OverlayBox(.card(list.shelf.picture(at: place), in: room, frame: color))
            let name = StripLabel(name: "\(place + 1)  \(FilePath(titles[place]).name)", isCurrent: isCurrent)
            return [picture] + [painter.box(name, in: strip.label(at: place), density: view.density)].compactMap { $0 }
        }
    }

    struct Fact {
        let text: String
        let face: Look.Face

        init(_ text: String, _ face: Look.Face = .word) { (self.text, self.face) = (text, face) }
    }

    func facts(_ shown: PlayerState.Shown, _ content: Content) -> [[Fact]] {
        let options = content.state.options
        guard options.hasHUD else { return [] }
        guard case .frame(let position) = shown, content.frames.indices.contains(position)
        else { return [[Fact(content.state.view.isHighlighted ? "still picture, highlighted" : "still picture")]] }
        let line = line(at: position, content)
        guard options.hasDetails else { return [line] }
        return [line] + details(at: position, content).map { $0.filter { !$0.text.isEmpty } }
    }

    private func line(at position: Int, _ content: Content) -> [Fact] {
        let (state, source, frame) = (content.state, content.source, content.frames[position])
        let size = source.sequence.outputSize
        let asked = PlayerStatus.rate(source.sequence.timing, state.transport.rate)
        let rate = state.transport.isPlaying ? meter.recentRate ?? asked : asked
        var facts = [
            Fact(frame.path?.name.description ?? "black"),
            Fact("\(FrameNotes.number(at: position, in: content.frames))", .number),
            Fact(source.sequence.placement(at: position) ?? "\(size.width)×\(size.height)"),
            Fact("\(source.sequence.depth) bit", .faint),
        ]
        if let view = state.options.view { facts.append(Fact("\(Int((view.factor * 100).rounded())) %")) }
        facts.append(Fact("\(PlaybackRate.words(rate)) fps"))
        return facts
    }

    private func details(at position: Int, _ content: Content) -> [[Fact]] {
        let (state, source, frames) = (content.state, content.source, content.frames)
        let (transport, options) = (state.transport, state.options)
        var lines: [[Fact]] = [
            [
                Fact("\(position + 1) of \(frames.count)", .number),
                Fact("\(TimeCode(ofFrame: position, in: source.sequence.timing))", .number),
                Fact(state.chapterLine(at: position, in: frames) ?? ""),
            ]
        ]
        if let view = options.view, let pointer = options.pointer {
            let place = view.picturePlace(of: pointer)
            let text =
                options.comparison != nil
                ? compared(at: place, of: view.picture, content, position)
                : pixel(at: place, in: view.picture, of: source, position)
            if let text { lines.append([Fact(text, .number)]) }
        }
        let asked = PlaybackRate.words(PlayerStatus.rate(source.sequence.timing, transport.rate))
        lines.append([
            Fact("\(asked) fps requested", .faint),
            Fact("\(meter.droppedCount) dropped", .faint),
            Fact("\(PlayerStatus.mebibytes(source.byteCount)) in memory", .faint),
        ])
        if options.comparison != nil, let found = content.compared?.findings.summary {
            let first = found.firstDifference.map { "first difference: \($0)" } ?? "no differences"
            lines.append([Fact("\(found.count.of("frame")) compared, \(first)")])
        }
        var modes = [transport.isPlaying ? "playing" : "paused", Transport.name(of: transport.loopMode)]
        if transport.rate != .normal { modes.append("speed \(transport.rate.name)") }
        if let points = transport.points(in: frames) { modes.append(points) }
        if state.isMuted {
            modes.append("sound off")
        } else if state.volume < 10 {
            modes.append("volume \(state.volume * 10) %")
        }
        if state.view.isHighlighted { modes.append("highlighted") }
        lines.append([Fact(modes.joined(separator: "  "), .faint)])
        return lines
    }

    /// Returns the position and values of a pixel, or `nil` outside the picture. Values come from the file once it is read.
    private func pixel(at place: Point, in size: PixelSize, of source: PictureSource, _ position: Int) -> String? {
        let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return nil }
        let text = "x \(x)  y \(y)"
        if let pixel = source.pixel(at: place, ofFrame: position), let numbers = probe.text(at: pixel) {
            return "\(text)  \(numbers)"
        }
        return Self.color(x, y, of: source.keptPicture(at: position)?.picture).map { "\(text)  shown \($0)" } ?? text
    }

    /// Returns the position of a pixel and its shown colors in both sequences.
    private func compared(at place: Point, of size: PixelSize, _ content: Content, _ position: Int) -> String? {
        let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        guard (0..<size.width).contains(x), (0..<size.height).contains(y), let compared = content.compared,
            let look = content.state.options.comparison
        else { return nil }
        let width = look.way == .sideBySide ? size.width / 2 : size.width
        let other = compared.pairing.position(of: position, offset: look.offset)
        let second = other.flatMap { compared.source.keptPicture(at: $0)?.picture }
        let pictures = [("A", content.source.keptPicture(at: position)?.picture), ("B", second)]
        return pictures.reduce("x \(x % width)  y \(y)") { text, named in
            Self.color(x % width, y, of: named.1).map { "\(text)  \(named.0) " + $0 } ?? text
        }
    }

    /// Returns a pixel's color as `#FF8000  255 128 0`, or `nil` if it is unknown.
    private static func color(_ x: Int, _ y: Int, of picture: Picture?) -> String? {
        guard let picture, picture.format == .bgra, x < picture.size.width, y < picture.size.height else { return nil }
        let color = picture[x, y]
        let hex = [color.red, color.green, color.blue].map { $0.digits(2, radix: 16, uppercase: true) }.joined()
        return "#\(hex)  \(color.red) \(color.green) \(color.blue)"
    }
}

private struct StripLabel: Sketch {
    let name: String
    let isCurrent: Bool

    func paint(on context: DrawingContext, in room: Rect) {
        context.fill(room, with: Look.veil)
        let rect = room.inset(by: EdgeInsets(top: 0, left: 5, bottom: 0, right: 5))
        context.draw(name, .word, in: rect, color: isCurrent ? Look.accent : Look.text)
    }
}

extension OverlayBox {
    init(_ drawn: DrawnBox, isOpaque: Bool = false) {
        let (size, x, y) = (drawn.size, drawn.x, drawn.y)
        self.init(pixels: drawn.bytes, width: size.width, height: size.height, x: x, y: y, isOpaque: isOpaque)
    }

    func moved(x: Int, y: Int) -> OverlayBox {
        OverlayBox(pixels: pixels, width: width, height: height, x: x, y: y, isOpaque: isOpaque)
    }
}
