import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookScene

extension OnScreenDisplay {
    struct Fact {
        let text: String
        let face: Look.Face
        /// The rank for removal in a narrow window: the fact with the highest rank is removed first.
        let rank: Int

        init(_ text: String, _ face: Look.Face = .word, rank: Int = 0) {
            (self.text, self.face, self.rank) = (text, face, rank)
        }
    }

    func facts(_ shown: PlayerState.Shown, _ content: Content) -> [[Fact]] {
        let options = content.state.options
        guard options.hasHUD else { return [] }
        guard case .frame(let position) = shown, content.frames.indices.contains(position) else {
            return [[Fact(content.state.view.isHighlighted ? "still picture, highlighted" : "still picture")]]
        }
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
            Fact(frame.path?.name.description ?? "black", rank: 3),
            Fact("\(FrameNotes.number(at: position, in: content.frames))", .number),
            Fact(source.sequence.placement(at: position) ?? "\(size.width)×\(size.height)", rank: 4),
            Fact("\(source.sequence.depth) bit", .faint, rank: 5),
        ]
        if let view = state.options.view { facts.append(Fact("\(Int((view.factor * 100).rounded())) %", rank: 2)) }
        facts.append(Fact("\(PlaybackRate.words(rate)) fps", rank: 1))
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
