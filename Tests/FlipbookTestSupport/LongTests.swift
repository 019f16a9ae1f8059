import Foundation
public import Testing

/// The tests that `tools/test --all` adds to those of every run, as they take minutes.
public enum LongTests {
    /// Whether they were asked for, by `FLIPBOOK_TESTS=all`.
    public static let areWanted = ProcessInfo.processInfo.environment["FLIPBOOK_TESTS"] == "all"

    /// Some of a table's cases every day, and all of them with `tools/test --all`.
    /// - Parameter step: How far the cases of every day lie apart in the table; the first is one of them.
    public static func cases<Case>(_ all: [Case], every step: Int) -> [Case] {
        areWanted ? all : stride(from: 0, to: all.count, by: step).map { all[$0] }
    }

    /// Why one is skipped.
    public static let absence: Comment = "takes long: tools/test --all runs it"
}
