/// A key that is held down: what it asks for is on the screen before it asks again, so that no frame is drawn in vain; and it
/// asks at least as often as frames change while the clock runs, however slowly the keyboard repeats it.
package struct HeldKey: Sendable {
    package struct Turn: Hashable, Sendable {
        package let key: PlayerKey
        /// When; `nil` for at once, since the keyboard has repeated it meanwhile.
        package let time: ContinuousClock.Instant?

        package init(key: PlayerKey, time: ContinuousClock.Instant?) {
            (self.key, self.time) = (key, time)
        }
    }

    /// The time that it waits for a frame that may never come.
    private static let patience = Duration.seconds(10)

    /// The key that the keyboard has repeated, until it comes up or another one goes down.
    private var repeated: PlayerKey?
    /// The generation that the screen does not show yet, since when it is waited for, and for which key.
    private var awaited: (generation: UInt64, since: ContinuousClock.Instant, key: PlayerKey)?
    /// A Boolean value that indicates whether the key has asked again meanwhile.
    private var isWaiting = false
    /// The turn that is to come, or `nil` if the key has asked by itself meanwhile, or is up.
    private var next: Turn?

    package init() {}

    /// A key goes down. Whether it is the keyboard that repeats it.
    package mutating func press(_ key: PlayerKey, isRepeat: Bool) {
        (repeated, awaited, isWaiting, next) = (isRepeat ? key : nil, nil, false, nil)
    }

    /// A key asks again. Returns whether that is put off until its time.
    package mutating func putsOff(_ key: PlayerKey) -> Bool {
        guard let awaited, awaited.key == key, ContinuousClock.now - awaited.since < Self.patience else { return false }
        (isWaiting, repeated) = (true, key)
        return true
    }

    package mutating func wait(for generation: UInt64, of key: PlayerKey) {
        (awaited, isWaiting, next) = ((generation, .now, key), false, nil)
    }

    /// The screen shows a generation. Returns whose turn is next, or `nil` if no key is held.
    /// - Parameter pace: From one frame to the next while the clock runs.
    package mutating func turn(after generation: UInt64, pace: Duration) -> Turn? {
        guard let awaited, awaited.generation <= generation else { return nil }
        defer { (self.awaited, isWaiting) = (nil, false) }
        if isWaiting { return Turn(key: awaited.key, time: nil) }
        next = repeated == awaited.key ? Turn(key: awaited.key, time: awaited.since + pace) : nil
        return next
    }

    /// Returns whether a turn is still to come: that the screen has shown something since does not end it.
    package func isDue(_ turn: Turn) -> Bool { turn == next }

    package mutating func release(_ key: PlayerKey) {
        if awaited?.key.name == key.name || repeated?.name == key.name { self = HeldKey() }
    }
}
