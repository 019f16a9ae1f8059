import ArgumentParser
import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookManifest
import Glibc

/// `flipbook lint INPUT...`.
struct LintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Names what is wrong with sequences before anyone plays them.",
        discussion: """
            Each INPUT is a folder (every sequence in it), a pattern, a file, a manifest or an asset catalog. Reads \
            names and headers, with --deep the pixels; changes nothing unless --fix asks for it. What it says can be set in \(LintConfiguration.fileName).

            Exit status: 0 no findings from the fail level on (error by default); 1 such findings, or too many \
            warnings; 2 the command line or a configuration is wrong; 3 an input is not there or cannot be read (the \
            others are linted all the same); 130 interrupted (143 by SIGTERM, 129 by SIGHUP).
            """
    )

    @Argument(help: ArgumentHelp("Folders, patterns, files, manifests or asset catalogs.", valueName: "input"))
    var inputs: [String] = []

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Lint the folders in a folder, too, and the manifests in them; links to folders are followed, each folder "
                + "once. With --undo: undo there, too, not through links."
        )
    )
    var recursive = false

    @Option(
        help: ArgumentHelp(
            "How findings are written: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")). "
                + "Several in one run each have their own.",
            valueName: "format"
        )
    )
    var format: [ReportFormat] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file for the --format before it; - for standard output.", valueName: "file")
    )
    var output: [String] = []

    @Flag(help: "The same as --format json; with --rules, JSON, too.")
    var json = false

    @Flag(
        help: ArgumentHelp(
            "Decode every frame, too: damage inside, blank and repeated frames, unused alpha. A rule that needs it and "
                + "is selected by its id brings it about."
        )
    )
    var deep = false

    @Flag(name: .shortAndLong, help: "Print findings only, no summary and no notes.")
    var quiet = false

    @OptionGroup var policies: SequencePolicies

    @OptionGroup var device: IdiomOption

    @OptionGroup(title: "What counts") var options: LintOptions

    @OptionGroup(title: "Fixing") var fixes: FixOptions

    @Flag(help: "List the rules.")
    var rules = false

    @Option(help: ArgumentHelp("Tell what a rule finds, why it matters and what to do.", valueName: "rule"))
    var explain: String?

    @Flag(help: "Print the configuration for the inputs with everything said.")
    var printConfig = false

    @Flag(help: .hidden)
    var rulesPage = false

    func validate() throws {
        if inputs.isEmpty, !rules, explain == nil, !printConfig, !rulesPage {
            throw ValidationError("Missing expected argument '<input> ...'")
        }
        if fixes.diff, json || !format.isEmpty || !output.isEmpty {
            throw ValidationError("--diff: it shows changes and writes no report; leave out --format, -o and --json.")
        }
    }

    func run() async throws {
        if rulesPage {
            return Terminal.print(String(RulePage.all(RuleRegistry.descriptions, in: RuleRegistry.all).dropLast()))
        }
        if let explain { return try printPage(of: explain) }
        if rules {
            let list = RuleList(RuleRegistry.descriptions)
            return Terminal.print(String((json ? list.json : list.text).dropLast()))
        }
        if fixes.undo { return try FixRun(options: fixes, quiet: quiet).undo(in: inputs, recursive: recursive) }
        let destinations = try ReportDestination.all(
            words: CommandLine.arguments,
            formats: format + (json ? [.json] : []),
            outputs: output
        )
        do {
            var fixing = fixes.areActive ? FixRun(options: fixes, quiet: quiet) : nil
            try await lint(destinations, inputs, &fixing, [])
        } catch is CancellationError {
            throw ExitStatus.interrupted
        }
    }

    /// - Parameters:
    ///   - fixing: what fixes the findings; `nil` where nothing is fixed, or not any more.
    ///   - earlier: the inputs that led nowhere before a fix.
    ///   - copy: what was fixed into a new folder.
    private func lint(
        _ destinations: [ReportDestination],
        _ inputs: [String],
        _ fixing: inout FixRun?,
        _ earlier: [LintTargets.Fault],
        without copy: FixedCopy? = nil
    ) async throws {
        var finder = ConfigurationFinder(options)
        if printConfig { return try printConfiguration(&finder) }
        var baseline = try options.baseline.map { try BaselineFile.read(FilePath($0)) }
        let targets = try LintTargets(
            inputs,
            recursive: recursive,
            policies: policies,
            idiom: device.idiom,
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
                    + "is selected. Select rules, or groups of them, with --select; 'flipbook lint --rules' lists them.",
                status: .usage
            )
        }
        // Inputs that are not fixed are looked at in each pass.
        var told: Set<LintFault> = []
        let faults = (earlier + targets.faults).filter { told.insert($0.fault).inserted }

        try checkPlaces(of: destinations, targets, inputs)

        var reports: [LintReport] = []
        for group in targets.groups {
            let linter = linter(for: group.configuration)
            reports.append(
                try await Interruption.cancelling { try await linter.lint(group.folders, covered: group.covered) }
            )
        }
        reports = LintReport.toldOnce(reports)
        if !options.select.isEmpty, fixing == nil { sayUnseen(targets.groups.map(\.configuration)) }
        if let file = options.writeBaseline {
            let all = LintBaseline(LintReport(merging: reports))
            try TextFile(path: FilePath(file), option: "--write-baseline").write(all.text)
            note("\(FilePath(file)): \(all.entries.count == 1 ? "1 finding" : "\(all.entries.count) findings") written")
            if format.isEmpty, !json { return }
        }
        if let before = baseline {
            reports = reports.map { BaselineFile.leaveOut(&baseline, of: $0) }
            let trees = inputs.map { FilePath($0) }.filter { path in
                copy == nil && LintTargets.isFolder(path.string)
                    && (recursive || AssetCatalogFolder.owner(of: path) != nil)
            }
            let linted = zip(targets.groups, reports).map { group, report in
                (places: LintedPlaces(group.folders, trees: trees), report: report)
            }
            let stale = baseline?.entries.filter { entry in
                linted.contains {
                    $0.places.contain(entry) && entry.mayBeStale(in: $0.report, among: RuleRegistry.descriptions)
                }
            }
            sayStale(stale ?? [], of: before)
        }
        let configurations = targets.groups.map(\.configuration)
        if fixing != nil {
            let folders = targets.groups.flatMap(\.folders)
            let findings = fixable(reports.flatMap(\.findings), targets)
            if fixes.diff {
                let baseline = try options.baseline.map { try BaselineFile.read(FilePath($0)) }
                try await fixing?.show(folders, findings: findings) { folders, forecast in
                    let left = try await relint(folders, of: targets.groups, forecast, baseline)
                    return left.filter { !($0.location.map(targets.isBehindLink) ?? false) }
                }
                return try fail(configurations, reports)
            }
            if let rest = try await fixing?.run(on: folders, findings: findings, inputs: inputs) {
                let copy = fixing?.copy
                if !(fixing?.goesOn ?? false) { fixing = nil }
                return try await lint(destinations, rest, &fixing, faults, without: copy)
            }
        }
        var report = LintReport(merging: reports)
        report.faults = faults.map(\.fault)
        try await write(report, to: destinations, configurations, finder.currentFolder)
        for sentence in targets.notes { note(sentence) }
        for fault in faults { Terminal.complain(fault.fault.message) }
        if let status = ExitStatus(faults) { throw status }
        if options.writeBaseline == nil { try fail(configurations, reports) }
    }

    private func linter(for configuration: LintConfiguration) -> Linter {
        let isDeep = deep || configuration.namedDepth(among: RuleRegistry.descriptions) >= .pixels
        return Linter(configuration: configuration, deepest: isDeep ? .pixels : .headers, day: .today)
    }

    /// What is found in folders as they would be after a fix.
    /// - Parameter folders: those of the groups, in their order.
    private func relint(
        _ folders: [FolderEvidence],
        of groups: [LintTargets.Group],
        _ forecast: FixForecast,
        _ baseline: LintBaseline?
    ) async throws -> [Finding] {
        var (rest, findings, baseline) = (folders[...], [Finding](), baseline)
        for group in groups {
            let own = Array(rest.prefix(group.folders.count))
            rest = rest.dropFirst(own.count)
            let linter = linter(for: group.configuration)
            let report = try await Interruption.cancelling { try await forecast.lint(own, with: linter) }
            findings += BaselineFile.leaveOut(&baseline, of: report).findings
        }
        return findings
    }

    private func fail(_ configurations: [LintConfiguration], _ reports: [LintReport]) throws(ExitStatus) {
        if zip(configurations, reports).contains(where: { $0.fails($1) }) { throw .incomplete }
    }

    private func write(
        _ report: LintReport,
        to destinations: [ReportDestination],
        _ configurations: [LintConfiguration],
        _ root: FilePath
    ) async throws {
        var surroundings = ReportFormat.Surroundings()
        surroundings.ending = quiet ? .none : .summary
        surroundings.failLevel = configurations.map(\.failLevel).min { $0.strictness > $1.strictness } ?? .error
        surroundings.root = root
        surroundings.version = flipbookVersion
        surroundings.rules = RuleRegistry.descriptions
        if destinations.contains(where: { $0.format == .html }) {
            surroundings.thumbnails = try await Interruption.cancelling { try await Thumbnail.all(in: report) }
        }
        for destination in destinations {
            surroundings.coloring = destination.file == nil ? Self.coloring : .none
            let text = destination.format.reporter(in: surroundings).text(of: report)
            if let file = destination.file {
                try TextFile(path: file, option: "--output").write(text)
            } else if !text.isEmpty {
                Terminal.print(String(text.dropLast()))
            }
        }
    }

    func note(_ text: String) {
        if !quiet { Terminal.talk("note: \(text.closingSentence)") }
    }

    /// Says which rules of the groups that the command line selects do not run, since they look at pixels.
    private func sayUnseen(_ configurations: [LintConfiguration]) {
        let rules =
            configurations.lazy.filter { !deep && $0.namedDepth(among: RuleRegistry.descriptions) < .pixels }
            .map { $0.selectedRules(deeperThan: .headers, among: RuleRegistry.descriptions) }.max {
                $0.count < $1.count
            } ?? []
        guard !rules.isEmpty else { return }
        let names = rules.prefix(3).map(\.rawValue).joined(separator: ", ") + (rules.count > 3 ? ", …" : "")
        let verb = rules.count == 1 ? "1 selected rule looks" : "\(rules.count) selected rules look"
        note("\(verb) at pixels and \(rules.count == 1 ? "does" : "do") not run without --deep: \(names)")
    }

    private func sayStale(_ stale: [LintBaseline.Entry], of before: LintBaseline) {
        guard !stale.isEmpty, let file = options.baseline else { return }
        let first = stale.prefix(3).map { "\($0.rule) in \($0.sequence)\($0.frames.map { " (\($0))" } ?? "")" }
        let names = first.joined(separator: ", ").escapingControlCharacters
        note(
            "\(FilePath(file)): \(stale.count) of its \(before.entries.count) findings \(stale.count == 1 ? "is" : "are") "
                + "not found any more: \(names)\(stale.count > 3 ? ", …" : ""). Write it anew with --write-baseline."
        )
    }

    /// Colour on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
    private static var coloring: TextReporter.Coloring {
        guard isatty(STDOUT_FILENO) == 1, getenv("NO_COLOR").map({ $0.pointee == 0 }) ?? true else { return .none }
        return getenv("TERM").map { String(cString: $0) != "dumb" } ?? false ? .ansi : .none
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
