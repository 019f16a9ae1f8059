import FlipbookCore
import FlipbookExport
import FlipbookFiles
import FoundationEssentials

/// The commands that an engine runs, in any order but for the join.
struct SegmentWork: Sendable {
    let export: SegmentedExport
    /// This program.
    let program: String
    /// The plan, by its absolute name.
    let plan: String
    private let joining: [String]

    /// - Parameters:
    ///   - overwrite: Whether the join replaces a file.
    ///   - receipt: The receipt that the join writes.
    init(plan: PlanOptions, overwrite: Bool, receipt: String?, export: SegmentedExport) {
        self.export = export
        joining =
            (overwrite ? ["--overwrite"] : []) + (receipt.map { ["--receipt", FilePath($0).absolute.string] } ?? [])
        self.plan = FilePath(plan.plan).absolute.string
        program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    }

    /// The folder for segments.
    var folder: String { export.plan.workFolder.string }

    /// What makes a segment, given its number or what a shell finds it by.
    func segment(_ index: String) -> [String] {
        [program, "segment", plan, "--work", folder, "--progress", "none", "--index", index]
    }

    /// What joins them.
    var join: [String] {
        [program, "join", plan, "--work", folder, "--progress", "none"] + joining
    }
}

extension [String] {
    /// The words as a shell reads them.
    var shellWords: String { map(\.quotedForShell).joined(separator: " ") }
}
