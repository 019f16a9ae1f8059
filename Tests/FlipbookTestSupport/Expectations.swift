package import Testing

// Functions instead of #expect and #require: without these macros, the compiler needs a third less time for the tests.

/// Records an issue if a condition is `false`.
package func expect(
    _ condition: Bool,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    if !condition { Issue.record(comment() ?? "The condition is false.", sourceLocation: sourceLocation) }
}

/// Records an issue with both values if they differ.
package func expectEqual<Value: Equatable>(
    _ value: Value,
    _ expected: Value,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard value != expected else { return }
    let notes = comment().map { ": \($0)" } ?? ""
    Issue.record(
        "\(String(reflecting: value)) is not \(String(reflecting: expected))\(notes)",
        sourceLocation: sourceLocation
    )
}

/// Returns a value, or records an issue and throws if it is `nil`.
package func require<Value>(
    _ value: Value?,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Value {
    try #require(value, comment(), sourceLocation: sourceLocation)
}

/// Records an issue and throws if a condition is `false`.
package func require(
    _ condition: Bool,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try #require(condition, comment(), sourceLocation: sourceLocation)
}
