import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene

extension OnScreenDisplay {
    struct DisplayLine {
        let text: String
        /// The rank by which it is left out if there is no room for all: the highest first.
        let rank: Int
    }

    func display(_ shown: PlayerState.Shown, _ content: Content) -> [DisplayLine] {
        let (state, source, timing, frames) = (
            content.state, content.source, content.source.sequence.timing, content.frames
        )
        let (transport, options) = (state.transport, state.options)
        guard case .frame(let position) = shown, frames.indices.contains(position) else {
            let text = state.view.isHighlighted ? "still picture  highlighted" : "still picture"
            return [DisplayLine(text: text, rank: 0)]
        }
        let frame = frames[position]
        let place = "\(position + 1)/\(frames.count)"
        let number = frame.number.map { "frame \($0)  " } ?? ""
        let asked = PlayerStatus.rate(timing, transport.rate)
        let reached = (transport.isPlaying ? meter.recentRate : nil).map { "\($0.fixed(1)) of " } ?? ""
        var lines: [DisplayLine] = []
        func add(_ text: String?, _ rank: Int) {
            if let text { lines.append(DisplayLine(text: text, rank: rank)) }
        }
        add("\(number)\(place)  \(TimeCode(ofFrame: position, in: timing))", 0)
        add(frame.path?.name.description ?? "black", 5)
        add(state.chapterLine(at: position, in: frames), 6)
        add("\(reached)\(asked.fixed(1)) fps  \(meter.droppedCount) dropped", 7)
        add("cache \(PlayerStatus.mebibytes(content.source.byteCount))", 8)
        if let view = options.view, let pointer = options.pointer {
            let place = view.picturePlace(of: pointer)
            add(
                options.comparison.map { compared(at: place, of: view.picture, $0, content, position) }
                    ?? pixel(at: place, in: view.picture, of: source, position),
                2
            )
        }
        for line in undecodable.lines(for: frame) { add(line, 3) }
        if let comparison = options.comparison, let found = content.compared?.findings.summary {
            let first = found.firstDifference.map { "the first that differs: \($0)" } ?? "none differs"
            add(comparison.name, 4)
            add("\(found.count.of("frame")) compared, \(first)", 4)
        }
        var modes = [transport.isPlaying ? "playing" : "paused", Transport.name(of: transport.loopMode)]
        if transport.rate != .normal { modes.append("speed \(transport.rate)") }
        if let points = transport.points(in: frames) { modes.append(points) }
        if let channel = options.channel { modes.append(channel.rawValue) }
        if !options.tone.isNeutral { modes.append(PlayerState.name(of: options.tone)) }
        if options.colorsClipping { modes.append("clipped: red, black: blue") }
        if state.isMuted {
            modes.append("sound off")
        } else if state.volume < 10 {
            modes.append("volume \(state.volume * 10) %")
        }
        if state.view.isHighlighted { modes.append("highlighted") }
        if frame.substitution != nil, frame.damage == nil, undecodable.misfit(for: frame) == nil {
            modes.append("stands in for a missing frame")
        }
        add(modes.joined(separator: "  "), 1)
        return lines
    }

    /// The place of a pixel, and its numbers: those of its file once that is read, else the colour that is shown; `nil` beside
    /// the picture.
    private func pixel(at place: Point, in size: PixelSize, of source: PictureSource, _ position: Int) -> String? {
        let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return nil }
        let text = "x \(x)  y \(y)"
        if let pixel = source.pixel(at: place, ofFrame: position), let numbers = probe.text(at: pixel) {
            return "\(text)  \(numbers)"
        }
        return Self.color(x, y, of: source.keptPicture(at: position)?.picture).map { "\(text)  shown \($0)" } ?? text
    }

    /// The place of a pixel of two pictures, and the colours that are shown of both.
    private func compared(
        at place: Point,
        of size: PixelSize,
        _ look: ComparisonLook,
        _ content: Content,
        _ position: Int
    ) -> String? {
        let width = look.way == .sideBySide ? size.width / 2 : size.width
        let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        guard (0..<size.width).contains(x), (0..<size.height).contains(y), let compared = content.compared else {
            return nil
        }
        let other = compared.pairing.position(of: position, offset: look.offset)
        let pictures = [
            ("A", content.source.keptPicture(at: position)?.picture),
            ("B", other.flatMap { compared.source.keptPicture(at: $0)?.picture }),
        ]
        return pictures.reduce("x \(x % width)  y \(y)") { text, named in
            Self.color(x % width, y, of: named.1).map { "\(text)  \(named.0) " + $0 } ?? text
        }
    }

    /// The colour of a picture's pixel: `#FF8000  255 128 0`, or `nil` if it is not there.
    private static func color(_ x: Int, _ y: Int, of picture: Picture?) -> String? {
        guard let picture, picture.format == .bgra, x < picture.size.width, y < picture.size.height else { return nil }
        let color = picture[x, y]
        let hex = [color.red, color.green, color.blue].map { $0.digits(2, radix: 16, uppercase: true) }.joined()
        return "#\(hex)  \(color.red) \(color.green) \(color.blue)"
    }
}
