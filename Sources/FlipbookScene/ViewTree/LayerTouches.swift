public import FlipbookCore

/// A gesture on a specific view that starts an animation.
public struct GestureTrigger: Hashable, Sendable {
    /// The view's id. If `nil`, the trigger belongs to the lowest view, which contains all others.
    public var view: String?
    /// The gesture.
    public var gesture: Gesture

    /// Creates a trigger.
    public init(view: String?, _ gesture: Gesture) { (self.view, self.gesture) = (view, gesture) }
}

/// Recognizes gestures on a tree of layers, as ``View/send(_:)`` does on a tree of views, but only one gesture at a time.
package struct LayerTouches: Hashable, Sendable {
    private var trackers: [GestureTrigger: GestureTracker]
    /// The ids of the layers that each finger touched, innermost first.
    private var targets: [Int: [String?]] = [:]

    package init(_ triggers: some Sequence<GestureTrigger>) {
        trackers = Dictionary(triggers.map { ($0, GestureTracker($0.gesture)) }) { first, _ in first }
    }

    /// Processes a touch on the tree as it is shown now, in the coordinates of the root's superlayer. Returns the gestures that
    /// this touch begins or completes.
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
    /// Returns the path to the layer that receives a touch, as indices into ``sublayers``, or `nil` if no layer is hit. As in
    /// UIKit's `hitTest(_:with:)`, the frontmost layer wins, and layers that are hidden, have user interaction disabled, or
    /// have an opacity below 0.01 are skipped with their sublayers.
    /// - Parameter point: The point in this layer's own coordinates.
    public func hitTest(_ point: Point) -> [Int]? {
        guard takesTouch(at: point) else { return nil }
        for (index, layer) in sublayers.enumerated().reversed() {
            guard let inside = layer.convert(fromSuperview: point), let path = layer.hitTest(inside) else { continue }
            return [index] + path
        }
        return []
    }

    /// Returns whether a touch at a point in the layer's own coordinates hits it or its sublayers.
    func takesTouch(at point: Point) -> Bool {
        !self.isHidden && self.isUserInteractionEnabled && self.alpha >= 0.01 && geometry.contains(point)
    }

    /// Converts a point from the superlayer's coordinates to the layer's own. Returns `nil` if the transform collapses the
    /// layer to zero area.
    public func convert(fromSuperview point: Point) -> Point? { geometry.convert(fromSuperview: point) }

    /// The tree as shown at the given time, in nanoseconds since the scene began, without animations.
    package func presentationTree(atNanosecond time: Int64) -> Layer {
        changing(presentation(atNanosecond: time)) { shown in
            (shown.tracks, shown.former) = ([], [])
            shown.contents = shown.contents.image(atNanosecond: time).map { .image($0) } ?? .nothing
            shown.sublayers = shown.sublayers.map { $0.presentationTree(atNanosecond: time) }
        }
    }

    /// The ids of the layers along a path, innermost first. Layers without an id are left out. The last id is `nil`, for this
    /// layer.
    fileprivate func chain(to path: [Int]) -> [String?] {
        var ids: [String?] = [nil]
        var layer = self
        for index in path {
            layer = layer.sublayers[index]
            if let id = layer.id { ids.append(id) }
        }
        return ids.reversed()
    }

    /// The center of the layer with the given id, in the coordinates of this layer's superlayer, or `nil` if no layer has that
    /// id.
    package func middle(ofLayer id: String) -> Point? {
        let inside =
            self.id == id
            ? Point(x: self.bounds.minX + self.bounds.width / 2, y: self.bounds.minY + self.bounds.height / 2)
            : sublayers.lazy.compactMap { $0.middle(ofLayer: id) }.first
        return inside.map(geometry.convert(toSuperview:))
    }
}
