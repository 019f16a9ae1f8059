import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "verify",
        abstract: "Compares an exported file with its receipt.",
        usage: "flipbook verify <file> --receipt <receipt.json> [--inputs]",
        discussion: """
            flipbook export walk/ -o walk.mp4 --receipt walk.receipt.json
            flipbook verify walk.mp4 --receipt walk.receipt.json

            Exit status: 0 every file matches the receipt; 1 a file differs; 3 a file cannot be read.
            """
    )

    @Argument(help: ArgumentHelp("File to verify, or pattern of numbered images.", valueName: "file"))
    var file: String

    @Option("<file> Receipt written by 'flipbook export --receipt'.") var receipt: String
    @Flag(help: "Also compare the inputs, at their original paths, with the receipt.") var inputs = false
    @Flag(help: "Print the result as one JSON document.") var json = false

    private struct Result: Encodable {
        var isEqual: Bool
        var file: String?
    }

    func run() throws {
        let receipt = try ExportReceipt(readingJSON: FilePath(receipt)) { fault in
            "not a receipt from 'flipbook export'\(fault)"
        }
        let output = try receipt.firstDifference(at: FilePath(file))
        let difference = output ?? (inputs ? receipt.firstInputDifference() : nil)
        let count = receipt.outputs.count
        switch difference {
        case nil:
            let read = inputs ? "; \(receipt.inputs.count.of("input")) unchanged" : ""
            Terminal.print(
                json
                    ? try Result(isEqual: true).jsonLine
                    : "\(FilePath(file)): \(count == 1 ? "the file matches" : "\(count) files match") the "
                        + "receipt\(read)."
            )
        case .changed(let path)?:
            if json { Terminal.print(try Result(isEqual: false, file: path.string).jsonLine) }
            throw Failure.incomplete("\(path) differs from the receipt.")
        case .unreadable(let error)?: throw Failure.environment(error.sentence)
        }
    }
}
