package import FlipbookCore
package import FlipbookImaging
package import FlipbookRender
import FlipbookScene

extension BurnIn {
    /// Returns one layer for each column of the line. A layer shows one character per frame. Equal characters share a drawing,
    /// and a frame is held while its line does not change.
    /// - Parameter length: The number of cells in the longest line.
    func layers(of lines: [[LetterCells.Cell]], _ length: Int, at timing: FrameTiming, size: PixelSize, scale: Double)
        throws(ImageError) -> [Layer]
    {
        let dot = dot(in: size)
        let cells = try LetterCells(Set(lines.joined()), dot: dot)
        let room = room(in: size)
        let count = min(room, length)
        return (0..<count).map { column in
            let x =
                switch position {
                case .topLeft, .bottomLeft: 0
                case .top, .bottom: max(0, size.width - count * cells.size.width) / 2
                case .topRight, .bottomRight: max(0, size.width - count * cells.size.width)
                }
            let isTop = [.topLeft, .top, .topRight].contains(position)
            let images = lines.map { line in
                let place = position == .topRight || position == .bottomRight ? line.count - count + column : column
                return Frame(cells.image(of: line.indices.contains(place) ? line[place] : nil))
            }
            let rect = Rect(
                x: Double(x + column * cells.size.width) / scale,
                y: Double(isTop ? 0 : max(0, size.height - cells.size.height)) / scale,
                width: Double(cells.size.width) / scale,
                height: Double(cells.size.height) / scale
            )
            return Layer(frame: rect, contents: .frames(images, timing))
        }
    }

    private func dot(in size: PixelSize) -> Int { max(1, (height ?? max(12, size.height / 20)) / 12) }
    package func room(in size: PixelSize) -> Int { max(1, size.width / LetterCells.size(dot: dot(in: size)).width) }

    package func lines(over frames: [Frame], at timing: FrameTiming, _ excerpt: SequenceSettings.Excerpt? = nil)
        -> [[LetterCells.Cell]]
    {
        frames.indices.map { index in
            let place = excerpt.map { ($0.first + index) % $0.cycleLength } ?? index
            return LetterCells.cells(of: text(of: frames[index], at: place, timing))
        }
    }

    /// Returns pictures of the text's non-ASCII characters, for comparing the fonts of two machines.
    package func samples() throws(ImageError) -> [Image] {
        guard case .text(let text) = content else { return [] }
        let cells = LetterCells.cells(of: text.escapingControlCharacters).filter { !$0.isASCII }
        let drawn = try LetterCells(Set(cells), dot: 1)
        return cells.map(drawn.image)
    }

    private func text(of frame: Frame, at place: Int, _ timing: FrameTiming) -> String {
        switch content {
        case .frame: String(frame.number ?? place + 1) + frame.mark
        case .name:
            if case .file(let path) = frame.source { path.lastComponent.escapingControlCharacters } else { "black" }
        case .text(let text): text.escapingControlCharacters
        case .timeCode(let first):
            (first ?? .zero).advanced(
                by: place,
                framesPerSecond: Int((Double(timing.frameCount) / timing.cycleDuration.seconds).rounded())
            ).description
        }
    }
}

extension Frame {
    fileprivate var mark: String {
        switch substitution {
        case nil: ""
        case .black: " missing"
        case .held, .nearest: " held"
        }
    }
}

extension Setting {
    package static let burnIn = Setting(rawValue: "burn-in")
    package static let burnInSize = Setting(rawValue: "burn-in-size")
}
