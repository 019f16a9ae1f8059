import FlipbookCore
package import FlipbookLintModel
import FlipbookScene

extension LintRule {
    package static let frameWithTransform = LintRule(
        .init("geom.frame-with-transform", .warning, evidence: .manifest, since: "0.2.0"),
        summary: "A view has both a frame and a transform.",
        notes: "Also applies to animated frames. Ignores transforms that have no effect or occur only in an animation.",
        why: "The frame of a transformed view is undefined in UIKit. Flipbook applies the frame before the transform, "
            + "so results may differ.",
        remedy: "Set the keys 'bounds' and 'center' instead of 'frame'.",
        passing: [
            .view { $0.frame = Rect(x: 10, y: 10, width: 40, height: 20) },
            .view {
                $0.bounds = Rect(x: 0, y: 0, width: 40, height: 20)
                $0.center = Point(x: 30, y: 20)
                $0.transform = TransformParts(rotation: 10)
            },
        ],
        failing: [
            .view {
                $0.frame = Rect(x: 10, y: 10, width: 40, height: 20)
                $0.transform = TransformParts(rotation: 10)
            },
            .view(animated: .example(.frame, to: .rect(Rect(x: 10, y: 10, width: 40, height: 20)))) {
                $0.transform = TransformParts(rotation: 10)
            },
        ],
        judge: .views { placed, manifest in
            guard placed.view.hasTransform else { return nil }
            guard let frame = placed.view.frame else {
                guard !placed.tracks(of: .frame).isEmpty else { return nil }
                let message = "an animation changes its frame, which is undefined in UIKit if the view has a transform."
                return placed.verdict("transform", of: manifest, message: message, fix: "Animate bounds and center.")
            }
            let anchor = placed.view.anchorPoint ?? Point(x: 0.5, y: 0.5)
            let center = Point(x: frame.minX + anchor.x * frame.width, y: frame.minY + anchor.y * frame.height)
            let size = "\(frame.width.shortest), \(frame.height.shortest)"
            let message = "it has both a frame and a transform, so its frame is undefined in UIKit."
            let fix: Explanation =
                "Set bounds: [0, 0, \(size)] and center: [\(center.x.shortest), \(center.y.shortest)] instead."
            return placed.verdict("frame", of: manifest, message: message, fix: fix)
        }
    )

    package static let permanentTransform = LintRule(
        .init("geom.transform-permanent", .info, evidence: .manifest, since: "0.2.0"),
        summary: "A view is moved or resized by a transform that is not animated.",
        notes: "Rotated, mirrored and sheared views need a transform and are not reported.",
        why: "A frame is easier to read and keeps pictures sharp, while a transform scales what is already drawn.",
        remedy: "Change the frame, or the center and bounds, instead.",
        passing: [
            .view { $0.transform = TransformParts(rotation: 10) },
            .view(animated: .example(.transform, to: .transform(TransformParts()))) {
                $0.transform = TransformParts(scale: Point(x: 2, y: 2))
            },
        ],
        failing: [
            .view { $0.transform = TransformParts(scale: Point(x: 2, y: 2)) },
            .view { $0.transform = TransformParts(translation: Point(x: 0, y: 5)) },
        ],
        judge: .views { placed, manifest in
            guard placed.view.hasTransform, let parts = placed.view.transform, parts.rotation == 0, parts.shear == 0,
                parts.scale.x > 0, parts.scale.y > 0, placed.tracks(of: .transform).isEmpty
            else { return nil }
            let verbs = [
                parts.translation == .zero ? nil : "moved", parts.scale == Point(x: 1, y: 1) ? nil : "resized",
            ]
            let message = "it is permanently \(verbs.compactMap(\.self).listed(by: "and")) by its transform."
            return placed.verdict("transform", of: manifest, message: message)
        }
    )

    package static let duplicateRestorationIdentifier = LintRule(
        .init("state.duplicate-id", .error, evidence: .manifest, since: "0.2.0"),
        summary: "Two views have the same restorationIdentifier.",
        why: "The views' saved states cannot be told apart, so a program cannot restore them.",
        remedy: "Give each view its own restorationIdentifier.",
        passing: [restorable("left", "right")],
        failing: [restorable("left", "left")],
        judge: .manifest { manifest in
            var known: [String: PlacedView] = [:]
            return manifest.placedViews.compactMap { placed in
                guard let id = placed.view.restorationIdentifier else { return nil }
                guard let first = known[id] else {
                    known[id] = placed
                    return nil
                }
                let message =
                    "its restorationIdentifier '\(id.escapingControlCharacters)' is also used by \(first.name)."
                return placed.verdict("restorationIdentifier", of: manifest, message: message, measured: .init(id))
            }
        }
    )
}

extension ManifestView {
    fileprivate var hasTransform: Bool { transform.map { !$0.transform.isIdentity } ?? false }

    static func example(_ change: (inout ManifestView) -> Void) -> ManifestView {
        changing(ManifestView()) {
            $0.id = "label"
            change(&$0)
        }
    }
}

extension RuleExample {
    static func view(animated animation: ManifestAnimation? = nil, _ set: (inout ManifestView) -> Void) -> RuleExample {
        .manifest {
            $0.views = [.example(set)]
            $0.animations = animation.map { [$0] }
        }
    }
}

extension ManifestAnimation {
    static func example(_ property: AnimatableProperty, to end: AnimatedValue, after gesture: Gesture? = nil)
        -> ManifestAnimation
    {
        let trigger = gesture.map { GestureTrigger(view: "label", $0) }
        return ManifestAnimation(view: "label", .track(Track(property, to: end, duration: 1)), after: trigger)
    }
}

private func restorable(_ ids: String...) -> RuleExample {
    .manifest {
        $0.views = ids.enumerated().map { index, id in
            changing(ManifestView()) {
                ($0.id, $0.restorationIdentifier) = ("view \(index + 1)", id)
                $0.frame = Rect(x: 0, y: 0, width: 40, height: 20)
            }
        }
    }
}
