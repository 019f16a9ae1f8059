import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FoundationEssentials

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "verify",
        abstract: "Compares a file with the receipt of the export that made it.",
        usage: "flipbook verify <file> --receipt <receipt.json> [--inputs]",
        discussion: """
            flipbook export walk/ -o walk.mp4 --receipt walk.receipt.json
            flipbook verify walk.mp4 --receipt walk.receipt.json

            Exit status: 0 every file is as the receipt says; 1 a file differs, and is named; 3 a file cannot be read.
            """
    )

    @Argument(help: ArgumentHelp("The file, or the pattern of the images, under its present name.", valueName: "file"))
    var file: String

    @Option("<file> The receipt that 'flipbook export --receipt' wrote.") var receipt: String
    @Flag(help: "Also compare the inputs, under the names that they had.") var inputs = false
    @Flag(help: "Print the result as one JSON document.") var json = false

    /// The document of `--json`: the first file that differs, if one does.
    private struct Result: Encodable {
        var isEqual: Bool
        var file: String?
    }

    func run() throws {
        let receipt = try ExportReceipt(readingJSON: FilePath(receipt)) { fault in
            "this is no receipt of 'flipbook export'\(fault)"
        }
        let output = try receipt.firstDifference(at: FilePath(file))
        let difference = output ?? (inputs ? receipt.firstInputDifference() : nil)
        let count = receipt.outputs.count
        switch difference {
        case nil:
            let read = inputs ? "; \(receipt.inputs.count) inputs are as they were" : ""
            Terminal.print(
                json
                    ? try Result(isEqual: true).jsonLine
                    : "\(FilePath(file)): \(count == 1 ? "the file is" : "\(count) files are") as the receipt says\(read)."
            )
        case .changed(let path)?:
            if json { Terminal.print(try Result(isEqual: false, file: path.string).jsonLine) }
            throw Failure.incomplete("\(path) is another file than the receipt says.")
        case .unreadable(let error)?:
            throw Failure.environment(error.sentence)
        }
    }
}
