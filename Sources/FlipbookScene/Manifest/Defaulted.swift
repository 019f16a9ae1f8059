/// A value that can be left open: then it is the default.
///
/// `alpha` is the value that counts, and `$alpha` the one that is set: `nil` where it is left open. Two are equal where the
/// same value counts.
@propertyWrapper
public struct Defaulted<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value that is set, or `nil` if it is left open.
    public var projectedValue: Value?
    private let defaultValue: Value

    /// The value that is set, else the default. Setting it, also to the default, no longer leaves it open.
    public var wrappedValue: Value {
        get { projectedValue ?? defaultValue }
        set { projectedValue = newValue }
    }

    /// A value that is left open.
    public init(wrappedValue: Value) { defaultValue = wrappedValue }

    /// Returns `true` for equal effective values.
    public static func == (left: Self, right: Self) -> Bool { left.wrappedValue == right.wrappedValue }

    /// Feeds the value that counts.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
