import FlipbookCore
import FlipbookExport

/// The segments of a plan as Slurm jobs: arrays, followed by a join. The join also runs after failures, since it lists the
/// missing segments.
struct SlurmJob: CustomStringConvertible {
    let work: SegmentWork
    private let missing: [Int]
    private let jobs: Int?

    private static let arrayLength = 1000

    init(_ work: SegmentWork, jobs: Int?) {
        (self.work, self.jobs) = (work, jobs)
        missing = work.export.missing
    }

    var count: Int { missing.count }

    /// A script for each array. Running a task again, for example after its node failed, is harmless, because complete segments
    /// are skipped.
    var arrays: [String] {
        Dictionary(grouping: missing) { $0 / Self.arrayLength }.sorted { $0.key < $1.key }.map { part, indices in
            let first = part * Self.arrayLength
            let tasks = FrameSet(indices.map { $0 - first }).description
            let index = first == 0 ? "$SLURM_ARRAY_TASK_ID" : "$((\(first) + SLURM_ARRAY_TASK_ID))"
            return script(
                "segments",
                ["--array=\(tasks)\(jobs.map { "%\($0)" } ?? "")", "--cpus-per-task=\(work.export.plan.threads)"],
                log: "slurm-%A_%a.log",
                work.segment("").dropLast().map(\.quotedForShell).joined(separator: " ") + " \"\(index)\""
            )
        }
    }

    var join: String { script("join", [], log: "slurm-%j.log", work.join.shellWords) }
    var description: String { (arrays + [join]).joined(separator: "\n") }

    private func script(_ name: String, _ options: [String], log: String, _ command: String) -> String {
        let title = "flipbook-\(name)-\(work.export.plan.target.lastComponent)"
        let lines =
            ["--job-name=\(title.quotedForSlurm)"] + options
            + [
                "--requeue", "--open-mode=append",
                "--output=\((work.folder.replacing("%", with: "%%") + "/" + log).quotedForSlurm)",
            ]
        return "#!/bin/bash\n" + lines.map { "#SBATCH \($0)\n" }.joined() + "exec \(command)\n"
    }
}

extension String {
    fileprivate var quotedForSlurm: String {
        let text = escapingControlCharacters
        return text.contains { " '\"\\".contains($0) }
            ? "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" : text
    }
}
