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
        /// The size of what the sink shows; `nil` before it is known.
        var window: PixelSize?
    }

    let undecodable: UndecodableFrames
    private let keyMap: KeyMap
    private let meter: PlaybackMeter
    private let content: Mutex<Content>

    init(
        _ state: PlayerState,
        _ source: PictureSource,
        keyMap: KeyMap,
        meter: PlaybackMeter,
        undecodable: UndecodableFrames
    ) {
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

    /// What the viewer chose to see.
    var looks: PlayerLooks { content.withLock { $0.state.looks } }

    /// The list of keys in pages, as many as a window has no room for one; a terminal shows all on one.
    func helpPages(inWindow: Bool) -> [[String]] {
        guard inWindow else { return HelpPages(keyMap.entries).pages }
        let size = content.withLock { $0.window ?? $0.source.sequence.outputSize }
        let room = TextBox.room(in: size)
        return HelpPages(keyMap.entries, columns: room.columns, rows: room.rows).pages
    }

    /// What lies over the picture with a serial number, in a window of a size.
    func boxes(over serial: UInt64, in window: PixelSize) -> [TextBox] {
        let content = content.withLock { content in
            content.window = window
            return content
        }
        let state = content.state
        // One of an earlier schedule is on its way out.
        guard PlaybackMeter.generation(of: serial) == state.generation else { return [] }
        var boxes: [TextBox] = []
        if state.looks.hasHUD {
            let shown = state.shown(at: PlaybackMeter.showing(of: serial))
            boxes.append(TextBox(display(shown, content), at: .topLeft))
        }
        if let prompt = state.looks.prompt {
            boxes.append(TextBox(["go to frame: \(prompt)_"], at: .bottomLeft))
        } else if let notice = state.looks.notice {
            boxes.append(TextBox(notice.lines, at: .bottomLeft))
        }
        if let page = state.looks.helpPage {
            let pages = helpPages(inWindow: true)
            boxes.append(TextBox(pages[min(page, pages.count - 1)], at: .center))
        }
        return boxes
    }

    /// The heads-up display and the help as lines, for a screen that has letters of its own.
    func panel(over shown: PlayerState.Shown) -> [String] {
        let content = content.withLock { $0 }
        let looks = content.state.looks
        var lines = looks.hasHUD ? display(shown, content) : []
        if looks.prompt == nil, let notice = looks.notice { lines += notice.lines }
        if let page = looks.helpPage {
            let pages = helpPages(inWindow: false)
            lines += pages[min(page, pages.count - 1)]
        }
        return lines
    }

    private func display(_ shown: PlayerState.Shown, _ content: Content) -> [String] {
        let (state, sequence) = (content.state, content.source.sequence)
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
            "\(reached)\(Self.decimal(asked)) fps  \(meter.droppedCount) dropped",
            "cache \(PlayerStatus.mebibytes(content.source.byteCount))",
        ]
        lines += undecodable.lines(for: frame)
        var modes = [transport.isPlaying ? "playing" : "paused", Transport.name(of: transport.loopMode)]
        if transport.rate != .normal { modes.append("speed \(transport.rate)") }
        if let points = transport.points(in: sequence.frames.frames) { modes.append(points) }
        if let channel = looks.channel { modes.append(channel.rawValue) }
        if state.view.isHighlighted { modes.append("highlighted") }
        if frame.substitution != nil, undecodable.misfit(for: frame) == nil {
            modes.append("stands in for a missing frame")
        }
        lines.append(modes.joined(separator: "  "))
        return lines
    }

    /// A number with one decimal.
    private static func decimal(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e9 else { return "?" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths.magnitude % 10)"
    }
}
