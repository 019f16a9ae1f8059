/// Paces a held key. The key repeats once its result is on the screen, at the keyboard's rate or the frame rate, whichever is
/// faster.
package struct HeldKey: Sendable {
    package struct Turn: Hashable, Sendable {
        package let key: PlayerKey
        /// The time of the next repetition, or `nil` to repeat at once because the keyboard repeated during the wait.
        package let time: ContinuousClock.Instant?

        package init(key: PlayerKey, time: ContinuousClock.Instant?) { (self.key, self.time) = (key, time) }
    }

    /// The longest wait for a frame that may never come.
    private static let patience = Duration.seconds(10)

    /// The repeating key, until it is released or another key is pressed.
    private var repeated: PlayerKey?
    /// The generation that is awaited on the screen, the start of the wait, and the key.
    private var awaited: (generation: UInt64, since: ContinuousClock.Instant, key: PlayerKey)?
    private var isWaiting = false
    /// The scheduled turn, or `nil` if the keyboard repeated the key or the key was released.
    private var next: Turn?

    package init() {}

    package mutating func press(_ key: PlayerKey, isRepeat: Bool) {
        (repeated, awaited, isWaiting, next) = (isRepeat ? key : nil, nil, false, nil)
    }

    /// Handles a repeated key. Returns whether it must wait.
    package mutating func putsOff(_ key: PlayerKey) -> Bool {
        guard let awaited, awaited.key == key, ContinuousClock.now - awaited.since < Self.patience else { return false }
        (isWaiting, repeated) = (true, key)
        return true
    }

    package mutating func wait(for generation: UInt64, of key: PlayerKey) {
        (awaited, isWaiting, next) = ((generation, .now, key), false, nil)
    }

    /// Returns the next turn once a generation is on the screen, or `nil` if no key is held.
    /// - Parameter pace: The duration of a frame.
    package mutating func turn(after generation: UInt64, pace: Duration) -> Turn? {
        guard let awaited, awaited.generation <= generation else { return nil }
        defer { (self.awaited, isWaiting) = (nil, false) }
        if isWaiting { return Turn(key: awaited.key, time: nil) }
        next = repeated == awaited.key ? Turn(key: awaited.key, time: awaited.since + pace) : nil
        return next
    }

    package func isDue(_ turn: Turn) -> Bool { turn == next }

    package mutating func release(_ key: PlayerKey) {
        if awaited?.key.name == key.name || repeated?.name == key.name { self = HeldKey() }
    }
}
