import ArgumentParser
import FlipbookCore
import FlipbookMedia

/// What several verbs share: whether they say what rendering cost.
struct StatisticsOption: ParsableArguments {
    @Flag(help: "Print how many pictures were rendered and how many shown again, and how long that took.")
    var stats = false

    /// Says it on standard error, if that is wanted.
    /// - Parameter file: The file that the pictures are in, where several were made.
    func say(_ statistics: RenderStatistics, of file: String? = nil) {
        guard stats else { return }
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        func time(_ milliseconds: Double) -> String {
            let tenths = Int((milliseconds * 10).rounded())
            return "\(tenths / 10).\(tenths % 10) ms"
        }
        Terminal.talk(
            "stats: \(file.map { FilePath($0).description + ": " } ?? "")\(count(statistics.renders, "render", "renders")), \(count(statistics.hits, "hit", "hits")), "
                + "decoding \(time(statistics.decodeMilliseconds)), "
                + "compositing \(time(statistics.compositeMilliseconds))"
        )
    }
}
