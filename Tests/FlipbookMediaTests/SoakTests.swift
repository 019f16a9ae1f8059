import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// Exports in one process for as many seconds as `FLIPBOOK_SOAK` says. `tools/soak` sets it, and runs nothing beside it.
@Suite("Exports without end") struct SoakTests {
    static let seconds = ProcessInfo.processInfo.environment["FLIPBOOK_SOAK"].flatMap(Double.init) ?? 0

    /// How many megabytes more the least of the last third may be than of the one before: what an allocator keeps for itself.
    private static let tolerance = 8.0
    @Test(
        "memory, threads and descriptors stay as they are",
        .enabled(if: SoakTests.seconds > 0, "it takes as long as one likes: tools/soak runs it")
    )
    func flat() async throws {
        let (folder, output) = (try TemporaryDirectory(), try TemporaryDirectory())
        try TestFrames(width: 160, height: 90, hasAlpha: true).write(1...24, to: folder)
        try folder.write(Array("no picture".utf8), to: "broken/walk.0001.png")
        let start = ContinuousClock.now
        var (rounds, samples) = (0, [(elapsed: Double, usage: Usage)]())
        while true {
            for format in OutputFormat.all { try await export(folder.path, as: format, named: "a", into: output) }
            await #expect(throws: ExportError.self) {
                try await export(folder.path + "/broken", as: .matroska, named: "b", into: output)
            }
            let cancelled = Task { try await export(folder.path, as: .matroska, named: "c", into: output) }
            cancelled.cancel()
            await #expect(throws: ExportError.self) { try await cancelled.value }
            rounds += 1
            let elapsed = Double((ContinuousClock.now - start).components.seconds)
            if elapsed >= (samples.last?.elapsed ?? -60) + min(60, Self.seconds / 12) {
                samples.append((elapsed, try Usage()))
                print(
                    "soak: \(Int(elapsed)) s, \(rounds * (OutputFormat.all.count + 2)) exports, \(samples[samples.count - 1].usage)"
                )
            }
            if elapsed >= Self.seconds, samples.count >= 9 { break }
        }
        // What is kept for good is in the least that the last third has, too: an allocator gives back now this and now that.
        let third = samples.count / 3
        let (before, after) = (samples.dropFirst(third).prefix(third), samples.suffix(third))
        func most(_ samples: ArraySlice<(elapsed: Double, usage: Usage)>, _ part: (Usage) -> Double) throws -> Double {
            try require(samples.map { part($0.usage) }.max())
        }
        let (once, now) = (before.map(\.usage.megabytes).min(), after.map(\.usage.megabytes).min())
        try expect(require(now) <= require(once) + Self.tolerance)
        try expect(most(after) { Double($0.descriptors) } <= most(before) { Double($0.descriptors) })
        try expect(most(after) { Double($0.threads) } <= most(before) { Double($0.threads) } + 4)
        try expect(output.names().allSatisfy { $0.hasPrefix("a.") })
    }

    private func export(
        _ folder: String,
        as format: OutputFormat,
        named name: String,
        into output: TemporaryDirectory
    ) async throws {
        // Sheets and images have the same extension.
        let target = output.file("\(name).\(format.id)\(format.isNumbered ? ".####" : "").\(format.usualExtension)")
        var settings = ExportSettings(EncodingRequest(format: format))
        settings.overwrites = true
        let frames = try SequenceLocator().locate([folder])
        _ = try await Exporter(frames: frames, settings: settings).export(to: target)
    }
}

/// What the process takes of the machine.
private struct Usage: CustomStringConvertible {
    /// Resident memory in millions of bytes.
    let megabytes: Double
    let descriptors: Int
    let threads: Int

    init() throws {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        func number(_ key: String) throws -> Double {
            let line = try require(status.split(separator: "\n").first { $0.hasPrefix(key + ":") })
            return try require(Double(line.split { $0 == " " || $0 == "\t" }[1]))
        }
        megabytes = try number("VmRSS") * 1024 / 1e6
        threads = Int(try number("Threads"))
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    var description: String {
        "\((megabytes * 10).rounded() / 10) MB, \(descriptors) descriptors, \(threads) threads"
    }
}
