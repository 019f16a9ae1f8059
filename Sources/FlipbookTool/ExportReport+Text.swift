import FlipbookCore
import FlipbookMedia
import Foundation

extension ExportReport {
    /// The receipt in one line for people.
    var sentence: String {
        let seconds = String(format: "%.3f", duration)
        return "\(FilePath(file)): \(framesReadBack) frames, \(width)x\(height), \(rate) frames/s, \(seconds) s, "
            + "\(codec.rawValue), \(Self.size(byteCount)); all \(framesReadBack) read back."
    }

    /// The receipt as JSON, its keys sorted.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    private static func size(_ byteCount: Int) -> String {
        switch byteCount {
        case ..<10_000: "\(byteCount) bytes"
        case ..<10_000_000: "\(byteCount / 1000) KB"
        default: "\(byteCount / 1_000_000) MB"
        }
    }
}
