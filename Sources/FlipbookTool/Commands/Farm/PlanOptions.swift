import ArgumentParser
import FlipbookCore
import FlipbookExport
import FlipbookFiles
import FlipbookCommandLine
import FoundationEssentials

/// The plan that a verb of segments works by.
struct PlanOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The plan that 'flipbook plan' printed.", valueName: "plan.json"))
    var plan: String

    @Option(help: ArgumentHelp("Another folder for segments than the plan's.", valueName: "folder"))
    var work: String?

    /// Reads the plan.
    func read() throws(Failure) -> SegmentedExport {
        var plan = try JSONFile(plan).read(SegmentPlan.self) { "this is no plan of 'flipbook plan'\($0)" }
        if let work { plan.work = FilePath(work).absolute.string }
        return SegmentedExport(plan)
    }
}
