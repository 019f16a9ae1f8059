import FlipbookCore
public import FlipbookFiles

/// What a linter found, and in what.
public struct LintReport: Sendable {
    /// A sequence, or a folder's stills, that was linted.
    package struct Subject: Sendable {
        /// What was known of it: a page shows it beside the findings.
        package let evidence: SequenceEvidence

        init(_ evidence: SequenceEvidence) {
            self.evidence = evidence
        }

        /// What messages call it, safe to print.
        package var name: String { evidence.name }
        /// Whether it is an animation or a heap of stills.
        package var kind: SequenceEvidence.Kind { evidence.kind }
        /// How many frames or stills it has.
        package var frameCount: Int { evidence.frameCount }
    }

    /// What was found, what matters most first.
    public package(set) var findings: [Finding]
    /// What was linted, in the order of the inputs.
    package let subjects: [Subject]
    /// How many more findings a configuration accepts.
    public let suppressed: Int
    /// How many more findings a baseline has already.
    public internal(set) var baselined: Int
    /// The inputs that could not be linted.
    public var faults: [LintFault]
    /// What the process had too little of to read all files: the report is about what it could read, and not to be kept.
    public internal(set) var shortage: MachineShortage?
    /// The rules that ran somewhere. Of any other, it is not known whether it would have found something.
    package let rules: Set<RuleID>

    /// The findings about some subjects.
    package init(
        findings: [Finding],
        subjects: [Subject],
        suppressed: Int = 0,
        baselined: Int = 0,
        faults: [LintFault] = [],
        rules: Set<RuleID> = []
    ) {
        self.findings = findings
        self.subjects = subjects
        self.suppressed = suppressed
        self.baselined = baselined
        self.faults = faults
        self.rules = rules
    }

    /// Several reports as one, in which nothing is reported twice: see ``reportedOnce(_:)``.
    package init(merging reports: [LintReport]) {
        let reports = Self.reportedOnce(reports)
        self.init(
            findings: reports.flatMap(\.findings).sorted(),
            subjects: reports.flatMap(\.subjects),
            suppressed: reports.reduce(0) { $0 + $1.suppressed },
            baselined: reports.reduce(0) { $0 + $1.baselined },
            faults: reports.flatMap(\.faults),
            rules: reports.reduce(into: []) { $0.formUnion($1.rules) }
        )
        shortage = reports.lazy.compactMap(\.shortage).first
    }

    /// The numbers of the report.
    public struct Summary: Hashable, Sendable {
        /// How many sequences there are.
        public let sequences: Int
        /// How many frames these have; variants of different scale count once.
        public let frames: Int
        /// How many images belong to no sequence.
        public let stills: Int
        /// How many findings are errors.
        public let errors: Int
        /// How many findings are warnings.
        public let warnings: Int
        /// How many findings are for information only.
        public let infos: Int
        /// How many more findings a configuration accepts.
        public let suppressed: Int
        /// How many more findings a baseline has already.
        public let baselined: Int
        /// How many findings a safe fix mends.
        public let fixable: Int
        /// How many findings an unsafe fix mends.
        public let unsafelyFixable: Int
    }

    /// The numbers of the report.
    public var summary: Summary {
        // A sequence that several manifests name is one, and so is a picture that several inputs lead to.
        let animations = Dictionary(grouping: subjects.filter { $0.kind == .animation }) { FilePath($0.name) }
        let stills = subjects.filter { $0.kind == .stills }
        let stillCount =
            stills.count == 1
            ? stills[0].frameCount
            : Set(stills.lazy.flatMap(\.evidence.frames).map(\.path)).count
        return Summary(
            sequences: animations.count,
            frames: animations.values.reduce(0) { $0 + ($1.map(\.frameCount).max() ?? 0) },
            stills: stillCount,
            errors: findings.count { $0.severity == .error },
            warnings: findings.count { $0.severity == .warning },
            infos: findings.count { $0.severity == .info },
            suppressed: suppressed,
            baselined: baselined,
            fixable: findings.count { $0.fix.applicability == .safe && !$0.isRefused },
            unsafelyFixable: findings.count { $0.fix.applicability == .unsafe && !$0.isRefused }
        )
    }

    /// The severity of the worst finding; `nil` when there is none.
    public var worst: Severity? { findings.lazy.map(\.severity).max() }
}
