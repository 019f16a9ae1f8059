import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// A row of a table that `tools/compare-decoders` measured: what flipbook, ffmpeg and ImageMagick made of a picture.
struct ConformanceRow: CustomTestStringConvertible {
    /// The picture's place in its folder.
    let file: String
    /// `21x13 8 MD5`, or why it is refused.
    let result: String
    let isRefused: Bool
    /// What comparing with ffmpeg and with ImageMagick came to.
    let others: [String]
    private let folder: URL

    /// `21x13 8 MD5`; `nil` where it is refused.
    var ours: String? { isRefused ? nil : result }
    var path: FilePath { FilePath(folder.appendingPathComponent(file).path) }
    var testDescription: String { file }

    /// The rows of a table in `Tests/Conformance`, of the pictures in a folder.
    static func table(_ name: String, of folder: URL) throws -> [ConformanceRow] {
        let text = try String(contentsOf: Samples.conformance.appendingPathComponent(name), encoding: .utf8)
        return text.split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t").map(String.init)
            return ConformanceRow(
                file: cells[0],
                result: cells[1],
                isRefused: cells[2...].contains { $0.hasSuffix("refuse") },
                others: Array(cells[2...]),
                folder: folder
            )
        }
    }

    /// What the command says of it, in the table's words, which `tools/compare-decoders` asks in the same way.
    func refusal() throws -> String {
        let output = try TemporaryDirectory()
        let outcome = try Program.flipbook.run([
            "render", path.string, "--background", "clear", "-o", output.file("ours.png").string,
        ])
        let line = outcome.errors.split(separator: "\n").first.map(String.init) ?? "it is drawn"
        let name = URL(fileURLWithPath: path.string).lastPathComponent
        let words = line.replacing("\(path.string): ", with: "").replacing(path.string, with: name)
        return words.hasPrefix("error: ") ? String(words.dropFirst(7)) : words
    }

    /// What it is decoded to, at its own depth, in the table's words; `nil` where it is refused.
    func found() throws -> String? {
        do throws(ImageError) {
            let picture = try ImageDecoder(keepsSixteenBits: true).decode(contentsOf: path)
            let depth = picture.format == .rgba64 ? 16 : 8
            return "\(picture.size) \(depth) \(md5(picture.withUnsafeBytes { Array($0) }))"
        } catch {
            return nil
        }
    }
}
