public import FlipbookCore

/// The saved position of a view, which a program can restore the next time it runs. It consists of the four values that UIKit
/// saves. It does not include contents, alpha or highlighting. Encoded numbers are restored to the last bit.
public struct ViewState: Codable, Hashable, Sendable {
    /// The view's ``View/restorationIdentifier``.
    public let id: String
    /// The view's rectangle in its own coordinate system.
    public let bounds: Rect
    /// The position of the anchor point in the superview.
    public let center: Point
    /// The view's transform.
    public let transform: Transform
    /// The point that center and transform refer to, in fractions of the size.
    public let anchorPoint: Point

    package init(id: String, _ layer: Layer) {
        (self.id, bounds, center) = (id, layer.bounds, layer.center)
        (transform, anchorPoint) = (layer.transform, layer.anchorPoint)
    }

    package func apply(to layer: inout Layer) {
        (layer.anchorPoint, layer.bounds, layer.center, layer.transform) = (anchorPoint, bounds, center, transform)
    }
}

/// The error for a tree in which two views have the same ``View/restorationIdentifier``.
public struct DuplicateRestorationIdentifier: Error, Hashable, Sendable {
    /// The identifier.
    public let id: String
}

extension View {
    /// The states of all views with a ``restorationIdentifier`` in this tree, superviews first.
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

    /// Restores the views in this tree to their saved states. States that match no view are ignored. Running animations of
    /// these properties end. Subviews do not autoresize.
    public func decodeRestorableState(_ states: [ViewState]) {
        let byID = Dictionary(states.map { ($0.id, $0) }) { first, _ in first }
        View.performWithoutAnimation {
            for view in tree {
                guard let state = view.restorationIdentifier.flatMap({ byID[$0] }) else { continue }
                (view.anchorPoint, view.bounds) = (state.anchorPoint, state.bounds)
                (view.center, view.transform) = (state.center, state.transform)
            }
        }
    }
}
