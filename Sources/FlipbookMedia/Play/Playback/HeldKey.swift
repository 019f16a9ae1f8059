/// A key that is held down: what it asks for is on the screen before it asks again, so that no frame is drawn in vain.
package struct HeldKey: Sendable {
    /// How long it waits for a frame that may never come.
    private static let patience = Duration.seconds(1)

    /// The generation that the screen does not show yet, and since when it is waited for.
    private var awaited: (generation: UInt64, since: ContinuousClock.Instant)?
    /// The key that has asked again meanwhile.
    private var waiting: PlayerKey?

    /// No key is held.
    package init() {}

    /// A key asks again. Returns whether it has to wait.
    package mutating func waits(_ key: PlayerKey) -> Bool {
        guard let awaited, ContinuousClock.now - awaited.since < Self.patience else { return false }
        waiting = key
        return true
    }

    /// Waits until the screen shows a generation.
    package mutating func wait(for generation: UInt64) { (awaited, waiting) = ((generation, .now), nil) }

    /// The screen shows a generation. Returns the key whose turn it is now.
    package mutating func key(after generation: UInt64) -> PlayerKey? {
        guard let awaited, awaited.generation <= generation else { return nil }
        defer { release() }
        return waiting
    }

    /// It is held no longer.
    package mutating func release() { (awaited, waiting) = (nil, nil) }
}
