package import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookLint

package struct FixCommand: AsyncParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        verb: "fix",
        abstract: "Fixes problems in names and, with --unsafe, in pictures.",
        usage: "flipbook fix <input> ... [<options>]",
        discussion: """
            fix changes folders in place and keeps a journal in each, so that 'flipbook undo' can reverse the changes. \
            With --into, it writes a fixed copy instead; with --diff, it only prints the changes. Afterward, it checks \
            again and reports the remaining findings.

            flipbook fix shots/a --diff
            flipbook fix shots/a --into fixed

            Safe fixes change only names. --unsafe also renumbers frames, fills gaps with copies of the previous \
            frame, and scales, crops, pads or rewrites pictures. A frame that --unsafe created, changed or renamed \
            to fill a gap is reported as an error, fix.held-frame, until you replace it with the real one.

            Exit status: 0 no findings at the fail level remain; 1 findings remain; 2 an error in the command line \
            or a configuration; 3 an input or a folder cannot be read or written; 130 interrupted (143 by SIGTERM, \
            129 by SIGHUP).
            """
    )

    @OptionGroup package var arguments: LintInputs
    @Flag(help: "Print the changes without making them.") var diff = false
    @Option("<folder> Folder for a fixed copy; the input stays unchanged.") var into: String?
    @Flag(help: "Also apply unsafe fixes: create or renumber frames, rewrite pictures.") var unsafe = false

    @Option("<mode> How --unsafe resizes mismatched frames; with fit, small ones are padded and large ones cropped.")
    var sizing: FixSettings.Sizing = .fit

    package func validate() throws {
        if arguments.inputs.isEmpty { throw ValidationError("Missing expected argument '<input> ...'") }
        if diff, arguments.json || !arguments.format.isEmpty || arguments.output != nil {
            throw ValidationError("--diff shows changes and writes no report. Omit --format, -o and --json.")
        }
        if diff, into != nil { throw ValidationError("--diff and --into: use only one of the two.") }
        if let into, into.isEmpty || into.utf8.contains(0) {
            throw ValidationError("--into \"\(FilePath(into))\": not a valid folder name.")
        }
    }

    package func run() async throws {
        let start = try arguments.start()
        let (session, writer) = (start.session, changing(start.writer) { $0.start.title = "Flipbook fix" })
        let (inputs, target) = (arguments.inputs, into.map { FilePath($0) })
        let before = try await start.outcome()
        let all = try await plans(for: before, session)
        let (plans, refusals) = (all.filter { $0.changeCount > 0 }, all.flatMap(\.refusals))
        if diff {
            let text = plans.map(\.description).joined()
            if text.isEmpty {
                arguments.note(nothingToFix(in: before))
            } else {
                Terminal.print(String(text.dropLast()))
            }
            if before.fails { throw ExitStatus.incomplete }
            return
        }
        let refused = before.refusing(refusals)
        guard !plans.isEmpty else {
            arguments.note(nothingToFix(in: refused))
            return try await writer.finish(refused)
        }
        let arguments = arguments
        let after = try await Interruption.cancelling {
            try await session.carryOut(plans, of: before, inputs, into: target) { plan in
                Self.note(plan, into: target, arguments)
            }
        }
        let failed = after.targets.faults.map(\.path)
        try await changing(writer) { writer in
            writer.target = into
            writer.start.changes = plans.filter { !failed.contains($0.folder) }.map { plan in
                let files = plan.operations.map { ((target ?? plan.folder).appending($0.target.string), $0.words) }
                return (Self.summary(of: plan, into: target), files)
            }
        }.finish(after.refusing(refusals))
    }

    private func nothingToFix(in outcome: LintSession.Outcome) -> String {
        let count = unsafe ? 0 : outcome.report.summary.unsafelyFixable
        return (count == 0 ? "nothing to fix" : "no safe fix, but \(count) with --unsafe")
            + (into.map { "; \(FilePath($0)) was not written" } ?? "")
    }

    private func plans(for outcome: LintSession.Outcome, _ session: LintSession) async throws -> [FixPlan] {
        let targets = outcome.targets
        let settings = FixSettings(allowsUnsafe: unsafe, sizing: sizing)
        if outcome.reports.contains(where: { report in
            report.findings.contains { targets.isBehindLink($0) && settings.includes($0.fix) }
        }) {
            let names = targets.links.prefix(3).map(\.description).joined(separator: ", ")
            arguments.note("files in linked folders are not fixed; to fix them, specify the folders: \(names)")
        }
        let plans = try await Interruption.cancelling { try await session.plans(for: outcome, settings: settings) }
        for refusal in plans.flatMap(\.refusals).distinct { arguments.note(refusal.explanation.sentence) }
        return plans
    }

    private static func summary(of plan: FixPlan, into target: FilePath?) -> String {
        let count = plan.changeCount.of("change")
        return target.map { "\($0): \(count)" }
            ?? "\(plan.folder): \(count); undo with: flipbook undo \(plan.folder.string.quotedForShell)"
    }

    private static func note(_ plan: FixPlan, into target: FilePath?, _ arguments: LintInputs) {
        if !arguments.quiet { Terminal.report(String(plan.description.dropLast())) }
        arguments.note(summary(of: plan, into: target))
        guard let target else { return }
        let folders = plan.foldersLeftOut
        if !folders.isEmpty {
            let names = folders.map(\.description).listed(atMost: 3)
            arguments.note("\(target): the copy omits \(folders.count.of("folder")): \(names)")
        }
        let left = plan.undecodableNames
        if left > 0 { arguments.note("\(target): the copy omits \(left.of("file")) whose name is not UTF-8") }
    }
}
