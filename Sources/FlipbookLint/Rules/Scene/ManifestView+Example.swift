import FlipbookCore

extension ManifestView {
    /// A made-up view named `label`.
    /// - Parameter change: what is special about it.
    static func example(_ change: (inout ManifestView) -> Void) -> ManifestView {
        var view = ManifestView()
        view.id = "label"
        change(&view)
        return view
    }
}

extension ManifestAnimation {
    /// A made-up animation of the view named `label`.
    /// - Parameter gesture: The gesture on that view that it waits for.
    static func example(
        _ property: AnimatableProperty,
        to end: AnimatedValue,
        after gesture: Gesture? = nil
    ) -> ManifestAnimation {
        let trigger = gesture.map { GestureTrigger(view: "label", $0) }
        return ManifestAnimation(view: "label", .track(Track(property, to: end, duration: 1)), after: trigger)
    }
}
