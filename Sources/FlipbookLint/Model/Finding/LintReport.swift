public import FlipbookCore
public import FlipbookFiles

/// What a linter found, and in what.
public struct LintReport: Sendable {
    /// The findings, those that matter most first.
    public package(set) var findings: [Finding]
    /// The sequences, and the stills of folders, that were linted, in the order of the inputs: a page shows them, too.
    package let subjects: [SequenceEvidence]
    /// The number of further findings that a configuration accepts.
    public let suppressed: Int
    /// The number of further findings that a baseline has already.
    public internal(set) var baselined = 0
    /// The inputs that could not be linted.
    public var faults: [LintFault] = []
    /// The resource of which the process had too little to read all files: the report is of no use then.
    public internal(set) var shortage: MachineShortage?
    /// The rules that ran somewhere. Of any other, it is not known whether it would have found something.
    package let rules: Set<RuleID>
}

extension LintReport {
    /// Several reports as one, in which nothing is reported twice: see ``reportedOnce(_:)``.
    package init(merging reports: [LintReport]) {
        let reports = Self.reportedOnce(reports)
        self.init(
            findings: reports.flatMap(\.findings).sorted(),
            subjects: reports.flatMap(\.subjects),
            suppressed: reports.reduce(0) { $0 + $1.suppressed },
            baselined: reports.reduce(0) { $0 + $1.baselined },
            faults: reports.flatMap(\.faults),
            shortage: reports.lazy.compactMap(\.shortage).first,
            rules: reports.reduce(into: []) { $0.formUnion($1.rules) }
        )
    }

    /// The numbers of the report.
    public struct Summary: Hashable, Sendable {
        /// The number of sequences.
        public let sequences: Int
        /// The number of frames that these have; variants of different scale count once.
        public let frames: Int
        /// The number of images that belong to no sequence.
        public let stills: Int
        /// The number of findings that are errors.
        public let errors: Int
        /// The number of findings that are warnings.
        public let warnings: Int
        /// The number of findings that are for information only.
        public let infos: Int
        /// The number of further findings that a configuration accepts.
        public let suppressed: Int
        /// The number of further findings that a baseline has already.
        public let baselined: Int
        /// The number of findings that a safe fix mends.
        public let fixable: Int
        /// The number of findings that an unsafe fix mends.
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
            : Set(stills.lazy.flatMap(\.frames).map(\.path)).count
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

    /// The severity of the worst finding, or `nil` if there is none.
    public var worst: Severity? { findings.lazy.map(\.severity).max() }
}

/// An input that could not be linted, or a folder below one, and why.
///
/// It is no finding: nothing is known of what lies there. The other inputs are linted all the same.
public struct LintFault: Hashable, Sendable {
    /// The input, or the folder below it.
    public let path: FilePath
    /// The place, the fault, and what to do, in one line, safe to print.
    public let message: String

    /// A fault from its parts.
    public init(_ path: FilePath, message: String) {
        self.path = path
        self.message = message
    }
}
