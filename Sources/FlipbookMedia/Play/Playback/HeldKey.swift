/// A key that is held down: what it asks for is on the screen before it asks again, so that no frame is drawn in vain.
package struct HeldKey: Sendable {
    /// How long it waits for a frame that may never come.
    private static let patience = Duration.seconds(10)

    /// The generation that the screen does not show yet, since when it is waited for, and for which key.
    private var awaited: (generation: UInt64, since: ContinuousClock.Instant, key: PlayerKey)?
    /// Whether the key has asked again meanwhile.
    private var isWaiting = false

    /// No key is held.
    package init() {}

    /// A key asks again. Returns whether that is put off until its time.
    package mutating func putsOff(_ key: PlayerKey) -> Bool {
        guard let awaited, awaited.key == key, ContinuousClock.now - awaited.since < Self.patience else { return false }
        isWaiting = true
        return true
    }

    /// Waits until the screen shows the generation that a key has asked for.
    package mutating func wait(for generation: UInt64, of key: PlayerKey) {
        (awaited, isWaiting) = ((generation, .now, key), false)
    }

    /// The screen shows a generation. Returns the key whose turn it is now.
    package mutating func key(after generation: UInt64) -> PlayerKey? {
        guard let awaited, awaited.generation <= generation else { return nil }
        defer { self = HeldKey() }
        return isWaiting ? awaited.key : nil
    }

    /// A key came up.
    package mutating func release(_ key: PlayerKey) {
        if awaited?.key.name == key.name { self = HeldKey() }
    }
}
