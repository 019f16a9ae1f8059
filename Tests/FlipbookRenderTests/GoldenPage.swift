import FlipbookTestSupport
import Foundation
import Testing

/// A page of the documentation that shows goldens: a text, and a row for each of them.
///
/// `tools/record-goldens` writes the pages again; a test shows that the committed one is current.
struct GoldenPage {
    /// The file's name without its extension.
    let name: String
    /// What stands before the table.
    let introduction: String
    /// The table's two headings.
    let headings: (String, String)
    /// What each row says, what its picture shows, and the golden's name.
    let rows: [(text: String, alternative: String, golden: String)]
    /// What stands after the table.
    let rest: String

    /// The page.
    private var markdown: String {
        let table = rows.map { "| \($0.text) | ![\($0.alternative)](golden-\($0.golden)) |" }
        return """
            \(introduction)

            | \(headings.0) | \(headings.1) |
            |---|---|
            \(table.joined(separator: "\n"))

            \(rest)

            """
    }

    /// Compares the page with the committed one.
    func check() throws {
        let file = Self.folder.appendingPathComponent("\(name).md")
        if GoldenPicture.isRecording { try Data(markdown.utf8).write(to: file) }
        let committed = try String(contentsOf: file, encoding: .utf8)
        expectEqual(committed, markdown, "\(name).md is not what the goldens make; run tools/record-goldens")
    }

    /// The pages of FlipbookRender.
    static let folder = Samples.checkout
        .appendingPathComponent("Sources/FlipbookRender/FlipbookRender.docc")
}
