import FlipbookCore
import FlipbookScene

/// A tree of views that is played: it moves with the player's clock, and is looked at again for each picture.
@MainActor
final class PlayedTree {
    private let view: View
    /// Pixels per point.
    private let scale: Double
    /// The time of the tree when a generation began.
    private var beginning: (generation: UInt64, time: RationalTime)?
    /// The latest look at the tree.
    private var latest: Scene?

    nonisolated init(_ view: View, scale: Double) { (self.view, self.scale) = (view, scale) }

    /// The tree as it is at a time in nanoseconds since a generation began.
    func scene(atNanosecond time: Int64, of generation: UInt64) -> Scene {
        let start = beginning.flatMap { $0.generation == generation ? $0.time : nil } ?? view.time
        beginning = (generation, start)
        view.advance(to: start + .nanoseconds(time))
        let scene = view.scene(scale: scale)
        latest = scene
        return scene
    }

    /// A Boolean value that indicates a tree that looks other than it did, since a program has changed it.
    var hasChanged: Bool { latest.map { $0 != view.scene(scale: scale) } ?? false }

    /// Hands a touch on the canvas to the tree.
    func send(_ touch: Touch) {
        let origin = view.bounds.origin
        let place = Point(x: touch.location.x + origin.x, y: touch.location.y + origin.y)
        view.send(Touch(id: touch.id, phase: touch.phase, location: place, timestamp: touch.timestamp))
    }
}
