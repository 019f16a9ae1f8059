import Foundation
public import Testing

/// How long a test waits for what must come: so long that only what never comes is late, however busy the machine is.
public enum Patience {
    /// For one wait: 600 s, or the number of seconds in FLIPBOOK_TEST_PATIENCE.
    public static let limit: Duration = .seconds(
        ProcessInfo.processInfo.environment["FLIPBOOK_TEST_PATIENCE"].flatMap { Int($0) } ?? 600
    )
}

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs.
    ///
    /// All tests of a run begin at once and wait for their turn, which counts. So this is longer than a run takes on a slow
    /// machine under a sanitizer.
    public static var hangLimit: Self { .timeLimit(.minutes(60)) }
}
