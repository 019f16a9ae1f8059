import ArgumentParser
import FlipbookCommandLine

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "doctor",
        abstract: "Lists what this machine has, and what is missing.",
        usage: "flipbook doctor [--json]",
        discussion: """
            The list has libraries, encoders, image formats, video sinks, the terminal and fonts. For what is missing, \
            it names the package that adds it.

            flipbook doctor

            Exit status: 0 the usual commands work here; 1 something that they need is missing; 3 GStreamer does not \
            start.
            """
    )

    @Flag(help: "Print the result as one JSON document.") var json = false

    func run() throws {
        let report = try MachineReport()
        Terminal.print(json ? try report.jsonText : report.text)
        if !report.isComplete { throw ExitStatus.incomplete }
    }
}
