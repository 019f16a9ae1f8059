public import FlipbookCore
package import FlipbookImaging
package import FlipbookRender
import FlipbookScene

/// A line of text in the pictures themselves, white on a dark box.
public struct BurnIn: Sendable, Hashable, Codable {
    /// The contents of a line.
    public enum Content: Sendable, Hashable, Codable {
        /// The frame's number, or its 1-based position if files have no numbers. A substituted frame is marked: `7 held`.
        case frame
        /// A time code, starting at this one. If `nil`, it starts at the time code in the first file's header, or at
        /// 00:00:00:00.
        case timeCode(TimeCode?)
        /// The name of the frame's file.
        case name
        /// Fixed text.
        case text(String)
    }

    /// The position of a line.
    public enum Position: String, Sendable, Hashable, Codable, CaseIterable {
        /// The top left corner.
        case topLeft = "top-left"
        /// The middle of the top edge.
        case top
        /// The top right corner.
        case topRight = "top-right"
        /// The bottom left corner.
        case bottomLeft = "bottom-left"
        /// The middle of the bottom edge.
        case bottom
        /// The bottom right corner.
        case bottomRight = "bottom-right"
    }

    /// The contents. ASCII characters look the same on all machines. Pango draws other characters in the machine's fonts. If
    /// Pango is not installed, these characters are drawn as boxes. A line that does not fit is truncated.
    public var content: Content
    /// The position of the line.
    public var position: Position
    /// The approximate height of the line in pixels. If `nil`, the height is a twentieth of the canvas's height, but at least
    /// 12 pixels.
    public var height: Int?

    /// Creates a line of text.
    public init(_ content: Content, at position: Position = .bottomLeft, height: Int? = nil) {
        (self.content, self.position, self.height) = (content, position, height)
    }

    /// Returns the line with its time code starting at `code`, unless it specifies a time code.
    func beginning(at code: TimeCode?) -> BurnIn {
        content == .timeCode(nil) ? BurnIn(.timeCode(code ?? .zero), at: position, height: height) : self
    }

    /// Returns one layer for each column of the line. A layer shows one character per frame. Equal characters share a drawing,
    /// and a frame is held while its line does not change.
    /// - Parameter length: The number of cells in the longest line.
    func layers(of lines: [[LetterCells.Cell]], _ length: Int, at timing: FrameTiming, size: PixelSize, scale: Double)
        throws(ImageError) -> [Layer]
    {
        let dot = dot(in: size)
        let cells = try LetterCells(Set(lines.joined()), dot: dot)
        let count = min(room(in: size), length)
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
        return try cells.map(LetterCells(Set(cells), dot: 1).image)
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
