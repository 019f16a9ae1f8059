import FlipbookCore
import FlipbookTestSupport
import Foundation
import Glibc
import Testing

/// A request to stop: 128 and the signal as the status, one sentence, an empty folder.
@Suite(.hangLimit) struct InterruptionTests {
    @Test(
        "a signal ends an export and leaves nothing",
        // Every day each signal and each kind of file.
        arguments: LongTests.cases(
            [SIGINT, SIGTERM, SIGHUP].flatMap { signal in
                ["out/a.mp4", "out/a.mkv", "out/a.####.png"].map { (signal, $0) }
            },
            every: 4
        )
    )
    func export(signal: Int32, output: String) throws {
        let bench = try Workbench(walk: 1...3)
        try FileManager.default.createDirectory(
            atPath: bench.folder.file("out").string,
            withIntermediateDirectories: true
        )
        let pipe = Pipe()
        let process = try RunningProgram(
            Program.flipbook.name,
            ["export", "walk", "-o", output, "--repeat", "20000", "--progress", "json"],
            in: bench.folder.path,
            errors: pipe.fileHandleForWriting.fileDescriptor
        )
        try pipe.fileHandleForWriting.close()
        var errors = ""
        while !errors.contains("\"encoding\"") {
            let data = pipe.fileHandleForReading.availableData
            try require(!data.isEmpty, "the export ended before it began to encode: \(errors)")
            errors += String(decoding: data, as: UTF8.self)
        }
        process.send(signal)
        errors += String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        expectEqual(process.wait(), .exit(128 + signal))
        expect(errors.hasSuffix("\nerror: Interrupted; the output was not written.\n"))
        try expectEqual(bench.names(in: "out"), [])
    }
}
