public import FlipbookCore

/// The place of a view that is kept from one run of a program to the next, UIKit's four values.
///
/// Not what it shows, its alpha, or how it is highlighted. Written, its numbers come back to the last bit.
public struct ViewState: Codable, Hashable, Sendable {
    /// The view's ``View/restorationIdentifier``.
    public let id: String
    /// The view's own coordinates.
    public let bounds: Rect
    /// The place of the anchor point in the superview.
    public let center: Point
    /// The turn and the size of the view.
    public let transform: Transform
    /// The point that the two are about, in fractions of the size.
    public let anchorPoint: Point
}

extension ViewState {
    package init(id: String, _ layer: Layer) {
        self.init(
            id: id,
            bounds: layer.bounds,
            center: layer.center,
            transform: layer.transform,
            anchorPoint: layer.anchorPoint
        )
    }

    package func apply(to layer: inout Layer) {
        (layer.anchorPoint, layer.bounds) = (anchorPoint, bounds)
        (layer.center, layer.transform) = (center, transform)
    }
}

/// Two views of a tree have one ``View/restorationIdentifier``, so it is not known whose a state is.
public struct DuplicateRestorationIdentifier: Error, Hashable, Sendable {
    /// The identifier.
    public let id: String
}

extension View {
    /// The states of this view and of those within that have a ``restorationIdentifier``, each before those within it.
    /// - Throws: ``DuplicateRestorationIdentifier``.
    public func encodeRestorableState() throws(DuplicateRestorationIdentifier) -> [ViewState] {
        var (states, known): ([ViewState], Set<String>) = ([], [])
        for view in tree {
            guard let id = view.restorationIdentifier else { continue }
            guard known.insert(id).inserted else { throw DuplicateRestorationIdentifier(id: id) }
            states.append(ViewState(id: id, view.model))
        }
        return states
    }

    /// Puts this view and those within where they were; states of views that are not there change nothing.
    ///
    /// What runs on these properties ends, as at any other change. Views within a resized one are not resized with it: their
    /// own states say where they lie.
    public func decodeRestorableState(_ states: [ViewState]) {
        let byID = Dictionary(states.map { ($0.id, $0) }) { first, _ in first }
        View.performWithoutAnimation {
            // From the outside in, so that what resizing does to a view within is replaced by its state.
            for view in tree {
                guard let state = view.restorationIdentifier.flatMap({ byID[$0] }) else { continue }
                view.anchorPoint = state.anchorPoint
                view.bounds = state.bounds
                view.center = state.center
                view.transform = state.transform
            }
        }
    }
}
