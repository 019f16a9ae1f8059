import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook submit`.
@Suite(.hangLimit) struct SubmitTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: 1...12)
    }

    @Test("processes of this machine make the file that one process makes")
    func local() throws {
        let expected = try whole(segment: 6)
        try plan(segment: 6)
        let outcome = try bench.flipbook("submit", "plan.json", "--jobs", "2")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expect(
            outcome.text.hasPrefix("a.mkv: 12 frames"),
            "\(outcome.text)"
        )
        let made = try contents()
        let unlike = zip(made, expected).enumerated().first { $1.0 != $1.1 }?.offset
        expectEqual(made, expected, "\(made.count) of \(expected.count) bytes, others from \(unlike ?? made.count) on")
        // A segment that cannot be made is missing; the others are there.
        try FileManager.default.removeItem(atPath: bench.folder.path + "/.a.mkv.flipbook")
        try bench.folder.write(bench.frames.png(50), to: "walk/\(TestFrames.name(5))")
        let changed = try bench.flipbook("submit", "plan.json", "--overwrite")
        expectEqual(changed.status, 1)
        expect(changed.errors.contains("walk.0005.png has changed since"), "\(changed.errors)")
        expect(changed.errors.contains("1 of 2 segments is missing: 0."), "\(changed.errors)")
    }

    @Test("an interrupt ends the processes, and what is complete is kept")
    func interruption() throws {
        let many = try Workbench(walk: 1...40)
        let plan = try many.flipbook("plan", "walk", "-o", "a.mp4", "--segment", "8", "--preset", "veryslow")
        try many.folder.write(Array(plan.output), to: "plan.json")
        let outcome = try many.flipbook("submit", "plan.json", "--jobs", "2") { process in
            while process.isRunning, (try? many.names(in: ".a.mp4.flipbook").contains { !$0.hasPrefix(".") }) != true {
                usleep(5000)
            }
            process.send(SIGTERM)
        }
        expectEqual(outcome.status, 143, "\(outcome.errors)")
        expect(outcome.errors.contains("note: Complete segments are kept"), "\(outcome.errors)")
        let kept = try many.names(in: ".a.mp4.flipbook")
        expect(kept.contains { !$0.hasPrefix(".") })
        // Whoever wrote what has a hidden name has ended.
        let left = try Program("pgrep").run(["-f", many.folder.path])
        expectEqual(left.text, "")
        try expectEqual(many.flipbook("submit", "plan.json").status, 0)
    }

    @Test("--print shows the scripts for Slurm, of the segments that are missing")
    func slurmScripts() throws {
        try plan()
        try expectEqual(bench.flipbook("segment", "plan.json", "--index", "2").status, 0)
        let outcome = try bench.flipbook("submit", "plan.json", "--engine", "slurm", "--print", "--jobs", "8")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let lines = outcome.text.split(separator: "\n").map(String.init)
        expectEqual(lines.filter { $0 == "#!/bin/bash" }.count, 2)
        expect(lines.contains("#SBATCH --array=0-1,3%8"), "\(outcome.text)")
        expect(lines.contains("#SBATCH --requeue"))
        expect(
            lines.contains { $0.hasPrefix("exec ") && $0.hasSuffix(#"--index "$SLURM_ARRAY_TASK_ID""#) },
            "\(outcome.text)"
        )
        expectEqual(lines.last?.contains(" join "), true)
        let syntax = try Program("bash").run(["-n", "-c", outcome.text])
        expectEqual(syntax.status, 0, "\(syntax.errors)")
        try expectEqual(bench.names(in: ".a.mkv.flipbook").count, 1)
    }

    @Test("a program of Slurm that ends without having read its script gives the job its number all the same")
    func unreadScript() throws {
        try plan(segment: 6)
        let program = try bench.folder.write(Array("#!/bin/sh\necho 42\n".utf8), to: "bin/sbatch").string
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let path = bench.folder.file("bin").string + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        let outcome = try bench.flipbook(
            ["submit", "plan.json", "--engine", "slurm"],
            environment: ["PATH": path]
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.text, "Submitted 2 segments as job 42. Job 42 joins them.\n")
    }

    @Test("without the engine's program the error says what to install")
    func noEngine() throws {
        try plan()
        for (engine, word) in [("slurm", "sbatch"), ("openjd", "openjd")] {
            let outcome = try Program.flipbook.run(
                ["submit", "plan.json", "--engine", engine],
                in: bench.folder.path,
                environment: ["PATH": bench.folder.path]
            )
            expectEqual(outcome.status, 3)
            expect(outcome.errors.contains("'\(word)' was not found. Install it with"), "\(outcome.errors)")
        }
    }

    @Test(
        "a node that is killed loses its segment only, and Slurm's file is that of one process",
        .enabled(if: LongTests.areWanted, LongTests.absence),
        .enabled(if: Cluster.isThere, "Slurm is not installed (tools/setup --cluster), or this is not root")
    )
    func slurm() throws {
        let expected = try whole()
        try plan()
        let cluster = try Cluster(in: bench.folder)
        defer { cluster.stop() }
        let submitted = try bench.flipbook(
            ["submit", "plan.json", "--engine", "slurm", "--json"],
            environment: cluster.environment
        )
        try require(submitted.status == 0, "\(submitted.errors)")
        let jobs = try require(try JSONSerialization.jsonObject(with: submitted.output) as? [String: Any])
        try expect(cluster.killNode("n1"))
        try cluster.wait(forJob: try require(jobs["join"] as? String))
        if !FileManager.default.fileExists(atPath: bench.folder.file("a.mkv").string) {
            // The task of the dead node was not run again before the join, which says what is missing: once more.
            let again = try bench.flipbook(
                ["submit", "plan.json", "--engine", "slurm", "--json"],
                environment: cluster.environment
            )
            let jobs = try require(try JSONSerialization.jsonObject(with: again.output) as? [String: Any])
            try cluster.wait(forJob: try require(jobs["join"] as? String))
        }
        try expectEqual(contents(), expected)
    }

    @Test("a template's commands, its parameters in their places, make what one process makes")
    func template() throws {
        let expected = try whole()
        try plan()
        let printed = try bench.flipbook("submit", "plan.json", "--engine", "openjd", "--print", "--receipt", "a.json")
        let template = try require(try JSONSerialization.jsonObject(with: printed.output) as? [String: Any])
        expectEqual(template["specificationVersion"] as? String, "jobtemplate-2023-09")
        var values: [String: String] = [:]
        for parameter in try require(template["parameterDefinitions"] as? [[String: Any]]) {
            values["{{Param.\(parameter["name"] ?? "")}}"] = "\(try #require(parameter["default"]))"
        }
        expectEqual(values["{{Param.LastSegment}}"], "3")
        let steps = try require(template["steps"] as? [[String: Any]])
        expectEqual(steps.map { $0["name"] as? String }, ["Segments", "Join"])
        expectEqual(steps[1]["dependencies"] as? [[String: String]], [["dependsOn": "Segments"]])
        for (step, tasks) in zip(steps, [[3, 0, 2, 1], [0]]) {
            let script = try require(step["script"] as? [String: [String: [String: Any]]])
            let run = try require(script["actions"]?["onRun"])
            let words = [try require(run["command"] as? String)] + (try require(run["args"] as? [String]))
            for task in tasks {
                values["{{Task.Param.Segment}}"] = "\(task)"
                let command = words.map { values[$0] ?? $0 }
                expect(!command.contains { $0.contains("{{") }, "\(command)")
                let outcome = try Program(command[0]).run(Array(command.dropFirst()), in: "/")
                expectEqual(outcome.status, 0, "\(outcome.errors)")
            }
        }
        try expectEqual(contents(), expected)
        try expectEqual(bench.flipbook("verify", "a.mkv", "--receipt", "a.json", "--inputs").status, 0)
    }

    @Test(
        "Open Job Description's own program accepts the template and runs it",
        .enabled(if: OpenJD.program != nil, "openjd is not installed (pip install openjd-cli)")
    )
    func openJD() throws {
        let expected = try whole()
        try plan()
        let template = try bench.flipbook("submit", "plan.json", "--engine", "openjd", "--print")
        try bench.folder.write(Array(template.output), to: "template.json")
        let openjd = try require(OpenJD.program)
        let check = try Program(openjd).run(["check", "template.json"], in: bench.folder.path)
        expectEqual(check.status, 0, "\(check.text)\(check.errors)")
        let folders = FilePath(openjd).directory + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        let outcome = try bench.flipbook(["submit", "plan.json", "--engine", "openjd"], environment: ["PATH": folders])
        expectEqual(outcome.status, 0, "\(outcome.errors)\(outcome.text)")
        try expectEqual(contents(), expected)
    }

    private func options(_ segment: Int) -> [String] {
        ["walk", "-o", "a.mkv", "--segment", "\(segment)", "--threads", "1"]
    }

    /// What one process makes of the plan; its file and segments are removed.
    private func whole(segment: Int = 3) throws -> Data {
        let resumed = try bench.flipbook(["export"] + options(segment))
        try require(resumed.status == 0, "\(resumed.errors)")
        let expected = try contents()
        try FileManager.default.removeItem(atPath: bench.folder.file("a.mkv").string)
        return expected
    }

    /// Writes a plan, of four segments if nothing else is said.
    private func plan(segment: Int = 3) throws {
        let plan = try bench.flipbook(["plan"] + options(segment))
        try require(plan.status == 0, "\(plan.errors)")
        try bench.folder.write(Array(plan.output), to: "plan.json")
    }

    private func contents() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("a.mkv").string))
    }
}

/// The program `openjd`, where it is.
private enum OpenJD {
    static let program: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/openjd" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()
}

/// A Slurm cluster of two nodes on this machine.
private struct Cluster {
    private let folder: String
    let environment: [String: String]

    static let isThere: Bool = {
        getuid() == 0
            && ["slurmctld", "slurmd", "munged"].allSatisfy { name in
                ["/usr/sbin/", "/usr/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + name) }
            }
    }()

    private static let tool = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("tools/cluster").path

    init(in folder: TemporaryDirectory) throws {
        self.folder = folder.path + "/cluster"
        environment = ["SLURM_CONF": self.folder + "/slurm.conf"]
        let outcome = try Program(Self.tool).run(["start", self.folder, "2"])
        try require(outcome.status == 0, "\(outcome.errors)")
    }

    func stop() {
        do {
            let outcome = try Program(Self.tool).run(["stop", folder])
            expectEqual(outcome.status, 0, "\(outcome.errors)")
        } catch {
            Issue.record(error)
        }
    }

    /// Kills a node and what runs on it.
    func killNode(_ name: String) throws -> Bool {
        let text = try String(contentsOfFile: "\(folder)/slurmd-\(name).pid", encoding: .utf8)
        let pid = try require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        return kill(pid, SIGKILL) == 0
    }

    /// Waits until a job has ended.
    func wait(forJob number: String) throws {
        let deadline = ContinuousClock.now + Patience.limit
        while ContinuousClock.now < deadline {
            let state = try Program("squeue").run(["-h", "-j", number, "-o", "%T"], environment: environment)
            if state.status != 0 || state.text.isEmpty || state.text.hasPrefix("COMPLET")
                || state.text.hasPrefix("FAIL")
            {
                return
            }
            usleep(200_000)
        }
        Issue.record("job \(number) does not end")
    }
}
