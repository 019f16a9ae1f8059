import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookTestSupport
import Foundation
import Testing

/// Exports in one process for as many seconds as `FLIPBOOK_SOAK` says. `tools/soak` sets it, and runs nothing beside it.
@Suite("Exports without end") struct SoakTests {
    static let seconds = ProcessInfo.processInfo.environment["FLIPBOOK_SOAK"].flatMap(Double.init) ?? 0

    /// How much more memory the end may have than the process had once it had settled: what an allocator keeps for
    /// itself, less than one of the 64 frames of an export at each of some hundred thousand exports.
    private static let tolerance = 8.0
    @Test(
        "memory, threads and descriptors stay as they are",
        .enabled(if: SoakTests.seconds > 0, "it takes as long as one likes: tools/soak runs it")
    )
    func flat() async throws {
        let (folder, output) = (try TemporaryDirectory(), try TemporaryDirectory())
        try TestFrames(width: 160, height: 90, hasAlpha: true).write(1...24, to: folder)
        try folder.write(Array("no picture".utf8), to: "broken/walk.0001.png")
        let targets = OutputFormat.all.map { "a\($0.isNumbered ? ".####" : "").\($0.fileExtensions[0])" }
        let start = ContinuousClock.now
        var (rounds, settled, next) = (0, nil as Usage?, 0.0)
        while true {
            for name in targets { try await export(folder.path, to: output.file(name)) }
            await #expect(throws: ExportError.self) {
                try await export(folder.path + "/broken", to: output.file("b.mkv"))
            }
            let cancelled = Task { try await export(folder.path, to: output.file("c.mkv")) }
            cancelled.cancel()
            await #expect(throws: ExportError.self) { try await cancelled.value }
            rounds += 1
            let elapsed = Double((ContinuousClock.now - start).components.seconds)
            if settled == nil, elapsed >= Self.seconds / 10, rounds >= 3 { settled = try Usage() }
            if elapsed >= next {
                print("soak: \(Int(elapsed)) s, \(rounds * (targets.count + 2)) exports, \(try Usage())")
                next = elapsed + 60
            }
            if elapsed >= Self.seconds, settled != nil { break }
        }
        let (before, after) = (try #require(settled), try Usage())
        print("soak: after \(rounds * (targets.count + 2)) exports: \(before) once settled, \(after) at the end")
        #expect(after.megabytes <= before.megabytes + Self.tolerance)
        #expect(after.descriptors <= before.descriptors)
        #expect(after.threads <= before.threads + 4)
        #expect(try output.names().allSatisfy { $0.hasPrefix("a.") })
    }

    private func export(_ folder: String, to target: FilePath) async throws {
        let format = try #require(OutputFormat(extensionOf: target))
        var settings = ExportSettings(profile: try EncodingProfile(format: format))
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
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(key + ":") })
            return try #require(Double(line.split { $0 == " " || $0 == "\t" }[1]))
        }
        megabytes = try number("VmRSS") * 1024 / 1e6
        threads = Int(try number("Threads"))
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    var description: String {
        "\((megabytes * 10).rounded() / 10) MB, \(descriptors) descriptors, \(threads) threads"
    }
}
