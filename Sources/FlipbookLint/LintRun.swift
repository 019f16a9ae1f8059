package import FlipbookCore
import FlipbookImaging

/// One run of a linter: what was found so far, and what is known of the configuration's use.
struct LintRun {
    /// A rule with its options, and the severity of its findings where that is not its own.
    private struct ActiveRule {
        let rule: any LintRule
        let severity: Severity?
        /// The rule as what it judges. Asking a value for that takes microseconds, so it is asked once.
        let (sequences, folders): ((any SequenceRule)?, (any FolderRule)?)
        let (manifests, imageSets): ((any ManifestRule)?, (any ImageSetRule)?)

        init(_ rule: any LintRule, _ severity: Severity?) {
            self.rule = rule
            self.severity = severity
            sequences = rule as? any SequenceRule
            folders = sequences == nil ? rule as? any FolderRule : nil
            manifests = sequences == nil && folders == nil ? rule as? any ManifestRule : nil
            imageSets = sequences == nil && folders == nil && manifests == nil ? rule as? any ImageSetRule : nil
        }
    }

    private let linter: Linter
    private var ledger: SuppressionLedger
    private var findings: [Finding] = []
    private var subjects: [LintReport.Subject] = []
    private var suppressed: Set<Finding.Fact> = []
    private var folders: Set<FilePath> = []
    private var ran: Set<RuleID> = []
    /// The frames that a language's sequence lacks and another language has, by the sequence's name.
    private var localizedGaps: [FilePath: [FrameSet]] = [:]
    /// The rules for each set of overrides that holds somewhere.
    private var active: [[Int]: [ActiveRule]] = [:]

    /// A run in which nothing was linted yet.
    init(_ linter: Linter) {
        self.linter = linter
        ledger = SuppressionLedger(linter.configuration, on: linter.day)
    }

    /// Lets every rule that runs there judge a folder and what lies in it.
    mutating func lint(_ folder: FolderEvidence) {
        let place = folder.configuredPath ?? folder.givenPath
        if folder.extent == .folder { folders.insert(FilePath(place.components.joined(separator: "/"))) }
        for active in rules(at: place) {
            guard let rule = active.folders else { continue }
            take(rule.check(folder), of: active, at: place, in: place, else: folder.givenPath)
        }
        if folder.extent == .folder { ledger.note(place, files: []) }
        if let manifest = folder.completeManifest { lint(manifest, in: place) }
        let imageSets = folder.completeImageSets
        for set in imageSets { lint(set, of: folder, in: place) }
        let oddVariants = Set(imageSets.lazy.flatMap(AssetSizeRule.wrongVariants).map(\.frame.path))
        for gap in folder.localizedGaps { localizedGaps[FilePath(gap.sequence), default: []].append(gap.absent) }
        let before = findings.count
        defer { merge(from: before, in: folder, at: place) }
        for var subject in folder.subjects {
            subject.oddVariants = oddVariants
            subjects.append(LintReport.Subject(subject))
            let own = subject.place(in: place)
            let canonicalName = subject.canonicalName
            for active in rules(at: own) {
                guard let rule = active.sequences else { continue }
                let location = subject.frames.first?.path ?? folder.givenPath
                var found = rule.check(subject)
                if let name = canonicalName {
                    for index in found.indices { found[index].storedCanonicalSequence = name }
                }
                if let manifest = subject.manifest {
                    for index in found.indices { found[index].manifests = [manifest] }
                }
                take(found, of: active, at: own, in: place, else: location)
            }
            if !linter.configuration.suppressions.isEmpty, folder.extent != .files {
                ledger.note(own, files: subject.frames.map { $0.path.place(in: place) })
            }
        }
    }

    /// Puts findings of a folder's sequences together where their rule wants that.
    private mutating func merge(from start: Int, in folder: FolderEvidence, at place: FilePath) {
        guard findings.count > start + 1 else { return }
        let groups = Dictionary(grouping: findings[start...], by: \.rule).filter { $0.value.count > 1 }
        guard !groups.isEmpty else { return }
        for active in rules(at: place) {
            guard let rule = active.sequences, let own = groups[type(of: rule).description.id] else { continue }
            let merged = rule.merged(own, in: folder.name)
            guard merged.count < own.count else { continue }
            let id = type(of: rule).description.id
            findings = findings[..<start] + findings[start...].filter { $0.rule != id } + merged
        }
    }

    private mutating func lint(_ manifest: ManifestEvidence, in folder: FilePath) {
        let own = manifest.path.place(in: folder)
        ledger.note(own, files: [])
        for active in rules(at: own) {
            guard let rule = active.manifests else { continue }
            take(rule.check(manifest), of: active, at: own, in: folder, else: manifest.path)
        }
    }

    private mutating func lint(_ set: ImageSetEvidence, of catalog: FolderEvidence, in folder: FilePath) {
        let below = set.path.components.dropFirst(catalog.givenPath.components.count)
        let own = folder.appending(below.joined(separator: "/"))
        ledger.note(own, files: [])
        for active in rules(at: own) {
            guard let rule = active.imageSets else { continue }
            take(rule.check(set), of: active, at: own, in: own, else: set.contents)
        }
    }

    private mutating func take(
        _ found: [Finding],
        of active: ActiveRule,
        at place: FilePath,
        in folder: FilePath,
        else location: FilePath
    ) {
        for var finding in found {
            if let severity = active.severity { finding.severity = severity }
            finding.location = finding.files.first ?? location
            let files = linter.configuration.suppressions.isEmpty ? [] : finding.files.map { $0.place(in: folder) }
            if ledger.accepts(finding, at: place, files: files) {
                suppressed.insert(Finding.Fact(finding))
            } else {
                findings.append(finding)
            }
        }
    }

    private mutating func rules(at place: FilePath) -> [ActiveRule] {
        let configuration = linter.configuration
        let overrides = configuration.overrides(at: place)
        if let known = active[overrides] { return known }
        let rules = linter.rules.compactMap { rule -> ActiveRule? in
            let id = type(of: rule).description.id
            let byDefault = !linter.optional.contains(id)
            guard configuration.runs(id, with: overrides, byDefault: byDefault) else { return nil }
            ran.insert(id)
            let severity = configuration.severity(of: id, with: overrides)
            return ActiveRule(Self.rule(rule, configuration.options(of: id, with: overrides)), severity)
        }
        active[overrides] = rules
        return rules
    }

    /// The rule with its options set. Each part of a configuration was checked when it was read; options that only
    /// together do not go leave the rule as it is.
    private static func rule(_ rule: any LintRule, _ options: [String: RuleOptionValue]) -> any LintRule {
        guard !options.isEmpty else { return rule }
        let type = type(of: rule)
        do {
            return try type.init(options: RuleOptions(type.options, replacing: options))
        } catch {
            return rule
        }
    }

    /// What was found, and what the configuration did not find.
    func report(covered: [FilePath]) -> LintReport {
        let ownFindings = ledger.findings(rules: ran) { folder in
            let names = FilePath(folder.components.joined(separator: "/"))
            return folders.contains(names) || covered.contains { $0.contains(names) }
        }
        let report = LintReport(
            findings: (told + ownFindings).sorted(),
            subjects: subjects,
            // What is accepted as a part of one sequence and told as a part of another is told.
            suppressed: suppressed.isEmpty ? 0 : suppressed.subtracting(findings.lazy.map(Finding.Fact.init)).count,
            rules: ran.union(SuppressionRules.descriptions.map(\.id))
        )
        return LintReport(merging: [report])
    }

    /// The findings without gaps that a language has and another has not, which one finding about both says.
    private var told: [Finding] {
        guard !localizedGaps.isEmpty else { return findings }
        let partial = PartialLocalizationRule.description.id
        let absent = Set(findings.lazy.filter { $0.rule == partial }.compactMap(\.frames))
        return findings.filter { finding in
            guard finding.rule == GapRule.description.id, let frames = finding.frames else { return true }
            let gaps = localizedGaps[FilePath(finding.sequence)] ?? []
            return !gaps.contains { absent.contains($0) && Set($0).isSuperset(of: frames) }
        }
    }
}

extension FolderEvidence {
    /// The folder's path as it was given, as far as its files tell.
    package var givenPath: FilePath {
        if let path { return path }
        guard let file = subjects.lazy.compactMap(\.frames.first).first else { return FilePath(name) }
        return FilePath(file.path.directory)
    }
}

extension SequenceEvidence {
    /// What the sequence is called where it is found in its folder; `nil` where that is its name.
    fileprivate var canonicalName: String? {
        guard let pattern, kind == .animation else { return nil }
        let canonical = pattern.canonical
        return canonical == pattern ? nil : FilePath(canonical.description).description
    }

    /// The path of the sequence in a folder, as a configuration sees it: the pattern, or the folder for its stills.
    fileprivate func place(in folder: FilePath) -> FilePath {
        if kind == .stills { return folder }
        return FilePath(pattern?.description ?? name).place(in: folder)
    }
}

extension FilePath {
    /// The path of a file of this name in a folder.
    fileprivate func place(in folder: FilePath) -> FilePath { folder.appending(lastComponent) }
}
