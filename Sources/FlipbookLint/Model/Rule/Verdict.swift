public import FlipbookCore

/// A fault that a judge found. The linter adds the rule and the location to make a ``Finding``.
public struct Verdict: Sendable {
    let severity: Severity?
    let subject: String?
    /// The affected files. If `nil`, the verdict is about the judged text: a manifest, or a set's `Contents.json`.
    var files: [FilePath]?
    let numbers: FrameSet?
    let key: ManifestKey?
    let position: ManifestNode.Position?
    let message: String
    let fix: Explanation?
    let operations: [Fix.Operation]
    let measured: Measurement?

    /// A measured value and the expected one, as text.
    public struct Measurement: Sendable, ExpressibleByStringInterpolation {
        let value, expected: String?

        /// Creates a measurement. `value` is `nil` if only the expected value is known.
        public init(_ value: String?, expected: String? = nil) { (self.value, self.expected) = (value, expected) }

        /// Creates a measurement without an expected value.
        public init(stringLiteral value: String) { self.init(value) }
    }

    /// Creates a verdict.
    /// - Parameters:
    ///   - numbers: the affected frame numbers; by default, the frames' own numbers.
    ///   - key: the affected key of the manifest.
    ///   - position: the position in the judged text, or in `file`.
    ///   - subject: the subject, safe to print; by default, the judged object.
    ///   - message: see ``Finding/message``.
    ///   - fix: the advice, as a sentence; by default, ``RuleDescription/remedy``.
    ///   - operations: the changes that carry out the advice. Empty if only a person can carry it out. See ``Fix``.
    public init(
        on frames: [FrameEvidence]? = nil,
        numbers: FrameSet? = nil,
        key: ManifestKey? = nil,
        position: ManifestNode.Position? = nil,
        file: FilePath? = nil,
        of subject: String? = nil,
        severity: Severity? = nil,
        message: String,
        fix: Explanation? = nil,
        by operations: [Fix.Operation] = [],
        measured: Measurement? = nil
    ) {
        self.severity = severity
        self.subject = subject ?? file?.description
        files = file.map { [$0] } ?? frames?.map(\.path)
        self.numbers = numbers ?? frames?.numbers
        (self.key, self.position, self.message, self.fix) = (key, position, message, fix)
        (self.operations, self.measured) = (operations, measured)
    }
}

extension [FrameEvidence] {
    /// Returns a verdict on the frames.
    /// - Parameters:
    ///   - one: the message about one frame, which follows the file's name.
    ///   - many: the message about several frames, which follows their numbers or names: `are empty.` By default, it is `one`
    ///     with its first word, a verb, in the plural.
    ///   - changes: the changes that carry out the advice. Empty if only a person can carry it out. See ``Fix``.
    public func verdict(
        of name: String? = nil,
        severity: Severity? = nil,
        one: String,
        many: String? = nil,
        fix: Explanation? = nil,
        by changes: [Fix.Operation] = [],
        measured: Verdict.Measurement? = nil
    ) -> Verdict {
        let text = count == 1 ? one : "\(self.text) \(many ?? one.inPlural)"
        return Verdict(on: self, of: name, severity: severity, message: text, fix: fix, by: changes, measured: measured)
    }
}

extension Finding {
    init(
        _ verdict: Verdict,
        of rule: RuleDescription,
        on name: String,
        text: FilePath? = nil,
        positions: [ManifestKey: ManifestNode.Position] = [:]
    ) {
        self.init(
            rule: rule.id,
            severity: verdict.severity ?? rule.severity,
            sequence: verdict.subject ?? name,
            files: verdict.files ?? text.map { [$0] } ?? [],
            frames: verdict.numbers,
            message: verdict.message,
            measured: verdict.measured?.value,
            expected: verdict.measured?.expected,
            fix: Fix(verdict.fix ?? rule.remedy, by: verdict.operations)
        )
        location = files.first
        position = verdict.position ?? verdict.key.flatMap { positions[$0] }
    }
}
