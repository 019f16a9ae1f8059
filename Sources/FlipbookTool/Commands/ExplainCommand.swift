import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookFiles
import FlipbookManifest

struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "explain",
        abstract: "Explains a pattern, a range, a file or a manifest.",
        usage: "flipbook explain <pattern> [<options>]",
        discussion: """
            The files of a pattern need not exist; a pattern without a range covers the frames on disk. A folder must \
            have exactly one sequence; to list several, use 'flipbook list'. For a timeline, the output lists the \
            clips with their times; for any other manifest, it lists the views and painted items at one point in time.

            flipbook explain 'walk.1-100x2#.png'
            flipbook explain walk/ --to ffmpeg

            Exit status: 0 done; 1 --to cannot express the sequence; 2 the text is invalid; 3 the folder cannot be read.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Pattern, range (1-100x2), folder, picture, animated file or manifest.",
            valueName: "pattern"
        )
    )
    var pattern: String

    @Option("<tool> Tool whose pattern and range syntax to use. (default: Flipbook's own)") var dialect: Dialect?
    @Flag(help: "Print the result as one JSON document.") var json = false
    @Option("<tool> Print only the sequence, in this tool's syntax.") var to: SequenceWords?

    @Option(
        "<seconds> Time in a manifest's animation to explain, such as 1.5 or 250ms. (default: 0)",
        parsing: .unconditional,
        transform: RationalTime.moment(parsing:)
    )
    var at: RationalTime?

    @OptionGroup var scene: SceneOptions
    @OptionGroup var screen: ScreenOptions
    @OptionGroup var outside: OutsideOption

    func validate() throws {
        if pattern.isEmpty { throw ValidationError("The pattern is empty. Use one such as walk.####.png.") }
    }

    mutating func run() async throws {
        pattern = try StandardInput.taken(into: [pattern])[0]
        if at == nil, let timeline = try TimelineExplanation(FilePath(pattern), outside.allowedFolders) {
            guard to == nil, !json else {
                let option = json ? "--json" : "--to"
                throw Failure.usage("\(option): a timeline can only be explained as text. Omit the option.")
            }
            return Terminal.print(timeline.sentence)
        }
        let file = try FileExplanation(FilePath(pattern))
        if file == nil, let text = try await sceneText() { return Terminal.print(text) }
        guard at == nil else { throw Failure.usage("--at: \(FilePath(pattern)) is not a manifest. Omit the option.") }
        guard scene.events == nil
        else { throw Failure.usage("--events works only for a manifest that is explained as text. Omit the option.") }
        if let file {
            guard to == nil else { throw Failure.incomplete("--to: \(file.path) is a single file without a pattern.") }
            return Terminal.print(json ? try ExplainedPattern(file).jsonText : file.sentence)
        }
        let folder = try FolderPattern(pattern, idiom: screen.idiom)
        let text = folder?.pattern ?? pattern
        let start = folder.map { [$0.sentence] } ?? []
        if dialect == nil, let parts = SubframeExplanation(text) {
            guard to == nil else {
                throw Failure.incomplete("--to: \(FilePath(text)): no tool can express sub-frames. Pass the files.")
            }
            let sentences = (start + parts.sentences).joined(separator: "\n")
            return Terminal.print(json ? try parts.document.jsonText : sentences)
        }
        let dialect = folder == nil ? dialect : nil
        let reading: PatternReading
        do {
            reading = try PatternReading(text, dialect: dialect)
        } catch {
            if error is FramePatternError, let advice { throw Failure.usage(advice) }
            throw Failure.usage(error.sentence)
        }
        let (frames, strays) = try disk(reading)
        let explanation = PatternExplanation(text, reading, dialect: dialect, disk: frames, strays: strays)
        if let to {
            Terminal.print(try explanation.text(for: to))
        } else if json {
            Terminal.print(try ExplainedPattern(explanation).jsonText)
        } else {
            Terminal.print((start + explanation.sentences).joined(separator: "\n"))
        }
    }

    private var advice: String? {
        let path = FilePath(pattern)
        return ManifestFile.format(of: path) != nil && ManifestFile.absence(of: path) == nil
            ? "\(path): a manifest, not a pattern. Explain the pattern in it, or play or lint it"
            : FramePattern.advice(for: pattern).map { "\(path): \($0)" }
    }

    private func sceneText() async throws -> String? {
        guard !pattern.utf8.contains(0), to == nil, !json else { return nil }
        let path = FilePath(pattern)
        guard ManifestFile.absence(of: path) == nil, ManifestFile.format(of: path) != nil else { return nil }
        var options = try SequenceOptions.parse([pattern])
        options.scene = scene
        (options.screen, options.outside) = (screen, outside)
        let input = try SequenceInput(options)
        let settings = input.settings(repeatCount: nil, default: 1)
        let time = at ?? .zero
        let moment = try await input.cancelling { try await SceneMoment(of: input.frames, settings, at: time) }
        return SceneExplanation(name: path.description, moment: moment).text
    }

    private func disk(_ reading: PatternReading) throws -> (frames: FrameList?, strays: [StrayFile]) {
        guard case .pattern(let pattern) = reading, !pattern.folder.utf8.contains(0) else { return (nil, []) }
        do {
            let names = try FolderPattern.names(in: FilePath(pattern.folder))
            let options = Resolution.Options(mismatch: .fit, naming: .show, idiom: screen.idiom)
            let frames = try Resolution.pattern(pattern, names: names, options: options)
            return (frames, Resolution.strays(of: pattern, names: names, options: options).files)
        } catch let error as FileSystemError where error.isAbsence {
            return (nil, [])
        } catch is ResolutionError {
            // No file matches.
            return (FrameList(name: pattern.description, frames: []), [])
        }
    }
}
