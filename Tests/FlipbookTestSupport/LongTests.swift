import Foundation
public import Testing

/// The tests that `tools/test --all` adds to those of every run, as they take minutes.
public enum LongTests {
    /// Whether they were asked for, by `FLIPBOOK_TESTS=all`.
    public static let areWanted = ProcessInfo.processInfo.environment["FLIPBOOK_TESTS"] == "all"

    /// Why one is skipped.
    public static let absence: Comment = "takes long: tools/test --all runs it"
}
