import FlipbookCommandLine
import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookLint
import FlipbookMedia

package struct LintStart {
    let session: LintSession
    let targets: LintTargets
    fileprivate(set) var writer: ReportWriter

    func outcome() async throws -> LintSession.Outcome {
        let (session, targets) = (session, targets)
        let trees = session.trees(writer.arguments.inputs)
        return try await Interruption.cancelling { try await session.run(targets, trees: trees) }
    }
}

extension LintCommand {
    /// Reads names, then gives up all access that linting does not need. Call it before a second thread starts.
    /// - Returns: The state, or `nil` if the sandbox is disabled.
    package func enterSandbox() throws -> LintStart? {
        guard !printConfig, !initialize else { return nil }
        guard sandbox != false else {
            if verbose { arguments.note("sandbox: none (--no-sandbox)") }
            return nil
        }
        var start = try arguments.start(writeBaseline: writeBaseline)
        let (sources, extensions) = (start.targets.sources, ImageCodec.video.format.extensions)
        if sources.contains(where: { $0 == StandardInput.path || extensions.contains($0.string.lowercasedExtension) }) {
            ImageCodec.prepareForVideos()
        }
        try start.writer.files.moveOut()
        let held = Sandbox(reading: start.targets.folders)
        if sandbox == true, !held.gaps.isEmpty {
            let gaps = held.gaps.joined(separator: "; ")
            throw Failure.environment("--sandbox: \(gaps). Omit it to lint with a partial sandbox.")
        }
        if verbose { arguments.note("sandbox: \(held.summary)") }
        return start
    }
}

extension LintInputs {
    func start(writeBaseline: String? = nil) throws -> LintStart {
        let session = try session()
        let destinations = try destinations()
        let baseline = writeBaseline.map {
            TextFile(path: FilePath($0), option: "--write-baseline", overwrites: overwrite)
        }
        let reports = destinations.compactMap { destination in
            destination.file.map { TextFile(path: $0, option: destination.option, overwrites: overwrite) }
        }
        let files = PromisedFiles(reports + (baseline.map { [$0] } ?? []))
        let writer = ReportWriter(destinations: destinations, arguments: self, root: .currentFolder, files: files)
        let targets = try session.targets(inputs)
        try writer.checkPlaces(targets, baseline: baseline)
        try writer.files.check()
        return LintStart(session: session, targets: targets, writer: writer)
    }

    private static let otherOptions: Set = [
        "-q", "--quiet", "-v", "--verbose", "--overwrite", "--diff", "--unsafe", "--sandbox", "--no-sandbox",
        "-o", "--output", "--format", "--json", "--color", "--documentation", "--memory", "--write-baseline",
        "--fail-level", "--max-warnings",
    ]

    /// Returns the options that affect the findings, as they were typed, so that `fix` reports the same findings.
    /// - Parameter copy: The folder of a fixed copy, which a further fix changes in place.
    func decidingOptions(into copy: String?) -> [String] {
        var (words, result) = (CommandLine.arguments.dropFirst(2), [String]())
        while let word = words.popFirst(), word != "--" {
            guard word.hasPrefix("-"), word != "-" else { continue }
            let hasValue = !word.contains("=") && !inputs.contains(words.first ?? "") && words.first?.first != "-"
            let option = [word, hasValue ? words.popFirst() : nil].compactMap { $0.map(PageHead.quoted) }
            let name = word.prefix { $0 != "=" }
            if !Self.otherOptions.contains(String(name)), copy == nil || name != "--into" { result += option }
        }
        return result
    }
}

extension LintTargets {
    fileprivate var sources: [FilePath] { groups.flatMap(\.folders).flatMap(\.sources) }

    fileprivate var folders: [FilePath] {
        // Only the file itself is read, not its folder.
        sources.map { $0 == StandardInput.path ? $0 : FilePath($0.directory) }.distinct
    }
}
