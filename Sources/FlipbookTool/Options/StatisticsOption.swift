import ArgumentParser
import FlipbookCore
import FlipbookMedia

/// What several verbs share: whether they say what rendering cost.
struct StatisticsOption: ParsableArguments {
    @Flag(help: "Print how many pictures were rendered and how many shown again, and how long that took.")
    var stats = false

    /// Says it on standard error, if that is wanted.
    func say(_ statistics: RenderStatistics) { say(of: [(nil, statistics)]) }

    /// Says it of several files, each by its name. Those that share their pictures share the time.
    func say(of files: [(file: String?, statistics: RenderStatistics)]) {
        guard stats else { return }
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        func time(_ milliseconds: Double) -> String {
            let tenths = Int((milliseconds * 10).rounded())
            return "\(tenths / 10).\(tenths % 10) ms"
        }
        var owners: [Int: String] = [:]
        for (file, statistics) in files {
            let name = file.map { FilePath($0).description }
            let owner = statistics.renderer.flatMap { owners[$0] }
            let cost =
                owner.map { "decoded and composited with \($0)" }
                ?? "decoding \(time(statistics.decodeMilliseconds)), compositing \(time(statistics.compositeMilliseconds))"
            if let renderer = statistics.renderer, let name, owner == nil { owners[renderer] = name }
            Terminal.talk(
                "stats: \(name.map { $0 + ": " } ?? "")\(count(statistics.renders, "render", "renders")), "
                    + "\(count(statistics.hits, "hit", "hits")), " + cost
            )
        }
    }
}
