import FlipbookCore
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import GStreamer
import Synchronization

/// A word for a changed display setting, with the command that resets the setting.
struct Badge: Hashable, Sendable {
    let text: String
    let command: PlayerCommand?
}

extension OnScreenDisplay {
    func captions(
        over shown: PlayerState.Shown,
        _ content: Content,
        _ view: WindowView,
        in room: PixelRect
    ) -> [OverlayBox] {
        let options = content.state.options
        if options.isEmpty {
            let width = 0.8 * Double(room.size.width) / view.density
            let typed = options.prompt.flatMap { $0.purpose == .search ? nil : $0.lines }
            let words = typed ?? options.notice?.lines(wording).joined(separator: "\n")
            let news = words.flatMap {
                painter.box(Caption($0, width: width), at: .bottomLeft, in: room, density: view.density)
            }
            var free = room
            free.size.height = news.map { max(1, $0.y - room.y) } ?? room.size.height
            return [invitation(in: free, view.density), news].compactMap { $0 }
        }
        var boxes = badges(content, in: room).compactMap { painter.box($0.caption, in: $0.rect, density: view.density) }
        let badgesStart = boxes.map(\.x).min()
        let facts = facts(shown, content)
        var top = 0
        if let box = display(facts, in: room, view.density) {
            boxes.append(box)
            top = box.y + box.height
        }
        boxes += labels(of: options.comparison, over: view, below: top)
        // The remaining captions are stacked upward from the bottom edge.
        var bottom = room
        let beside = Double(badgesStart ?? room.size.width) / view.density - 12
        let width = max(200, min(beside, 0.8 * Double(room.size.width) / view.density) - 20)
        func add(_ caption: Caption) {
            if bottom.size.height == room.size.height, caption.size.width > beside, let top = boxes.first?.y {
                bottom.size.height = top
            }
            guard let box = painter.box(caption, at: .bottomLeft, in: bottom, density: view.density) else { return }
            boxes.append(box)
            bottom.size.height = max(0, box.y)
        }
        if let prompt = options.prompt, prompt.purpose != .search,
            controlBar(content, in: view.window) == nil || ![.frame, .time].contains(prompt.purpose)
                || prompt.text.hasPrefix("(")
        {
            add(Caption(prompt.lines, width: width))
        } else if let notice = options.notice {
            add(Caption(notice.lines(wording).joined(separator: "\n"), width: width))
        }
        if let standIn = standIn(over: shown, content) { add(Caption(standIn, width: width, on: .alarm)) }
        if options.prompt?.purpose != .note, let note = note(over: shown, content) {
            let caption = Caption(note.lines.map { [.init($0)] })
            let below = PixelRect(x: room.x, y: top, width: room.size.width, height: room.size.height - top)
            boxes += [painter.box(caption, at: .topRight, in: below, density: view.density)].compactMap { $0 }
        }
        return boxes
    }

    private func invitation(in room: PixelRect, _ density: Double) -> OverlayBox? {
        let open = keyMap.label(of: .showPrompt(PlayerPrompt(.path))) ?? ""
        let lines: [[Caption.Run]] = [
            [.init("Drop a folder, or press"), .init(open, .key), .init("to open one")], [],
            [.init("?", .key), .init("keys", .faint), .init("Q", .key), .init("quit", .faint)],
        ]
        return painter.box(Caption(lines), at: .center, in: room, density: density)
    }

    /// The heads-up display, with lines broken between facts.
    private func display(_ facts: [[Fact]], in room: PixelRect, _ density: Double) -> OverlayBox? {
        let width = Double(room.size.width) / density - 12
        var lines: [[Caption.Run]] = []
        for line in facts {
            lines.append([])
            for fact in line {
                let run = Caption.Run(fact.text, fact.face)
                let last = lines[lines.count - 1]
                if !last.isEmpty, Caption([last + [run]]).size.width > width { lines.append([]) }
                lines[lines.count - 1].append(run)
            }
        }
        return painter.box(Caption(lines), at: .topLeft, in: room, density: density)
    }

    typealias PlacedBadge = (caption: Caption, rect: PixelRect, command: PlayerCommand?)

    /// Lays out the badges at the lower right.
    func badges(_ content: Content, in room: PixelRect) -> [PlacedBadge] {
        let density = content.state.options.view?.density ?? 1
        let margin = Int(6 * density)
        var (x, y) = (room.x + room.size.width - margin, room.y + room.size.height - margin)
        var placed: [PlacedBadge] = []
        for badge in content.state.badges(content.source.sequence.settings.lookupTable) {
            let caption = Caption([[.init(badge.text)]], on: .badge)
            guard let size = caption.pixelSize(in: room.size, density: density) else { continue }
            if x - size.width < room.x + room.size.width / 3, !placed.isEmpty {
                (x, y) = (room.x + room.size.width - margin, y - size.height - margin / 2)
            }
            x -= size.width
            let rect = PixelRect(x: x, y: y - size.height, width: size.width, height: size.height)
            placed.append((caption, rect, badge.command))
            x -= margin
        }
        return placed
    }

    func badge(at place: Point) -> PlacedBadge? {
        let content = content.withLock { $0 }
        guard let window = content.window else { return nil }
        return badges(content, in: free(content, in: window)).first { badge in
            badge.rect.columns.contains(Int(place.x)) && badge.rect.rows.contains(Int(place.y))
        }
    }

    /// Returns a sentence about the picture that replaces a frame, or `nil` if the frame itself is shown.
    func standIn(over shown: PlayerState.Shown, _ content: Content) -> String? {
        guard case .frame(let position) = shown, content.frames.indices.contains(position) else { return nil }
        let frame = content.frames[position]
        let number = FrameNotes.number(at: position, in: content.frames)
        let lines = undecodable.lines(for: frame)
        if !lines.isEmpty { return "frame \(number) \(lines.joined(separator: ": "))" }
        guard frame.substitution != nil else { return nil }
        let state = frame.damage == nil ? "missing" : "damaged"
        guard let path = frame.path else { return "frame \(number) \(state): showing black" }
        let other = content.frames.first { $0.substitution == nil && $0.path == path }?.number
        return "frame \(number) \(state): showing \(other.map { "\($0)" } ?? path.name.description)"
    }

    /// The dividing line of a wipe, and a caption if the second sequence lacks the frame.
    func dividers(over shown: PlayerState.Shown, _ content: Content, _ view: WindowView) -> [OverlayBox] {
        guard let look = content.state.options.comparison, let compared = content.compared,
            case .frame(let position) = shown
        else { return [] }
        let line = look.way == .wipe ? guides.boxes([.down(at: look.wipe)], over: view) : []
        guard let share = look.shareOfSecond, compared.pairing.names.indices.contains(position),
            compared.pairing.position(of: position, offset: look.offset) == nil,
            let rect = view.windowRect(from: share, to: 1)
        else { return line }
        let number = compared.pairing.names[position] &+ look.offset
        let caption = Caption("\(FilePath(look.names[1]).name) has no frame \(number)", width: Double(rect.size.width))
        return line + [painter.box(caption, at: .center, in: rect, density: view.density)].compactMap { $0 }
    }

    /// The names of two compared sequences, each on its part of the picture.
    private func labels(of look: ComparisonLook?, over view: WindowView, below top: Int) -> [OverlayBox] {
        guard let look else { return [] }
        return look.parts.compactMap { name, start, end in
            guard var rect = view.windowRect(from: start, to: end) else { return nil }
            let covered = max(0, top - rect.y)
            (rect.y, rect.size.height) = (rect.y + covered, rect.size.height - covered)
            return painter.box(Caption([[.init(name)]]), at: .topLeft, in: rect, density: view.density)
        }
    }
}

extension WindowView {
    /// Returns the rectangle of the picture between two fractions of its width, or `nil` if that part is not visible.
    fileprivate func windowRect(from start: Double, to end: Double) -> PixelRect? {
        let (width, height) = (Double(picture.width), Double(picture.height))
        let first = windowPlace(of: Point(x: start * width, y: 0))
        let last = windowPlace(of: Point(x: end * width, y: height))
        let (left, top) = (max(0, Int(first.x)), max(0, Int(first.y)))
        let (right, bottom) = (min(room.width, Int(last.x)), min(room.height, Int(last.y)))
        guard left < right, top < bottom else { return nil }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension ComparisonLook {
    /// The start of the second picture as a fraction of the width, or `nil` if it is not visible.
    fileprivate var shareOfSecond: Double? {
        switch layout {
        case .sideBySide: 0.5
        case .wipe(let place): place
        case .difference, .second: 0
        case .first: nil
        }
    }

    /// The names of the sequences, each with the part of the width that shows only that sequence.
    fileprivate var parts: [(name: String, start: Double, end: Double)] {
        let names = [("A  " + names[0]), ("B  " + names[1])]
        switch layout {
        case .sideBySide: return [(names[0], 0, 0.5), (names[1], 0.5, 1)]
        case .wipe(let place): return [(names[0], 0, place), (names[1], place, 1)]
        case .difference: return []
        case .first: return [(names[0], 0, 1)]
        case .second: return [(names[1], 0, 1)]
        }
    }
}

extension PlayerState {
    func badges(_ table: FilePath?) -> [Badge] {
        var badges: [Badge] = []
        func add(_ text: String?, _ command: PlayerCommand?) {
            if let text { badges.append(Badge(text: text, command: command)) }
        }
        add(options.channel?.rawValue, .showAllChannels)
        let tone = options.tone
        add(tone.exposure == 0 ? nil : "exposure \(tone.exposure > 0 ? "+" : "")\(tone.exposure.fixed(1))", .resetTone)
        add(tone.gamma == 1 ? nil : "gamma \(tone.gamma.fixed(1))", .resetTone)
        add(options.colorsClipping ? "clipped: white red, black blue" : nil, .toggleClipping)
        add(table.map { "LUT \($0.lastComponent)" }, nil)
        add(options.background.map { "background \(Self.name(of: $0))" }, .cycleBackground)
        add(options.comparison?.short, .cycleComparison(by: 1))
        return badges
    }
}

extension FrameNotes.Note {
    /// The text, wrapped so that it leaves room for the picture.
    var lines: [String] { text.split(whereSeparator: \.isNewline).flatMap { String($0).wrapped(to: 40) } }
}
