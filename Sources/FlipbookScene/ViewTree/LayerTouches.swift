public import FlipbookCore

/// A gesture on a view, which something waits for.
public struct GestureTrigger: Hashable, Sendable {
    /// The view's id; `nil` for the lowest view, which all others lie in.
    public var view: String?
    /// The gesture that is made on it.
    public var gesture: Gesture

    /// A gesture on a view.
    public init(view: String?, _ gesture: Gesture) { (self.view, self.gesture) = (view, gesture) }
}

/// Finds the gestures that touches make on a tree of layers, as ``View/send(_:)`` does on a tree of views: with the same
/// fingers, one gesture alone.
package struct LayerTouches: Hashable, Sendable {
    private var trackers: [GestureTrigger: GestureTracker]
    /// For each finger, the layers that its touch came down on, the innermost first: their ids, where they have one.
    private var targets: [Int: [String?]] = [:]

    /// Touches of which nothing has been seen.
    /// - Parameter triggers: The gestures that are looked for.
    package init(_ triggers: some Sequence<GestureTrigger>) {
        trackers = Dictionary(triggers.map { ($0, GestureTracker($0.gesture)) }) { first, _ in first }
    }

    /// Takes the next touch, its place in the coordinates that the tree lies in.
    /// - Parameter tree: The layers as they are shown now.
    /// - Returns: The gestures that it begins, or completes at once.
    package mutating func take(_ touch: Touch, on tree: Layer) -> [GestureTrigger] {
        if touch.phase == .began {
            targets[touch.id] = tree.convert(fromSuperview: touch.location).flatMap(tree.hitTest).map(tree.chain)
        }
        guard let chain = targets[touch.id] else { return [] }
        if touch.phase == .ended || touch.phase == .cancelled { targets[touch.id] = nil }
        let triggers = chain.flatMap { view in Gesture.allCases.map { GestureTrigger(view: view, $0) } }
            .filter { trackers[$0] != nil }
        let made = triggers.filter { trigger in
            guard var tracker = trackers[trigger] else { return false }
            let wasMade = tracker.hasRecognized
            let others = triggers.compactMap { trackers[$0] }
            if others.contains(where: { tracker.isPrevented(by: $0) }) { tracker.fail() }
            _ = tracker.take(touch)
            trackers[trigger] = tracker
            return tracker.hasRecognized && !wasMade
        }
        for trigger in triggers { trackers[trigger]?.settle() }
        return made
    }
}

extension Layer {
    /// The path to the layer that a touch goes to: indices into ``sublayers`` from this layer on, empty for this layer
    /// itself, or `nil` if none is hit.
    ///
    /// As UIKit's `hitTest(_:with:)`: the frontmost first; a layer that is hidden, takes no touches, or is less opaque than
    /// 0.01 is passed over with all within; what lies outside a layer's bounds is not hit, even where it is drawn.
    /// A rectangle's right and bottom edges are not in it.
    /// - Parameter point: The place in this layer's own coordinates.
    public func hitTest(_ point: Point) -> [Int]? {
        guard takesTouch(at: point) else { return nil }
        for (index, layer) in sublayers.enumerated().reversed() {
            guard let inside = layer.convert(fromSuperview: point), let path = layer.hitTest(inside) else { continue }
            return [index] + path
        }
        return []
    }

    /// Returns `true` if a touch at a place in the layer's own coordinates is one on it or on what is within.
    func takesTouch(at point: Point) -> Bool {
        !self.isHidden && self.isUserInteractionEnabled && self.alpha >= 0.01 && geometry.contains(point)
    }

    /// A place in the layer around this one as one in its own coordinates; `nil` for a layer whose transform leaves it no
    /// area.
    public func convert(fromSuperview point: Point) -> Point? { geometry.convert(fromSuperview: point) }

    /// The tree as it is shown at a nanosecond since the scene began, at rest.
    package func presentationTree(atNanosecond time: Int64) -> Layer {
        changing(presentation(atNanosecond: time)) { shown in
            (shown.tracks, shown.former) = ([], [])
            shown.contents = shown.contents.image(atNanosecond: time).map { .image($0) } ?? .nothing
            shown.sublayers = shown.sublayers.map { $0.presentationTree(atNanosecond: time) }
        }
    }

    /// The ids of a layer within and of those around it, that one first. Layers without one are left out; this layer, the
    /// last one, is `nil`.
    fileprivate func chain(to path: [Int]) -> [String?] {
        var ids: [String?] = [nil]
        var layer = self
        for index in path {
            layer = layer.sublayers[index]
            if let id = layer.id { ids.append(id) }
        }
        return ids.reversed()
    }

    /// The middle of the layer within that has an id, in the coordinates that this layer lies in, or `nil` if there is none.
    package func middle(ofLayer id: String) -> Point? {
        let inside =
            self.id == id
            ? Point(x: self.bounds.minX + self.bounds.width / 2, y: self.bounds.minY + self.bounds.height / 2)
            : sublayers.lazy.compactMap { $0.middle(ofLayer: id) }.first
        return inside.map(geometry.convert(toSuperview:))
    }
}
