package import FlipbookCore
package import FlipbookScene

package struct PlacedView: Sendable {
    /// The view's path in the manifest: `views[0].subviews[1]`.
    package let path: String
    package let view: ManifestView
    package let superviews: [ManifestView]
    package let animations: [ManifestAnimation]
    package let layout: Layout

    package struct Layout: Sendable {
        /// The geometry in the superview. Empty if the size depends on a picture or text.
        package let geometry: ViewGeometry
        /// A Boolean value that indicates whether the view's size does not depend on a picture or text.
        package let hasOwnSize: Bool
        /// The bounds of the superview or the canvas, or `nil` if unknown.
        package let room: Rect?
    }

    package var name: String { view.id.map { "the view '\($0.escapingControlCharacters)'" } ?? path }

    package func tracks(of property: AnimatableProperty) -> [Track] {
        animations.compactMap {
            if case .track(let track) = $0.change, track.property == property { track } else { nil }
        }
    }

    package func verdict(
        _ key: String,
        of manifest: ManifestEvidence,
        message: String,
        fix: Explanation? = nil,
        measured: Verdict.Measurement? = nil
    ) -> Verdict {
        let position = manifest.scenePositions["\(path).\(key)"] ?? manifest.scenePositions[path]
        return Verdict(key: .views, position: position, message: "\(name): \(message)", fix: fix, measured: measured)
    }
}

extension ManifestEvidence {
    package var placedViews: [PlacedView] {
        let animations = Dictionary(grouping: manifest.animations ?? [], by: \.view)
        let direction = manifest.semanticContentAttribute.layoutDirection(relativeTo: .leftToRight)
        func placed(
            _ views: [ManifestView],
            at path: String,
            in superviews: [ManifestView],
            _ room: Rect?,
            from written: Size? = nil
        ) -> [PlacedView] {
            let runs = superviews.last?.semanticContentAttribute.layoutDirection(relativeTo: direction)
            let layouts = views.layouts(in: room, runs ?? direction, from: written)
            return zip(views.indices, zip(views, layouts)).flatMap { index, laidOut -> [PlacedView] in
                let (view, layout) = laidOut
                let path = "\(path)[\(index)]"
                let own = view.id.flatMap { animations[$0] } ?? []
                let bounds = layout.hasOwnSize ? layout.geometry.bounds : nil
                let resized = view.pins == nil ? nil : view.writtenSize
                let (inner, over) = (view.subviews ?? [], view.overlayContentView ?? [])
                let (around, size) = (superviews + [view], bounds.map { Rect(origin: .zero, size: $0.size) })
                return [PlacedView(path: path, view: view, superviews: superviews, animations: own, layout: layout)]
                    + placed(inner, at: "\(path).subviews", in: around, bounds, from: resized)
                    + placed(over, at: "\(path).overlayContentView", in: around, size)
            }
        }
        let canvas = (bounds ?? usualPointSize).map { Rect(origin: .zero, size: $0) }
        return placed(manifest.views ?? [], at: ManifestKey.views.rawValue, in: [], canvas)
    }
}

extension [ManifestView] {
    fileprivate func layouts(in room: Rect?, _ direction: LayoutDirection, from written: Size?) -> [PlacedView.Layout] {
        func frames(with size: Size) -> [Rect] {
            layout(in: room ?? .zero, direction) { place in
                let view = self[place]
                return (view.hasPictures || view.text != nil ? size : .zero, view.alignmentRectInsets ?? .zero)
            }
            .frames
        }
        let (frames, others) = (frames(with: .zero), frames(with: Size(width: 1024, height: 1024)))
        return zip(self, zip(frames, others)).map { view, places in
            var geometry = view.geometry(in: places.0)
            if view.pins == nil, let mask = view.autoresizingMask, let written, let room, written != room.size,
                geometry.transform.isIdentity
            {
                geometry.frame = mask.frame(geometry.frame, from: written, to: room.size)
            }
            // The position of a pinned view depends on its superview and its siblings.
            let isPlaced = view.pins.map { room != nil && (!$0.nameSiblings || places.0 == places.1) } ?? true
            let hasOwnSize = isPlaced && places.0.size == places.1.size
            return PlacedView.Layout(geometry: geometry, hasOwnSize: hasOwnSize, room: isPlaced ? room : nil)
        }
    }
}

extension Judge {
    package static func views(_ check: @escaping @Sendable (PlacedView, ManifestEvidence) -> Verdict?) -> Judge {
        .manifest { manifest in manifest.placedViews.compactMap { check($0, manifest) } }
    }
}
