package import FlipbookCore

extension LintReport {
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
        // How often each sequence was judged by the settings of a manifest.
        var judgements: [FilePath: Set<FilePath>] = [:]
        for subject in reports.lazy.flatMap(\.subjects) {
            guard let manifest = subject.manifest else { continue }
            judgements[FilePath(subject.name), default: []].insert(manifest)
        }
        return reports.enumerated().map { number, report in
            let findings = report.findings.enumerated().compactMap { index, finding -> Finding? in
                let fact = Finding.Fact(finding)
                guard let place = first[fact], place.report == number, place.index == index else { return nil }
                guard let others = manifests[fact] else { return finding }
                var finding = finding
                finding.manifests = others
                finding.namesManifests = others.count < judgements[FilePath(finding.sequence)]?.count ?? 0
                return finding
            }
            var report = report
            report.findings = findings
            return report
        }
    }

    /// What findings that name manifests are put under, by their sequence, in the order of the findings.
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

extension Finding {
    /// What a finding says, in any sequence: two that are equal are one.
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
