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
    static func example(_ property: AnimatableProperty, to end: AnimatedValue) -> ManifestAnimation {
        ManifestAnimation(view: "label", .track(Track(property, to: end, duration: 1)))
    }
}
