import FlipbookCore

struct SuppressionLedger {
    private enum Use {
        case none
        /// The suppression matches a finding, but not all of its frames.
        case partly(Finding)
        case accepts
    }

    private let configuration: LintConfiguration
    private let day: CalendarDate?
    private var uses: [Use]
    private var wasLinted: [Bool]

    init(_ configuration: LintConfiguration, on day: CalendarDate?) {
        (self.configuration, self.day) = (configuration, day)
        uses = configuration.suppressions.map { _ in .none }
        wasLinted = configuration.suppressions.map { $0.path == nil }
    }

    mutating func note(_ place: FilePath, files: [FilePath]) {
        for (index, suppression) in configuration.suppressions.enumerated() where !wasLinted[index] {
            guard let path = suppression.path else { continue }
            wasLinted[index] = path.matches(place) || files.contains(where: path.matches)
        }
    }

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

    private func isExpired(_ suppression: Suppression) -> Bool { day.map(suppression.isExpired) ?? false }

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
        let day = suppression.expires?.description
        let message = "the suppression of \(suppression.summary) expired on \(day ?? "")."
        let verdict = Verdict(position: suppression.position, message: message, measured: .init(day))
        return configuration.finding(verdict, of: SuppressionRules.expired)
    }

    private func unused(_ suppression: Suppression, _ use: Use) -> Finding? {
        var message = "the suppression of \(suppression.summary) matches no finding."
        if case .partly(let finding) = use {
            message =
                "the suppression of \(suppression.summary) covers only part of a finding. The finding is about "
                + "\(finding.frames?.asFrames ?? "no frame in particular")."
        }
        let verdict = Verdict(position: suppression.position, message: message)
        return configuration.finding(verdict, of: SuppressionRules.unused)
    }
}
