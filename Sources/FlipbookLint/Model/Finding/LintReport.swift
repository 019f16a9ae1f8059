public import FlipbookCore
public import FlipbookFiles

/// The findings of a linter, and what was linted.
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
        let stillCount = stills.count == 1 ? stills[0].frameCount : Set(stills.lazy.flatMap(\.frames).map(\.path)).count
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

    /// The same reports without findings that another of them, or another sequence of the same, tells already.
    ///
    /// Inputs may lead to the same files: a folder and a manifest of some of its frames, two manifests of one sequence,
    /// an asset catalog and a file in it. Only the severest of such findings is reported. What only some of the
    /// manifests of a sequence cause names these.
    package static func reportedOnce(_ reports: [LintReport]) -> [LintReport] {
        guard reports.reduce(0, { $0 + $1.findings.count }) > 1 else { return reports }
        var first: [Finding.Fact: (report: Int, index: Int)] = [:]
        var manifests: [Finding.Fact: [FilePath]] = [:]
        for (number, report) in reports.enumerated() {
            for (index, finding) in report.findings.enumerated() {
                let fact = Finding.Fact(finding)
                let known = first[fact].map { reports[$0.report].findings[$0.index].severity }
                if known.map({ $0 < finding.severity }) ?? true { first[fact] = (number, index) }
                guard !finding.manifests.isEmpty else { continue }
                let new = finding.manifests.filter { !(manifests[fact]?.contains($0) ?? false) }
                manifests[fact, default: []] += new
            }
        }
        // The number of times that each sequence was judged by the settings of a manifest.
        var judgments: [FilePath: Set<FilePath>] = [:]
        for subject in reports.lazy.flatMap(\.subjects) {
            guard let manifest = subject.manifest else { continue }
            judgments[FilePath(subject.name), default: []].insert(manifest)
        }
        return reports.enumerated().map { number, report in
            let findings = report.findings.enumerated().compactMap { index, finding -> Finding? in
                let fact = Finding.Fact(finding)
                guard let place = first[fact], place.report == number, place.index == index else { return nil }
                guard let others = manifests[fact] else { return finding }
                var finding = finding
                finding.manifests = others
                finding.namesManifests = others.count < judgments[FilePath(finding.sequence)]?.count ?? 0
                return finding
            }
            return changing(report) { $0.findings = findings }
        }
    }

    /// The headings of findings that name manifests, by their sequence, in the order of the findings.
    package var headings: [FilePath: [String]] {
        var result: [FilePath: [String]] = [:]
        for finding in findings where finding.namesManifests {
            let heading = finding.heading
            if !(result[FilePath(finding.sequence)]?.contains(heading) ?? false) {
                result[FilePath(finding.sequence), default: []].append(heading)
            }
        }
        return result
    }
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

extension Finding {
    /// The fact in a finding, in any sequence: two that are equal are one.
    struct Fact: Hashable {
        private let rule: RuleID
        private let files: [FilePath]
        /// The sequence and its frames, where no file is to blame.
        private let sequence: FilePath?
        private let frames: FrameSet?
        private let message: String
        private let measured: String?
        private let expected: String?
        private let position: ManifestNode.Position?

        init(_ finding: Finding) {
            rule = finding.rule
            files = finding.files
            sequence = finding.files.isEmpty ? FilePath(finding.sequence) : nil
            frames = finding.files.isEmpty ? finding.frames : nil
            message = finding.message
            measured = finding.measured
            expected = finding.expected
            position = finding.position
        }
    }

    /// The heading of the finding in a report: the sequence, with the manifests if only these cause it. Safe to print.
    package var heading: String { sequence + manifestWords }

    /// The manifests that alone bring the finding about, in brackets; empty where that is no question.
    package var manifestWords: String {
        guard namesManifests else { return "" }
        return " (\(manifests.map(\.description).firstFew))"
    }
}
