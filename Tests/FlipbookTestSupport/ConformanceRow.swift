public import FlipbookCore
import FlipbookScene
public import Foundation
public import Testing

/// A row of a table that `tools/compare-decoders` measured: what flipbook, ffmpeg and ImageMagick made of a picture.
public struct ConformanceRow: CustomTestStringConvertible, Sendable {
    /// The picture's place in its folder.
    public let file: String
    /// `21x13 8 MD5`, or why it is refused.
    public let result: String
    /// Whether flipbook refuses it.
    public let isRefused: Bool
    /// What comparing with ffmpeg and with ImageMagick came to.
    public let others: [String]
    private let folder: URL

    /// `21x13 8 MD5`; `nil` where it is refused.
    public var ours: String? { isRefused ? nil : result }
    /// Where the picture is.
    public var path: FilePath { FilePath(folder.appendingPathComponent(file).path) }
    /// The picture's place, which names a test's case.
    public var testDescription: String { file }

    /// The rows of a table in `Tests/Conformance`, of the pictures in a folder.
    public static func table(_ name: String, of folder: URL) throws -> [ConformanceRow] {
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
}
