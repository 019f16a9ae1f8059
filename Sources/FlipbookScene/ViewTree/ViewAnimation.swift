public import FlipbookCore

/// Options for animating views: UIKit's `UIView.AnimationOptions`.
public struct AnimationOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates options from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Begins with the currently shown value, rather than the final value of the interrupted animation.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1)
    /// Repeats the animation forever.
    public static let `repeat` = AnimationOptions(rawValue: 2)
    /// Runs each repetition backward as well. It has an effect only together with ``repeat``.
    public static let autoreverse = AnimationOptions(rawValue: 4)
    /// Slow at the beginning.
    public static let curveEaseIn = AnimationOptions(rawValue: 8)
    /// Slow at the end.
    public static let curveEaseOut = AnimationOptions(rawValue: 16)
    /// Constant speed.
    public static let curveLinear = AnimationOptions(rawValue: 32)
    /// Slow at both ends (the default).
    public static let curveEaseInOut: AnimationOptions = []
    /// Uses the animation's own duration, even inside the block of another animation.
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 64)
    /// Uses the animation's own curve, even inside the block of another animation.
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 128)

    /// The timing curve among the options.
    public var curve: AnimationCurve {
        if contains(.curveLinear) { return .linear }
        if contains(.curveEaseIn) { return .easeIn }
        return contains(.curveEaseOut) ? .easeOut : .easeInOut
    }

    /// A cross dissolve to the new appearance.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 256)
    /// A flip about the vertical axis, with the left side moving toward the front. The new appearance is on the back.
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 512)
    /// A flip about the vertical axis, with the right side moving toward the front.
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 1024)
    /// A flip about the horizontal axis, with the top side moving toward the front.
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 2048)
    /// A flip about the horizontal axis, with the bottom side moving toward the front.
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 4096)
    /// Hides one view and shows the other in a transition between two views, and leaves both in the tree.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 8192)
    /// Animates the changes in a transition's block. Without this option, they happen immediately.
    public static let allowAnimatedContent = AnimationOptions(rawValue: 16384)

    /// The transition among the options, if any. UIKit's page curls are not supported.
    public var transition: Transition? {
        let transitions: [(AnimationOptions, Transition)] = [
            (.transitionCrossDissolve, .dissolve), (.transitionFlipFromLeft, .flipFromLeft),
            (.transitionFlipFromRight, .flipFromRight), (.transitionFlipFromTop, .flipFromTop),
            (.transitionFlipFromBottom, .flipFromBottom),
        ]
        return transitions.first { contains($0.0) }?.1
    }
}

/// An animation of views that runs a block and animates its changes.
@MainActor
final class ViewAnimation {
    /// The animation whose block is running.
    static var current: ViewAnimation?
    let delay: Double
    let duration: Double
    let options: AnimationOptions
    let curve: AnimationCurve
    /// The key frame animation that this animation is part of.
    let whole: ViewAnimation?
    private var completion: (@MainActor (Bool) -> Void)?
    private var running = 0
    private var isFinished = true

    init(
        delay: Double = 0,
        duration: Double,
        options: AnimationOptions = [],
        curve: AnimationCurve? = nil,
        whole: ViewAnimation? = nil,
        _ completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        let outer = whole == nil ? Self.current : nil
        self.delay = max(delay, 0)
        self.duration =
            options.contains(.overrideInheritedDuration) ? max(duration, 0) : outer?.duration ?? max(duration, 0)
        let curve = curve ?? options.curve
        self.curve = options.contains(.overrideInheritedCurve) ? curve : outer?.curve ?? curve
        (self.options, self.whole, self.completion) = (options, whole, completion)
    }

    var takesTime: Bool { duration > 0 || delay > 0 }

    static func run(_ block: () -> Void, as animation: ViewAnimation?) {
        let outer = current
        current = animation
        block()
        current = outer
    }

    func track(of property: AnimatableProperty, from: AnimatedValue?, to: AnimatedValue, at time: Int64) -> Track {
        let start = RationalTime(Double(time) / 1e9 + delay) ?? .zero
        var track = Track(property, from: from, to: to, delay: start, duration: RationalTime(duration) ?? .zero)
        track.curve = curve
        if options.contains(.repeat) { (track.repeatCount, track.autoreverses) = (0, options.contains(.autoreverse)) }
        return track
    }

    func begin() { running += 1 }

    func end(_ finished: Bool) {
        running -= 1
        if !finished { isFinished = false }
        endIfDone()
    }

    func endIfDone() {
        guard running == 0, let completion else { return }
        self.completion = nil
        completion(isFinished)
    }
}

/// The time, the scale and the running animations of a tree of views.
@MainActor
final class ViewClock {
    /// A running change. It is an object, so that long lists of changes can be scanned quickly.
    private final class Running {
        let animation: ViewAnimation
        weak var view: View?
        /// The identity of the view, which is fast to compare.
        let key: ObjectIdentifier
        var track: Track { didSet { end = track.endNanosecond } }
        var end: Int64?

        init(_ track: Track, of animation: ViewAnimation, on view: View) {
            (self.animation, self.view, key) = (animation, view, ObjectIdentifier(view))
            (self.track, end) = (track, track.endNanosecond)
        }
    }

    private(set) var time: Int64 = 0
    var screenScale = 1.0
    weak var root: View?
    private var running: [Running] = []

    init(after other: ViewClock? = nil) {
        guard let other else { return }
        (time, screenScale) = (other.time, other.screenScale)
    }

    func add(_ track: Track, of animation: ViewAnimation, on view: View) {
        let owner = animation.whole ?? animation
        owner.begin()
        running.append(Running(track, of: owner, on: view))
    }

    /// Interrupts all other animations of a property.
    func cut(_ property: AnimatableProperty, of view: View, for animation: ViewAnimation?) {
        let owner = animation?.whole ?? animation
        end(finished: false, of: view) { $0.track.property == property && $0.animation !== owner }
    }

    /// Ends a change that a later change in the same animation replaces.
    func end(_ track: Track, of view: View) { end(finished: true, of: view) { $0.track == track } }
    func end(of view: View) { end(finished: false, of: view) { _ in true } }

    /// Interrupts the view's changes whose tracks were removed.
    func endRemoved(of view: View) { end(finished: false, of: view) { !view.model.tracks.contains($0.track) } }

    /// Advances the clock, and ends each change at its end time.
    func advance(to time: Int64) {
        guard time > self.time else { return }
        while let next = running.lazy.compactMap(\.end).min(), next <= time {
            self.time = max(self.time, next)
            end(finished: true) { $0.end.map { $0 <= next } ?? false }
        }
        self.time = time
    }

    private func end(finished: Bool, of view: View, where isEnding: (Running) -> Bool) {
        let key = ObjectIdentifier(view)
        end(finished: finished) { $0.key == key && isEnding($0) }
    }

    private func end(finished: Bool, where isEnding: (Running) -> Bool) {
        let ending = running.filter(isEnding)
        guard !ending.isEmpty else { return }
        running.removeAll(where: isEnding)
        for change in ending {
            if let tracks = change.view?.model.tracks, let place = tracks.firstIndex(of: change.track) {
                change.view?.model.tracks.remove(at: place)
            }
            if change.track.property == .transition { change.view?.model.former = [] }
        }
        // A completion may begin the next change of any of these views. Changes of a deallocated view are treated as
        // interrupted.
        for change in ending { change.animation.end(finished && change.view != nil) }
    }

    func take(from other: ViewClock, of view: View) {
        let late = RationalTime.nanoseconds(time - other.time)
        for place in view.model.tracks.indices { view.model.tracks[place].delay += late }
        let key = ObjectIdentifier(view)
        let taken = other.running.filter { $0.key == key }
        other.running.removeAll { $0.key == key }
        for change in taken { change.track.delay += late }
        running += taken
    }
}

extension View {
    /// Animates the changes that a block makes to views. Properties change immediately, and the display follows. As in UIKit,
    /// an animation inside the block of another animation uses the outer duration and curve, unless the options include
    /// `AnimationOptions.overrideInheritedDuration` and `AnimationOptions.overrideInheritedCurve`. The inner animation always
    /// has its own delay.
    /// - Parameters:
    ///   - duration: The duration in seconds.
    ///   - delay: The delay in seconds.
    ///   - curve: The timing curve, or `nil` for the one in the options.
    ///   - completion: Called at the end, with `false` if another change interrupted the animation.
    public static func animate(
        withDuration duration: Double,
        delay: Double = 0,
        curve: AnimationCurve? = nil,
        options: AnimationOptions = [],
        animations: () -> Void,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        let animation = ViewAnimation(delay: delay, duration: duration, options: options, curve: curve, completion)
        ViewAnimation.run(animations, as: animation)
        animation.endIfDone()
    }

    /// Animates the changes that a block makes to views, with the motion of a spring.
    /// - Parameters:
    ///   - duration: The time until the spring comes to rest, in seconds.
    ///   - damping: The damping ratio. At 1, the spring does not oscillate.
    ///   - velocity: The initial velocity. At 1, the spring would cover the whole distance in a second.
    ///   - options: The options. Curves are ignored.
    ///   - completion: Called at the end, with `false` if another change interrupted the animation.
    public static func animate(
        withDuration duration: Double,
        delay: Double = 0,
        usingSpringWithDamping damping: Double,
        initialSpringVelocity velocity: Double,
        options: AnimationOptions = [],
        animations: () -> Void,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        let curve = AnimationCurve.spring(damping: damping, initialVelocity: velocity * duration)
        animate(
            withDuration: duration,
            delay: delay,
            curve: curve,
            options: options,
            animations: animations,
            completion: completion
        )
    }

    /// Animates views in steps, which the block adds with ``addKeyframe(withRelativeStartTime:relativeDuration:animations:)``.
    /// The animation does not repeat.
    public static func animateKeyframes(
        withDuration duration: Double,
        delay: Double = 0,
        curve: AnimationCurve = .linear,
        animations: () -> Void,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) { animate(withDuration: duration, delay: delay, curve: curve, animations: animations, completion: completion) }

    /// Adds a step to a key frame animation.
    /// - Parameters:
    ///   - start: The start, as a fraction of the whole animation, 0 to 1.
    ///   - length: The duration, as a fraction of the whole animation.
    /// - Precondition: The method is called in the block of
    ///   ``animateKeyframes(withDuration:delay:curve:animations:completion:)``.
    public static func addKeyframe(
        withRelativeStartTime start: Double,
        relativeDuration length: Double,
        animations: () -> Void
    ) {
        guard let whole = ViewAnimation.current else { preconditionFailure("key frames require an animation") }
        let (delay, duration) = (whole.delay + start * whole.duration, length * whole.duration)
        let step = ViewAnimation(delay: delay, duration: duration, curve: whole.curve, whole: whole)
        ViewAnimation.run(animations, as: step)
    }

    /// Changes views immediately, even inside an animation block.
    public static func performWithoutAnimation(_ changes: () -> Void) { ViewAnimation.run(changes, as: nil) }

    /// Changes a view with a transition from its previous appearance, including subviews: UIKit's
    /// `transition(with:duration:options:animations:completion:)`. The changes in the block happen immediately, and may add and
    /// remove subviews.
    ///
    /// ```swift
    /// View.transition(with: card, duration: 0.6, options: .transitionFlipFromLeft) {
    ///     card.imageView?.image = back
    /// }
    /// ```
    /// - Parameters:
    ///   - view: The view that contains all changes.
    ///   - duration: The duration in seconds. In an animation block, the duration of the animation applies.
    ///   - options: The transition and its curve. If there is no transition, the change is immediate.
    ///   - completion: Called at the end, with `false` if another transition of the view interrupted this one.
    public static func transition(
        with view: View,
        duration: Double,
        options: AnimationOptions = [],
        animations: () -> Void,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        let animation = ViewAnimation(duration: duration, options: options, completion)
        view.layoutIfNeeded()
        view.display()
        let former = view.layer.presentationTree(atNanosecond: view.clock.time)
        ViewAnimation.run(animations, as: options.contains(.allowAnimatedContent) ? animation : nil)
        if let transition = options.transition { view.goOver(from: former, by: transition, in: animation) }
        animation.endIfDone()
    }

    /// Replaces a view with another one: UIKit's `transition(from:to:duration:options:completion:)`. As in UIKit, the
    /// transition includes the whole superview. To flip a card, use a view that contains one side at a time.
    /// - Parameters:
    ///   - former: The view to remove from its superview or, under `AnimationOptions.showHideTransitionViews`, to hide. If it
    ///     has no superview, nothing happens, and the completion receives `false`.
    ///   - duration: The duration in seconds.
    ///   - completion: Called at the end, with `false` if the transition was interrupted.
    public static func transition(
        from former: View,
        to next: View,
        duration: Double,
        options: AnimationOptions = [],
        completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        guard let superview = former.superview else {
            completion?(false)
            return
        }
        let change = {
            guard !options.contains(.showHideTransitionViews) else {
                (former.isHidden, next.isHidden) = (true, false)
                return
            }
            superview.insertSubview(next, aboveSubview: former)
            former.removeFromSuperview()
        }
        transition(with: superview, duration: duration, options: options, animations: change, completion: completion)
    }

    private func goOver(from former: Layer, by transition: Transition, in animation: ViewAnimation) {
        clock.cut(.transition, of: self, for: animation)
        guard animation.takesTime else { return }
        let track = animation.track(of: .transition, from: nil, to: .transition(transition), at: clock.time)
        model.tracks.append(track)
        model.former = [former]
        clock.add(track, of: animation, on: self)
    }
}
