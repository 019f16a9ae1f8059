/// Evaluates an expression. If the expression throws, its error is converted to the outer error type.
package func wrapping<Value: ~Copyable, Inner: Error, Outer: Error>(
    _ value: @autoclosure () throws(Inner) -> Value,
    in wrap: (Inner) -> Outer
) throws(Outer) -> Value { do throws(Inner) { return try value() } catch { throw wrap(error) } }

package func changing<Value>(_ value: Value, _ change: (inout Value) throws -> Void) rethrows -> Value {
    var copy = value
    try change(&copy)
    return copy
}
