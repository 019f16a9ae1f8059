public import FlipbookCore

/// Something that can be wrong with a sequence. One rule is one type in one file.
///
/// A rule takes evidence and returns findings: it reads no file, keeps no
/// state, and finds the same in the same evidence. It conforms to the protocol
/// of the evidence that it judges: ``SequenceRule``, ``FolderRule``, ``ManifestRule`` or ``ImageSetRule``.
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

    /// What is reported of the findings of this rule in one folder: by default all of them.
    ///
    /// A rule that finds the same in each of many sequences says it once here.
    /// - Parameters:
    ///   - findings: those that no configuration accepts, more than one, in the order of the sequences.
    ///   - folder: what messages call the folder, safe to print.
    func merged(_ findings: [Finding], in folder: String) -> [Finding]
}

extension SequenceRule {
    /// All findings as they are.
    public func merged(_ findings: [Finding], in folder: String) -> [Finding] { findings }
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

/// A rule that judges an image set of an asset catalog together with its files.
public protocol ImageSetRule: LintRule {
    /// What is wrong with `set`; empty when nothing is.
    func check(_ set: ImageSetEvidence) -> [Finding]
}

extension ManifestRule {
    /// A finding of this rule about a manifest.
    /// - Parameters:
    ///   - key: the key that it is about: the finding stands where it does, where that is known.
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
        var finding = Finding(
            rule: Self.description.id,
            severity: severity ?? Self.description.severity,
            sequence: manifest.path.description,
            files: [manifest.path],
            frames: nil,
            message: message,
            measured: measured,
            expected: expected,
            fix: fix
        )
        finding.position = key.flatMap { manifest.positions[$0] }
        return finding
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

    /// A finding of this rule about a place in a text: a manifest, or what an image set consists of.
    /// - Parameters:
    ///   - file: the text's file.
    ///   - position: where in it.
    ///   - sequence: what it belongs to; the file itself by default.
    public func finding(
        in file: FilePath,
        at position: ManifestNode.Position,
        of sequence: String? = nil,
        severity: Severity? = nil,
        message: String,
        fix: String,
        measured: String? = nil,
        expected: String? = nil
    ) -> Finding {
        var finding = Finding(
            rule: Self.description.id,
            severity: severity ?? Self.description.severity,
            sequence: sequence ?? file.description,
            files: [file],
            frames: nil,
            message: message,
            measured: measured,
            expected: expected,
            fix: fix
        )
        finding.position = position
        return finding
    }
}

extension String {
    /// The text with a full stop where it has no end of its own.
    var asSentence: String { last.map { ".!?…".contains($0) } ?? true ? self : self + "." }
}
