import FlipbookCore
import FlipbookImaging
import GStreamer
import Synchronization

/// The state of a player as those threads see it that draw and stream, and what it means on the screen.
///
/// The heads-up display and the help are a list of texts in pixels of the window. They are never part of a picture that is kept,
/// or saved.
final class PlayerBoard: Sendable {
    private struct Content: Sendable {
        var state: PlayerState
        var source: PictureSource
        /// What the timeline's columns mark, for which pictures in which window, and when that was found out.
        var marks: (key: MarkKey, time: ContinuousClock.Instant, marks: [TimelineBar.Mark])?
        /// The size of what the sink shows; `nil` before it is known.
        var window: PixelSize?
    }

    private struct MarkKey: Hashable, Sendable {
        let source: ObjectIdentifier
        let window: PixelSize
    }

    let undecodable: UndecodableFrames
    private let keyMap: KeyMap
    private let text = WindowText()
    private let strokes = StrokePainter()
    private let guides = GuidePainter()
    /// The small picture of the frame under the pointer on the timeline.
    private let thumbnail = Mutex<(position: Int, picture: FrameThumbnail)?>(nil)
    /// What comparing with another sequence finds; `nil` without one.
    private let findings: ComparisonFindings?
    private let meter: PlaybackMeter
    private let content: Mutex<Content>

    init(
        _ state: PlayerState,
        _ source: PictureSource,
        keyMap: KeyMap,
        meter: PlaybackMeter,
        undecodable: UndecodableFrames,
        findings: ComparisonFindings? = nil
    ) {
        self.findings = findings
        self.keyMap = keyMap
        self.meter = meter
        self.undecodable = undecodable
        content = Mutex(Content(state: state, source: source))
    }

    /// Shows another state, or other pictures, from now on.
    func show(_ state: PlayerState, _ source: PictureSource) {
        content.withLock { content in
            content.state = state
            content.source = source
        }
    }

    /// Shows a small picture of a frame while the pointer is over its place on the timeline.
    func show(_ picture: FrameThumbnail, of position: Int) { thumbnail.withLock { $0 = (position, picture) } }

    /// What the viewer chose to see.
    var looks: PlayerLooks { content.withLock { $0.state.looks } }

    /// The list of keys in pages, as many as a window has no room for one; a terminal shows all on one.
    func helpPages(inWindow: Bool) -> [[String]] {
        guard inWindow else { return HelpPages(keyMap.sections).pages }
        let (size, view) = content.withLock { content in
            (content.window ?? content.source.sequence.outputSize, content.state.looks.view)
        }
        let room = view.map { WindowText.room(in: size, density: $0.density) } ?? TextBox.room(in: size)
        // Other windows have a mouse of their own.
        let pointer = view == nil ? [] : [KeyMap.pointer]
        return HelpPages(keyMap.sections + pointer, columns: room.columns, rows: room.rows).pages
    }

    /// What lies over the picture with a serial number, in a window of a size.
    func boxes(over serial: UInt64, in window: PixelSize) -> [OverlayBox] {
        let content = content.withLock { content in
            content.window = window
            return content
        }
        let state = content.state
        // One of an earlier schedule is on its way out.
        guard PlaybackMeter.generation(of: serial) == state.generation else { return [] }
        let shown = state.shown(at: PlaybackMeter.showing(of: serial))
        var boxes: [TextBox] = []
        if state.looks.hasHUD {
            boxes.append(TextBox(display(shown, content), at: .topLeft))
        }
        if let prompt = state.looks.prompt {
            boxes.append(TextBox([prompt.line], at: .bottomLeft))
        } else if let notice = state.looks.notice {
            boxes.append(TextBox(notice.lines, at: .bottomLeft))
        }
        if let page = state.looks.helpPage {
            let pages = helpPages(inWindow: true)
            boxes.append(TextBox(pages[min(page, pages.count - 1)], at: .center))
        }
        if state.looks.prompt?.purpose != .note, let note = note(over: shown, content) {
            boxes.append(TextBox(note.lines, at: .topRight))
        }
        let bar = state.looks.hasTimeline || state.looks.keepsTimeline ? timeline(shown, content, in: window) : nil
        // What is read stands above the timeline.
        let room = bar.map { PixelSize(width: window.width, height: max(1, $0.y - 4)) } ?? window
        let hasOwnWindow = state.looks.view != nil
        let view =
            state.looks.view
            ?? WindowView(of: state.looks.pictureSize(of: content.source.sequence.outputSize), in: window)
        let lines =
            (state.looks.hasGrid ? [guides.grid(over: view)].compactMap { $0 } : [])
            + guides.boxes(state.looks.guides, over: view)
        return lines
            + boxes.compactMap {
                hasOwnWindow ? text.box($0, in: room, density: view.density) : OverlayBox($0, in: room)
            }
            + [drawing(over: shown, content, in: window), bar].compactMap { $0 }
            + (bar.map { hovered(above: $0.y, content, view) } ?? [])
    }

    /// The frame under the pointer on the timeline: its picture once that is there, and its number and time.
    private func hovered(above bottom: Int, _ content: Content, _ view: WindowView) -> [OverlayBox] {
        let sequence = content.source.sequence
        guard let position = content.state.looks.hovered, let pointer = content.state.looks.pointer,
            sequence.frames.frames.indices.contains(position)
        else { return [] }
        let number = PlayerState.noteNumber(at: position, in: sequence.frames.frames)
        let chapter = content.state.chapterLine(at: position, in: sequence.frames.frames)
        let label = TextBox(
            ["\(number)  \(Timecode(ofFrame: position, in: sequence.timing))"] + [chapter].compactMap { $0 },
            at: .topLeft
        )
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

    /// The note on what is shown.
    private func note(over shown: PlayerState.Shown, _ content: Content) -> FrameNotes.Note? {
        guard case .frame(let position) = shown else { return nil }
        let note = content.state.notes[PlayerState.noteNumber(at: position, in: content.source.sequence.frames.frames)]
        return note.flatMap { $0.text.isEmpty ? nil : $0 }
    }

    /// What was drawn with the pointer over what is shown.
    private func drawing(over shown: PlayerState.Shown, _ content: Content, in window: PixelSize) -> OverlayBox? {
        guard case .frame(let position) = shown else { return nil }
        let (state, sequence) = (content.state, content.source.sequence)
        let view = state.looks.view ?? WindowView(of: sequence.outputSize, in: window)
        let drawn = state.strokes(at: position, in: sequence.frames.frames).map { stroke in
            FrameNotes.Stroke(stroke.points.map(view.windowPlace))
        }
        return strokes.box(drawn, in: window)
    }

    private func timeline(_ shown: PlayerState.Shown, _ content: Content, in window: PixelSize) -> OverlayBox? {
        guard case .frame(let position) = shown else { return nil }
        let (source, frames) = (content.source, content.source.sequence.frames.frames)
        guard frames.indices.contains(position) else { return nil }
        let bar = TimelineBar(
            timing: source.sequence.timing,
            position: position,
            range: content.state.transport.range
        )
        let key = MarkKey(source: ObjectIdentifier(source), window: window)
        let marks: [TimelineBar.Mark]
        if let known = content.marks, known.key == key, known.time > .now - .milliseconds(250) {
            marks = known.marks
        } else {
            marks = bar.marks(in: window) { [undecodable] position in
                let frame = frames[position]
                if frame.substitution != nil || undecodable.contains(frame) { return .substitute }
                return source.isReady(position) ? .kept : .plain
            }
            self.content.withLock { $0.marks = (key, .now, marks) }
        }
        let noted = content.state.notedPositions(in: frames)
        let chapters = content.state.placedChapters(in: frames).map(\.position)
        let (area, bytes) = bar.pixels(marks, noted: noted, chapters: chapters, in: window)
        return OverlayBox(pixels: bytes, width: area.size.width, height: area.size.height, x: area.x, y: area.y)
    }

    /// The heads-up display and the help as lines, for a screen that has letters of its own.
    func panel(over shown: PlayerState.Shown) -> [String] {
        let content = content.withLock { $0 }
        let looks = content.state.looks
        var lines = looks.hasHUD ? display(shown, content) : []
        if let note = note(over: shown, content) { lines += note.lines }
        if looks.prompt == nil, let notice = looks.notice { lines += notice.lines }
        if let page = looks.helpPage {
            let pages = helpPages(inWindow: false)
            lines += pages[min(page, pages.count - 1)]
        }
        return lines
    }

    private func display(_ shown: PlayerState.Shown, _ content: Content) -> [String] {
        let (state, source, sequence) = (content.state, content.source, content.source.sequence)
        let (transport, looks) = (state.transport, state.looks)
        guard case .frame(let position) = shown, sequence.frames.frames.indices.contains(position) else {
            return [state.view.isHighlighted ? "still picture  highlighted" : "still picture"]
        }
        let frame = sequence.frames.frames[position]
        let place = "\(position + 1)/\(sequence.frames.frames.count)"
        let number = frame.number.map { "frame \($0)  " } ?? ""
        let asked = PlayerStatus.rate(sequence.timing, transport.rate)
        let reached = (transport.isPlaying ? meter.recentRate : nil).map { "\(Self.decimal($0)) of " } ?? ""
        var lines = [
            "\(number)\(place)  \(Timecode(ofFrame: position, in: sequence.timing))",
            frame.path?.name.description ?? "black",
        ]
        if let chapter = state.chapterLine(at: position, in: sequence.frames.frames) { lines.append(chapter) }
        lines += [
            "\(reached)\(Self.decimal(asked)) fps  \(meter.droppedCount) dropped",
            "cache \(PlayerStatus.mebibytes(content.source.byteCount))",
        ]
        if let view = looks.view, let pointer = looks.pointer,
            let pixel = Self.pixel(
                at: view.picturePlace(of: pointer),
                in: view.picture,
                of: source.keptPicture(at: position)?.picture
            )
        {
            lines.append(pixel)
        }
        lines += undecodable.lines(for: frame)
        if let comparison = looks.comparison, let found = findings?.summary {
            let frames = found.count == 1 ? "1 frame" : "\(found.count) frames"
            let first = found.firstDifference.map { "the first that differs: \($0)" } ?? "none differs"
            lines += [comparison.name, "\(frames) compared, \(first)"]
        }
        var modes = [transport.isPlaying ? "playing" : "paused", Transport.name(of: transport.loopMode)]
        if transport.rate != .normal { modes.append("speed \(transport.rate)") }
        if let points = transport.points(in: sequence.frames.frames) { modes.append(points) }
        if let channel = looks.channel { modes.append(channel.rawValue) }
        if !looks.tone.isNeutral { modes.append(PlayerState.name(of: looks.tone)) }
        if looks.colorsClipping { modes.append("clipped: red, black: blue") }
        if state.isMuted {
            modes.append("sound off")
        } else if state.volume < 10 {
            modes.append("volume \(state.volume * 10) %")
        }
        if state.view.isHighlighted { modes.append("highlighted") }
        if frame.substitution != nil, undecodable.misfit(for: frame) == nil {
            modes.append("stands in for a missing frame")
        }
        lines.append(modes.joined(separator: "  "))
        return lines
    }

    /// The place of a pixel, and its colour where that is known: `x 12  y 7  #FF8000`; `nil` beside the picture.
    private static func pixel(at place: Point, in size: PixelSize, of picture: Picture?) -> String? {
        let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return nil }
        let text = "x \(x)  y \(y)"
        guard let picture, picture.size == size, picture.format == .bgra else { return text }
        let color = picture.withUnsafeBytes { bytes in
            let start = (y * picture.size.width + x) * 4
            return (UInt32(bytes[start + 2]), UInt32(bytes[start + 1]), UInt32(bytes[start]))
        }
        let digits = String(color.0 << 16 | color.1 << 8 | color.2, radix: 16, uppercase: true)
        let hex = String(repeating: "0", count: 6 - digits.count) + digits
        return "\(text)  #\(hex)  \(color.0) \(color.1) \(color.2)"
    }

    /// A number with one decimal.
    private static func decimal(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e9 else { return "?" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths.magnitude % 10)"
    }
}

extension OverlayBox {
    /// A text as it is laid over a window; `nil` where there is none, or no room for a line.
    init?(_ box: TextBox, in window: PixelSize) {
        guard TextBox.hasRoom(in: window), let drawn = box.drawn(in: window) else { return nil }
        self.init(pixels: drawn.bytes, width: drawn.size.width, height: drawn.size.height, x: drawn.x, y: drawn.y)
    }
}

extension FrameNotes.Note {
    /// The text in lines that leave room for the picture.
    fileprivate var lines: [String] {
        var lines = [""]
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].count + word.count >= 40 { lines.append("") }
            lines[lines.count - 1] += lines[lines.count - 1].isEmpty ? word : " " + word
        }
        return lines
    }
}
