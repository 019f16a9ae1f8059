import FlipbookCore

/// The course of an animation of views: UIKit's `UIView.AnimationOptions`.
public struct AnimationOptions: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A change begins where the one before it is seen, and not where that would have ended.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1)
    /// The animation is repeated for ever.
    public static let `repeat` = AnimationOptions(rawValue: 2)
    /// Each repetition goes back as well; only together with ``repeat``.
    public static let autoreverse = AnimationOptions(rawValue: 4)
    /// Slowly at first.
    public static let curveEaseIn = AnimationOptions(rawValue: 8)
    /// Slowly at last.
    public static let curveEaseOut = AnimationOptions(rawValue: 16)
    /// Evenly.
    public static let curveLinear = AnimationOptions(rawValue: 32)
    /// Slowly at both ends: what an animation is without any of these.
    public static let curveEaseInOut: AnimationOptions = []
    /// An animation in the block of another one takes its own time, and not that of the other.
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 64)
    /// An animation in the block of another one runs by its own curve, and not by that of the other.
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 128)

    /// The curve that they say.
    public var curve: AnimationCurve {
        if contains(.curveLinear) { return .linear }
        if contains(.curveEaseIn) { return .easeIn }
        return contains(.curveEaseOut) ? .easeOut : .easeInOut
    }
}

/// An animation of views: what is changed in its block proceeds over its time.
@MainActor
final class ViewAnimation {
    /// The animation whose block runs now.
    static var current: ViewAnimation?

    let delay: Double
    let duration: Double
    let options: AnimationOptions
    let curve: AnimationCurve
    /// Of an animation with key frames, whose parts they are.
    let whole: ViewAnimation?
    private var completion: (@MainActor (Bool) -> Void)?
    /// The number of changes that have not ended, and whether one was cut short.
    private var running = 0
    private var isFinished = true

    init(
        delay: Double,
        duration: Double,
        options: AnimationOptions = [],
        curve: AnimationCurve,
        whole: ViewAnimation? = nil,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        (self.delay, self.duration) = (max(delay, 0), max(duration, 0))
        (self.options, self.curve, self.whole, self.completion) = (options, curve, whole, completion)
    }

    /// An animation that has the time and the curve of the one in whose block it stands, as far as its options allow.
    static func inheriting(
        delay: Double,
        duration: Double,
        options: AnimationOptions,
        curve: AnimationCurve,
        completion: (@MainActor (Bool) -> Void)?
    ) -> ViewAnimation {
        ViewAnimation(
            delay: delay,
            duration: options.contains(.overrideInheritedDuration) ? duration : current?.duration ?? duration,
            options: options,
            curve: options.contains(.overrideInheritedCurve) ? curve : current?.curve ?? curve,
            completion: completion
        )
    }

    /// A Boolean value that indicates a change that is seen at more than one moment.
    var takesTime: Bool { duration > 0 || delay > 0 }

    /// Runs a block whose changes are this animation's.
    func run(_ block: () -> Void) {
        let outer = Self.current
        Self.current = self
        block()
        Self.current = outer
    }

    /// A change as a track that begins after a time of the tree.
    func track(of property: AnimatableProperty, from: AnimatedValue?, to: AnimatedValue, at time: Int64) -> Track {
        let start = RationalTime(Double(time) / 1e9 + delay) ?? .zero
        var track = Track(property, from: from, to: to, delay: start, duration: RationalTime(duration) ?? .zero)
        track.curve = curve
        if options.contains(.repeat) {
            track.repeatCount = 0
            track.autoreverses = options.contains(.autoreverse)
        }
        return track
    }

    func begin() { running += 1 }

    func end(_ finished: Bool) {
        running -= 1
        if !finished { isFinished = false }
        endIfDone()
    }

    /// Says that it has ended, where nothing runs.
    func endIfDone() {
        guard running == 0, let completion else { return }
        self.completion = nil
        completion(isFinished)
    }
}

/// The time of a tree of views, its screen, and its animations that have not ended.
@MainActor
final class ViewClock {
    /// A change that has not ended: an object, since there are as many as views, and all are looked at again and again.
    private final class Running {
        let animation: ViewAnimation
        weak var view: View?
        /// The view, quicker to compare.
        let key: ObjectIdentifier
        var track: Track { didSet { end = track.endNanosecond } }
        var end: Int64?

        init(_ track: Track, of animation: ViewAnimation, on view: View) {
            (self.animation, self.view, key) = (animation, view, ObjectIdentifier(view))
            (self.track, end) = (track, track.endNanosecond)
        }
    }

    private(set) var time: Int64 = 0
    /// Pixels per point of the canvas on which the tree was last shown.
    var screenScale = 1.0
    /// The view that moves it on.
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

    /// Ends what other animations do to a property of a view, before its time.
    func cut(_ property: AnimatableProperty, of view: View, for animation: ViewAnimation?) {
        let owner = animation?.whole ?? animation
        end(finished: false, of: view) { $0.track.property == property && $0.animation !== owner }
    }

    /// Ends a change of a view that another one of the same animation takes the place of.
    func end(_ track: Track, of view: View) { end(finished: true, of: view) { $0.track == track } }

    /// Ends all that happens to a view, before its time.
    func end(of view: View) { end(finished: false, of: view) { _ in true } }

    /// Ends what happened to a view by tracks that it no longer has, before its time.
    func endRemoved(of view: View) {
        end(finished: false, of: view) { !view.model.tracks.contains($0.track) }
    }

    /// Moves on, and ends what has ended by then, each at its time.
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
        // A completion may begin the next change of any of these views. Of a view that is gone, nothing has shown to its end.
        for change in ending { change.animation.end(finished && change.view != nil) }
    }

    /// Takes over what runs on a view that had another time.
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
    /// Changes views over a time: what the block sets has its new value at once, and shows it in the end.
    ///
    /// In the block of another animation it takes the duration and the curve of that one, as in UIKit, unless
    /// `AnimationOptions.overrideInheritedDuration` and `AnimationOptions.overrideInheritedCurve` are among its options. Its
    /// delay is its own.
    /// - Parameters:
    ///   - duration: How long it takes, in seconds.
    ///   - delay: When it begins, in seconds from now.
    ///   - curve: How it proceeds; `nil` for as the options say.
    ///   - options: How it runs.
    ///   - animations: Sets properties of views.
    ///   - completion: Is called when all of it has ended: with `true`, or with `false` where another change cut it short.
    public static func animate(
        withDuration duration: Double,
        delay: Double = 0,
        curve: AnimationCurve? = nil,
        options: AnimationOptions = [],
        animations: () -> Void,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        let animation = ViewAnimation.inheriting(
            delay: delay,
            duration: duration,
            options: options,
            curve: curve ?? options.curve,
            completion: completion
        )
        animation.run(animations)
        animation.endIfDone()
    }

    /// Changes views as a spring moves.
    /// - Parameters:
    ///   - duration: How long it takes until it is at rest, in seconds.
    ///   - delay: When it begins, in seconds from now.
    ///   - damping: How soon it comes to rest: 1 does not swing.
    ///   - velocity: How fast it is at first, in ways a second.
    ///   - options: How it runs; a curve does not count.
    ///   - animations: Sets properties of views.
    ///   - completion: Is called when all of it has ended, with whether nothing cut it short.
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

    /// Changes views in several steps, each of which ``addKeyframe(withRelativeStartTime:relativeDuration:animations:)`` adds
    /// within the block. It is not repeated.
    public static func animateKeyframes(
        withDuration duration: Double,
        delay: Double = 0,
        curve: AnimationCurve = .linear,
        animations: () -> Void,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        animate(withDuration: duration, delay: delay, curve: curve, animations: animations, completion: completion)
    }

    /// Adds a step to an animation with key frames.
    /// - Parameters:
    ///   - start: When it begins, as a part of the whole animation, 0 to 1.
    ///   - length: How long it takes, as a part of the whole animation.
    ///   - animations: Sets properties of views.
    /// - Precondition: It is called in the block of
    ///   ``animateKeyframes(withDuration:delay:curve:animations:completion:)``.
    public static func addKeyframe(
        withRelativeStartTime start: Double,
        relativeDuration length: Double,
        animations: () -> Void
    ) {
        guard let whole = ViewAnimation.current else { preconditionFailure("a key frame is a step of an animation") }
        let step = ViewAnimation(
            delay: whole.delay + start * whole.duration,
            duration: length * whole.duration,
            curve: whole.curve,
            whole: whole
        )
        step.run(animations)
    }

    /// Changes views at once, also in the block of an animation.
    public static func performWithoutAnimation(_ changes: () -> Void) {
        let outer = ViewAnimation.current
        ViewAnimation.current = nil
        changes()
        ViewAnimation.current = outer
    }
}
