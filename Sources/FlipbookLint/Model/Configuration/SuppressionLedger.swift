import FlipbookCore

/// Which suppressions accept which findings, and what is left to say about them afterwards.
struct SuppressionLedger {
    /// What a suppression has done.
    private enum Use {
        case none
        /// It is about a finding, but not about all of its frames.
        case partly(Finding)
        case accepts
    }

    private let configuration: LintConfiguration
    private let day: CalendarDate?
    private var uses: [Use]
    private var wasLinted: [Bool]

    /// A ledger in which nothing is written yet.
    /// - Parameter day: today, or `nil` if no suppression expires.
    init(_ configuration: LintConfiguration, on day: CalendarDate?) {
        self.configuration = configuration
        self.day = day
        uses = configuration.suppressions.map { _ in .none }
        wasLinted = configuration.suppressions.map { $0.path == nil }
    }

    /// Notes that something at this place was linted by rules of which some are among a suppression's.
    mutating func note(_ place: FilePath, files: [FilePath]) {
        for (index, suppression) in configuration.suppressions.enumerated() where !wasLinted[index] {
            guard let path = suppression.path else { continue }
            wasLinted[index] = path.matches(place) || files.contains(where: path.matches)
        }
    }

    /// Returns `true` if a suppression accepts the finding.
    /// - Parameters:
    ///   - place: the path of the sequence or folder that it is about, as the configuration sees it.
    ///   - files: the paths of its files, as the configuration sees them.
    mutating func accepts(_ finding: Finding, at place: FilePath, files: [FilePath]) -> Bool {
        var isAccepted = false
        for (index, suppression) in configuration.suppressions.enumerated()
        where suppression.rules.matches(finding.rule) && suppression.applies(to: place, files: files) {
            if suppression.covers(finding.frames) {
                uses[index] = .accepts
                if !isExpired(suppression) { isAccepted = true }
            } else if case .none = uses[index] {
                uses[index] = .partly(finding)
            }
        }
        return isAccepted
    }

    private func isExpired(_ suppression: Suppression) -> Bool {
        day.map(suppression.isExpired) ?? false
    }

    /// What is to say about the suppressions, at the end.
    /// - Parameters:
    ///   - rules: the rules that ran somewhere.
    ///   - isCovered: whether all that lies in a folder was linted, as the configuration sees its path.
    func findings(rules: Set<RuleID>, isCovered: (FilePath) -> Bool) -> [Finding] {
        configuration.suppressions.indices.compactMap { index in
            let suppression = configuration.suppressions[index]
            if isExpired(suppression) { return expired(suppression) }
            if case .accepts = uses[index] { return nil }
            guard rules.contains(where: suppression.rules.matches) else { return nil }
            let folder = suppression.path?.folder ?? FilePath("")
            guard isCovered(folder) || suppression.path?.isSpecific ?? false && wasLinted[index] else { return nil }
            return unused(suppression, uses[index])
        }
    }

    private func expired(_ suppression: Suppression) -> Finding? {
        finding(
            of: SuppressionRules.expired,
            suppression,
            message: "the suppression of \(suppression.summary) expired on \(suppression.expires?.description ?? "").",
            measured: suppression.expires?.description
        )
    }

    private func unused(_ suppression: Suppression, _ use: Use) -> Finding? {
        var message = "the suppression of \(suppression.summary) matches no finding."
        var fix: Explanation = "Remove it, or correct its rule, path or frames."
        if case .partly(let finding) = use {
            message =
                "the suppression of \(suppression.summary) does not cover all of a finding, which is about "
                + "\(finding.frames?.asFrames ?? "no frame in particular")."
            fix = "Name all of its frames, or remove the suppression."
        }
        return finding(of: SuppressionRules.unused, suppression, message: message, fix: fix)
    }

    private func finding(
        of rule: RuleDescription,
        _ suppression: Suppression,
        message: String,
        fix: Explanation? = nil,
        measured: String? = nil
    ) -> Finding? {
        guard configuration.runs(rule.id) else { return nil }
        let verdict = Verdict(
            position: suppression.position,
            severity: configuration.severity(of: rule.id),
            message: message,
            fix: fix,
            measured: measured
        )
        return configuration.finding(verdict, of: rule)
    }
}
