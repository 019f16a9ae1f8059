import FlipbookCore
import FlipbookLint

/// What the command leaves alone when it writes.
extension LintCommand {
    /// Refuses places for reports and baselines where something lies that was read, before any work is done.
    func checkPlaces(of destinations: [ReportDestination], _ targets: LintTargets, _ inputs: [String]) throws {
        let read = ReadFiles(inputs, targets, others: [options.config].compactMap { $0 })
        for case let file? in destinations.map(\.file) {
            try read.check(file, of: "--output")
            if let own = options.baseline, OverlappingInputs.resolved(FilePath(own)) == OverlappingInputs.resolved(file)
            {
                throw Failure(message: "--output \(file): this is the --baseline. Choose another name.", status: .usage)
            }
        }
        if let file = options.writeBaseline { try BaselineFile.checkPlace(FilePath(file), besides: read, destinations) }
    }

    /// The findings that a fix may follow: none behind links to folders, which lead out of what was named.
    func fixable(_ findings: [Finding], _ targets: LintTargets) -> [Finding] {
        let left = findings.filter { $0.location.map(targets.isBehindLink) ?? false }
        if left.contains(where: { FixPlan.rules.contains($0.rule) }) {
            let names = targets.links.prefix(3).map(\.description).joined(separator: ", ")
            note("what lies behind links to folders is not fixed; name the folders to fix them: \(names)")
        }
        return findings.filter { !($0.location.map(targets.isBehindLink) ?? false) }
    }
}
