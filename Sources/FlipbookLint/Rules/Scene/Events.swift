import FlipbookCore
package import FlipbookLintModel
import FlipbookScene

extension LintRule {
    package static let handlerDisabled = LintRule(
        .init("events.handler-disabled", .warning, evidence: .manifest, since: "0.2.0"),
        summary: "An animation waits for a gesture on a view that receives no touches.",
        notes: "A view receives touches if isUserInteractionEnabled is true for the view, its superviews and the "
            + "sequence. By default, isUserInteractionEnabled is true only for views without pictures. A view that "
            + "stays hidden or below an alpha of 0.01 receives no touches.",
        why: "An image view ignores touches until isUserInteractionEnabled is set, so the gesture is lost.",
        remedy: "Set isUserInteractionEnabled to true.",
        passing: [interactive { $0.frame = Rect(x: 0, y: 0, width: 40, height: 20) }],
        failing: [
            .view(animated: .example(.alpha, to: .number(0), after: .tap)) {
                $0.frame = Rect(x: 0, y: 0, width: 40, height: 20)
            },
            interactive { $0.isUserInteractionEnabled = false },
            interactive { $0.isHidden = true },
        ],
        judge: .manifest { manifest in
            let named = manifest.placedViews.compactMap { placed in placed.view.id.map { ($0, placed) } }
            let views = Dictionary(named) { first, _ in first }
            var seen: Set<GestureTrigger> = []
            return (manifest.manifest.animations ?? []).enumerated().compactMap { index, animation in
                guard let trigger = animation.trigger, seen.insert(trigger).inserted else { return nil }
                let placed = trigger.view.flatMap { views[$0] }
                let around = placed.map { $0.superviews + [$0.view] } ?? []
                let closed =
                    (manifest.manifest.isUserInteractionEnabled ? [] : ["the sequence"])
                    + around.filter { !$0.takesTouches }.map(\.nameInMessages)
                let reason: String
                var fix: Explanation = "Show the view, or wait for a gesture on a different view."
                if !closed.isEmpty {
                    let names = closed.listed(by: "and")
                    reason = "isUserInteractionEnabled is false for \(names)"
                    fix = "Set isUserInteractionEnabled to true for \(names)."
                } else if let hidden = around.first(where: { $0.isUnseen(views[$0.id ?? ""]?.animations ?? []) }) {
                    let state = hidden.isHidden ? "is hidden" : "has an alpha of \(hidden.alpha.shortest)"
                    reason = "\(hidden.nameInMessages) \(state)"
                } else {
                    return nil
                }
                let path = "\(ManifestKey.animations.rawValue)[\(index)]"
                let target = placed?.name ?? "the sequence"
                let position = manifest.scenePositions["\(path).trigger"]
                let message = "\(path) waits for a gesture on \(target), which receives no touches: \(reason)."
                return Verdict(key: .animations, position: position, message: message, fix: fix)
            }
        }
    )

    package static let outsideSuperview = LintRule(
        .init("events.outside-superview", .warning, evidence: .headers, since: "0.2.0"),
        summary: "Part of a view that waits for a gesture is outside its superview.",
        notes: "Uses the position that results from frames, pins and superviews. Rotated and resized views are not "
            + "checked. If a picture or text determines a view's size, only the view's pinned edge or center is checked.",
        why: "A view receives touches through its superviews. Parts outside their bounds do not respond.",
        remedy: "Make the superview larger, or move the view.",
        passing: [
            interactive { $0.frame = Rect(x: 10, y: 10, width: 40, height: 20) },
            interactive { $0.pins = pins(height: 20) { $0.fit = .width } },
        ],
        failing: [
            interactive { $0.frame = Rect(x: 140, y: 10, width: 40, height: 20) },
            interactive { $0.pins = pins(height: 20) { ($0.trailing, $0.width) = (-10, 40) } },
        ],
        judge: .views { placed, manifest in
            let isWaitedFor = (manifest.manifest.animations ?? []).contains { animation in
                animation.trigger.map { $0.view != nil && $0.view == placed.view.id } ?? false
            }
            let layout = placed.layout
            guard isWaitedFor, let around = layout.room, layout.geometry.transform.isIdentity else { return nil }
            let own = layout.geometry.frame
            // Pinned edges may contain rounding errors.
            let slack = 1e-6
            guard
                own.minX < around.minX - slack || own.maxX > around.maxX + slack || own.minY < around.minY - slack
                    || own.maxY > around.maxY + slack
            else { return nil }
            let superview = placed.superviews.isEmpty ? "the canvas" : "its superview"
            let key = placed.view.pins != nil ? "pins" : placed.view.frame == nil ? "center" : "frame"
            let part = layout.hasOwnSize && own.intersection(around).isEmpty ? "all" : "part"
            let message = "\(part) of it is outside \(superview), where it receives no touches."
            let fix: Explanation? =
                placed.superviews.isEmpty ? "Move the view, or set size to make the canvas larger." : nil
            return placed.verdict(key, of: manifest, message: message, fix: fix)
        }
    )
}

extension ManifestView {
    /// The view's name for a finding, safe to print.
    fileprivate var nameInMessages: String { id.map { "the view '\($0.escapingControlCharacters)'" } ?? "a superview" }

    /// Returns `true` if the view is invisible and stays invisible without a gesture.
    fileprivate func isUnseen(_ animations: [ManifestAnimation]) -> Bool {
        func changes(_ property: AnimatableProperty) -> Bool {
            animations.contains { animation in
                guard case .track(let track) = animation.change else { return false }
                return track.property == property && animation.trigger?.view != id
            }
        }
        return self.isHidden && !changes(.isHidden) || self.alpha < 0.01 && !changes(.alpha)
    }
}

private func interactive(_ place: (inout ManifestView) -> Void) -> RuleExample {
    .manifest {
        $0.isUserInteractionEnabled = true
        $0.views = [.example(place)]
        $0.animations = [.example(.alpha, to: .number(0), after: .tap)]
    }
}

private func pins(height: Double, _ change: (inout ViewPins) -> Void) -> ViewPins {
    changing(ViewPins()) {
        ($0.top, $0.height) = (0, ViewPins.Pin(height))
        change(&$0)
    }
}
