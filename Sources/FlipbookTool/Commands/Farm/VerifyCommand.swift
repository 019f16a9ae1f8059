import ArgumentParser
import FlipbookCore
import FlipbookMedia
import Foundation

/// `flipbook verify FILE --receipt RECEIPT`.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Compares a file with the receipt of the export that made it.",
        usage: "flipbook verify <file> --receipt <receipt.json> [--inputs]",
        discussion: """
            Exit status: 0 all is as it was made; 1 a file is another one, and is named; 3 a file cannot be read.

            flipbook export walk/ -o walk.mp4 --receipt walk.receipt.json
            flipbook verify walk.mp4 --receipt walk.receipt.json
            """
    )

    @Argument(help: ArgumentHelp("The film, or the pattern of the images, as it is called now.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("What --receipt of 'flipbook export' wrote.", valueName: "file"))
    var receipt: String

    @Flag(help: "Compare the inputs, too, under the names that they had.")
    var inputs = false

    @Flag(help: "Print the result as one JSON document.")
    var json = false

    func run() throws {
        let receipt = try JSONFile(receipt).read(
            ExportReceipt.self,
            orElse: { "this is no receipt of 'flipbook export'\($0)" }
        )
        let difference: ExportReceipt.Difference?
        do throws(ExportError) {
            let output = try receipt.firstDifference(at: FilePath(file))
            difference = output ?? (inputs ? receipt.firstInputDifference() : nil)
        } catch {
            throw Failure(message: error.sentence, status: ExitStatus(error.kind))
        }
        let count = receipt.outputs.count
        switch difference {
        case nil:
            let read = inputs ? "; \(receipt.inputs.count) inputs are as they were" : ""
            Terminal.print(
                json
                    ? "{\"isEqual\":true}"
                    : "\(FilePath(file)): \(count == 1 ? "the file is" : "\(count) files are") as the receipt says\(read)."
            )
        case .changed(let path)?:
            if json { Terminal.print("{\"isEqual\":false,\"file\":\(path.string.quotedForJSON)}") }
            throw Failure(message: "\(path) is another file than the receipt says.", status: .incomplete)
        case .unreadable(let error)?:
            throw Failure(message: error.sentence, status: .environment)
        }
    }
}
