public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
public import FlipbookLintFixing
public import FlipbookLintModel
import FlipbookLintReporting
public import FlipbookLintRules
import FlipbookManifest

/// A run of `flipbook lint` or `flipbook fix` as a value. A session finds folders, patterns, manifests, and asset catalogs with
/// their configurations, judges each file once, and makes the available fixes.
///
/// Your own rules can run together with Flipbook's, as in `LintSession(rules: RuleRegistry.all + [.oddSize])`. They have their
/// own prefix, options in `.flipbook.yaml`, examples, pages, and fixes.
///
///     let session = LintSession()
///     let outcome = try await session.run(["shots/"])
///     print(TextReporter().text(of: outcome.report), terminator: "")
public struct LintSession: Sendable {
    /// The source of the configuration.
    public enum ConfigurationSource: Hashable, Sendable {
        /// The nearest `.flipbook.yaml` in or above each folder, or the defaults if there is none.
        case discovered
        /// A file. Its paths are relative to the current folder.
        case file(FilePath)
        /// A value. Its paths are relative to the current folder.
        case value(LintConfiguration)
    }

    /// The rules that can run. Rules that are a matter of taste run only if a configuration selects them.
    public var rules: [LintRule]
    /// The source of the configuration.
    public var configuration: ConfigurationSource
    /// Settings that take precedence over every configuration.
    public var changes = LintConfiguration.Changes()
    /// The conditions for finding and displaying frames.
    public var conditions = LintConditions()
    /// A Boolean value that indicates whether subfolders and their manifests are checked.
    public var isRecursive = false
    /// A Boolean value that indicates whether every frame is decoded. Selecting a pixel rule by ID turns this on.
    public var isDeep = false
    /// The findings of an earlier run, which are left out, or `nil` for no baseline.
    public var baseline: LintBaseline?
    /// The current date, for suppressions that expire, or `nil` if suppressions do not expire.
    public var day: CalendarDate?
    /// The memory for pictures that are decoded at the same time. If `nil`, the limit is 1 GiB, or a quarter of the machine's
    /// memory if that is less.
    public var memory: MemoryBudget?

    /// The formats to read.
    public var codecs = ImageCodecs.standard

    /// The pictures of a sprite sheet and its grid. If not `nil`, these pictures are linted instead of the inputs.
    public var sheet: (frames: FrameList, cut: SheetCut)?

    /// Creates a session.
    /// - Parameters:
    ///   - configuration: the configuration for all inputs. If `nil`, the `.flipbook.yaml` of each folder is used.
    ///   - rules: the rules that can run.
    public init(configuration: LintConfiguration? = nil, rules: [LintRule] = RuleRegistry.all) {
        self.configuration = configuration.map(ConfigurationSource.value) ?? .discovered
        self.rules = rules
    }

    /// Returns a commented `.flipbook.yaml` that suits a folder and its subfolders.
    /// - Parameter commands: the program's commands, for the comments.
    public static func configurationTemplate(
        for folder: FilePath,
        commands: LintWording.Commands? = nil
    ) throws(LintSessionError) -> String {
        var session = LintSession(configuration: LintConfiguration())
        session.isRecursive = true
        let folders = try session.targets([folder.string]).groups.flatMap(\.folders)
        return LintConfiguration.template(for: folders, commands: commands)
    }

    /// The result of a session.
    public struct Outcome: Sendable {
        package fileprivate(set) var targets: LintTargets
        /// The reports for the groups of targets, in order. Findings in the baseline are left out.
        package fileprivate(set) var reports: [LintReport]
        package let whole: LintReport
        package let stale: [LintBaseline.Entry]
        /// The pixel rules that did not run, because neither ``LintSession/isDeep`` nor a configuration enables them.
        public let leftOut: [RuleID]

        /// All findings, except those in the baseline.
        public var report: LintReport {
            changing(LintReport(merging: reports)) {
                $0.faults = targets.faults.map { LintFault($0.path, message: $0.error.description) }
            }
        }

        /// A Boolean value that indicates whether there are findings at the fail level, or too many warnings.
        public var fails: Bool { zip(targets.groups, reports).contains { $0.configuration.fails($1) } }

        /// The strictest fail level of the configurations.
        public var failLevel: FailLevel {
            targets.groups.map(\.configuration.failLevel).min { $0.strictness > $1.strictness } ?? .error
        }

        package func refusing(_ refusals: [FixPlan.Refusal]) -> Outcome {
            guard !refusals.isEmpty else { return self }
            return changing(self) { $0.reports = reports.map { $0.refusing(refusals) } }
        }

        /// Notes about skipped inputs, safe to print. They are sentences, but do not end with a period.
        public var notes: [String] { targets.notes }
    }

    /// Judges everything at the given paths. Changes nothing.
    ///
    /// A missing path is a fault in the report. The other paths are still judged.
    /// - Parameter paths: folders, files, patterns, manifests, and asset catalogs.
    public func run(_ paths: [String]) async throws(LintSessionError) -> Outcome { try await run(paths, without: nil) }

    /// Makes the available fixes, and judges the result.
    /// - Parameters:
    ///   - settings: the fixes to make.
    ///   - target: a new folder for a fixed copy, or `nil` to change the folders themselves.
    /// - Returns: the plans, and the findings afterward. If a fix fails, its folder is unchanged and the report contains a
    ///   fault; the other folders are fixed.
    /// - Throws: ``LintSessionError``. Folders that have been fixed stay fixed, and the fixes can be undone.
    public func fix(_ paths: [String], settings: FixSettings = FixSettings(), into target: FilePath? = nil)
        async throws(LintSessionError) -> (plans: [FixPlan], outcome: Outcome)
    {
        let before = try await run(paths)
        let plans = try await plans(for: before, settings: settings).filter { $0.changeCount > 0 }
        guard !plans.isEmpty else { return (plans, before) }
        return (plans, try await carryOut(plans, of: before, paths, into: target))
    }

    /// Returns the plans for the findings of an outcome. Files that are reached through links to folders are not changed.
    public func plans(
        for outcome: Outcome,
        settings: FixSettings = FixSettings()
    ) async throws(LintSessionError) -> [FixPlan] {
        let known = Set(baseline?.entries.map(\.fingerprint) ?? [])
        do throws(FixError) {
            var plans: [FixPlan] = []
            for (group, report) in zip(outcome.targets.groups, outcome.reports) {
                let planner = FixPlanner(linter(for: group.configuration), settings: settings) { finding in
                    known.isEmpty || !known.contains(finding.fingerprint)
                }
                let findings = report.findings.filter { !outcome.targets.isBehindLink($0) }
                plans += try await planner.plans(for: group.folders, findings: findings)
            }
            var seen: Set<FilePath> = []
            for plan in plans where plan.changeCount > 0 {
                // A second plan for a folder would ignore the changes of the first one.
                guard seen.insert(plan.folder.resolved ?? plan.folder).inserted else { throw .namedTwice(plan.folder) }
            }
            return plans
        } catch { throw LintSessionError(error) }
    }

    /// Carries out plans and judges the result. A folder whose fix fails is a fault of the outcome.
    /// - Parameter done: called with each completed plan.
    package func carryOut(
        _ plans: [FixPlan],
        of outcome: Outcome,
        _ paths: [String],
        into target: FilePath? = nil,
        done: @Sendable (FixPlan) -> Void = { _ in }
    ) async throws(LintSessionError) -> Outcome {
        guard let target else {
            var (carriedOut, failures) = ([FixPlan](), [LintTargets.Fault]())
            for plan in plans {
                do throws(FixError) {
                    try await FixRunner().fix(plan)
                    carriedOut.append(plan)
                    done(plan)
                } catch {
                    if error == .cancelled { throw .cancelled }
                    failures.append(LintTargets.Fault(path: plan.folder, error: error))
                }
            }
            let folders = outcome.targets.groups.flatMap(\.folders)
            var result = try await run(FixedInputs.names(of: paths, folders, carriedOut))
            result.targets = result.targets.with(faults: outcome.targets.faults + failures)
            return result
        }
        guard plans.count == 1, let plan = plans.first else { throw .severalFolders(plans.map(\.folder)) }
        do throws(FixError) {
            try FixRunner.checkTarget(target, besides: paths.map { FilePath($0) }.filter(\.isFolder))
            try await FixRunner().fix(plan, into: target)
        } catch { throw LintSessionError(error) }
        done(plan)
        return try await run(paths + [target.string], without: FixedCopy(plan, in: target))
    }

    private func run(_ paths: [String], without copy: FixedCopy?) async throws(LintSessionError) -> Outcome {
        try await run(try targets(paths, without: copy), trees: copy == nil ? trees(paths) : [])
    }

    package func targets(_ paths: [String], without copy: FixedCopy? = nil) throws(LintSessionError) -> LintTargets {
        var finder = ConfigurationFinder(self)
        let targets = try LintTargets(paths, in: self, copy: copy, finder: &finder)
        let descriptions = rules.map(\.description)
        if !targets.groups.isEmpty, targets.groups.allSatisfy({ $0.configuration.runsNone(of: descriptions) }) {
            throw .noRules(targets.groups.lazy.compactMap(\.configuration.file).first)
        }
        return targets
    }

    package func run(_ targets: LintTargets, trees: [FilePath]) async throws(LintSessionError) -> Outcome {
        var (reports, leftOut) = ([LintReport](), Set<RuleID>())
        for group in targets.groups {
            let linter = linter(for: group.configuration)
            leftOut.formUnion(linter.leftOut)
            let report: LintReport
            do throws(CancellationError) {
                report = try await linter.lint(group.folders, covered: group.covered)
            } catch { throw .cancelled }
            if let shortage = report.shortage { throw .shortage(shortage) }
            reports.append(report)
        }
        reports = LintReport.reportedOnce(reports)
        let whole = LintReport(merging: reports)
        var rest = baseline ?? LintBaseline(entries: [])
        reports = reports.map { report in
            let (new, unused) = rest.applied(to: report)
            rest.entries = unused
            return new
        }
        let linted = zip(targets.groups, reports).map { group, report in
            (places: LintedPlaces(group.folders, trees: trees), report: report)
        }
        let descriptions = rules.map(\.description)
        let stale = rest.entries.filter { entry in
            linted.contains { $0.places.contain(entry) && entry.mayBeStale(in: $0.report, among: descriptions) }
        }
        return Outcome(targets: targets, reports: reports, whole: whole, stale: stale, leftOut: leftOut.sorted())
    }

    package func trees(_ paths: [String]) -> [FilePath] {
        paths.map { FilePath($0) }.filter { path in
            path.isFolder && (isRecursive || AssetCatalogFolder.owner(of: path) != nil)
        }
    }

    func linter(for configuration: LintConfiguration) -> Linter {
        let isDeep = isDeep || configuration.namedDepth(among: rules.map(\.description)) >= .pixels
        let level: EvidenceLevel = isDeep ? .pixels : .headers
        var linter = Linter(rules: rules, configuration: configuration, deepest: level, day: day, memory: memory)
        linter.optional = Set(rules.lazy.filter { !$0.description.isDefault }.map(\.id))
        (linter.codecs, linter.channels) = (codecs, conditions.channels)
        return linter
    }
}

extension FailLevel { fileprivate var strictness: Int { Severity.allCases.count { isReached(by: $0) } } }

extension LintReport {
    fileprivate func refusing(_ refusals: [FixPlan.Refusal]) -> LintReport {
        let refused = Dictionary(grouping: refusals, by: \.rule)
        var report = self
        for index in report.findings.indices {
            let finding = report.findings[index]
            report.findings[index].isRefused =
                finding.isRefused
                || refused[finding.rule, default: []].contains { refusal in
                    FilePath(refusal.subject) == FilePath(finding.sequence)
                        || finding.files.contains { FilePath($0.lastComponent).description == refusal.subject }
                }
        }
        return report
    }
}

package struct ConfigurationFinder {
    typealias Found = (configuration: LintConfiguration, root: FilePath)

    private let session: LintSession
    private let current: FilePath
    private var configurations: [FilePath: Found] = [:]

    init(_ session: LintSession) {
        self.session = session
        current = .currentFolder
    }

    mutating func configuration(for folder: FilePath) throws(LintSessionError) -> Found {
        let key = session.configuration == .discovered ? folder : current
        if let known = configurations[key] { return known }
        let found: Found =
            switch session.configuration {
            case .file(let file): (try read(file), current)
            case .value(let value):
                (
                    try wrapping(value.checkingOptions(of: session.rules), in: LintSessionError.mistakes)
                        .applying(session.changes), current
                )
            case .discovered: try nearest(to: folder)
            }
        configurations[key] = found
        return found
    }

    private mutating func nearest(to folder: FilePath) throws(LintSessionError) -> Found {
        let file = folder.appending(LintConfiguration.fileName)
        if FileStatus(file) != nil { return (try read(file.relative(to: current)), folder) }
        guard folder.string != "/" else { return (LintConfiguration().applying(session.changes), current) }
        return try configuration(for: FilePath(folder.directory))
    }

    private func read(_ file: FilePath) throws(LintSessionError) -> LintConfiguration {
        try LintSessionError.reading(file) { bytes throws(ManifestError) in
            let node = try YAMLReader.nodeIfAny(of: bytes, file: file)
            return try LintConfiguration(decoding: node, file: file, rules: session.rules).applying(session.changes)
        }
    }
}
