import ArgumentParser
import FlipbookMedia

/// What several verbs share: whether they say what rendering cost.
struct StatisticsOption: ParsableArguments {
    @Flag(help: "Print how many pictures were rendered and how many shown again, and how long that took.")
    var stats = false

    /// Says it on standard error, if that is wanted.
    func say(_ statistics: RenderStatistics) {
        guard stats else { return }
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        func time(_ milliseconds: Double) -> String {
            let tenths = Int((milliseconds * 10).rounded())
            return "\(tenths / 10).\(tenths % 10) ms"
        }
        Terminal.talk(
            "stats: \(count(statistics.renders, "render", "renders")), \(count(statistics.hits, "hit", "hits")), "
                + "decoding \(time(statistics.decodeMilliseconds)), "
                + "compositing \(time(statistics.compositeMilliseconds))"
        )
    }
}
