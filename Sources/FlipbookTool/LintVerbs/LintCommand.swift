package import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookLint
import Glibc

package struct LintCommand: AsyncParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        verb: "lint",
        abstract: "Checks sequences for problems.",
        usage: "flipbook lint <input> ... [<options>]",
        discussion: """
            An input is a folder (every sequence in it), a pattern, a file, a manifest or an asset catalog. lint reads \
            names and headers; only --deep, which decodes every frame, finds damage in the pixels. lint changes \
            no files; to fix problems, use 'flipbook fix'. \(LintConfiguration.fileName) selects rules and sets their severities, and \
            --select replaces its selection. 'flipbook rule' lists and explains the rules. -r follows links and checks \
            each folder once.

            flipbook lint shots/a
            flipbook lint -r shots --format text --format sarif=lint.sarif
            flipbook lint --deep --format html=report.html shots/a

            Exit status: 0 no findings at the fail level or above; 1 such findings, or too many warnings; 2 an error \
            in the command line or a configuration; 3 an input does not exist or cannot be read (the others are \
            checked); 130 interrupted (143 by SIGTERM, 129 by SIGHUP).
            """
    )

    @OptionGroup package var arguments: LintInputs
    @Option("<file> Write the findings to a baseline file and exit with status 0.") var writeBaseline: String?
    @Flag(help: "Print the complete configuration and exit.") var printConfig = false
    @Flag(name: .shortAndLong, help: "Also print the sandbox's restrictions.") var verbose = false

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Drop all unneeded privileges before opening pictures. (default: as far as the kernel supports it)"
        )
    )
    var sandbox: Bool?

    @Flag(name: .customLong("init"), help: "Write a commented \(LintConfiguration.fileName) here and exit.")
    var initialize = false

    package func validate() throws {
        if arguments.inputs.isEmpty, !printConfig, !initialize {
            throw ValidationError("Missing expected argument '<input> ...'")
        }
        if let writeBaseline, writeBaseline.isEmpty || writeBaseline.utf8.contains(0) {
            throw ValidationError("\"\(FilePath(writeBaseline))\": not a valid file name.")
        }
    }

    package func run() async throws { try await run(from: nil) }

    /// Lints the inputs, using the state from before the sandbox if there is one.
    package func run(from start: LintStart?) async throws {
        if initialize { return try writeConfiguration() }
        if printConfig {
            let session = try arguments.session()
            let inputs = arguments.inputs.isEmpty ? ["."] : arguments.inputs
            let texts = try session.targets(inputs).groups.map { $0.configuration.text(of: RuleRegistry.descriptions) }
            return Terminal.print(String(texts.joined(separator: "---\n").dropLast()))
        }
        let start = try start ?? arguments.start(writeBaseline: writeBaseline)
        let outcome = try await start.outcome()
        if !arguments.options.select.isEmpty || !arguments.options.ruleSet.isEmpty {
            sayUnseen(outcome.leftOut)
        }
        if let writeBaseline {
            let all = LintBaseline(outcome.whole)
            let file = FilePath(writeBaseline)
            try start.writer.files.write(all.text, to: file)
            arguments.note("\(file): \(all.entries.count.of("finding")); written")
            let left = outcome.whole.findings.count - all.entries.count
            if left > 0 {
                let findings = left == 1 ? "1 finding is" : "\(left) findings are"
                let way = "need a suppression with a reason, in \(LintConfiguration.fileName)"
                arguments.note("\(findings) not in the baseline: frames created by a fix \(way)")
            }
            if arguments.format.isEmpty, !arguments.json { return }
        }
        sayStale(outcome.stale, of: start.session.baseline)
        do {
            try await start.writer.finish(outcome)
        } catch ExitStatus.incomplete where writeBaseline != nil {
            // The new baseline accepts the findings.
        }
    }

    private func writeConfiguration() throws {
        let name = LintConfiguration.fileName
        if !arguments.inputs.isEmpty {
            throw Failure.usage("--init writes \(name) to the current folder. Run it there, without an input.")
        }
        let file = FilePath(name)
        if access(name, F_OK) == 0 { throw Failure.usage("\(name): already exists. Edit it, or remove it first.") }
        let text = try LintSession.configurationTemplate(for: FilePath("."), commands: .flipbook)
        try TextFile(path: file, option: "--init", overwrites: false).write(text)
        arguments.note("\(name) written; 'flipbook lint .' uses it")
    }

    /// Reports the rules that did not run although a selected group contains them or a selected set adds them.
    private func sayUnseen(_ leftOut: [RuleID]) {
        let chosen = (arguments.options.select + arguments.options.ruleSet).flatMap { $0.split { ", ".contains($0) } }
        let added = RuleSet.all.filter { chosen.contains($0.name[...]) }.flatMap(\.added)
        let rules = leftOut.filter { chosen.contains($0.group[...]) || added.contains($0) }
        guard !rules.isEmpty else { return }
        let names = rules.map(\.rawValue).listed(atMost: 3)
        let verb = rules.count == 1 ? "1 selected rule inspects" : "\(rules.count) selected rules inspect"
        arguments.note("\(verb) pixels and \(rules.count == 1 ? "does" : "do") not run without --deep: \(names)")
    }

    private func sayStale(_ stale: [LintBaseline.Entry], of before: LintBaseline?) {
        guard !stale.isEmpty, let before, let file = arguments.options.baseline else { return }
        let places = stale.map { "\($0.rule) in \($0.sequence)\($0.frames.map { " (\($0))" } ?? "")" }
        let names = places.listed(atMost: 3).escapingControlCharacters
        let count = "\(stale.count) of its \(before.entries.count) findings \(stale.count == 1 ? "is" : "are")"
        let way = "Rewrite it with --write-baseline and --overwrite."
        arguments.note("\(FilePath(file)): \(count) no longer present: \(names). \(way)")
    }
}
