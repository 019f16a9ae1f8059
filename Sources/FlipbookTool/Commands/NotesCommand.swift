import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookManifest
import FlipbookMedia
import FlipbookPlay
import FlipbookPlayVerbs
import FlipbookScene

struct NotesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "notes",
        abstract: "Lists or exports the notes written in the player.",
        usage: "flipbook notes <input> ... [-o <file>] [<options>]",
        discussion: """
            In the player, N writes a note on the current frame. -o review.md writes a Markdown page, with a picture \
            of each annotated frame in a folder next to it; -o review.otio writes an OpenTimelineIO timeline with \
            markers.

            flipbook notes walk/
            flipbook notes walk/ -o review.md
            """
    )

    @OptionGroup(title: "Sequence") var sequence: SequenceOptions

    @Option("<folder> Folder with the player's notes. (default: the user's pictures folder, or the home folder)")
    var saveTo: String?

    @Option("<file> Output file: .md or .otio. (default: standard output, as text)", name: .shortAndLong)
    var output: String?

    @Flag(help: "Replace existing files.") var overwrite = false
    @OptionGroup(title: "Talk") var messages: OutputOptions

    func validate() throws { try sequence.requireInput() }

    func run() async throws {
        messages.startLogging()
        let input = try sequence.locate()
        let folder = saveTo.map { FilePath($0) } ?? PicturesFolder.path
        let found = NotesFile.find(notesOn: input.frames.name, in: folder)
        messages.note(found.unreadable.map { "Skipped unreadable notes: \($0.description)" })
        guard !found.notes.isEmpty else {
            throw Failure.incomplete(
                "\(FilePath(input.frames.name)): no notes in \(folder). Write notes with N in 'flipbook play', or "
                    + "specify their folder with --save-to."
            )
        }
        if let output {
            try await write(found.notes, of: input, to: FilePath(output))
        } else if !messages.json {
            Terminal.print(found.notes.notes.map(\.line).joined(separator: "\n"))
        }
        if messages.json { Terminal.print(try found.notes.notes.jsonText) }
    }

    private func write(_ notes: FrameNotes, of input: SequenceInput, to target: FilePath) async throws {
        let absent: [FrameNotes.Note]
        let parts = target.lastComponent.lowercased().split(separator: ".")
        switch parts.count > 1 ? parts.last : nil {
        case "md":
            let page = NotesPage(notes, on: input.frames, input.settings(repeatCount: nil, default: 1))
            absent = try await input.cancelling { [overwrite] in
                try await page.write(to: target, overwrites: overwrite)
            }
        case "otio": absent = try await writeTimeline(notes, of: input, to: target)
        default: throw Failure.usage("-o \(target): end the name with .md or .otio.")
        }
        messages.note(absent.map { "A note refers to frame \($0.frame), which the sequence does not have." })
        if !messages.json, !messages.quiet { Terminal.print("\(target): \(notes.notes.count.of("note")).") }
    }

    /// Writes a timeline with a marker for each note.
    /// - Returns: The notes on frames outside the sequence.
    private func writeTimeline(_ notes: FrameNotes, of input: SequenceInput, to target: FilePath) async throws
        -> [FrameNotes.Note]
    {
        let frames = input.frames.frames
        let rate = try await input.storedRate(beside: input.manifest) ?? input.manifest.frameRate ?? .imageViewDefault
        var markers: [Int: String] = [:]
        for position in frames.indices {
            if let note = notes[FrameNotes.number(at: position, in: frames)] { markers[position] = note.text }
        }
        let paths = try ManifestPaths(manifestFolder: target.directory, allowedFolders: ["/"])
        let text: String
        do {
            text = try TimelineWriter(
                input.frames,
                at: rate,
                title: input.manifest.title,
                missing: input.manifest.missing,
                markers: markers,
                rename: { (path) throws(ManifestFileError) in try paths.path(of: path) }
            ).json
        } catch let fault as TimelineWriter.Fault { throw Failure.usage("\(FilePath(fault.input)): \(fault.reason).") }
        try ExportError.write(text, to: target, overwrites: overwrite)
        let numbers = Set(frames.indices.map { FrameNotes.number(at: $0, in: frames) })
        return notes.notes.filter { !numbers.contains($0.frame) }
    }
}
