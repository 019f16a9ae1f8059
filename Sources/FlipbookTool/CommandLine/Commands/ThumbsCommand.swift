package import ArgumentParser
import FlipbookCore
import FlipbookFiles
import FlipbookRender
import Glibc

/// `flipbook thumbs INPUT`.
package struct ThumbsCommand: AsyncParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        verb: "thumbs",
        abstract: "Makes the thumbnails of frames that file managers show.",
        usage: "flipbook thumbs <input> ... [--thumb-size <size>]",
        discussion: """
            Thumbnails are kept in ~/.cache/thumbnails, as the desktop's programs share them. Those of frames that have \
            not changed stay.

            flipbook thumbs shots/a
            """
    )

    @OptionGroup(title: "Sequence") package var sequence: SequenceOptions

    @Option(
        help: ArgumentHelp(
            "How large: up to 128, 256, 512 or 1024 pixels. (values: normal, large, x-large, xx-large; default: large)",
            valueName: "size"
        ),
        transform: { text in
            guard let size = ThumbnailCache.Size(rawValue: text) else {
                let names = ThumbnailCache.Size.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("'\(text.escapingControlCharacters)' is no size. Write one of \(names).")
            }
            return size
        }
    )
    var thumbSize: ThumbnailCache.Size?

    @OptionGroup(title: "Talk") var messages: OutputOptions

    package func run() async throws {
        messages.startLogging()
        guard let cache = ThumbnailCache.user else {
            throw Failure.environment("There is no folder for thumbnails. Set HOME or XDG_CACHE_HOME.")
        }
        let files = try frames()
        guard !files.isEmpty else {
            throw Failure.usage(
                "The pictures inside an animated file, a video or a sheet have no thumbnails of their own. Name "
                    + "files of one picture each."
            )
        }
        let size = thumbSize ?? .large
        let outcomes = try await Interruption.cancelling { await Self.make(files, in: cache, size) }
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
            Terminal.print(Self.summary(made: made, kept: kept))
        }
        if !faults.isEmpty { throw ExitStatus.incomplete }
    }

    /// The files of all inputs, each once.
    private func frames() throws -> [FilePath] {
        var list = Playlist(sequence, isSingle: true)
        var (files, seen, place) = ([FilePath](), Set<FilePath>(), 0)
        // A folder of several sequences becomes all of them.
        while place < list.entries.count {
            let paths = try list.input(at: place).frames.frames.compactMap(\.path)
            files += paths.filter { $0.picture == nil && seen.insert($0).inserted }
            place += 1
        }
        return files
    }

    /// Makes thumbnails, as many at a time as there are processors.
    private static func make(
        _ files: [FilePath],
        in cache: ThumbnailCache,
        _ size: ThumbnailCache.Size
    ) async -> [Result<Bool, ThumbnailCache.Failure>] {
        await withTaskGroup(of: (Int, Result<Bool, ThumbnailCache.Failure>).self) { group in
            var outcomes = files.map { _ in Result<Bool, ThumbnailCache.Failure>.success(false) }
            for (place, file) in files.enumerated() {
                if place >= ProcessorCount.usable, let (done, outcome) = await group.next() { outcomes[done] = outcome }
                if Task.isCancelled { break }
                group.addTask {
                    (
                        place,
                        Result { () throws(ThumbnailCache.Failure) in try cache.makeThumbnail(of: file, size: size) }
                    )
                }
            }
            for await (done, outcome) in group { outcomes[done] = outcome }
            return outcomes
        }
    }

    private static func summary(made: Int, kept: Int) -> String {
        let thumbnails = made.of("thumbnail")
        return "\(thumbnails) made, \(kept) up to date."
    }
}
