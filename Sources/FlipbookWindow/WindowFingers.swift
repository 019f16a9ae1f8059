package import FlipbookCore
package import FlipbookScene

/// Translates touches into window events: one finger acts as the first mouse button, and two fingers zoom and move the picture.
package struct WindowFingers: Sendable {
    /// Two moving fingers and their initial locations.
    private struct Pair {
        let first, second: Int
        let distance: Double
    }

    private var places: [Int: Point] = [:]
    private var single: Int?
    private var pair: Pair?

    package init() {}

    package mutating func events(of finger: Int, _ phase: Touch.Phase, at place: Point) -> [WindowEvent] {
        let isKnown = places[finger] != nil
        switch phase {
        case .began:
            let others = places.keys.filter { $0 != finger }
            places[finger] = place
            if let single, others == [single], let other = places[single] {
                self.single = nil
                let pair = Pair(first: single, second: finger, distance: Self.distance(other, place))
                self.pair = pair
                return [.pressCancelled, pinch(pair, .began)]
            }
            guard others.isEmpty else { return [] }
            single = finger
            return [.moved(place), .button(1, isDown: true, place)]
        case .moved:
            guard isKnown else { return [] }
            places[finger] = place
            if let pair, pair.first == finger || pair.second == finger { return [pinch(pair, .moved)] }
            return finger == single ? [.moved(place)] : []
        case .ended, .cancelled:
            guard isKnown else { return [] }
            if let pair, pair.first == finger || pair.second == finger {
                // The remaining finger has no effect.
                defer { places[finger] = nil }
                self.pair = nil
                return [pinch(pair, .ended)]
            }
            places[finger] = nil
            guard finger == single else { return [] }
            single = nil
            return phase == .ended ? [.button(1, isDown: false, place)] : [.pressCancelled]
        }
    }

    package mutating func cancel() -> [WindowEvent] {
        let end: [WindowEvent] = single != nil ? [.pressCancelled] : pair.map { [pinch($0, .cancelled)] } ?? []
        self = WindowFingers()
        return end
    }

    private func pinch(_ pair: Pair, _ phase: Touch.Phase) -> WindowEvent {
        let (first, second) = (places[pair.first] ?? .zero, places[pair.second] ?? .zero)
        let middle = Point(x: (first.x + second.x) / 2, y: (first.y + second.y) / 2)
        return .pinch(phase, middle, scale: Self.distance(first, second) / pair.distance)
    }

    /// Returns the distance between two fingers. It is at least a pixel, so that scales stay finite.
    private static func distance(_ first: Point, _ second: Point) -> Double {
        let (x, y) = (first.x - second.x, first.y - second.y)
        return max(1, (x * x + y * y).squareRoot())
    }
}
