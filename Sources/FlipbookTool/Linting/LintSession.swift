import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookManifest
import Glibc

/// One run over some inputs: their configurations found, everything in them judged once.
struct LintSession {
    private let arguments: LintInputs
    private var finder: ConfigurationFinder
    /// What an earlier run has found; `nil` where nothing is left out.
    let baseline: LintBaseline?

    /// What was found.
    struct Outcome {
        let targets: LintTargets
        /// A report for each group of the targets, in their order, without what the baseline has.
        var reports: [LintReport]
        /// What the inputs would have said without the baseline.
        let whole: LintReport
        /// The entries of the baseline that nothing answers to any more.
        let stale: [LintBaseline.Entry]

        /// All reports as one.
        var report: LintReport { LintReport(merging: reports) }

        /// Whether there are findings of the fail level, or too many warnings.
        var fails: Bool { zip(targets.groups, reports).contains { $0.configuration.fails($1) } }

        /// The strictest level from which on findings make a run fail.
        var failLevel: FailLevel {
            targets.groups.map(\.configuration.failLevel).min { $0.strictness > $1.strictness } ?? .error
        }
    }

    /// A session that reads the baseline, if there is one.
    init(_ arguments: LintInputs) throws {
        self.arguments = arguments
        finder = ConfigurationFinder(arguments.options)
        baseline = try arguments.options.baseline.map { try BaselineFile.read(FilePath($0)) }
    }

    /// The folder that the command runs in.
    var currentFolder: FilePath { finder.currentFolder }

    /// What the inputs lead to. Reads names, manifests and configurations.
    mutating func targets(_ inputs: [String], without copy: FixedCopy? = nil) throws -> LintTargets {
        let targets = try LintTargets(
            inputs,
            recursive: arguments.recursive,
            policies: arguments.policies,
            idiom: arguments.device.idiom,
            copy: copy,
            finder: &finder
        )
        if !targets.groups.isEmpty,
            targets.groups.allSatisfy({ $0.configuration.runsNone(of: RuleRegistry.descriptions) })
        {
            let file = targets.groups.lazy.compactMap(\.configuration.file).first
            throw Failure(
                message:
                    "\(file.map { "\($0): " } ?? "")no rule is left to run: what is selected is ignored, or nothing "
                    + "is selected. Select rules, or groups of them, with --select; 'flipbook rule' lists them.",
                status: .usage
            )
        }
        return targets
    }

    /// Judges everything.
    /// - Parameter trees: folders of which everything was judged, also below.
    func run(_ targets: LintTargets, trees: [FilePath]) async throws -> Outcome {
        var reports: [LintReport] = []
        for group in targets.groups {
            let linter = linter(for: group.configuration)
            reports.append(
                try await Interruption.cancelling { try await linter.lint(group.folders, covered: group.covered) }
            )
        }
        reports = LintReport.toldOnce(reports)
        let whole = LintReport(merging: reports)
        guard var rest = baseline.map(Optional.some) else {
            return Outcome(targets: targets, reports: reports, whole: whole, stale: [])
        }
        reports = reports.map { BaselineFile.leaveOut(&rest, of: $0) }
        let linted = zip(targets.groups, reports).map { group, report in
            (places: LintedPlaces(group.folders, trees: trees), report: report)
        }
        let stale = rest?.entries.filter { entry in
            linted.contains {
                $0.places.contain(entry) && entry.mayBeStale(in: $0.report, among: RuleRegistry.descriptions)
            }
        }
        return Outcome(targets: targets, reports: reports, whole: whole, stale: stale ?? [])
    }

    /// Judges some inputs: ``targets(_:without:)`` and ``run(_:trees:)``.
    mutating func run(_ inputs: [String], without copy: FixedCopy? = nil) async throws -> Outcome {
        let targets = try targets(inputs, without: copy)
        return try await run(targets, trees: copy == nil ? trees(inputs) : [])
    }

    /// The inputs of which everything is judged, also below.
    func trees(_ inputs: [String]) -> [FilePath] {
        inputs.map { FilePath($0) }.filter { path in
            LintTargets.isFolder(path.string)
                && (arguments.recursive || AssetCatalogFolder.owner(of: path) != nil)
        }
    }

    /// The linter for what a configuration holds for.
    func linter(for configuration: LintConfiguration) -> Linter {
        let isDeep = arguments.deep || configuration.namedDepth(among: RuleRegistry.descriptions) >= .pixels
        return Linter(configuration: configuration, deepest: isDeep ? .pixels : .headers, day: .today)
    }

    /// What mends the findings of a run, for all folders.
    /// - Parameter findings: whether a finding may be followed.
    func plans(
        for outcome: Outcome,
        settings: FixSettings,
        where isFollowed: (Finding) -> Bool
    ) async throws -> [FixPlan] {
        let known = Set(baseline?.entries.map(\.fingerprint) ?? [])
        var plans: [FixPlan] = []
        for (group, report) in zip(outcome.targets.groups, outcome.reports) {
            let planner = FixPlanner(linter(for: group.configuration), settings: settings) { finding in
                known.isEmpty || !known.contains(FindingFingerprint(finding))
            }
            let findings = report.findings.filter(isFollowed)
            plans += try await Interruption.cancelling {
                try await planner.plans(for: group.folders, findings: findings)
            }
        }
        return plans
    }
}

extension CalendarDate {
    /// Today where we are.
    fileprivate static var today: CalendarDate? {
        var now = time(nil)
        var parts = tm()
        guard localtime_r(&now, &parts) != nil else { return nil }
        return CalendarDate(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }
}

extension FailLevel {
    /// How much a level lets fail: the more, the stricter.
    fileprivate var strictness: Int { Severity.allCases.count { isReached(by: $0) } }
}
