/// A value that can be left open, and then equals its default.
///
/// `alpha` is the effective value, and `$alpha` the given one, or `nil` if it is open. Equality compares effective values.
@propertyWrapper
public struct Defaulted<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value that was set, or `nil` if it is open.
    public var projectedValue: Value?
    private let defaultValue: Value

    /// The effective value. Setting it, even to the default, no longer leaves it open.
    public var wrappedValue: Value {
        get { projectedValue ?? defaultValue }
        set { projectedValue = newValue }
    }

    /// Creates an open value.
    public init(wrappedValue: Value) { defaultValue = wrappedValue }

    /// Compares the effective values.
    public static func == (left: Self, right: Self) -> Bool { left.wrappedValue == right.wrappedValue }

    /// Hashes the effective value.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
