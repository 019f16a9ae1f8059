import FlipbookCore
import FlipbookExport
import FlipbookScene

/// A card on a table, with a picture on each side.
@MainActor
struct TurningCard {
    let table: View
    let card: View
    private let sides: [View]

    /// Makes a card that shows its front.
    init(front: Image, back: Image) {
        let (width, height) = (front.size.width, front.size.height)
        // The near side grows by a fifth while the card turns, so there is room above and below.
        table = View(frame: Rect(x: 0, y: 0, width: width, height: height * 1.25))
        table.backgroundColor = .color(Color(red: 0x10, green: 0x20, blue: 0x30))
        card = View(frame: Rect(x: 0, y: height / 8, width: width, height: height))
        sides = [front, back].map { View(ImageView(image: $0)) }
        for side in sides { side.frame = card.bounds }
        card.addSubview(sides[0])
        table.addSubview(card)
    }

    /// Turns the card over in a second, from the left.
    func turnOver(completion: (@MainActor (Bool) -> Void)? = nil) {
        let options: AnimationOptions = .transitionFlipFromLeft
        View.transition(from: sides[0], to: sides[1], duration: 1, options: options, completion: completion)
    }

    /// Exports a video of the next second and a half.
    /// - Returns: The number of frames.
    func export(to target: FilePath) async throws -> Int {
        let exporter = Exporter(table, lasting: 1.5, settings: try ExportSettings(for: target))
        return try await exporter.export(to: target).framesReadBack
    }
}
