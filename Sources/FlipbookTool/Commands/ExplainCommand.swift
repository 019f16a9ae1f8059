import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookFiles
import FlipbookImaging
import FlipbookManifest

struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "explain",
        abstract: "Explains a pattern, a range of frames or a manifest.",
        usage: "flipbook explain <pattern> [<options>]",
        discussion: """
            A pattern without a range has the frames that are on the disk. The files need not exist. For a folder, \
            explain takes its one sequence; 'flipbook list' lists the sequences of a folder that has several. For a \
            timeline, explain says when each clip is seen. For a \
            manifest, it shows a moment: the views with their values then, and what is painted.

            flipbook explain 'walk.1-100x2#.png'
            flipbook explain walk/ --to ffmpeg

            Exit status: 0 understood; 1 --to cannot express it; 2 the text is wrong; 3 the folder cannot be read.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A pattern, a pattern with a range, a range (1-100x2), a folder, an animated file, or an OpenEXR file with "
                + "its layers.",
            valueName: "pattern"
        )
    )
    var pattern: String

    @Option("<tool> The tool whose grammar to read. (default: fileseq)") var dialect: Dialect?
    @Flag(help: "Print the result as one JSON document.") var json = false
    @Option("<tool> Print only the sequence as this tool writes it.") var to: SequenceWords?

    @Option(
        "<seconds> The moment of a manifest that is explained: 1.5, 250ms. (default: 0)",
        parsing: .unconditional,
        transform: RationalTime.moment(parsing:)
    )
    var at: RationalTime?

    @OptionGroup var scene: SceneOptions
    @OptionGroup var screen: ScreenOptions
    @OptionGroup var outside: OutsideOption

    func validate() throws {
        if pattern.isEmpty { throw ValidationError("\"\": this is no pattern; write one, such as walk.####.png.") }
    }

    mutating func run() async throws {
        pattern = try StandardInput.taken(into: [pattern])[0]
        if at == nil, let timeline = try TimelineExplanation(FilePath(pattern), outside.allowedFolders) {
            guard to == nil, !json else {
                let option = json ? "--json" : "--to"
                throw Failure.usage("\(option): a timeline is explained in sentences; leave it out.")
            }
            return Terminal.print(timeline.sentence)
        }
        let file = try FileExplanation(FilePath(pattern))
        if file == nil, let text = try await sceneText() { return Terminal.print(text) }
        guard at == nil else { throw Failure.usage("--at: \(FilePath(pattern)) is no manifest; leave the option out.") }
        guard scene.events == nil else {
            throw Failure.usage(
                "--events: only the scene of a manifest is explained with events, in sentences; leave the option out."
            )
        }
        if let file {
            guard to == nil else { throw Failure.incomplete("--to: \(file.path) is one file, which has no pattern.") }
            return Terminal.print(json ? try ExplainedPattern(file).jsonText : file.sentence)
        }
        let folder = try FolderPattern(pattern, idiom: screen.idiom)
        let text = folder?.pattern ?? pattern
        let start = folder.map { [$0.sentence] } ?? []
        if dialect == nil, let parts = SubframeExplanation(text) {
            guard to == nil else {
                throw Failure.incomplete(
                    "--to: \(FilePath(text)): no tool has a word for parts of frames; give it the files."
                )
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

    /// The advice in the place of a file that is no pattern, or `nil` if there is no such file, or nothing better to explain.
    private var advice: String? {
        let path = FilePath(pattern)
        guard !pattern.utf8.contains(0), let names = try? FolderListing(FilePath(path.directory)).names,
            names.contains(where: { $0.utf8.elementsEqual(path.lastComponent.utf8) })
        else { return nil }
        if ManifestFile.format(of: path) != nil {
            return "\(path): a manifest, no pattern; explain the pattern that it names, or play or lint it"
        }
        if let siblings = Resolution.siblings(of: path, names: names) {
            return "\(path): one file, no pattern; explain the sequence that it is in: "
                + siblings.pattern.quotedForShell
        }
        // What is wrong with a picture is not what was asked.
        do throws(ImageError) {
            return "\(path): one picture of \(try ImageHeader.read(contentsOf: path).size), no pattern"
        } catch {
            guard case .notAnImage = error.reason else { return nil }
            return "\(path): \(error.explanation.sentence)"
        }
    }

    /// The explanation of a manifest at the moment, or `nil` for any other input.
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

    /// The frames that are there, `nil` for a range and for a folder that is not there, and the files beside them.
    private func disk(_ reading: PatternReading) throws -> (frames: FrameList?, strays: [StrayFile]) {
        guard case .pattern(let pattern) = reading, !pattern.folder.utf8.contains(0) else { return (nil, []) }
        do {
            let names = try FolderPattern.names(in: FilePath(pattern.folder))
            let options = Resolution.Options(mismatch: .fit, idiom: screen.idiom)
            let frames = try Resolution.pattern(pattern, names: names, options: options)
            return (frames, Resolution.strays(of: pattern, names: names, options: options))
        } catch let error as FileSystemError where error.isAbsence {
            return (nil, [])
        } catch let error as ResolutionError {
            // No file of the pattern is an answer; two of one number is something to say.
            if case .noMatch = error { return (FrameList(name: pattern.description, frames: []), []) }
            throw Failure.incomplete(error.sentence)
        }
    }
}
