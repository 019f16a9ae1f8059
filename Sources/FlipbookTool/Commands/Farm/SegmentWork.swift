import FlipbookCore
import FlipbookExport
import FlipbookFiles
import FoundationEssentials

struct SegmentWork: Sendable {
    let export: SegmentedExport
    let program: String
    /// The plan, by its absolute name.
    let plan: String
    private let joining: [String]

    init(plan: PlanOptions, overwrite: Bool, receipt: String?, export: SegmentedExport) {
        self.export = export
        joining =
            (overwrite ? ["--overwrite"] : []) + (receipt.map { ["--receipt", FilePath($0).absolute.string] } ?? [])
        self.plan = FilePath(plan.plan).absolute.string
        program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    }

    var folder: String { export.plan.workFolder.string }

    /// The command that makes a segment, given its number or the shell's variable for it.
    func segment(_ index: String) -> [String] {
        [program, "segment", plan, "--work", folder, "--progress", "none", "--index", index]
    }

    var join: [String] { [program, "join", plan, "--work", folder, "--progress", "none"] + joining }
}

extension [String] {
    var shellWords: String { map(\.quotedForShell).joined(separator: " ") }
}
