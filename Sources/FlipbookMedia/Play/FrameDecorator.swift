import FlipbookCore
import FlipbookImaging

/// Lays over the frames what is no part of them: one channel, marks, the heads-up display, help.
struct FrameDecorator: Sendable {
    let sequence: CheckedSequence
    let presentation: Presentation
    let meter: PlaybackMeter
    let marksSubstitutes: Bool
    let keyMap: KeyMap
    let isPlaying: Bool
    let rate: PlaybackRate
    let loopMode: LoopMode
    /// The ends that were set, in words; `nil` for none.
    let points: String?
    let cachedBytes: @Sendable () -> Int
    let undecodable: UndecodableFrames
    /// Whether text is drawn into the pictures.
    var drawsText = true

    /// The picture that is shown for a frame: the drawn one itself where nothing is laid over it.
    @Sendable func decorate(_ drawn: PictureSource.Drawn, at position: Int) -> Picture {
        let state = presentation.state
        let frame = sequence.frames.frames[position]
        var overlay = overlay(state) { lines(for: frame, at: position, state) }
        overlay.isMarked =
            drawn.isSubstitute || undecodable.misfit(for: frame) != nil
            || (marksSubstitutes && frame.substitution != nil)
        return overlay.drawn(over: drawn.picture)
    }

    /// The picture that is shown while nothing animates.
    func decorate(_ still: PictureSource.Drawn) -> Picture {
        let state = presentation.state
        var overlay = overlay(state) { stillLines(state) }
        overlay.isMarked = still.isSubstitute
        return overlay.drawn(over: still.picture)
    }

    /// The heads-up display and the help as lines, for a screen that has letters of its own; `nil` is the position of
    /// the picture that is shown while nothing animates.
    func panel(at position: Int?) -> [String] {
        var state = presentation.state
        state.prompt = nil
        let words = position.map { lines(for: sequence.frames.frames[$0], at: $0, state) } ?? stillLines(state)
        return texts(state) { words }.flatMap(\.lines)
    }

    private func overlay(_ state: Presentation.State, display: () -> [String]) -> PictureOverlay {
        var overlay = PictureOverlay()
        overlay.channel = state.channel
        if drawsText { overlay.texts = texts(state, display: display) }
        return overlay
    }

    private func texts(_ state: Presentation.State, display: () -> [String]) -> [PictureOverlay.Text] {
        var texts: [PictureOverlay.Text] = []
        if state.hasHUD { texts.append(.init(display(), at: .topLeft)) }
        if let prompt = state.prompt {
            texts.append(.init(["go to frame: \(prompt)_"], at: .bottomLeft))
        } else if let notice = state.notice, notice.until > .now {
            texts.append(.init([notice.text], at: .bottomLeft))
        }
        if let page = state.helpPage {
            let pages = helpPages
            texts.append(.init(pages[min(page, pages.count - 1)], at: .center))
        }
        return texts
    }

    /// The list of keys, as many pages as the pictures have no room for one; a terminal shows all on one.
    var helpPages: [[String]] {
        guard drawsText else { return HelpPages(keyMap.entries).pages }
        let room = PictureOverlay.room(in: sequence.outputSize)
        return HelpPages(keyMap.entries, columns: room.columns, rows: room.rows).pages
    }

    private func stillLines(_ state: Presentation.State) -> [String] {
        [state.isHighlighted ? "still picture  highlighted" : "still picture"]
    }

    private func lines(for frame: Frame, at position: Int, _ state: Presentation.State) -> [String] {
        let place = "\(position + 1)/\(sequence.frames.frames.count)"
        let number = frame.number.map { "frame \($0)  " } ?? ""
        let asked = Double(sequence.timing.frameCount) / sequence.timing.cycleDuration.seconds * rate.value.magnitude
        let reached = (isPlaying ? meter.recentRate : nil).map { "\(Self.decimal($0)) of " } ?? ""
        var lines = [
            "\(number)\(place)  \(Timecode(ofFrame: position, in: sequence.timing))",
            frame.path?.lastComponent.escapingControlCharacters ?? "black",
            "\(reached)\(Self.decimal(asked)) fps  \(meter.droppedCount) dropped",
            "cache \(PlayerStatus.mebibytes(cachedBytes()))",
        ]
        lines += undecodable.lines(for: frame)
        var modes: [String] = []
        if rate != .normal { modes.append("speed \(rate)") }
        if loopMode != .loop { modes.append(loopMode == .once ? "once" : "ping-pong") }
        if let points { modes.append(points) }
        if let channel = state.channel { modes.append(channel.rawValue) }
        if state.isHighlighted { modes.append("highlighted") }
        if frame.substitution != nil, undecodable.misfit(for: frame) == nil {
            modes.append("stands in for a missing frame")
        }
        if !modes.isEmpty { lines.append(modes.joined(separator: "  ")) }
        return lines
    }

    /// A number with one decimal.
    static func decimal(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e9 else { return "?" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths.magnitude % 10)"
    }
}
