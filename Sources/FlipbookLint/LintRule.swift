public import FlipbookCore

/// Something that can be wrong with a sequence. One rule is one type in one file.
///
/// A rule takes evidence and returns findings: it reads no file, keeps no
/// state, and finds the same in the same evidence. It conforms to the protocol
/// of the evidence that it judges: ``SequenceRule``, ``FolderRule`` or ``ManifestRule``.
public protocol LintRule: Sendable {
    /// The rule's documentation, options and examples.
    static var description: RuleDescription { get }

    /// The rule as it is where nobody sets it otherwise.
    init()

    /// The rule with its options set. A rule that declares none need not write this.
    /// - Parameter options: a value for each option of the ``description``, checked against its bounds.
    /// - Throws: ``RuleOptionError/conflict(_:)`` for values that do not go together.
    init(options: RuleOptions) throws(RuleOptionError)
}

extension LintRule {
    /// The options that the rule declares.
    public static var options: [RuleOption] { description.options }

    /// The rule's options where nobody sets them otherwise.
    public static var defaults: RuleOptions { RuleOptions(options) }

    /// The rule as it is: it has no options.
    public init(options: RuleOptions) throws(RuleOptionError) {
        precondition(Self.options.isEmpty, "\(Self.description.id) declares options and does not read them")
        self.init()
    }
}

/// A rule that judges each sequence by itself.
public protocol SequenceRule: LintRule {
    /// What is wrong with `sequence`; empty when nothing is.
    func check(_ sequence: SequenceEvidence) -> [Finding]
}

/// A rule that judges what lies in a folder together.
public protocol FolderRule: LintRule {
    /// What is wrong with `folder`; empty when nothing is.
    func check(_ folder: FolderEvidence) -> [Finding]
}

/// A rule that judges a manifest together with the pictures that it names.
public protocol ManifestRule: LintRule {
    /// What is wrong with `manifest`; empty when nothing is.
    func check(_ manifest: ManifestEvidence) -> [Finding]
}

extension ManifestRule {
    /// A finding of this rule about a manifest.
    /// - Parameters:
    ///   - key: the key that it is about; the message begins with the line on which that stands, where it is known.
    ///   - severity: how much it matters; the rule's own severity by default.
    public func finding(
        in manifest: ManifestEvidence,
        key: ManifestKey?,
        severity: Severity? = nil,
        message: String,
        fix: String,
        measured: String? = nil,
        expected: String? = nil
    ) -> Finding {
        let line = key.flatMap { manifest.positions[$0]?.line }
        return Finding(
            rule: Self.description.id,
            severity: severity ?? Self.description.severity,
            sequence: manifest.path.description,
            files: [manifest.path],
            frames: nil,
            message: (line.map { "line \($0): " } ?? "") + message,
            measured: measured,
            expected: expected,
            fix: fix
        )
    }
}

extension LintRule {
    /// A finding of this rule.
    /// - Parameters:
    ///   - severity: how much it matters; the rule's own severity by default.
    ///   - culprits: the frames that it is about; `nil` where it is about no file in particular.
    ///   - frames: the numbers that it is about; by default those of the culprits.
    public func finding(
        in sequence: String,
        severity: Severity? = nil,
        culprits: Culprits? = nil,
        frames: FrameSet? = nil,
        message: String,
        fix: String,
        measured: String? = nil,
        expected: String? = nil
    ) -> Finding {
        Finding(
            rule: Self.description.id,
            severity: severity ?? Self.description.severity,
            sequence: sequence,
            files: culprits?.files ?? [],
            frames: frames ?? culprits?.numbers,
            message: message,
            measured: measured,
            expected: expected,
            fix: fix
        )
    }
}
