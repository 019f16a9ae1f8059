package import FlipbookCore
import FlipbookFiles
package import FlipbookRender
package import FlipbookScene
import Glibc

extension TextLabel {
    /// Returns the label's layer above the frames. It has one picture, or one for each frame if the text has fields that
    /// change.
    /// - Parameters:
    ///   - size: The canvas size in points. `scale` is the number of pixels per point.
    ///   - excerpt: The position of the frames in their cycle.
    func layer(
        over frames: [Frame],
        at timing: FrameTiming,
        on size: Size,
        scale: Double,
        _ excerpt: SequenceSettings.Excerpt? = nil
    ) throws(TextError) -> Layer {
        let pieces = try wrapping(self.pieces(), in: { (error: UnknownField) in TextError.field(error.name) })
        let painter = try TextPainter(self, width: size.width - 2 * inset, scale: scale)
        var known: [String: Image] = [:]
        func image(_ text: String) throws(TextError) -> Image {
            if let image = known[text] { return image }
            let image = try painter.image(of: text)
            known[text] = image
            return image
        }
        let isStill = !pieces.contains { piece in if case .field(let field) = piece { field != .date } else { false } }
        let today = Self.today
        let rate = FrameRate(frameCount: timing.frameCount, cycleDuration: timing.cycleDuration)
        let places = isStill ? 0..<1 : frames.indices
        var images: [Frame] = []
        for place in places {
            let placeInCycle = excerpt.map { ($0.first + place) % $0.cycleLength } ?? place
            let words = pieces.map { piece in
                switch piece {
                case .plain(let text): text
                case .field(.date): today
                case .field(.frame): String(frames[place].number ?? placeInCycle + 1)
                case .field(.name): frames[place].path?.lastComponent.escapingControlCharacters ?? "-"
                case .field(.timecode): Self.timeCode(at: placeInCycle, rate ?? .imageViewDefault)
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

    package func timed(at place: Int, of count: Int, _ settings: SequenceSettings) -> TextLabel {
        let rate =
            settings.frameRate ?? FrameRate(frameCount: count, cycleDuration: settings.animationDuration)
            ?? .imageViewDefault
        var label = self
        label.text.replace("{\(Field.timecode.rawValue)}", with: Self.timeCode(at: place, rate))
        return label
    }

    package func has(_ field: Field) -> Bool { (try? pieces().contains(.field(field))) ?? false }

    /// The label with today's date in place of its date field, for pictures that may be made on a later day.
    package var dated: TextLabel {
        guard has(.date), let pieces = try? pieces() else { return self }
        var label = self
        label.text = pieces.map { piece in
            switch piece {
            case .plain(let text): text.map { $0 == "{" || $0 == "}" ? "\($0)\($0)" : String($0) }.joined()
            case .field(.date): Self.today
            case .field(let field): "{\(field.rawValue)}"
            }
        }
        .joined()
        return label
    }

    /// Returns a picture for comparing the fonts of two machines: the text itself, and the characters of its fields.
    package func sample(scale: Double) throws(TextError) -> Image {
        let own = text.map { $0 == "{" || $0 == "}" ? " " : String($0) }.joined()
        return try TextPainter(self, width: Self.largestSize, scale: scale).image(of: own + "0123456789:.-_")
    }

    private static func timeCode(at place: Int, _ rate: FrameRate) -> String {
        TimeCode.zero.advanced(by: place, framesPerSecond: Int(rate.framesPerSecond.rounded())).description
    }

    /// Today's date in UTC, or the date of `SOURCE_DATE_EPOCH` for reproducible builds.
    private static var today: String {
        var now = Environment.text("SOURCE_DATE_EPOCH").flatMap { time_t($0) } ?? time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        return "\(parts.tm_year + 1900)-\((parts.tm_mon + 1).digits(2))-\(parts.tm_mday.digits(2))"
    }
}
