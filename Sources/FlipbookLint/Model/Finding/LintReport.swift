public import FlipbookCore
public import FlipbookFiles

/// The findings of a linter and the linted sequences.
public struct LintReport: Sendable {
    /// The findings, most severe first.
    public package(set) var findings: [Finding]
    package let subjects: [SequenceEvidence]
    /// The number of additional findings that a suppression accepts.
    public let suppressed: Int
    /// The number of additional findings that a baseline accepts.
    public internal(set) var baselined = 0
    /// The inputs that could not be linted.
    public var faults: [LintFault] = []
    /// The resource that ran out before all files were read, or `nil` if none did. If not `nil`, the report is incomplete.
    public internal(set) var shortage: MachineShortage?
    package let rules: Set<RuleID>
}

extension LintReport {
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

    /// The numbers in a report's summary.
    public struct Summary: Hashable, Sendable {
        /// The number of sequences.
        public let sequences: Int
        /// The number of frames in these sequences. Variants at different scales are counted once.
        public let frames: Int
        /// The number of images that do not belong to a sequence.
        public let stills: Int
        /// The number of findings that are errors.
        public let errors: Int
        /// The number of findings that are warnings.
        public let warnings: Int
        /// The number of informational findings.
        public let infos: Int
        /// The number of additional findings that a suppression accepts.
        public let suppressed: Int
        /// The number of additional findings that a baseline accepts.
        public let baselined: Int
        /// The number of findings that a safe fix resolves.
        public let fixable: Int
        /// The number of findings that an unsafe fix resolves.
        public let unsafelyFixable: Int
    }

    /// The report's summary.
    public var summary: Summary {
        // A sequence in several manifests is counted once, and so is a picture in several inputs.
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

    /// Returns the reports without repeated findings.
    ///
    /// Inputs may contain the same files: a folder and a manifest with some of its frames, two manifests of one sequence, or an
    /// asset catalog and a file in it. Only the most severe of these findings is reported. If only some of a sequence's
    /// manifests cause a finding, the finding lists them.
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

/// An input, or a folder in it, that could not be linted.
///
/// It is not a finding, since its contents are unknown. The other inputs are still linted.
public struct LintFault: Hashable, Sendable {
    /// The input, or the folder in it.
    public let path: FilePath
    /// The location, the fault, and the remedy, on one line, safe to print.
    public let message: String

    /// Creates a fault.
    public init(_ path: FilePath, message: String) { (self.path, self.message) = (path, message) }
}

extension Finding {
    /// The identity of a finding, regardless of its sequence. Findings with equal facts are reported once.
    struct Fact: Hashable {
        private let rule: RuleID
        private let files: [FilePath]
        private let sequence: FilePath?
        private let frames: FrameSet?
        private let message: String
        private let measured, expected: String?
        private let position: ManifestNode.Position?

        init(_ finding: Finding) {
            (rule, files, message, position) = (finding.rule, finding.files, finding.message, finding.position)
            (measured, expected) = (finding.measured, finding.expected)
            (sequence, frames) = finding.files.isEmpty ? (FilePath(finding.sequence), finding.frames) : (nil, nil)
        }
    }

    /// The heading of the finding in a report: the sequence, and the manifests if only some of them cause it. Safe to print.
    package var heading: String { sequence + manifestWords }

    /// The manifests that cause the finding, in parentheses. Empty if every manifest causes it.
    package var manifestWords: String {
        namesManifests ? " (\(manifests.map(\.description).listed(atMost: 3)))" : ""
    }
}
