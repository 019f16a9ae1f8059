package import FlipbookCore

/// A view of a manifest, and where it stands there.
package struct PlacedView: Sendable {
    /// Its place in the text: `views[0].subviews[1]`.
    package let path: String
    /// What the manifest says of it.
    package let view: ManifestView
    /// The views that it lies in, the outermost first.
    package let superviews: [ManifestView]
    /// What animations do to it.
    package let animations: [ManifestAnimation]

    /// What a finding calls it, safe to print.
    package var name: String {
        view.id.map { "the view '\($0.escapingControlCharacters)'" } ?? path
    }

    /// The tracks of a property.
    package func tracks(of property: AnimatableProperty) -> [Track] {
        animations.compactMap {
            if case .track(let track) = $0.change, track.property == property { track } else { nil }
        }
    }
}

extension ManifestEvidence {
    /// All views, each before those within it.
    package var placedViews: [PlacedView] {
        let animations = Dictionary(grouping: manifest.animations ?? [], by: \.view)
        func placed(_ views: [ManifestView], at path: String, in superviews: [ManifestView]) -> [PlacedView] {
            views.enumerated().flatMap { index, view -> [PlacedView] in
                let path = "\(path)[\(index)]"
                let own = view.id.flatMap { animations[$0] } ?? []
                return [PlacedView(path: path, view: view, superviews: superviews, animations: own)]
                    + placed(view.subviews ?? [], at: "\(path).subviews", in: superviews + [view])
                    + placed(view.overlayContentView ?? [], at: "\(path).overlayContentView", in: superviews + [view])
            }
        }
        return placed(manifest.views ?? [], at: ManifestKey.views.rawValue, in: [])
    }
}

extension Judge {
    /// Says one thing at most about each view of a manifest.
    package static func views(_ check: @escaping @Sendable (PlacedView, ManifestEvidence) -> Verdict?) -> Judge {
        .manifest { manifest in manifest.placedViews.compactMap { check($0, manifest) } }
    }
}

extension Verdict {
    /// A verdict on a view of a manifest.
    /// - Parameters:
    ///   - key: the view's key that it is about.
    ///   - message: a sentence without the view's name, which it begins with.
    package init(
        on placed: PlacedView,
        _ key: String,
        of manifest: ManifestEvidence,
        message: String,
        fix: Explanation? = nil,
        measured: String? = nil,
        expected: String? = nil
    ) {
        self.init(
            key: .views,
            position: manifest.scenePositions["\(placed.path).\(key)"] ?? manifest.scenePositions[placed.path],
            message: "\(placed.name): \(message)",
            fix: fix,
            measured: measured,
            expected: expected
        )
    }
}
