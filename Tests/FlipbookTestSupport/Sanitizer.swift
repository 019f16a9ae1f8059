import Foundation
public import Testing

/// Whether the tests and the command were built with a sanitizer: `tools/test --sanitize` says so in `FLIPBOOK_SANITIZER`.
public enum Sanitizer {
    /// Whether there is none, so that a process can be given less of the machine.
    public static let isAbsent = ProcessInfo.processInfo.environment["FLIPBOOK_SANITIZER"] == nil

    /// Why a test is skipped.
    public static let presence: Comment =
        "a sanitizer takes more of the machine than these tests leave, or is not in the programs that they start"
}
