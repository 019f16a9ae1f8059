import FlipbookCore
import FlipbookExport
import FlipbookScene

/// A card on a table, with a picture on either side.
@MainActor
struct TurningCard {
    let table: View
    let card: View
    private let sides: [View]

    /// A card that shows its front.
    init(front: Image, back: Image) {
        let (width, height) = (front.size.width, front.size.height)
        // The side in front grows by a fifth, for which there is room above and below.
        table = View(frame: Rect(x: 0, y: 0, width: width, height: height * 1.25))
        table.backgroundColor = .color(Color(red: 0x10, green: 0x20, blue: 0x30))
        card = View(frame: Rect(x: 0, y: height / 8, width: width, height: height))
        sides = [front, back].map { View(ImageView(image: $0)) }
        for side in sides { side.frame = card.bounds }
        card.addSubview(sides[0])
        table.addSubview(card)
    }

    /// Turns the card over in a second, its left side to the front.
    func turnOver(completion: (@MainActor (Bool) -> Void)? = nil) {
        let options: AnimationOptions = .transitionFlipFromLeft
        View.transition(from: sides[0], to: sides[1], duration: 1, options: options, completion: completion)
    }

    /// Makes a film of what happens in a second and a half from now on.
    /// - Returns: The number of frames.
    func export(to target: FilePath) async throws -> Int {
        let exporter = Exporter(table, lasting: 1.5, settings: try ExportSettings(for: target))
        return try await exporter.export(to: target).framesReadBack
    }
}
