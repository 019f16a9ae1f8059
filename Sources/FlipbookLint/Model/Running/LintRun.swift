package import FlipbookCore

struct LintRun {
    private struct ActiveRule {
        let rule: RuleDescription
        let judge: Judge
        let severity: Severity?

        func findings(
            _ verdicts: [Verdict],
            on name: String,
            text: FilePath? = nil,
            positions: [ManifestKey: ManifestNode.Position] = [:]
        ) -> [Finding] {
            verdicts.map { verdict in
                var finding = Finding(verdict, of: rule, on: name, text: text, positions: positions)
                if let severity { finding.severity = severity }
                return finding
            }
        }
    }

    private let linter: Linter
    private var ledger: SuppressionLedger
    private var findings: [Finding] = []
    private var subjects: [SequenceEvidence] = []
    private var suppressed: Set<Finding.Fact> = []
    private var folders: Set<FilePath> = []
    private var ran: Set<RuleID> = []
    private var metExpectations: Set<Int> = []
    /// The frames that exist only in other languages, keyed by the name of the sequence that lacks them.
    private var localizedGaps: [FilePath: [FrameSet]] = [:]
    private var active: [[Int]: [ActiveRule]] = [:]

    init(_ linter: Linter) {
        self.linter = linter
        ledger = SuppressionLedger(linter.configuration, on: linter.day)
    }

    mutating func lint(_ folder: FolderEvidence) {
        let place = folder.configuredPath ?? folder.givenPath
        let folder = expecting(in: folder, at: place)
        if folder.extent == .folder { folders.insert(FilePath(place.components.joined(separator: "/"))) }
        for active in rules(at: place) {
            guard case .folder(let check) = active.judge else { continue }
            var found = active.findings(check(folder), on: folder.name)
            if folder.manifest != nil { found.keepNames() }
            if folder.strayNames != nil { found.keepFiles() }
            keep(found, at: place, in: place, else: folder.givenPath)
        }
        if folder.extent == .folder { ledger.note(place, files: []) }
        if let manifest = folder.manifest {
            lint(changing(manifest) { $0.frames = folder.sequences.flatMap(\.frames) }, in: place)
        }
        let before = findings.count
        defer { merge(from: before, in: folder, at: place) }
        let imageSets = folder.completeImageSets
        for set in imageSets { lint(set, of: folder, in: place) }
        let oddVariants = Set(imageSets.lazy.flatMap(\.wrongVariants).map(\.frame.path))
        for gap in folder.localizedGaps { localizedGaps[FilePath(gap.sequence), default: []].append(gap.absent) }
        let (likelyFrames, framesWithLeftovers) = (folder.likelyFrames, Set(folder.leftovers.map(\.frame)))
        for var sequence in folder.subjects {
            sequence.oddVariants = oddVariants
            sequence.addMisnamed(among: likelyFrames)
            sequence.framesWithLeftovers = framesWithLeftovers
            lint(sequence, of: folder, in: place)
        }
    }

    private mutating func expecting(in folder: FolderEvidence, at place: FilePath) -> FolderEvidence {
        let configuration = linter.configuration
        guard !configuration.expectations.isEmpty else { return folder }
        var folder = folder
        for index in folder.sequences.indices {
            guard let met = configuration.expectation(at: folder.sequences[index].place(in: place)) else { continue }
            metExpectations.insert(met)
            folder.sequences[index].expect(configuration.expectations[met].frames)
        }
        return folder
    }

    private mutating func lint(_ sequence: SequenceEvidence, of folder: FolderEvidence, in place: FilePath) {
        subjects.append(sequence)
        let own = sequence.place(in: place)
        let canonicalName = sequence.canonicalName
        for active in rules(at: own) {
            guard case .sequence(let check, _) = active.judge else { continue }
            var found = active.findings(check(sequence), on: sequence.name)
            for index in found.indices {
                found[index].storedCanonicalSequence = canonicalName
                found[index].manifests = sequence.manifest.map { [$0] } ?? []
            }
            if sequence.manifest != nil || folder.manifest != nil { found.keepNames() }
            if folder.strayNames != nil { found.keepFiles() }
            found.noteRefusals(sequence)
            keep(found, at: own, in: place, else: sequence.frames.first?.path ?? folder.givenPath)
        }
        if !linter.configuration.suppressions.isEmpty, folder.extent != .files {
            ledger.note(own, files: sequence.frames.map { $0.path.place(in: place) })
        }
    }

    private mutating func merge(from start: Int, in folder: FolderEvidence, at place: FilePath) {
        guard findings.count > start + 1 else { return }
        for active in rules(at: place) {
            guard let merging = active.judge.merging else { continue }
            let own = findings[start...].filter { $0.rule == active.rule.id }
            let alike = Dictionary(grouping: own) { merging.key($0) }.filter { $0.key != nil && $0.value.count > 1 }
            guard !alike.isEmpty else { continue }
            let merged = own.compactMap { finding -> Finding? in
                guard let key = merging.key(finding), let same = alike[key] else { return finding }
                guard same.first == finding else { return nil }
                var merged = Finding(merging.verdict(key, same), of: active.rule, on: folder.name)
                merged.severity = finding.severity
                if merged.fix.operations.isEmpty {
                    merged.fix = Fix(merged.fix.words, by: same.flatMap(\.fix.operations))
                }
                return merged
            }
            findings = findings[..<start] + findings[start...].filter { $0.rule != active.rule.id } + merged
        }
    }

    private mutating func lint(_ manifest: ManifestEvidence, in folder: FilePath) {
        let own = manifest.path.place(in: folder)
        ledger.note(own, files: [])
        let (path, positions) = (manifest.path, manifest.positions)
        for active in rules(at: own) {
            guard case .manifest(let check) = active.judge else { continue }
            let found = active.findings(check(manifest), on: path.description, text: path, positions: positions)
            keep(found, at: own, in: folder, else: manifest.path)
        }
    }

    private mutating func lint(_ set: ImageSetEvidence, of catalog: FolderEvidence, in folder: FilePath) {
        let below = set.path.components.dropFirst(catalog.givenPath.components.count)
        let own = folder.appending(below.joined(separator: "/"))
        ledger.note(own, files: [])
        for active in rules(at: own) {
            guard case .imageSet(let check, _) = active.judge else { continue }
            keep(active.findings(check(set), on: set.name, text: set.contents), at: own, in: own, else: set.contents)
        }
    }

    private mutating func keep(_ found: [Finding], at place: FilePath, in folder: FilePath, else location: FilePath) {
        for var finding in found {
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
            let byDefault = !linter.optional.contains(rule.id)
            guard configuration.runs(rule.id, with: overrides, byDefault: byDefault) else { return nil }
            ran.insert(rule.id)
            let severity = configuration.severity(of: rule.id, with: overrides)
            let judge = rule.judge(configuration.options(of: rule.id, with: overrides))
            return ActiveRule(rule: rule.description, judge: judge, severity: severity)
        }
        active[overrides] = rules
        return rules
    }

    func report(covered: [FilePath]) -> LintReport {
        let isCovered = { (folder: FilePath) in
            let names = FilePath(folder.components.joined(separator: "/"))
            return folders.contains(names) || covered.contains { $0.contains(names) }
        }
        let ownFindings =
            ledger.findings(rules: ran, isCovered: isCovered)
            + ExpectationRules.findings(linter.configuration, met: metExpectations, isCovered: isCovered)
        let report = LintReport(
            findings: (reported + ownFindings).sorted(),
            subjects: subjects,
            // If a finding is accepted in one sequence and reported in another, it is counted as reported.
            suppressed: suppressed.isEmpty ? 0 : suppressed.subtracting(findings.lazy.map(Finding.Fact.init)).count,
            rules: ran.union(SuppressionRules.descriptions.map(\.id)).union([ExpectationRules.unmet.id])
        )
        return LintReport(merging: [report])
    }

    private var reported: [Finding] {
        guard !localizedGaps.isEmpty else { return findings }
        let absent = Set(findings.lazy.filter { $0.rule == .partialLocalization }.compactMap(\.frames))
        return findings.filter { finding in
            guard finding.rule == .gap, let frames = finding.frames else { return true }
            let gaps = localizedGaps[FilePath(finding.sequence)] ?? []
            return !gaps.contains { absent.contains($0) && Set($0).isSuperset(of: frames) }
        }
    }
}

extension FolderEvidence {
    package var givenPath: FilePath {
        if let path { return path }
        guard let file = subjects.lazy.compactMap(\.frames.first).first else { return FilePath(name) }
        return FilePath(file.path.directory)
    }
}

extension SequenceEvidence {
    /// The name under which a search of the folder finds the sequence, or `nil` if this is also the given name.
    fileprivate var canonicalName: String? {
        guard let pattern, kind == .animation else { return nil }
        let canonical = pattern.canonical
        return canonical == pattern ? nil : FilePath(canonical.description).description
    }

    fileprivate func place(in folder: FilePath) -> FilePath {
        if kind == .stills { return folder }
        return FilePath(pattern?.description ?? name).place(in: folder)
    }
}

extension FilePath { fileprivate func place(in folder: FilePath) -> FilePath { folder.appending(lastComponent) } }

extension [Finding] {
    fileprivate mutating func keepNames() { for index in indices { self[index].fix = self[index].fix.keepingNames } }

    /// Removes all changes from the fixes, since files in an archive are read-only.
    fileprivate mutating func keepFiles() { for index in indices { self[index].fix = Fix(self[index].fix.words) } }

    fileprivate mutating func noteRefusals(_ sequence: SequenceEvidence) {
        for index in indices {
            let files = self[index].fix.operations.compactMap(\.redrawnFiles)
            guard !files.isEmpty, files.count == self[index].fix.operations.count else { continue }
            let meant = Set(files.joined())
            self[index].isRefused = sequence.frames.allSatisfy { frame in
                !meant.contains(frame.path) || frame.redrawingObstacle != nil
            }
        }
    }
}
