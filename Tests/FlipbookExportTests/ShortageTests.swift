import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Glibc
import Testing

/// Limits below what a process lives on, and libraries that stand still.
@Suite(.enabled(if: Sanitizer.isAbsent, Sanitizer.presence), .hangLimit) struct ShortageTests {
    /// Runs the command under a limit of the shell's.
    private func run(
        _ limit: String,
        _ command: String,
        in bench: Workbench,
        environment: [String: String] = [:]
    ) throws -> Program.Outcome {
        try Program("bash").run(
            ["-c", "ulimit \(limit); exec \"$0\" \(command)", Program.flipbook.name],
            in: bench.folder.path,
            environment: environment
        )
    }

    @Test(
        "too few files are the machine's limit, not a frame's fault",
        arguments: LongTests.cases([4, 8, 10, 11, 12, 14, 16, 18, 19, 20], every: 3),
        [
            "export walk -o a.mp4", "export walk -o a.mp4 --resume", "play walk --repeat 1 --sink fakesink",
            "lint walk",
            "lint walk --format html=page.html",
        ]
    )
    func files(limit: Int, command: String) throws {
        let bench = try Workbench(walk: 1...3)
        let outcome = try run("-n \(limit)", command, in: bench)
        let words = "error: The process cannot open enough files (at most \(limit))"
        // A linter reads one file after the other where the machine is busy, and may come through.
        if limit < 8 || limit == 8 && !command.hasPrefix("lint") {
            expectEqual(outcome.status, 3)
        } else {
            expect(outcome.status == 3 || outcome.status == 0)
        }
        expectEqual(outcome.errors.contains(words), (outcome.status == 3), "\(outcome.errors)")
        expect(!outcome.errors.contains("walk.0001.png"))
        expect(!outcome.text.contains("walk.0001.png"))
    }

    @Test("a report that may not grow so large is told as what it is")
    func reportSize() throws {
        let bench = try Workbench(walk: 1...3)
        let outcome = try run("-f 1", "lint walk --format html -o page.html", in: bench)
        expect(outcome.errors.hasPrefix("error: page.html: "), "\(outcome.errors)")
        expect(outcome.errors.contains("the file exceeds the process's size limit"), "\(outcome.errors)")
        expectEqual(outcome.status, 3)
        try expectEqual(bench.names(), ["walk"])
    }

    @Test(
        "an export that gets too little memory says so with status 3, and leaves nothing",
        arguments: LongTests.cases(Array(stride(from: 150_000, through: 600_000, by: 50_000)), every: 4),
        ["a.mp4 --preset veryfast", "a.@.tiff"]
    )
    func memory(kilobytes: Int, output: String) throws {
        let bench = try Workbench(frames: TestFrames(width: 1280, height: 720))
        try bench.add(1...4, to: "walk")
        let outcome = try run("-v \(kilobytes)", "export walk -o \(output) --stall-limit 20", in: bench)
        let hasFile = try bench.names().contains { $0.hasPrefix("a.") }
        switch outcome.status {
        case 0: expect(hasFile)
        case 3:
            expect(!hasFile)
            expectEqual(outcome.errorLines.last?.contains("memory"), true, "\(outcome.errors)")
        default: Issue.record("\(outcome.status): \(outcome.errors)")
        }
        expect(kilobytes < 550_000 || outcome.status == 0, "\(outcome.errors)")
    }

    @Test(
        "a playback that gets too little memory says so with status 3",
        arguments: LongTests.cases(Array(stride(from: 80_000, through: 260_000, by: 10_000)), every: 6)
    )
    func playing(kilobytes: Int) throws {
        let bench = try Workbench(walk: 1...3)
        let outcome = try run("-v \(kilobytes)", "play walk --repeat 1 --sink fakesink", in: bench)
        // Below some 100 MB the program itself is not loaded, which the system says.
        let isLoaded = !outcome.errors.contains("error while loading shared libraries")
        expect(!isLoaded || [0, 3].contains(outcome.status), "\(outcome.status): \(outcome.errors)")
        expect(outcome.status != 3 || outcome.errors.contains("memory"), "\(outcome.errors)")
        expect(isLoaded || kilobytes < 200_000)
    }

    @Test("a playback that has no room to start says how much is needed and left, and starts when it gets that")
    func playingNeed() throws {
        let bench = try Workbench(walk: 1...3)
        let command = "play walk --repeat 1 --sink fakesink"
        var (kilobytes, refusals) = (100_000, 0)
        // glibc maps 64 MB of addresses for the allocations of a thread, sooner in one run than in another.
        while kilobytes < 600_000 {
            let outcome = try run("-v \(kilobytes)", command, in: bench)
            if let amounts = outcome.errors.firstMatch(of: /about ([0-9]+) MB is needed, ([0-9]+) MB is left/)?.output {
                let missing = try require(Int(amounts.1)) - require(Int(amounts.2))
                expect(missing >= 0)
                refusals += 1
                // What is told is in whole megabytes.
                kilobytes += (missing + 2) * 1000
            } else if outcome.status == 0, refusals > 0 {
                return
            } else {
                kilobytes += 10_000
            }
        }
        Issue.record("refused \(refusals) times")
    }

    @Test(
        "a film or a picture whose library gets too little memory is not called damaged, nor the library missing",
        arguments: LongTests.cases(Array(stride(from: 100_000, through: 400_000, by: 20_000)), every: 6),
        ["walk.mp4", "walk.svg"]
    )
    func libraries(kilobytes: Int, input: String) throws {
        let bench = try Workbench(walk: 1...3)
        if input == "walk.svg" {
            let picture =
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"32\" height=\"9\"><text y=\"8\">a</text></svg>"
            try bench.folder.write(Array(picture.utf8), to: input)
        } else {
            try expectEqual(bench.flipbook("export", "walk", "-o", input).status, 0)
        }
        for command in ["render \(input) -o a.png", "lint --deep \(input)"] {
            let outcome = try run("-v \(kilobytes)", command, in: bench)
            let words = outcome.text + outcome.errors
            expect([0, 3].contains(outcome.status), "\(command): \(outcome.status) \(words)")
            expect(outcome.status == 0 || words.contains("memory"), "\(words)")
            expect(!words.contains("needs the library") && !words.contains("cannot be decoded"), "\(words)")
        }
    }

    @Test("help and the version want fewer files than a command")
    func words() throws {
        let bench = try Workbench()
        for command in ["--help", "--version", "export --help", "help lint"] {
            let outcome = try run("-n 14", command, in: bench)
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            expectEqual(outcome.text, (try bench.flipbook(command.split(separator: " ").map(String.init)).text))
            try expectEqual(run("-n 4", command, in: bench).status, 3)
        }
        // Here it is an input's name.
        try expect(run("-n 14", "lint -- -h", in: bench).errors.contains("cannot open enough files (at most 14)"))
    }

    @Test("a HEIC for which there is too little memory is not called damaged")
    func heic() throws {
        let bench = try Workbench()
        let path = bench.folder.file("a.heic").string
        let made = try Program("convert").run(["-size", "3000x2000", "gradient:red-blue", path])
        try require(made.status == 0, "\(made.errors)")
        for kilobytes in LongTests.cases(Array(stride(from: 90_000, through: 230_000, by: 4_000)), every: 6) {
            let outcome = try run("-v \(kilobytes)", "render a.heic -o a.png --overwrite", in: bench)
            // The loader, and libnuma, which libheif's encoder brings, end the process by themselves.
            let endings = ["error while loading shared libraries", "Out of memory allocating bitmask"]
            if endings.contains(where: outcome.errors.contains) { continue }
            expect([0, 3].contains(outcome.status), "\(kilobytes): \(outcome.status) \(outcome.errors)")
            expect(outcome.status == 0 || outcome.errors.contains("memory"), "\(outcome.errors)")
        }
    }

    @Test(
        "a damaged HEIC is called damaged where there is too little memory for a whole one, too, whatever finds the damage",
        arguments: [false, true]
    )
    func damagedHEIC(byDecoder: Bool) throws {
        let bench = try Workbench()
        let path = bench.folder.file("a.heic").string
        let made = try Program("convert").run(["-size", "64x64", "gradient:red-blue", path])
        try require(made.status == 0, "\(made.errors)")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // It states a picture of 16,384 by 16,384 pixels, and lacks what the decoder is set by, or ends too early for it.
        let size = try require(bytes.range(of: Data("ispe".utf8))).upperBound + 4
        bytes.replaceSubrange(size..<size + 8, with: [0, 0, 0x40, 0, 0, 0, 0x40, 0])
        if byDecoder {
            let length = try require(bytes.range(of: Data("mdat".utf8), options: .backwards)).upperBound
            bytes.replaceSubrange(length..<length + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
        } else {
            let settings = try require(bytes.range(of: Data("hvcC".utf8)))
            bytes.replaceSubrange(settings, with: Data("xxxx".utf8))
        }
        try bytes.write(to: URL(fileURLWithPath: path))
        let outcome = try run("-v 1500000", "render a.heic -o a.png", in: bench)
        expectEqual(outcome.status, 1)
        expect(outcome.errors.hasPrefix("error: a.heic: cannot be decoded: "), "\(outcome.errors)")
    }

    @Test(
        "a playback that may keep more than its control group has plays to its end",
        .enabled(if: LongTests.areWanted, LongTests.absence),
        .enabled(if: ControlGroup.isAvailable(.memory), "no control group with a limit of memory can be made here")
    )
    func memoryGroup() throws {
        let bench = try Workbench()
        // 442 MB once they are decoded.
        let frame = try TestFrames(width: 1280, height: 720).png(1)
        for number in 1...120 { try bench.folder.write(frame, to: "walk/\(TestFrames.name(number))") }
        let outcome = try ControlGroup(.memory, limit: 300_000_000).run(
            "play walk --memory 2G --sink fakesink --every-frame --repeat 1 --fps 60 --json",
            in: bench
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expect(outcome.text.contains("\"presented\": 120,"), "\(outcome.text)")
    }

    @Test("an export for which there is no room says how much it needs before it begins")
    func need() throws {
        let bench = try Workbench(frames: TestFrames(width: 1280, height: 720))
        try bench.add(1...2, to: "walk")
        let outcome = try run("-v 300000", "export walk -o a.mp4 --preset slower", in: bench)
        expectEqual(outcome.status, 3)
        expect(outcome.errors.contains("about 3"), "\(outcome.errors)")
        expect(outcome.errors.contains(" MB is left"), "\(outcome.errors)")
        expect(outcome.errors.contains("let the encoder hold fewer pictures with --preset "), "\(outcome.errors)")
    }

    @Test("what is said to need less memory is enough of it")
    func relief() throws {
        let bench = try Workbench(frames: TestFrames(width: 1280, height: 720))
        try bench.add(1...12, to: "walk")
        let command = "export walk -o a.mp4 --preset ultrafast --stall-limit 10"
        var advised: (limit: String, option: String)?
        // From above: at the least limit that says anything, the program itself has more in one run than in the next.
        for kilobytes in stride(from: 320_000, through: 200_000, by: -4000) where advised == nil {
            let limit = "-v \(kilobytes)"
            let outcome = try run(limit, command + " --memory 1G", in: bench)
            let advice = outcome.errors.firstMatch(of: /let it hold fewer pictures with (--memory [0-9]+M)\./)?.1
            advised = advice.map { (limit, String($0)) }
        }
        let (limit, option) = try require(advised)
        let again = try run(limit, "\(command) \(option)", in: bench)
        expect(!again.errors.contains(" is needed"), "\(again.errors)")
    }

    @Test("a first run that is limited in memory leaves no plugin out of the runs after it, and says why it has none")
    func plugins() throws {
        let bench = try Workbench()
        let installed = try Program("pkg-config").run(["--variable=pluginsdir", "gstreamer-1.0"]).text
        let plugins = bench.folder.file("plugins").string
        try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: false)
        // A small one, and one with the many libraries of ffmpeg.
        for name in ["libgstcoreelements.so", "libgstlibav.so"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(plugins)/\(name)",
                withDestinationPath: "\(installed.split(separator: "\n")[0])/\(name)"
            )
        }
        let cache = bench.folder.file("cache").string
        let environment = [
            "XDG_CACHE_HOME": cache, "GST_REGISTRY": "\(cache)/gstreamer-1.0/registry.bin",
            "GST_PLUGIN_SYSTEM_PATH": plugins,
        ]
        let short = try run("-v 160000", "formats", in: bench, environment: environment)
        expectEqual(short.status, 3)
        expect(
            short.errors.contains("error: There is not enough memory for the plugin of the GStreamer element '"),
            "\(short.errors)"
        )
        try expect(registries(in: cache).isEmpty)
        let free = try bench.flipbook(["formats", "--json"], environment: environment)
        expect(free.text.contains("x264enc"))
        expect(!free.text.contains("avenc_ffv1"))
        try expectEqual(registries(in: cache).count, 1)
        // What is known is read by a limited run, which adds nothing.
        let known = try run("-v 160000", "formats --json", in: bench, environment: environment)
        // Libraries of pictures are loaded anew in each run, and want memory.
        expectEqual(known.text.matches(of: /\w+enc\w*/).map(\.output), free.text.matches(of: /\w+enc\w*/).map(\.output))
        try expectEqual(registries(in: cache).count, 1)
    }

    private func registries(in cache: String) throws -> [String] {
        let folder = cache + "/gstreamer-1.0"
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    /// An encoder that never comes back.
    private static let hanging = """
        #include <unistd.h>
        int x264_encoder_encode(void *a, void *b, int *c, void *d, void *e) { for (;;) pause(); }
        """

    @Test("an element that stands still is named, and ends the export with status 3")
    func standstill() throws {
        let bench = try Workbench(walk: 1...20)
        let library = try PreloadedLibrary(Self.hanging)
        let outcome = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "a.mp4",
            "--stall-limit",
            "10",
            environment: library.environment
        )
        expectEqual(outcome.status, 3)
        expect(outcome.errors.contains("Gave up after 10 s without progress in the GStreamer element 'x264enc'"))
        try expectEqual(bench.names().filter { $0.hasPrefix("a.mp4") || $0.hasPrefix(".") }, [])
    }

    @Test("a signal is heard while an element stands still", arguments: [SIGTERM, SIGINT])
    func signal(number: Int32) throws {
        let bench = try Workbench(walk: 1...20)
        let library = try PreloadedLibrary(Self.hanging)
        let outcome = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "a.mp4",
            "--log-level",
            "info",
            environment: library.environment
        ) { process in
            // The handlers are set before the first thread of the pipeline is there.
            while process.isRunning, try !Self.threads(of: process).contains("appsrc") { usleep(20_000) }
            process.send(number)
        }
        expectEqual(outcome.status, 128 + number)
    }

    @Test(
        "a signal is heard while a library works and does not come back, half a minute later",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func signalBesideWork() throws {
        let bench = try Workbench(walk: 1...2)
        let library = try PreloadedLibrary(
            """
            #include <unistd.h>
            void png_write_row(void *a, void *b) { static int n; if (n++ == 0) write(2, "works\\n", 6); for (;;) {} }
            """
        )
        let outcome = try bench.flipbook("render", "walk", "-o", "a.png", environment: library.environment) { process in
            while process.isRunning, try !Self.isBusy(process) { usleep(20_000) }
            process.send(SIGTERM)
        }
        expectEqual(outcome.status, 128 + SIGTERM)
        expect(outcome.errors.contains("works"), "\(outcome.errors)")
        try expectEqual(bench.names().contains("a.png"), false)
    }

    /// Whether a process has used a second of the processor.
    private static func isBusy(_ process: RunningProgram) throws -> Bool {
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        return numbers.count > 12 && numbers[11] > sysconf(Int32(_SC_CLK_TCK))
    }

    /// The names of a process's threads, as one text; none once it has ended.
    private static func threads(of process: RunningProgram) throws -> String {
        let folder = "/proc/\(process.processIdentifier)/task"
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            // A thread may end while its name is read.
            return names.compactMap { FileManager.default.contents(atPath: "\(folder)/\($0)/comm") }
                .map { String(decoding: $0, as: UTF8.self) }.joined()
        } catch CocoaError.fileReadNoSuchFile {
            return ""
        }
    }
}
