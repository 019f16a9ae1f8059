/// A value that can be left unset, in which case it equals its default. `alpha` is the effective value. `$alpha` is the value
/// that was set, or `nil`. Equality compares effective values.
@propertyWrapper
public struct Defaulted<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value that was set, or `nil` if it is unset.
    public var projectedValue: Value?
    private let defaultValue: Value

    /// The effective value. Assigning a value sets it, even if it is the default.
    public var wrappedValue: Value {
        get { projectedValue ?? defaultValue }
        set { projectedValue = newValue }
    }

    /// Creates an unset value.
    public init(wrappedValue: Value) { defaultValue = wrappedValue }

    /// Compares the effective values.
    public static func == (left: Self, right: Self) -> Bool { left.wrappedValue == right.wrappedValue }

    /// Hashes the effective value.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
