/// The next picture of a transition, and its progress.
public struct ImageTransition: Hashable, Sendable {
    /// The next picture.
    public internal(set) var image: Image
    /// The kind of transition.
    public let transition: Transition
    /// The progress, 0 to 1.
    public let progress: Double
}

extension Image {
    /// An image without pixels, through which the background shows.
    public static let nothing = Image(source: .nothing)

    /// Returns the image in transition to another one. Both are drawn in the same view, each placed as it would be alone.
    ///
    /// ```swift
    /// let halfWay = walk.transitioning(to: run, by: .dissolve, at: 0.5)
    /// ```
    ///
    /// The result has the size of the receiver.
    /// - Parameters:
    ///   - image: The next picture. Its own transition is ignored.
    ///   - progress: The progress, 0 to 1.
    public func transitioning(to image: Image, by transition: Transition, at progress: Double) -> Image {
        let next = changing(image) { $0.look.transition = nil }
        return changing(self) {
            $0.look.transition = ImageTransition(image: next, transition: transition, progress: progress)
        }
    }

    /// Returns the images of a transition, one for each slot. Slot `k` of `count` has the progress `(k + 1/2) / count`, so that
    /// neither picture is ever shown alone.
    public func transition(to image: Image, by transition: Transition, count: Int) -> [Image] {
        (0..<max(0, count)).map { slot in
            transitioning(to: image, by: transition, at: (Double(slot) + 0.5) / Double(count))
        }
    }
}
