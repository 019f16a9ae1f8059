import FlipbookCore
import FlipbookMedia
import FlipbookRender
import GStreamer

/// The texts over a window's pictures: beside their middle, and one text beside the other.
extension OnScreenDisplay {
    func texts(over shown: PlayerState.Shown, _ content: Content, in room: PixelSize) -> [OverlayBox] {
        let options = content.state.options
        let prompt = options.prompt.flatMap { prompt in
            fitted(in: room) { cut in
                let line = "\(cut > 0 ? "…" : "")\(prompt.line.suffix(prompt.line.count >> cut))"
                return box([line], at: .bottomLeft, in: room, options)
            }
        }
        if let page = options.helpPage {
            let pages = helpPages(inWindow: true)
            let help = box(pages[min(page, pages.count - 1)], at: .center, in: room, options)
            return [help, prompt].compactMap { $0 }
        }
        let display = options.hasHUD ? self.display(shown, content) : []
        let news = (prompt == nil ? options.notice : nil).flatMap { notice in
            fitted(in: room) { cut in
                let lines = notice.lines(wording).dropLast(cut) + (cut > 0 ? ["…"] : [])
                return lines.count <= 1 && cut > 0 ? nil : box(Array(lines), at: .bottomLeft, in: room, options)
            }
        }
        let facts = fitted(in: room) { cut in
            // What matters least is left out first.
            let ranks = display.map(\.rank).sorted()
            guard cut < ranks.count else { return nil }
            let last = ranks[ranks.count - 1 - cut]
            return box(display.filter { $0.rank <= last }.map(\.text), at: .topLeft, in: room, options)
        }
        let isTyped = options.prompt?.purpose == .note
        var note =
            isTyped ? nil : note(over: shown, content).flatMap { box($0.lines, at: .topRight, in: room, options) }
        if let facts, let beside = note, facts.x + facts.width > beside.x {
            note = beside.moved(x: beside.x, y: facts.height)
        }
        return [facts, prompt, news, note].compactMap { $0 }
    }

    private func box(
        _ lines: [String],
        at corner: TextBox.Corner,
        in room: PixelSize,
        _ options: DisplayOptions
    ) -> OverlayBox? {
        let box = TextBox(lines, at: corner)
        return options.view.map { text.box(box, in: room, density: $0.density) } ?? OverlayBox(box, in: room)
    }

    /// The first text that leaves the middle of the room free, cut more and more; where none does, the shortest.
    private func fitted(in room: PixelSize, _ box: (_ cut: Int) -> OverlayBox?) -> OverlayBox? {
        var last: OverlayBox?
        for cut in 0..<64 {
            guard let next = box(cut) else { break }
            last = next
            if 20 * next.height <= 9 * room.height { break }
        }
        return last
    }

    /// The marks that tell two compared pictures apart: the line of a wipe, and a text in the place of a picture that is not there.
    func comparison(over shown: PlayerState.Shown, _ content: Content, _ view: WindowView) -> [OverlayBox] {
        guard let look = content.state.options.comparison, let compared = content.compared,
            case .frame(let position) = shown
        else { return [] }
        let line = look.way == .wipe ? guides.boxes([.down(at: look.wipe)], over: view) : []
        guard let share = look.shareOfSecond, compared.pairing.names.indices.contains(position),
            compared.pairing.position(of: position, offset: look.offset) == nil
        else { return line }
        let (width, height) = (Double(view.picture.width), Double(view.picture.height))
        let start = view.windowPlace(of: Point(x: share * width, y: 0))
        let end = view.windowPlace(of: Point(x: width, y: height))
        let (left, top) = (max(0, Int(start.x)), max(0, Int(start.y)))
        let (right, bottom) = (min(view.window.width, Int(end.x)), min(view.window.height, Int(end.y)))
        guard left < right, top < bottom else { return line }
        let room = PixelSize(width: right - left, height: bottom - top)
        let number = compared.pairing.names[position] &+ look.offset
        let sentence = "\(FilePath(look.names[1]).name) has no frame \(number)"
        let text = box([sentence], at: .center, in: room, content.state.options)
        return line + [text.map { $0.moved(x: left + $0.x, y: top + $0.y) }].compactMap { $0 }
    }
}

extension ComparisonLook {
    /// The start of the second picture, as a share of the width, or `nil` if nothing is seen of it.
    fileprivate var shareOfSecond: Double? {
        switch way {
        case .sideBySide: 0.5
        case .wipe: wipe
        case .difference, .second: 0
        case .blink: isSecondsTurn ? 0 : nil
        case .first: nil
        }
    }
}

extension OverlayBox {
    /// A text as it is laid over a window, or `nil` if there is none, or no room for a line.
    init?(_ box: TextBox, in window: PixelSize) {
        guard TextBox.hasRoom(in: window), let drawn = box.drawn(in: window) else { return nil }
        self.init(drawn)
    }

    init(_ drawn: DrawnBox) {
        self.init(pixels: drawn.bytes, width: drawn.size.width, height: drawn.size.height, x: drawn.x, y: drawn.y)
    }

    func moved(x: Int, y: Int) -> OverlayBox {
        OverlayBox(pixels: pixels, width: width, height: height, x: x, y: y)
    }
}

extension FrameNotes.Note {
    /// The text in lines that leave room for the picture, which end where the text's own do.
    var lines: [String] { text.split(whereSeparator: \.isNewline).flatMap { String($0).wrapped(to: 40) } }
}
