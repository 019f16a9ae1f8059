import FlipbookCore
import FlipbookScene

/// A live tree of views. It follows the player's clock and is drawn for each picture.
@MainActor
final class PlayedTree {
    private let view: View
    /// Pixels per point.
    private let scale: Double
    /// The tree's time at the start of a generation.
    private var beginning: (generation: UInt64, time: RationalTime)?
    private var latest: Scene?

    nonisolated init(_ view: View, scale: Double) { (self.view, self.scale) = (view, scale) }

    /// Returns the tree at the given time, measured from the start of the generation.
    func scene(atNanosecond time: Int64, of generation: UInt64) -> Scene {
        let start = beginning.flatMap { $0.generation == generation ? $0.time : nil } ?? view.time
        beginning = (generation, start)
        view.advance(to: start + .nanoseconds(time))
        let scene = view.scene(scale: scale)
        latest = scene
        return scene
    }

    /// A Boolean value that indicates whether a program has changed the tree.
    var hasChanged: Bool { latest.map { $0 != view.scene(scale: scale) } ?? false }

    func send(_ touch: Touch) {
        let origin = view.bounds.origin
        let place = Point(x: touch.location.x + origin.x, y: touch.location.y + origin.y)
        view.send(Touch(id: touch.id, phase: touch.phase, location: place, timestamp: touch.timestamp))
    }
}
