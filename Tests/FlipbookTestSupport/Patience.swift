public import Testing

/// How long a test waits for what must come: so long that only what never comes is late, however busy the machine is.
public enum Patience {
    /// For one wait.
    public static let limit: Duration = .seconds(600)
}

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs.
    ///
    /// All tests of a run begin at once and wait for their turn, which counts. So this is longer than a run takes on a slow
    /// machine under a sanitizer.
    public static var hangLimit: Self { .timeLimit(.minutes(60)) }
}
