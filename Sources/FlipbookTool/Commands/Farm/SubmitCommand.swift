import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookFiles
import FoundationEssentials

struct SubmitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "submit",
        abstract: "Exports a plan on this machine or on a render farm.",
        usage: "flipbook submit <plan.json> [--engine <name>] [--print] [<options>]",
        discussion: """
            With --engine local, the command starts processes on this machine and waits for them. With slurm, it \
            submits an array job and a job that joins the segments. With openjd, it runs a job template, which AWS \
            Deadline Cloud also accepts. Complete segments are not exported again. They stay in a hidden folder beside \
            the output, such as .walk.mp4.flipbook, which can be deleted.

            flipbook submit plan.json
            flipbook submit plan.json --engine slurm --print
            flipbook submit plan.json --engine slurm --engine-argument=--partition=farm
            flipbook submit plan.json --engine openjd --print > template.json
            """
    )

    enum Engine: String, ArgumentWord { case local, slurm, openjd }

    @OptionGroup var plan: PlanOptions
    @Option("<engine> System that exports the segments.") var engine: Engine = .local

    @Option(
        "<number> Number of segments to export at the same time. (default for local: processors divided by the "
            + "plan's threads)"
    )
    var jobs: Int?

    @Option("<argument> Argument to pass to 'sbatch' or 'openjd run'. Repeatable.", parsing: .unconditionalSingleValue)
    var engineArgument: [String] = []

    @Flag(help: "Print the scripts or the template without submitting them.") var print = false
    @Flag(help: "Replace an existing file.") var overwrite = false
    @OptionGroup var receipt: ReceiptOption
    @OptionGroup(title: "Talk") var messages: OutputOptions

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs: \(jobs) is below 1.") }
        if engine == .local, !engineArgument.isEmpty {
            throw ValidationError(
                "--engine-argument: the local engine accepts no arguments. Choose a different engine with --engine, or "
                    + "omit the option."
            )
        }
    }

    func run() async throws {
        messages.startLogging()
        let export = try plan.read()
        if !print { try export.checkTarget(overwrites: overwrite) }
        let work = SegmentWork(plan: plan, overwrite: overwrite, receipt: receipt.receipt, export: export)
        switch engine {
        case .local: try await submitLocally(work)
        case .slurm: try submitToSlurm(SlurmJob(work, jobs: jobs))
        case .openjd: try submitToOpenJD(OpenJDTemplate(work: work))
        }
    }

    private func submitLocally(_ work: SegmentWork) async throws {
        if print {
            let lines = work.export.missing.map { work.segment(String($0)).shellWords }
            Terminal.print((lines + [work.join.shellWords]).joined(separator: "\n"))
            return
        }
        try receipt.check(overwrites: overwrite)
        let display = ProgressDisplay(messages)
        let pool = ProcessPool(
            limit: jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount / work.export.plan.threads)
        )
        let report: ExportReport
        do {
            defer { display.finish() }
            try await Interruption.cancelling(mayRest: { true }) { try await pool.run(work) { display.show($0) } }
            report = try await Interruption.cancelling { [overwrite] in
                try await work.export.join(overwrites: overwrite) { display.show($0) }
            }
        } catch ExportError.cancelled {
            SegmentOptions.noteKept(messages)
            throw ExportError.cancelled
        }
        try receipt.write(report, of: work.export.plan, messages)
    }

    private struct SlurmResult: Encodable {
        let segments: [String]
        let join: String
    }

    private func submitToSlurm(_ job: SlurmJob) throws {
        if print { return Terminal.print(job.description) }
        try job.work.export.prepareWorkFolder()
        var numbers: [String] = []
        for script in job.arrays { numbers.append(try sbatch(script, [])) }
        let dependency = numbers.isEmpty ? [] : ["--dependency=afterany:" + numbers.joined(separator: ":")]
        let join = try sbatch(job.join, dependency)
        Terminal.print(
            messages.json
                ? try SlurmResult(segments: numbers, join: join).jsonLine
                : (numbers.isEmpty
                    ? "All segments are complete."
                    : "Submitted \(job.count.of("segment")) as job \(numbers.joined(separator: ", ")).")
                    + " Job \(join) joins them."
        )
    }

    private func sbatch(_ script: String, _ arguments: [String]) throws -> String {
        let outcome = try EngineProgram("sbatch", package: "slurm-client").run(
            ["--parsable"] + arguments + engineArgument,
            input: script
        )
        guard outcome.status == 0
        else { throw Failure.environment("sbatch refused the job (status \(outcome.status)).") }
        guard let number = outcome.output.split(whereSeparator: { $0 == ";" || $0 == "\n" }).first
        else { throw Failure.environment("sbatch printed no job number, so the join cannot wait for the job.") }
        return String(number)
    }

    private func submitToOpenJD(_ template: OpenJDTemplate) throws {
        if print { return Terminal.print(template.text) }
        try template.work.export.prepareWorkFolder()
        let path = template.work.export.plan.workFolder.string + "/template.json"
        try TextFile(path: FilePath(path), option: "--work", overwrites: true).write(template.text + "\n")
        let outcome = try EngineProgram("openjd", package: nil).run(
            ["run", path, "--run-dependencies"] + engineArgument,
            input: nil
        )
        guard outcome.status == 0 else { throw Failure.incomplete("openjd ended with status \(outcome.status).") }
        Terminal.print("\(template.work.export.plan.target): the job is complete.")
    }
}

struct SegmentWork: Sendable {
    let export: SegmentedExport
    let program, plan: String
    private let joining: [String]

    init(plan: PlanOptions, overwrite: Bool, receipt: String?, export: SegmentedExport) {
        self.export = export
        joining =
            (overwrite ? ["--overwrite"] : []) + (receipt.map { ["--receipt", FilePath($0).absolute.string] } ?? [])
        self.plan = FilePath(plan.plan).absolute.string
        program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    }

    var folder: String { export.plan.workFolder.string }

    func segment(_ index: String) -> [String] {
        [program, "segment", plan, "--work", folder, "--progress", "none", "--index", index]
    }

    var join: [String] { [program, "join", plan, "--work", folder, "--progress", "none"] + joining }
}

extension [String] { var shellWords: String { map(\.quotedForShell).joined(separator: " ") } }
