import FlipbookCore
package import FlipbookLintModel
import FlipbookScene

/// What is kept of views from one run of a program to the next.
extension LintRule {
    /// Views with one name for their states.
    package static let duplicateRestorationIdentifier = LintRule(
        id: "state.duplicate-id",
        severity: .error,
        evidence: .manifest,
        summary: "Two views have one restorationIdentifier.",
        rationale: "A place that was kept under it belongs to neither: a program cannot restore the views.",
        remedy: "Give each view its own restorationIdentifier.",
        since: "0.2.0",
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
                return Verdict(
                    on: placed,
                    "restorationIdentifier",
                    of: manifest,
                    message:
                        "it has the restorationIdentifier '\(id.escapingControlCharacters)', as \(first.name) has.",
                    measured: id
                )
            }
        }
    )
}

/// A manifest with two views whose places are kept.
private func restorable(_ ids: String...) -> RuleExample {
    .manifest {
        $0.views = ids.enumerated().map { index, id in
            var view = ManifestView()
            view.id = "view \(index + 1)"
            view.restorationIdentifier = id
            view.frame = Rect(x: 0, y: 0, width: 40, height: 20)
            return view
        }
    }
}
