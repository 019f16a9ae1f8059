package import ArgumentParser
import FlipbookCore
import FlipbookFiles
import FlipbookRender
import Glibc

package struct ThumbsCommand: AsyncParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        verb: "thumbs",
        abstract: "Makes thumbnails of frames for file managers.",
        usage: "flipbook thumbs <input> ... [--thumb-size <size>]",
        discussion: """
            Thumbnails are stored in ~/.cache/thumbnails, which desktop programs share. Up-to-date thumbnails are not \
            made again.

            flipbook thumbs shots/a
            """
    )

    @OptionGroup(title: "Sequence") package var sequence: SequenceOptions

    @Option("<size> Longest side: 128, 256, 512 or 1024 pixels.") var thumbSize: ThumbnailCache.Size = .large
    @OptionGroup(title: "Talk") var messages: OutputOptions

    package func validate() throws { try sequence.requireInput() }

    package func run() async throws {
        messages.startLogging()
        guard let cache = ThumbnailCache.user
        else { throw Failure.environment("The folder for thumbnails is unknown. Set HOME or XDG_CACHE_HOME.") }
        let files = try frames()
        guard !files.isEmpty else {
            throw Failure.usage(
                "Pictures inside an animated file, an archive, a video or a sheet have no thumbnails of their own. "
                    + "Specify files that contain one picture each."
            )
        }
        let outcomes = try await Interruption.cancelling { [thumbSize] in
            try await WorkExecutor.mapInChunks(files, chunkLength: 1) { file in
                Result { () throws(ThumbnailCache.Failure) in try cache.makeThumbnail(of: file, size: thumbSize) }
            }
        }
        var (made, faults) = (0, [String]())
        for (file, outcome) in zip(files, outcomes) {
            switch outcome {
            case .success(let isNew): made += isNew ? 1 : 0
            case .failure(.image(let error)): faults.append("\(file): \(error.sentence)")
            case .failure(.unwritable(let path, let code)):
                throw Failure.environment("\(path): \(String(cString: strerror(code)))")
            }
        }
        for fault in faults { Terminal.complain(fault) }
        let kept = files.count - made - faults.count
        if messages.json {
            Terminal.print("{\"made\": \(made), \"upToDate\": \(kept), \"unreadable\": \(faults.count)}")
        } else if !messages.quiet {
            Terminal.print("\(made.of("thumbnail")) made, \(kept) up to date.")
        }
        if !faults.isEmpty { throw ExitStatus.incomplete }
    }

    private func frames() throws -> [FilePath] {
        var list = Playlist(sequence, isSingle: true)
        var (files, seen, place) = ([FilePath](), Set<FilePath>(), 0)
        while place < list.entries.count {
            let found = try list.input(at: place).frames
            messages.note(found.hints)
            files += found.frames.compactMap(\.path).filter { $0.picture == nil && seen.insert($0).inserted }
            place += 1
        }
        return files
    }
}
