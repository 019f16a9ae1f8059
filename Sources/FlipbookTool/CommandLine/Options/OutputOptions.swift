package import ArgumentParser
package import FlipbookCore
package import FlipbookMedia
import Logging
import Synchronization

package struct OutputOptions: ParsableArguments {
    package init() {}

    package enum ProgressStyle: String, ArgumentWord { case auto, plain, json, none }

    @Option("<style> Progress style; auto shows a bar on a terminal and lines elsewhere.")
    package var progress: ProgressStyle = .auto

    @Flag(help: "Print the result as one JSON document.") package var json = false
    @Flag(name: .shortAndLong, help: "Print only errors and results not written to files.") package var quiet = false
    @Flag(name: .shortAndLong, help: "Print each step.") package var verbose = false

    @Option("<level> Minimum level to log to standard error. (default: warning)") var logLevel: Logger.Level?

    @Option("<seconds> Stop after this long without progress; 0 waits forever. (default: 60)") var stallLimit: UInt16?

    /// Limits the messages of libraries that are loaded before the arguments are parsed, until ``startLogging()`` is called.
    package static func limitLibraryMessages(in arguments: [String]) {
        func mayShow(_ word: String) -> Bool {
            guard word.hasPrefix("--") else { return word.first == "-" && word.contains("v") }
            return word == "--verbose" || word.hasPrefix("--log-level")
        }
        LibraryMessages.show(arguments.contains(where: mayShow))
    }

    package func startLogging() {
        if let stallLimit { Interruption.stallLimit.store(Int(stallLimit), ordering: .relaxed) }
        let level = logLevel ?? (verbose ? .info : .warning)
        LibraryMessages.show(level <= .info)
        LoggingSystem.bootstrap { label in
            changing(StreamLogHandler.standardError(label: label)) { $0.logLevel = level }
        }
    }

    package func note(_ notes: [Explanation]) { note(notes.map(\.sentence)) }

    package func note(_ sentences: [String]) {
        guard !quiet else { return }
        for sentence in sentences { Terminal.report("note: \(sentence.closingSentence)") }
    }
}

package struct StatisticsOption: ParsableArguments {
    package init() {}

    @Flag(help: "Print the elapsed time and the numbers of rendered and reused pictures.") package var stats = false

    package func say(_ statistics: RenderStatistics) { say(of: [(nil, statistics)]) }

    /// Prints the statistics of several files. Files that share their pictures also share the measured time.
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
