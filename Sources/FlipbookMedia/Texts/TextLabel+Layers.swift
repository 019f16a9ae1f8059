import FlipbookCore
import FlipbookImaging
import Glibc

extension TextLabel {
    /// The layer of a text over frames: one picture, or one for each frame where it has fields that differ.
    /// - Parameters:
    ///   - size: The canvas in points.
    ///   - scale: Its pixels per point.
    func layer(
        over frames: [Frame],
        at timing: FrameTiming,
        on size: Size,
        scale: Double
    ) throws(TextError) -> Layer {
        let pieces: [Piece]
        do throws(UnknownField) { pieces = try self.pieces() } catch { throw .field(error.name) }
        let painter = try TextPainter(self, width: size.width - 2 * inset, scale: scale)
        var known: [String: Image] = [:]
        func image(_ text: String) throws(TextError) -> Image {
            if let image = known[text] { return image }
            let image = try painter.image(of: text)
            known[text] = image
            return image
        }
        let isStill = !pieces.contains { piece in
            if case .field(let field) = piece { field != .date } else { false }
        }
        let today = Self.today
        let rate = FrameRate(frameCount: timing.frameCount, cycleDuration: timing.cycleDuration)
        let places = isStill ? 0..<1 : frames.indices
        var images: [Frame] = []
        for place in places {
            let words = pieces.map { piece in
                switch piece {
                case .plain(let text): text
                case .field(.date): today
                case .field(.frame): String(frames[place].number ?? place + 1)
                case .field(.name): frames[place].path?.lastComponent.escapingControlCharacters ?? "-"
                case .field(.timecode): Self.timeCode(at: place, rate ?? .imageViewDefault)
                }
            }
            images.append(Frame(try image(words.joined())))
        }
        guard let first = images.first else { return Layer() }
        let overlay = Overlay(image: "text", position: position, alpha: alpha, inset: inset)
        var layer = overlay.view(showing: first.image, on: size).layer
        if images.count > 1 { layer.contents = .frames(images, timing) }
        return layer
    }

    /// The text with the time of one frame of many, for a picture that shows it alone.
    func timed(at place: Int, of count: Int, _ settings: SequenceSettings) -> TextLabel {
        let rate =
            settings.frameRate ?? FrameRate(frameCount: count, cycleDuration: settings.animationDuration)
            ?? .imageViewDefault
        var label = self
        label.text.replace("{\(Field.timecode.rawValue)}", with: Self.timeCode(at: place, rate))
        return label
    }

    private static func timeCode(at place: Int, _ rate: FrameRate) -> String {
        TimeCode.zero.advanced(by: place, framesPerSecond: Int(rate.framesPerSecond.rounded())).description
    }

    /// The day, in UTC; that of `SOURCE_DATE_EPOCH` where builds are to be the same again.
    private static var today: String {
        let given = getenv("SOURCE_DATE_EPOCH").flatMap { time_t(String(cString: $0)) }
        var now = given ?? time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    }
}
