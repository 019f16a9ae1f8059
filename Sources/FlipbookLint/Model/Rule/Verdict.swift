public import FlipbookCore

/// What a judge says is wrong. With the rule's name and the place it becomes a ``Finding``.
public struct Verdict: Sendable {
    /// The weight of it, or `nil` for the rule's own severity.
    let severity: Severity?
    /// The subject, or `nil` for the text or files that were judged.
    let subject: String?
    /// The files that it is about, or `nil` for the text that was judged, a manifest or a set's `Contents.json`.
    var files: [FilePath]?
    /// The frame numbers that it is about.
    let numbers: FrameSet?
    /// The manifest's key that it is about.
    let key: ManifestKey?
    /// The position in a text.
    let position: ManifestNode.Position?
    let message: String
    /// The advice, or `nil` if that is what the rule says.
    let fix: Explanation?
    let operations: [Fix.Operation]
    let measured: String?
    let expected: String?

    /// A verdict from its parts.
    /// - Parameters:
    ///   - frames: the frames that it is about.
    ///   - numbers: the frame numbers that it is about; by default those of the frames.
    ///   - key: the manifest's key that it is about, whose place is given where it is known.
    ///   - position: where it is in the text that was judged, or in `file`.
    ///   - subject: what it is about, safe to print; by default what was judged.
    ///   - severity: how much it matters; by default as much as the rule says.
    ///   - message: see ``Finding/message``.
    ///   - fix: what to do, a sentence; by default what the rule says, ``RuleDescription/remedy``.
    ///   - operations: the changes that do it; none where a person has to. See ``Fix``.
    ///   - measured: what was measured, as text.
    ///   - expected: what was expected instead, as text.
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
        measured: String? = nil,
        expected: String? = nil
    ) {
        self.severity = severity
        self.subject = subject ?? file?.description
        files = file.map { [$0] } ?? frames?.map(\.path)
        self.numbers = numbers ?? frames?.numbers
        (self.key, self.position, self.message, self.fix) = (key, position, message, fix)
        (self.operations, self.measured, self.expected) = (operations, measured, expected)
    }

    /// A verdict on frames.
    /// - Parameters:
    ///   - one: the message about one frame, which the reader sees after the file's name.
    ///   - many: the message about several, after their numbers or names: `are empty.`
    ///   - operations: the changes that do what `fix` says; none where a person has to. See ``Fix``.
    public init(
        on frames: [FrameEvidence],
        of subject: String? = nil,
        severity: Severity? = nil,
        one: String,
        many: String,
        fix: Explanation? = nil,
        by operations: [Fix.Operation] = [],
        measured: String? = nil,
        expected: String? = nil
    ) {
        self.init(
            on: frames,
            of: subject,
            severity: severity,
            message: frames.count == 1 ? one : "\(frames.text) \(many)",
            fix: fix,
            by: operations,
            measured: measured,
            expected: expected
        )
    }
}

extension Finding {
    /// What a verdict is about where it does not say so itself.
    struct Subject {
        let name: String
        /// The text that was judged, and where its keys are.
        var text: FilePath?
        var positions: [ManifestKey: ManifestNode.Position] = [:]
    }

    /// A verdict with the rule that it comes of, and what was judged.
    init(_ verdict: Verdict, of rule: RuleDescription, on subject: Subject) {
        self.init(
            rule: rule.id,
            severity: verdict.severity ?? rule.severity,
            sequence: verdict.subject ?? subject.name,
            files: verdict.files ?? subject.text.map { [$0] } ?? [],
            frames: verdict.numbers,
            message: verdict.message,
            measured: verdict.measured,
            expected: verdict.expected,
            fix: Fix(verdict.fix ?? rule.remedy, by: verdict.operations)
        )
        location = files.first
        position = verdict.position ?? verdict.key.flatMap { subject.positions[$0] }
    }
}

extension ManifestNode.Position {
    /// The beginning of a text.
    package static let start = ManifestNode.Position(line: 1, column: 1)
}
