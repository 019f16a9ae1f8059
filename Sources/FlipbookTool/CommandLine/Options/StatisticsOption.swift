import ArgumentParser
import FlipbookCore
package import FlipbookMedia

/// The option of several verbs that prints the cost of rendering.
package struct StatisticsOption: ParsableArguments {
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
