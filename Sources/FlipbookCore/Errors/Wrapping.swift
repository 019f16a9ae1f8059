/// Returns what an expression gives, and throws its error as one of another kind.
///
///     try wrapping(FolderListing(folder), in: LintInputError.system)
package func wrapping<Value: ~Copyable, Inner: Error, Outer: Error>(
    _ value: @autoclosure () throws(Inner) -> Value,
    in wrap: (Inner) -> Outer
) throws(Outer) -> Value {
    do throws(Inner) { return try value() } catch { throw wrap(error) }
}

/// Returns a copy of a value with a change.
package func changing<Value>(_ value: Value, _ change: (inout Value) throws -> Void) rethrows -> Value {
    var copy = value
    try change(&copy)
    return copy
}
