package import ArgumentParser
package import FlipbookCore
package import FlipbookMedia
import Logging
import Synchronization

package struct OutputOptions: ParsableArguments {
    package init() {}

    package enum ProgressStyle: String, ArgumentWord {
        case auto
        case plain
        case json
        case none
    }

    @Option("<style> How progress is shown; auto is a bar on a terminal and lines elsewhere.")
    package var progress: ProgressStyle = .auto

    @Flag(help: "Print the result as one JSON document.") package var json = false
    @Flag(name: .shortAndLong, help: "Print only errors and the result.") package var quiet = false
    @Flag(name: .shortAndLong, help: "Print the steps on the way.") package var verbose = false

    @Option("<level> The lowest level of the log on standard error. (default: warning)")
    var logLevel: Logger.Level?

    @Option(
        "<seconds> Give up after so many seconds without computing, reading or writing; 0 never gives up. Waiting for "
            + "a slow disk, or for a reader that pauses, does not count. (default: 60)"
    )
    var stallLimit: UInt16?

    package func startLogging() {
        if let stallLimit { Interruption.stallLimit.store(Int(stallLimit), ordering: .relaxed) }
        let level = logLevel ?? (verbose ? .info : .warning)
        LibraryMessages.show(level <= .info)
        LoggingSystem.bootstrap { label in
            changing(StreamLogHandler.standardError(label: label)) { $0.logLevel = level }
        }
    }

    /// Says what a user might not expect, unless they want to read nothing.
    package func note(_ notes: [Explanation]) { note(notes.map(\.sentence)) }

    package func note(_ sentences: [String]) {
        guard !quiet else { return }
        for sentence in sentences { Terminal.report("note: \(sentence.closingSentence)") }
    }
}

/// The option of several verbs that prints the cost of rendering.
package struct StatisticsOption: ParsableArguments {
    package init() {}

    @Flag(help: "Print how many pictures were rendered and how many shown again, and how long that took.")
    package var stats = false

    package func say(_ statistics: RenderStatistics) { say(of: [(nil, statistics)]) }

    /// Says it of several files, each by its name. Those that share their pictures share the time.
    package func say(of files: [(file: String?, statistics: RenderStatistics)]) {
        guard stats else { return }
        var owners: [Int: String] = [:]
        for (file, statistics) in files {
            let name = file.map { FilePath($0).description }
            let owner = statistics.renderer.flatMap { owners[$0] }
            let cost =
                owner.map { "decoded and composited with \($0)" }
                ?? "decoding \(statistics.decodeMilliseconds.fixed(1)) ms, "
                + "compositing \(statistics.compositeMilliseconds.fixed(1)) ms"
            if let renderer = statistics.renderer, let name, owner == nil { owners[renderer] = name }
            Terminal.report(
                "stats: \(name.map { $0 + ": " } ?? "")\(statistics.renders.of("render")), "
                    + "\(statistics.hits.of("hit")), " + cost
            )
        }
    }
}
